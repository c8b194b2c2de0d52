import ArgumentParser
import BatchRuns
import CommandSupport
import HRVReports
import PhysioTypes
import RecordingAnalysis
import RecordingFiles
import SensorProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The functions that `hrv batch` and `hrv batch retry` have in common.
enum BatchCommandSupport {
    /// The options of the rows as words of the command line.
    static func arguments(_ rows: RowOptions, _ names: OutputOptions.NamingSchemeOption?)
        -> [String]
    {
        rows.arguments + (names.map { ["--names=\($0.rawValue)"] } ?? [])
    }

    static func table(_ rows: RowOptions, _ names: OutputOptions.NamingSchemeOption?) -> ResultTable
    {
        var request = rows.request
        request.names = names?.metricNames ?? .resonance
        return request.table(hasFileColumn: true)
    }

    /// - Throws: where a column of the manifest has the name of one of ours, or an option of a recording is wrong.
    static func check(
        _ manifest: Manifest, _ rows: RowOptions, _ names: OutputOptions.NamingSchemeOption?
    ) throws(BatchFailure) {
        let resultColumnNames = Set(
            (["id"] + table(rows, names).csvHeader.split(separator: ",").map(String.init)).map {
                $0.lowercased()
            })
        for column in manifest.furtherColumns where resultColumnNames.contains(column.lowercased())
        {
            throw BatchFailure(
                .usage,
                "the manifest has a column \(column), which is the name of one of ours: give it another name"
            )
        }
        for record in manifest.records where !record.options.isEmpty {
            do throws(OptionError) {
                _ = try request(rows.request, record)
            } catch {
                throw BatchFailure(.usage, "the manifest, recording \(record.id): \(error.text)")
            }
        }
    }

    /// The request with the options that a recording has of its own.
    static func request(
        _ request: AnalysisRequest, _ record: BatchRecord
    ) throws(OptionError) -> AnalysisRequest {
        var recordRequest = request
        for key in Manifest.options {
            if let value = record.options[key] { try recordRequest.set(word: key, value) }
        }
        try recordRequest.check()
        return recordRequest
    }

    /// The largest number of chunks made anew that are named.
    private static let maxListedCount = 10

    /// Works on what is open, and says how it went.
    static func run(
        _ folder: BatchFolder, _ opened: BatchFolder.OpenedBatch, _ rows: RowOptions,
        _ names: OutputOptions.NamingSchemeOption?,
        _ work: BatchLimitOptions, _ diagnostics: Diagnostics, holding lock: FolderLock
    ) throws(BatchFailure) -> ExitStatus {
        for text in opened.problems.prefix(maxListedCount) { diagnostics.summary(text) }
        if opened.problems.count > maxListedCount {
            diagnostics.summary(
                "and \(opened.problems.count - maxListedCount) more chunks are made anew")
        }
        let plan = opened.plan
        let header =
            (["id"] + plan.manifest.furtherColumns.map(CSVField.text)).joined(separator: ",") + ","
            + table(rows, names).csvHeader
        guard let program = POSIXFiles.executablePath else {
            throw BatchFailure(
                .internalError, "this program does not know where it lies: start it by its path")
        }
        var runner = BatchRunner(
            folder, plan, openChunks: opened.openChunks,
            workerArguments: [program, "batch", "worker"] + plan.options,
            header: header,
            jobCount: work.batch.jobs ?? ProcessInfo.processInfo.activeProcessorCount,
            limits: work.limits)
        if opened.isResumed, runner.progress.doneCount > 0, !opened.openChunks.isEmpty {
            diagnostics.summary("it goes on: \(runner.progress.text)")
        }
        var progressLine = BatchProgressLine(isWanted: !work.batch.noProgress && !work.quiet)
        try runner.run { progressLine.show($0) }
        progressLine.clear()
        let progress = runner.progress
        diagnostics.summary(
            "\(progress.doneCount - progress.failedCount) of \(progress.recordCount) recordings analysed, "
                + "\(progress.failedCount) failed, \(progress.rowCount) rows in \(folder.path)")
        for notice in unusedOptionNotices(progress) {
            diagnostics.warning(notice.text, code: notice.code)
        }
        withExtendedLifetime(lock) {}
        if progress.failedCount == progress.recordCount { return .badData }
        return progress.failures.isEmpty ? .ok : .someFailed
    }
}

extension BatchCommandSupport {
    /// Warnings on options of the command line that no recording used, and on those of the manifest
    /// that its recordings did not use.
    static func unusedOptionNotices(_ progress: BatchProgress) -> [Notice] {
        InputOption.allCases.flatMap { option -> [Notice] in
            let column = String(option.rawValue.dropFirst(2))
            var notices: [Notice] = []
            if let optionUse = progress.optionUses[option.rawValue], optionUse.usedCount == 0 {
                notices.append(
                    option.unusedOptionNotice("\(option.rawValue) has no effect on any recording"))
            }
            if let optionUse = progress.optionUses[column], optionUse.unusedCount > 0 {
                let count = optionUse.usedCount + optionUse.unusedCount
                notices.append(
                    option.unusedOptionNotice(
                        "the manifest's \(column) has no effect on \(optionUse.unusedCount) of the \(count) "
                            + "recordings that have one"))
            }
            return notices
        }
    }
}

/// The progress of a batch: a line on a terminal, else a line every half minute.
struct BatchProgressLine {
    private let isWanted: Bool
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var lastShownInstant: ContinuousClock.Instant?

    init(isWanted: Bool) {
        self.isWanted = isWanted
        start = clock.now
    }

    mutating func show(_ progress: BatchProgress) {
        let now = clock.now
        guard isWanted, progress.doneCount < progress.recordCount, now - start > .seconds(1),
            now - (lastShownInstant ?? (isTerminal ? start - .seconds(60) : start))
                > (isTerminal ? .milliseconds(200) : .seconds(30))
        else { return }
        lastShownInstant = now
        write(isTerminal ? "\r\u{1B}[K\(progress.text)" : "hrv: \(progress.text)\n")
    }

    mutating func clear() {
        if isTerminal, lastShownInstant != nil { write("\r\u{1B}[K") }
        lastShownInstant = nil
    }

    private func write(_ text: String) {
        POSIXFiles.writeToStandardError(text)
    }
}
