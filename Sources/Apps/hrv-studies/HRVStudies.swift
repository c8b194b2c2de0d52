import ArgumentParser
import CommandSupport
import HRVReports
import KernelBenchmarks
import MusicStudy
import PhysioDSP

/// The program `hrv-studies`: benchmarks of the kernels, and the study of the policies of the next song.
@main
struct HRVStudies: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hrv", subcommands: [Bench.self, Music.self])

    static func main() {
        if let status = CompanionProgram.reportVersionConflict(Diagnostics(isQuiet: false)) {
            exit(withError: status.exitCode)
        }
        main(nil)
    }

    struct Music: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "music", subcommands: [Evaluate.self])
    }
}

/// `hrv bench`.
struct Bench: ParsableCommand {
    static let configuration = BenchOptions.configuration

    @OptionGroup var options: BenchOptions

    func run() throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: options.quiet)
        let report: BenchmarkReport
        do throws(OutputSink.Failure) {
            // Opened first: a path that cannot be written is known before the minute is over.
            let sink = try OutputSink(path: options.out)
            report = InstructionSet.runLimited(
                to: options.instructions ?? .available, runBenchmarks)
            let isJSON = options.json || options.output == .json
            try sink.write(isJSON ? report.json.prettyText + "\n" : report.table)
            try sink.finish()
        } catch {
            throw error.exitCode(diagnostics)
        }
        for text in report.inaccuracies { diagnostics.error(text, code: "accuracy") }
        if !report.inaccuracies.isEmpty { throw Self.internalError }
    }

    /// The exit code of a wrong answer, after sysexits.h.
    private static let internalError = ExitCode(70)

    func validate() throws {
        guard cases.isEmpty else { return }
        let names = Set(allCases.map(\.name)).sorted()
        throw ValidationError(
            "--filter \(options.filter ?? ""): no such case; there are "
                + names.joined(separator: ", "))
    }

    private var allCases: [BenchmarkCase] { BenchmarkSet.cases(options.quick ? .quick : .full) }

    private var cases: [BenchmarkCase] {
        guard let filter = options.filter else { return allCases }
        return allCases.filter { $0.title.lowercased().contains(filter.lowercased()) }
    }

    private func runBenchmarks() -> BenchmarkReport {
        let harness = BenchmarkHarness(effort: options.quick ? .quick : .full)
        var progress = ProgressLine(
            total: cases.count, unit: "cases", isWanted: !options.noProgress && !options.quiet)
        var results: [BenchmarkResult] = []
        for benchmarkCase in cases {
            results.append(harness.measure(benchmarkCase))
            progress.update(done: results.count)
        }
        progress.clear()
        return BenchmarkReport(results: results, isQuick: options.quick)
    }
}

/// `hrv music evaluate`.
struct Evaluate: ParsableCommand {
    static let configuration = EvaluationOptions.configuration

    @OptionGroup var options: EvaluationOptions

    func run() throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: options.quiet)
        let plan = MusicStudyPlan(seed: options.seed, people: options.people)
        do throws(OutputSink.Failure) {
            // Opened first: a path that cannot be written is known before the minutes are over.
            let sink = try OutputSink(path: options.out)
            try sink.write(runStudy(plan).report)
            try sink.finish()
        } catch {
            throw error.exitCode(diagnostics)
        }
    }

    private func runStudy(_ plan: MusicStudyPlan) -> MusicStudy {
        var line = ProgressLine(
            total: MusicStudy.partCount(plan), unit: "parts",
            isWanted: !options.noProgress && !options.quiet)
        defer { line.clear() }
        return MusicStudy(plan, progress: { line.update(done: $0) })
    }
}
