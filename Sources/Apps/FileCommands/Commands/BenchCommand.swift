import ArgumentParser
import CommandSupport

/// `hrv bench`: the built-in comparison of the kernels, which the program of studies runs.
struct BenchCommand: ParsableCommand {
    static let configuration = BenchOptions.configuration

    @OptionGroup var options: BenchOptions

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: options.quiet)
        throw CompanionProgram.studies.replaceProcess(diagnostics).exitCode
    }
}
