import ArgumentParser
import PhysioTypes

/// The command line: `hrv`.
@main
struct HRVCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hrv",
        abstract: "Heart-rate variability from files of beats.",
        discussion: """
            Data go to standard output, everything else to standard error.
            Exit: 0 ok, 1 some inputs failed, 64 usage, 65 bad data, 66 no input, 70 our fault, \
            73 cannot create output, 74 I/O, 77 permission.
            """,
        version: ToolkitVersion.current,
        subcommands: [AnalyzeCommand.self, SimulateCommand.self, FormatsCommand.self])
}
