import Foundation
import PhysioTypes
import TestSupport

/// The reference in Python, which is written from the definitions and knows none of our code.
enum PracticeReference {
    static let isAvailable = PythonScript.isAvailable

    /// Asks all questions in one process.
    ///
    /// - Returns: an answer for each, in their order.
    static func responses<Response: Decodable>(
        _ questions: [some Encodable], as response: Response.Type
    ) throws -> [Response] {
        let path = Repository.path("Benchmarks/peers/practice/practice_reference.py")
        let lines = try questions.map {
            String(decoding: try JSONEncoder().encode($0), as: UTF8.self)
        }
        let folder = try TemporaryFolder()
        let file = try folder.write("questions", lines.joined(separator: "\n"))
        let output = try PythonScript.run(String(contentsOfFile: path, encoding: .utf8), [file])
        return try output.split(separator: "\n").map {
            try JSONDecoder().decode(Response.self, from: Data($0.utf8))
        }
    }
}

extension ZoneRules {
    /// The rules of a zone as Foundation knows them.
    static func named(_ name: String) -> ZoneRules {
        guard let zone = TimeZone(identifier: name) else {
            preconditionFailure("Foundation does not know the zone \(name).")
        }
        return ZoneRules(name: name) {
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0) / 1000)) / 60
        }
    }

    /// A zone whose clocks never change.
    static func fixed(_ offsetMinutes: Int) -> ZoneRules {
        ZoneRules(name: "fixed") { _ in offsetMinutes }
    }
}
