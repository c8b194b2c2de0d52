import Foundation
import RecordingFiles
import Synchronization
import TestSupport

@testable import Datasets

/// A set of three records, and a server that has it, with failures where a test wants some.
final class TestPublisher: Sendable {
    /// A failure of a file, each time it is requested, or the first few times.
    struct Failure: Sendable {
        var count = Int.max
        var response: @Sendable ([UInt8], LoopbackServer.Request) -> LoopbackServer.Response
    }

    static let files: [String: [UInt8]] = {
        var files: [String: [UInt8]] = ["RECORDS": Array("a\nb\nsub/c\n".utf8)]
        for (number, record) in ["a", "b", "sub/c"].enumerated() {
            let name = record.split(separator: "/").last ?? ""
            files["\(record).hea"] = Array(
                "\(name) 1 100 300\n\(name).dat 16 200 16 0 0 0 0 ECG\n".utf8)
            files["\(record).dat"] = (0..<600).map { UInt8(truncatingIfNeeded: $0 * (7 + number)) }
            files["\(record).atr"] = WFDBAnnotationWriter.bytes(
                of: (0..<(4 + number)).map {
                    WFDBAnnotation(sample: 10 + 50 * $0, code: WFDBCode.normal)
                })
        }
        return files
    }()

    static func sums(_ files: [String: [UInt8]] = files) -> String {
        files.keys.sorted().map { name in
            var digest = SHA256()
            digest.add(files[name] ?? [])
            return "\(digest.hex()) \(name)\n"
        }.joined()
    }

    static let set = PublishedDataset(
        "three", "1.0.0", "Three records", recordCount: .verified(3), beats: ["atr": .verified(15)],
        citation: "nobody")

    let server: LoopbackServer

    /// - Parameter sums: what the server says of its files.
    init(_ failures: [String: Failure] = [:], sums: String = TestPublisher.sums()) throws {
        let failures = Mutex(failures)
        server = try LoopbackServer { request in
            let name = String(request.path.dropFirst("/files/three/1.0.0/".count))
            let body = name == ChecksumFile.name ? Array(sums.utf8) : Self.files[name]
            let failure = failures.withLock { failures -> Failure? in
                guard let failure = failures[name], failure.count > 0 else { return nil }
                failures[name]?.count -= 1
                return failure
            }
            if let failure { return failure.response(body ?? [], request) }
            guard let body else { return .init(status: 404) }
            return .whole(body, to: request)
        }
    }

    var mirror: String { server.address + "/files" }

    /// Returns the requests for a file.
    func requests(of name: String) -> [LoopbackServer.Request] {
        server.requests.filter { $0.path.hasSuffix("/1.0.0/\(name)") }
    }
}
