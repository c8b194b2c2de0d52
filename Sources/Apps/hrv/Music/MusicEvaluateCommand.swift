import ArgumentParser
import MusicStudy

/// `hrv music evaluate`: the policies of the next song on invented people.
struct MusicEvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Compare the ways to choose the next song, on invented people.",
        discussion: """
            No person, library or heart of yours is read. The same seed gives the same report. With 200 \
            people of each kind it takes a few minutes.

            hrv music evaluate --seed 1 --out Guides/music-report.md
            """)

    @Option(help: "Seed of everything that is random.")
    var seed: UInt64 = 1

    @Option(help: "People of each kind and size of library; at least 2.")
    var people = 200

    @Option(help: ArgumentHelp("Write to a file instead of standard output.", valueName: "path"))
    var out: String?

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    @Flag(help: "No progress line.")
    var noProgress = false

    func validate() throws {
        guard (2...100_000).contains(people) else {
            throw ValidationError("--people is from 2 to 100000")
        }
    }

    func run() throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: quiet)
        let plan = MusicStudyPlan(seed: seed, people: people)
        do throws(OutputSink.Failure) {
            // Opened first: a path that cannot be written is known before the minutes are over.
            let sink = try OutputSink(path: out)
            try sink.write(studied(plan).report)
            try sink.finish()
        } catch {
            throw AnalyzeCommand.exitCode(error, diagnostics)
        }
    }

    private func studied(_ plan: MusicStudyPlan) -> MusicStudy {
        var line = ProgressLine(
            total: MusicStudy.partCount(plan), unit: "parts", isWanted: !noProgress && !quiet)
        defer { line.clear() }
        return MusicStudy(plan, progress: { line.update(done: $0) })
    }
}
