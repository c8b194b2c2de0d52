import Foundation
import TestSupport
import Testing

/// The bridge in Examples that speaks the line protocol in lockstep, by a clock of its own.
@Suite struct ExampleBridgeTests {
    private static let hasPython =
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }

    private static func people(origin: String) throws -> String {
        let script = Repository.path("Examples/bridges/lockstep_person.py")
        let output = try CommandRunner.shell(
            "python3 '\(script)' --hrv \"$HRV\" --people 2 --minutes 10 --seed 1 --origin \(origin)"
        )
        try #require(output.status == 0, "\(output.errors)")
        return output.text
    }

    /// Wherever the bridge's clock begins, its people are led the same way, and near to their largest RSA amplitude.
    @Test(.enabled(if: hasPython, "skipped: install python3"))
    func peopleBehindAnotherClockAreLedTheSameWay() throws {
        let output = try Self.people(origin: "0")
        #expect(output.contains("2 of 2 were told a rate"))
        let lines = output.split(separator: "\n").prefix(2).map { $0.split(separator: " ") }
        for words in lines {
            let truth = try #require(
                words.firstIndex(of: "truth").flatMap { Double(words[$0 + 1]) })
            let found = try #require(
                words.firstIndex(of: "found").flatMap { Double(words[$0 + 1]) })
            #expect(abs(found - truth) < 0.6, "\(words)")
        }
        #expect(try Self.people(origin: "4503599627") == output)
    }
}
