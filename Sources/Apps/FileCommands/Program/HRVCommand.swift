package import ArgumentParser
import CommandSupport
import PhysioTypes

/// The tree of commands, as people see it: `hrv` and its subcommands, whichever program runs them.
package enum CommandTree {
    package static let name = "hrv"

    /// - Parameter simulate: the command `simulate`.
    /// - Parameter sessions: commands that last or keep a history, in the order of the list.
    package static func configuration(
        simulate: any ParsableCommand.Type, sessions: [any ParsableCommand.Type]
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: name,
            abstract: "Heart-rate variability from files of beats.",
            discussion: """
                Data go to standard output, everything else to standard error.
                Exit: 0 ok, 1 some inputs failed, 64 usage, 65 bad data, 66 no input, 69 nobody \
                answers, 70 our fault, 73 cannot create output, 74 I/O, 77 permission.
                """,
            version: ToolkitVersion.current,
            subcommands: [
                AnalyzeCommand.self, BatchCommand.self, CorrectCommand.self, DetectCommand.self,
                ScoreCommand.self, DatasetsCommand.self, SpectrumCommand.self,
                CoherenceCommand.self, ResonanceCommand.self, simulate,
            ] + sessions + [FormatsCommand.self, ExplainCommand.self, BenchCommand.self])
    }

    /// - Parameter person: the command `simulate person`.
    package static func simulate(person: any ParsableCommand.Type) -> CommandConfiguration {
        CommandConfiguration(
            commandName: "simulate", abstract: "Make signals whose truth is known.",
            subcommands: [
                SimulateRRCommand.self, SimulateECGCommand.self, person,
                SimulateHealthCommand.self,
            ])
    }
}

/// The command line `hrv`, of which this program runs the commands on files.
package struct HRVCommand: AsyncParsableCommand {
    package static let configuration = CommandTree.configuration(
        simulate: SimulateCommand.self, sessions: SessionStubs.all)

    package init() {}

    /// Runs a command of files, replaces the process for one of sessions, and answers a mistyped one by name.
    package static func start() async {
        let diagnostics = Diagnostics(isQuiet: false)
        let words = Array(CommandLine.arguments.dropFirst())
        if SessionStubs.isNeeded(for: words) {
            exit(withError: CompanionProgram.sessions.replaceProcess(diagnostics).exitCode)
        }
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        if let word = words.first, !word.hasPrefix("-"), !names.contains(word),
            !word.hasPrefix("__")
        {
            let similarName = names.first { $0.prefix(3) == word.lowercased().prefix(3) }
            let hint = similarName.map { "did you mean \"\($0)\"?" } ?? "see hrv --help"
            diagnostics.error("no command \"\(word)\": \(hint)", code: "usage")
            exit(withError: ExitStatus.usage.exitCode)
        }
        await main(nil)
    }
}
