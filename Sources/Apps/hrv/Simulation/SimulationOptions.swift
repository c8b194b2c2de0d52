import ArgumentParser
import Foundation
import HRVReports
import PhysioTypes

/// The seed of a simulation. Spelled the same for every kind of signal.
struct SeedOptions: ParsableArguments {
    @Option(
        parsing: .unconditional, help: "Seed of every random draw; drawn and printed if not given.")
    var seed: UInt64?

    /// The one asked for, or one that is drawn and printed.
    func drawn(_ diagnostics: Diagnostics) -> UInt64 {
        if let seed { return seed }
        let drawn = UInt64.random(in: 0..<1 << 53)
        diagnostics.summary("seed \(drawn)")
        return drawn
    }
}

/// The truth of a simulated signal, a JSON file beside it.
enum TruthFile {
    /// - Parameter entries: what is true of this kind of signal; the seed goes before.
    static func object(seed: UInt64, _ entries: [(String, JSONText)]) -> JSONText {
        .object(
            [
                ("toolkit_version", .text(ToolkitVersion.current)),
                // A seed may exceed the integers that every JSON reader keeps.
                ("seed", .text("\(seed)")),
            ] + entries)
    }

    /// Whether the bytes are the truth of a simulation.
    static func isOurs(_ bytes: Data) -> Bool {
        let object = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]
        return object?["toolkit_version"] != nil && object?["seed"] != nil
    }

    /// Writes the truth of the signal in the file `path`.
    static func write(_ truth: JSONText, beside path: String) throws(OutputSink.Failure) {
        try OutputSink.write((truth.pretty + "\n").utf8, to: name(beside: path))
    }

    /// `a.truth.json` for `a.txt`.
    static func name(beside path: String) -> String {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else {
            return path + ".truth.json"
        }
        return path[..<dot] + ".truth.json"
    }
}

/// - Throws: a usage error with `text` where the condition is not met.
func require(_ condition: Bool, _ text: String) throws {
    guard condition else { throw ValidationError(text) }
}
