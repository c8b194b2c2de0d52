import Foundation
import TestSupport

/// The results of other packages: datasets/golden/correction, made by Benchmarks/peers.
struct GoldenCorrection: Decodable {
    struct Artefact: Decodable {
        /// Index of the beat, the first interval being between beats 0 and 1.
        let beat: Int
        let kind: String
    }

    struct Series: Decodable {
        let seed: Int
        let intervalsMs: [Double]
        let artefacts: [Artefact]
        let neurokit: [String: [Int]]
        let hrvanalysis: [String: [Int]]

        private enum CodingKeys: String, CodingKey {
            case seed, intervalsMs
            case artefacts = "faults"
            case neurokit, hrvanalysis
        }
    }

    struct Recording: Decodable {
        let name: String
        let samplesPerSecond: Double
        let first: Int
        let count: Int
        let neurokit: [String: [Int]]
        let hrvanalysis: [String: [Int]]

        /// Returns the intervals in ms, exact multiples of the sampling interval.
        func intervalsMs() throws -> [Double] {
            let numbers = try Datasets.text(name).split(whereSeparator: \.isNewline)
                .compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
            let scale = name.hasSuffix("_secs.txt") ? samplesPerSecond : 1
            return numbers[first..<(first + count)].map {
                ($0 * scale).rounded() * 1000 / samplesPerSecond
            }
        }
    }

    let series: [Series]
    let recordings: [Recording]

    static func load() throws -> GoldenCorrection {
        let data = try Data(
            contentsOf: Repository.root.appending(
                path: "datasets/golden/correction/peers.json"))
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(GoldenCorrection.self, from: data)
    }
}
