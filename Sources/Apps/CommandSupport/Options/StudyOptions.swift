public import ArgumentParser
public import PhysioDSP

extension InstructionSet: ExpressibleByArgument {}

/// The options for the measurements of `hrv bench`, and for how they are shown.
package struct BenchOptions: ParsableArguments {
    package enum Shape: String, ExpressibleByArgument, CaseIterable {
        case table, json
    }

    @Flag(help: "About ten seconds: fewer rounds, naive variants on fewer frequencies.")
    package var quick = false

    @Option(
        help: ArgumentHelp(
            "Only cases whose name or workload contains this, in any case of letters.",
            valueName: "text"))
    package var filter: String?

    @Option(help: "Use no instructions beyond these.")
    package var instructions: InstructionSet?

    @Option(help: "Shape of the result (default: table).")
    package var output: Shape?

    @Flag(help: "Short for --output json.")
    package var json = false

    @Option(help: ArgumentHelp("Write to a file instead of standard output.", valueName: "path"))
    package var out: String?

    @Flag(help: "Only errors on standard error.")
    package var quiet = false

    @Flag(help: "No progress line.")
    package var noProgress = false

    package init() {}

    package func validate() throws {
        if json, output != nil { throw ValidationError("choose one of --output and --json") }
        if let instructions, instructions > .available {
            throw ValidationError(
                "--instructions \(instructions.rawValue): this processor has "
                    + "\(InstructionSet.available.rawValue) at best")
        }
    }

    /// The name and the description of the command.
    package static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Time each kernel against its plain version and the naive transform.",
        discussion: """
            CPU time of one thread on seeded inputs, best of interleaved rounds, about a minute. \
            Every answer is checked against an independent computation: a deviation beyond \
            rounding ends with 70. Times depend on the machine; compare ratios.
            """)
}

/// The options for the comparison of `hrv music evaluate`.
package struct EvaluationOptions: ParsableArguments {
    @Option(help: "Seed of everything that is random.")
    package var seed: UInt64 = 1

    @Option(help: "People of each kind and size of library; at least 2.")
    package var people = 200

    @Option(help: ArgumentHelp("Write to a file instead of standard output.", valueName: "path"))
    package var out: String?

    @Flag(help: "Only errors on standard error.")
    package var quiet = false

    @Flag(help: "No progress line.")
    package var noProgress = false

    package init() {}

    package func validate() throws {
        guard (2...100_000).contains(people) else {
            throw ValidationError("--people is from 2 to 100000")
        }
    }

    /// The name and the description of the command.
    package static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Compare the ways to choose the next song, on invented people.",
        discussion: """
            No person, library or heart of yours is read. The same seed gives the same report. With 200 \
            people of each kind it takes a few minutes.

            hrv music evaluate --seed 1 --out Guides/music-report.md
            """)
}
