import Foundation

/// Times of ours and of other programs, as compare.py left them in `times.json`.
struct PeerTimes: Decodable {
    struct Environment: Decodable {
        let processor: String
        let instructions: String
        let compiler: String
    }
    struct Ours: Decodable {
        let name: String
        let minNs: Double
        let deviation: Double

        private enum CodingKeys: String, CodingKey {
            case name
            case minNs = "leastNs"
            case deviation
        }
    }
    struct Peer: Decodable {
        let workload: String
        let peer: String
        let minNs: Double
        let deviation: Double
        /// The time of the first call, and the growth of the process in it, where they were
        /// measured.
        let firstNs: Double?
        let grownBytes: Double?

        private enum CodingKeys: String, CodingKey {
            case workload, peer
            case minNs = "leastNs"
            case deviation, firstNs, grownBytes
        }
    }
    let environment: Environment
    let ours: [Ours]
    let peers: [Peer]

    /// The processor, the instructions and the compiler of the runs.
    var environmentText: String {
        "\(environment.processor), instructions \(environment.instructions), "
            + "\(environment.compiler)."
    }

    /// nil where there are no results.
    static func read(folder: URL) throws -> PeerTimes? {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent("times.json")) else {
            return nil
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(PeerTimes.self, from: data)
    }
}
