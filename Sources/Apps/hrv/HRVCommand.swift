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
            Exit: 0 ok, 1 some inputs failed, 64 usage, 65 bad data, 66 no input, 69 nobody \
            answers, 70 our fault, 73 cannot create output, 74 I/O, 77 permission.
            """,
        version: ToolkitVersion.current,
        subcommands: subcommands)

    private static let subcommands: [any ParsableCommand.Type] = [
        AnalyzeCommand.self, BatchCommand.self, CorrectCommand.self, DetectCommand.self,
        ScoreCommand.self,
        DatasetsCommand.self, SpectrumCommand.self, CoherenceCommand.self, ResonanceCommand.self,
        SimulateCommand.self, LiveCommand.self, DashboardCommand.self, HistoryCommand.self,
        BackupCommand.self, HealthCommand.self, PracticeCommand.self, MusicCommand.self,
        PaceCommand.self, StrapsCommand.self,
        FormatsCommand.self,
        ExplainCommand.self, BenchCommand.self,
    ]

    /// Answers a mistyped command by name; all else is the argument parser's.
    static func main() async {
        let names = subcommands.compactMap { $0.configuration.commandName } + ["help"]
        if let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"),
            !names.contains(word), !word.hasPrefix("__")
        {
            let close = names.first { $0.prefix(3) == word.lowercased().prefix(3) }
            let hint = close.map { "did you mean \"\($0)\"?" } ?? "see hrv --help"
            Diagnostics(isQuiet: false).error("no command \"\(word)\": \(hint)", code: "usage")
            exit(withError: ExitStatus.usage.exitCode)
        }
        await main(nil)
    }
}
