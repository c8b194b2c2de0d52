import ArgumentParser
import CommandSupport

/// `hrv music evaluate`: the policies of the next song on invented people, which the program of studies runs.
struct MusicEvaluateCommand: ParsableCommand {
    static let configuration = EvaluationOptions.configuration

    @OptionGroup var options: EvaluationOptions

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: options.quiet)
        throw CompanionProgram.studies.replaceProcess(diagnostics).exitCode
    }
}
