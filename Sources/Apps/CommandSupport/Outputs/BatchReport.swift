import HRVPipeline
package import HRVReports
package import PhysioTypes
package import RecordingAnalysis
package import RecordingFiles

/// The result of a command for a recording, with the notices for the person.
package protocol BatchEntry: Sendable {
    var name: String { get }
    /// Each once.
    var messages: [Notice] { get }
}

extension FoundBeats: BatchEntry {
    package var messages: [Notice] { entry.notices }
}

extension CorrectionEntry: BatchEntry {
    package var messages: [Notice] { result.notices }
}

extension ReportEntry: BatchEntry {
    /// The messages on the recording; those that several analyses of it have in common are given
    /// once.
    package var messages: [Notice] {
        var distinctNotices: [Notice] = []
        for notice in ([result] + otherEstimatorResults).flatMap(Self.notices)
        where !distinctNotices.contains(notice) {
            distinctNotices.append(notice)
        }
        return distinctNotices
    }

    /// Returns the notices on the recording, and one of each kind on rows.
    private static func notices(of result: AnalysisResult) -> [Notice] {
        let rows = result.rows
        var noticeCounts: [(notice: Notice, count: Int)] = []
        for notice in rows.flatMap(\.notices) {
            if let index = noticeCounts.firstIndex(where: { $0.notice.code == notice.code }) {
                noticeCounts[index].count += 1
            } else {
                noticeCounts.append((notice, 1))
            }
        }
        return result.notices
            + noticeCounts.map { notice, count in
                guard rows.count > 1 else { return notice }
                return Notice(
                    notice.kind, code: notice.code,
                    "in \(count) of \(rows.count) windows; the first: \(notice.text)")
            }
    }
}

/// The reason that the output of one entry cannot be made, though those of others can.
package struct EntryOutputError: Error {
    package let text: String

    package init(text: String) { self.text = text }
}

/// Reports what happened to each input, and finds the exit code.
package struct BatchReport {
    package let isStrict: Bool
    package let diagnostics: Diagnostics
    private var succeededCount = 0
    private var failures: [ExitStatus] = []
    private var warnedResultCount = 0
    /// Results without one NN interval: they are written, and count as failures.
    private var emptyResultCount = 0
    /// True if an input was read in part because something of it failed.
    private var hasTruncatedInput = false
    /// Notes on recordings that share an input, each with that input.
    private var writtenNotes: Set<[String]> = []
    private let verb: String
    /// The options that no input of the run used.
    package let unusedOptions = UnusedOptions()
    private var hasUnusedOptions = false

    /// - Parameter emptyFolderCount: inputs that held no recording; they count as failed.
    /// - Parameter verb: what was done to the others.
    package init(
        isStrict: Bool, emptyFolderCount: Int, diagnostics: Diagnostics, verb: String = "analysed"
    ) {
        self.isStrict = isStrict
        self.verb = verb
        failures = [ExitStatus](repeating: .noInput, count: emptyFolderCount)
        self.diagnostics = diagnostics
    }

    package var hasResults: Bool { succeededCount + warnedResultCount + emptyResultCount > 0 }

    /// Reports one outcome.
    ///
    /// - Parameter examine: what the command itself has to say of a result.
    /// - Returns: the entry to write, nil for a failure.
    package mutating func record<Entry: BatchEntry>(
        _ item: Batch<Entry>.Item, examine: (Entry) -> [Notice] = { _ in [] }
    ) -> Entry? {
        switch item.outcome {
        case .failure(let error):
            diagnostics.error(item.path, error)
            failures.append(ExitStatus(error))
            return nil
        case .success(let entry):
            let notices = examine(entry) + entry.messages
            let empty = notices.first { $0.code == AnalysisPipeline.noNNIntervalsCode }
            for notice in notices where notice != empty && isNew(notice, of: entry.name) {
                diagnostics.notice(entry.name, notice)
            }
            if notices.contains(where: { $0.code == "cut" }) { hasTruncatedInput = true }
            if let empty {
                diagnostics.error(entry.name, empty.text, code: empty.code)
                failures.append(.badData)
                emptyResultCount += 1
                return entry
            }
            let hasWarning = notices.contains { $0.kind == .warning }
            if isStrict, hasWarning { warnedResultCount += 1 } else { succeededCount += 1 }
            return entry
        }
    }

    /// Returns true if a notice is to be written: notes that the recordings of one input share are
    /// written once.
    private mutating func isNew(_ notice: Notice, of name: String) -> Bool {
        guard notice.kind == .note, let mark = name.firstIndex(of: "#") else { return true }
        return writtenNotes.insert([String(name[..<mark]), notice.code, notice.text]).inserted
    }

    /// Takes all outcomes in their order, with a line of progress.
    ///
    /// - Parameter add: writes an entry; where it throws an ``EntryOutputError``, that input counts as
    ///   failed and the others go on.
    package mutating func recordAll<Entry: BatchEntry>(
        _ batch: Batch<Entry>, _ progress: ProgressLine, add: (Entry) throws -> Void
    ) async rethrows {
        var progress = progress
        var done = 0
        for await item in batch.items() {
            progress.clear()
            let countsBefore = (succeededCount, warnedResultCount)
            do {
                if let entry = record(item) { try add(entry) }
            } catch let refusal as EntryOutputError {
                (succeededCount, warnedResultCount) = countsBefore
                failures.append(.cannotCreate)
                diagnostics.error(item.path, refusal.text, code: "cannot_create")
            }
            if item.isLast { done += 1 }
            progress.update(done: done)
        }
        progress.clear()
    }

    package mutating func summarise() {
        for notice in unusedOptions.notices {
            diagnostics.warning(notice.text, code: notice.code)
            hasUnusedOptions = true
        }
        let total = succeededCount + warnedResultCount + failures.count
        guard total > 1 || warnedResultCount > 0 else { return }
        var text = "\(succeededCount + warnedResultCount) of \(total) inputs \(verb)"
        if !failures.isEmpty { text += ", \(failures.count) failed" }
        if warnedResultCount > 0 { text += ", \(warnedResultCount) with warnings (--strict)" }
        diagnostics.summary(text)
    }

    /// 0, 1 where some inputs failed or were cut off, or the code of the failure that all of them share.
    package var status: ExitStatus {
        if failures.isEmpty, warnedResultCount == 0 {
            return hasTruncatedInput || isStrict && hasUnusedOptions ? .someFailed : .ok
        }
        if succeededCount > 0 { return .someFailed }
        guard warnedResultCount == 0 else { return failures.isEmpty ? .badData : .someFailed }
        let codes = Set(failures)
        return codes.count == 1 ? failures[0] : .badData
    }
}
