package import ArgumentParser
package import HRVReports
import PhysioTypes

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The seed of a simulation. Spelled the same for every kind of signal.
package struct SeedOptions: ParsableArguments {
    @Option(
        parsing: .unconditional, help: "Seed of every random draw; drawn and printed if not given.")
    package var seed: UInt64?

    package init() {}

    /// The one asked for, or one that is drawn and printed.
    package func resolvedSeed(_ diagnostics: Diagnostics) -> UInt64 {
        if let seed { return seed }
        let randomSeed = UInt64.random(in: 0..<1 << 53)
        diagnostics.summary("seed \(randomSeed)")
        return randomSeed
    }
}

/// The truth of a simulated signal, a JSON file beside it.
package enum TruthFile {
    /// - Parameter entries: what is true of this kind of signal; the seed goes before.
    package static func object(seed: UInt64, _ entries: [(String, OrderedJSON)]) -> OrderedJSON {
        .object(
            [
                ("toolkit_version", .text(ToolkitVersion.current)),
                // A seed may exceed the integers that every JSON reader keeps.
                ("seed", .text("\(seed)")),
            ] + entries)
    }

    /// Returns true if the bytes are the truth of a simulation.
    package static func isTruth(_ bytes: [UInt8]) -> Bool {
        struct TruthHeader: Decodable {
            let version: String
            let seed: String

            enum CodingKeys: String, CodingKey {
                case version = "toolkit_version"
                case seed
            }
        }
        return (try? JSONDecoder().decode(TruthHeader.self, from: Data(bytes))) != nil
    }

    /// A number without a point where it is whole.
    package static func plain(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }

    /// Writes the truth of the signal in the file `path`.
    package static func write(_ truth: OrderedJSON, beside path: String) throws(OutputSink.Failure)
    {
        try OutputSink.write((truth.prettyText + "\n").utf8, to: name(beside: path))
    }

    /// `a.truth.json` for `a.txt`.
    package static func name(beside path: String) -> String {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else {
            return path + ".truth.json"
        }
        return path[..<dot] + ".truth.json"
    }
}

/// - Throws: a usage error with `text` where the condition is not met.
package func require(_ condition: Bool, _ text: String) throws {
    guard condition else { throw ValidationError(text) }
}
