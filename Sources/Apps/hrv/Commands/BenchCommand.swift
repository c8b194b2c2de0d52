public import ArgumentParser
import HRVReports
import KernelBenchmarks
public import PhysioDSP

extension InstructionSet: ExpressibleByArgument {}

/// `hrv bench`: the built-in comparison of the kernels.
struct BenchCommand: ParsableCommand {
    enum Shape: String, ExpressibleByArgument, CaseIterable {
        case table, json
    }

    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Time each kernel against its plain version and the naive transform.",
        discussion: """
            CPU time of one thread on seeded inputs, best of interleaved rounds, about a minute. \
            Every answer is checked against an independent computation: a deviation beyond \
            rounding ends with 70. Times depend on the machine; compare ratios.
            """)

    @Flag(help: "About ten seconds: fewer rounds, naive variants on fewer frequencies.")
    var quick = false

    @Option(
        help: ArgumentHelp(
            "Only cases whose name or workload contains this, in any case of letters.",
            valueName: "text"))
    var filter: String?

    @Option(help: "Use no instructions beyond these.")
    var instructions: InstructionSet?

    @Option(help: "Shape of the result (default: table).")
    var output: Shape?

    @Flag(help: "Short for --output json.")
    var json = false

    @Option(help: ArgumentHelp("Write to a file instead of standard output.", valueName: "path"))
    var out: String?

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    @Flag(help: "No progress line.")
    var noProgress = false

    func validate() throws {
        if json, output != nil { throw ValidationError("choose one of --output and --json") }
        if let instructions, instructions > .available {
            throw ValidationError(
                "--instructions \(instructions.rawValue): this processor has "
                    + "\(InstructionSet.available.rawValue) at best")
        }
        if cases.isEmpty {
            let names = Set(allCases.map(\.name)).sorted()
            throw ValidationError(
                "--filter \(filter ?? ""): no such case; there are " + names.joined(separator: ", ")
            )
        }
    }

    func run() throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: quiet)
        let report: BenchmarkReport
        do throws(OutputSink.Failure) {
            // Opened first: a path that cannot be written is known before the minute is over.
            let sink = try OutputSink(path: out)
            report = InstructionSet.limited(to: instructions ?? .available, measured)
            let isJSON = json || output == .json
            try sink.write(isJSON ? report.json.pretty + "\n" : report.table)
            try sink.finish()
        } catch {
            throw AnalyzeCommand.exitCode(error, diagnostics)
        }
        for text in report.inaccuracies { diagnostics.error(text, code: "accuracy") }
        if !report.inaccuracies.isEmpty { throw Self.ourFault }
    }

    /// The exit code of a wrong answer, after sysexits.h.
    private static let ourFault = ExitCode(70)

    private var allCases: [BenchmarkCase] { BenchmarkSet.cases(quick ? .quick : .full) }

    private var cases: [BenchmarkCase] {
        guard let filter else { return allCases }
        return allCases.filter { $0.title.lowercased().contains(filter.lowercased()) }
    }

    private func measured() -> BenchmarkReport {
        let harness = BenchmarkHarness(effort: quick ? .quick : .full)
        var progress = ProgressLine(
            total: cases.count, unit: "cases", isWanted: !noProgress && !quiet)
        var results: [BenchmarkResult] = []
        for item in cases {
            results.append(harness.measure(item))
            progress.update(done: results.count)
        }
        progress.clear()
        return BenchmarkReport(results: results, isQuick: quick)
    }
}
