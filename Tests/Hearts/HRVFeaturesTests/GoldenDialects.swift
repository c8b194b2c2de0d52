import Foundation
import PhysioTypes
import TestSupport
import Testing

/// The answers of other packages: datasets/golden/dialects, made by Benchmarks/peers.
struct GoldenDialect: Decodable {
    struct Recording: Decodable {
        let values: [String: Double?]
    }

    let versions: [String: String]
    let recordings: [String: Recording]

    init(_ name: String) throws {
        let data = try Data(
            contentsOf: Repository.root.appending(path: "datasets/golden/dialects/\(name).json"))
        self = try JSONDecoder().decode(Self.self, from: data)
    }

    /// Returns the available series: ours always, real ones where the folder is known.
    func series() throws -> [(name: String, nn: NNSeries, values: [String: Double])] {
        try recordings.sorted { $0.key < $1.key }.compactMap { name, recording in
            let text: String
            if name.hasPrefix("small/") {
                text = try String(
                    contentsOf: Repository.root.appending(path: "datasets/" + name), encoding: .utf8
                )
            } else if Datasets.folder != nil {
                text = try Datasets.text(name)
            } else {
                return nil
            }
            let intervals = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
                .compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
            return (
                name, NNSeries(intervalsMs: intervals), recording.values.compactMapValues(\.self)
            )
        }
    }
}
