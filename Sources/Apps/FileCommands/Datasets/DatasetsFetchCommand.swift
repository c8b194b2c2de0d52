import ArgumentParser
import CommandSupport
import Datasets
import RecordingFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// `hrv datasets fetch ID`: a set comes to this machine, each file checked.
struct DatasetsFetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Fetch a data set, or some records of it, and check every file.",
        discussion: """
            What is there already stays where its sum agrees; the same command goes on with what was ended, and mends what \
            is damaged. Only the publisher is asked, or the mirror alone where one is named.
            """)

    @Argument(
        help: ArgumentHelp(
            "A set, such as mitdb, or records of one, such as mitdb:100.", valueName: "ID"))
    var names: [String]

    @Option(
        help: ArgumentHelp(
            "Fetch from here: a folder with data sets, or https://HOST/PATH.", valueName: "place"))
    var mirror: String?

    @Flag(help: "Do not ask.")
    var yes = false

    @Option(
        name: .customLong("patience"), parsing: .unconditional,
        help: ArgumentHelp(
            "Longest time until the first answer comes; s (default: 1.8).", valueName: "s"))
    var timeoutSeconds: Double?

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func validate() throws {
        if let timeoutSeconds, !(timeoutSeconds > 0 && timeoutSeconds <= 600) {
            throw ValidationError("--patience is a number of seconds above 0, up to 600")
        }
    }

    func run() async throws {
        let diagnostics = Diagnostics(isQuiet: quiet)
        try await DatasetText.runReportingErrors(diagnostics) { () async throws(DatasetFailure) in
            let (set, records) = try requestedRecords()
            let locations = DatasetLocations.local
            let fetch = DatasetFetch(set, from: try DatasetSource(mirror: mirror), to: locations)
            let plan = try await fetch.plan(records: records, timeoutSeconds: timeoutSeconds ?? 1.8)
            do throws(DatasetFailure) {
                if !yes { try confirmFetch(set, plan, locations) }
            } catch {
                fetch.drop(plan)
                throw error
            }
            var line = FetchProgressLine(isWanted: !quiet)
            let (progress, continuation) = AsyncStream.makeStream(
                of: DatasetFetch.Progress.self, bufferingPolicy: .bufferingNewest(1))
            let work = Task { () -> Result<DatasetFetch.Report, DatasetFailure> in
                defer { continuation.finish() }
                do throws(DatasetFailure) {
                    return .success(try await fetch.run(plan) { continuation.yield($0) })
                } catch {
                    return .failure(error)
                }
            }
            for await now in progress { line.show(now) }
            line.clear()
            return reportOutcome(set, try await work.value.get(), plan, locations, diagnostics)
        }
    }

    /// The set that all names are of, and the records; nil for all of them.
    private func requestedRecords() throws(DatasetFailure) -> (PublishedDataset, Set<String>?) {
        var datasets: [PublishedDataset] = []
        var records: Set<String> = []
        var isWhole = false
        for name in names {
            if let record = DatasetName(name) {
                datasets.append(record.set)
                if let record = record.record { records.insert(record) } else { isWhole = true }
            } else {
                datasets.append(try .named(name))
                isWhole = true
            }
        }
        guard let set = datasets.first, datasets.allSatisfy({ $0.id == set.id }) else {
            throw DatasetFailure(.usage, "fetch one data set at a time")
        }
        return (set, isWhole ? nil : records)
    }

    private func confirmFetch(
        _ set: PublishedDataset, _ plan: DatasetFetch.Plan, _ locations: DatasetLocations
    ) throws(DatasetFailure) {
        guard isatty(STDIN_FILENO) == 1 else {
            throw DatasetFailure(
                .usage,
                "\(set.id): \(plan.fileCount) files are to be fetched, and nobody can be asked here: add --yes"
            )
        }
        var text = DatasetsInfoCommand.lines(set, locations).filter {
            ["title", "size", "licence", "cite"].contains($0.0)
        }.map { "\($0)\(String(repeating: " ", count: 10 - $0.count))\($1)\n" }.joined()
        text += "into      \(locations.storeFolder(of: set))\nFetch \(plan.fileCount) files? [y/N] "
        POSIXFiles.writeToStandardError(text)
        guard let input = readLine(), ["y", "yes"].contains(input.lowercased()) else {
            throw DatasetFailure(.usage, "nothing was fetched")
        }
    }

    private func reportOutcome(
        _ set: PublishedDataset, _ report: DatasetFetch.Report, _ plan: DatasetFetch.Plan,
        _ locations: DatasetLocations, _ diagnostics: Diagnostics
    ) -> ExitStatus {
        for (_, failure) in report.failures { diagnostics.error(failure.text, code: failure.code) }
        var text =
            "\(set.id): \(DatasetText.count(report.fetchedCount)) files fetched, "
            + "\(DatasetText.count(report.existingCount)) were there"
        if !report.failures.isEmpty {
            text += ", \(DatasetText.count(report.failures.count)) failed"
        }
        diagnostics.summary("\(text), in \(locations.storeFolder(of: set))")
        let sumsPath = "\(locations.storeFolder(of: set))/SHA256SUMS.txt"
        if plan.trust == .onFirstUse(isNew: true), report.fetchedCount + report.existingCount > 0 {
            diagnostics.summary(
                "no digest of its SHA256SUMS.txt is known: the one that came is trusted on first use, and kept"
            )
        } else if plan.trust == .onFirstUse(isNew: false),
            report.failures.contains(where: { $0.failure.kind == .badData })
        {
            diagnostics.summary(
                "\(sumsPath) was kept from an earlier fetch, and no digest of it is known: if it is the wrong one, remove it and fetch again"
            )
        }
        guard !report.failures.isEmpty else { return .ok }
        guard report.fetchedCount + report.existingCount == 0 else { return .someFailed }
        return report.failures[0].failure.status
    }
}

/// The progress of a fetch: a line on a terminal.
private struct FetchProgressLine {
    private let isWanted: Bool
    private var lastShownInstant: ContinuousClock.Instant?

    init(isWanted: Bool) { self.isWanted = isWanted && isatty(STDERR_FILENO) == 1 }

    mutating func show(_ progress: DatasetFetch.Progress) {
        let now = ContinuousClock.now
        guard isWanted, lastShownInstant.map({ now - $0 > .milliseconds(200) }) ?? true else {
            return
        }
        lastShownInstant = now
        write(
            "\r\u{1B}[K\(progress.doneCount) of \(progress.fileCount) files, \(DatasetText.size(progress.byteCount))"
        )
    }

    mutating func clear() {
        if lastShownInstant != nil { write("\r\u{1B}[K") }
        lastShownInstant = nil
    }

    private func write(_ text: String) {
        POSIXFiles.writeToStandardError(text)
    }
}
