import HRVReports
import PhysioRecordings
import PhysioTypes

/// Tells the person what happened to each input, and finds the exit code.
struct BatchReport {
    let isStrict: Bool
    let diagnostics: Diagnostics
    private var succeeded = 0
    private var failures: [ExitStatus] = []
    private var warned = 0

    /// - Parameter emptyFolderCount: inputs that held no recording; they count as failed.
    init(isStrict: Bool, emptyFolderCount: Int, diagnostics: Diagnostics) {
        self.isStrict = isStrict
        failures = [ExitStatus](repeating: .noInput, count: emptyFolderCount)
        self.diagnostics = diagnostics
    }

    var hasResults: Bool { succeeded + warned > 0 }

    /// Reports one outcome.
    ///
    /// - Parameter examine: what the command itself has to say of a result.
    /// - Returns: the entry to write, nil for a failure.
    mutating func take(
        _ item: Batch.Item, examine: (ReportEntry) -> [Notice] = { _ in [] }
    ) -> ReportEntry? {
        switch item.outcome {
        case .failure(let error):
            diagnostics.error(item.path, error)
            failures.append(ExitStatus(error))
            return nil
        case .success(let entry):
            let own = examine(entry)
            for notice in own { diagnostics.notice(entry.name, notice) }
            let hasWarning = report(entry) || own.contains { $0.kind == .warning }
            if isStrict, hasWarning { warned += 1 } else { succeeded += 1 }
            return entry
        }
    }

    /// What several analyses of one recording have in common is said once.
    ///
    /// - Returns: whether there was a warning.
    private func report(_ entry: ReportEntry) -> Bool {
        var said: [Notice] = []
        for result in [entry.result] + entry.compared {
            for notice in notices(of: result) where !said.contains(notice) {
                diagnostics.notice(entry.name, notice)
                said.append(notice)
            }
        }
        return said.contains { $0.kind == .warning }
    }

    /// Those on the recording, and of each kind on rows one.
    private func notices(of result: AnalysisResult) -> [Notice] {
        let rows = result.rows
        var byCode: [(notice: Notice, count: Int)] = []
        for notice in rows.flatMap(\.notices) {
            if let index = byCode.firstIndex(where: { $0.notice.code == notice.code }) {
                byCode[index].count += 1
            } else {
                byCode.append((notice, 1))
            }
        }
        return result.notices
            + byCode.map { notice, count in
                guard rows.count > 1 else { return notice }
                return Notice(
                    notice.kind, code: notice.code,
                    "in \(count) of \(rows.count) windows; the first: \(notice.text)")
            }
    }

    func summarise() {
        let total = succeeded + warned + failures.count
        guard total > 1 || warned > 0 else { return }
        var text = "\(succeeded + warned) of \(total) inputs analysed"
        if !failures.isEmpty { text += ", \(failures.count) failed" }
        if warned > 0 { text += ", \(warned) with warnings (--strict)" }
        diagnostics.summary(text)
    }

    /// 0, 1 where some inputs failed, or the code of the failure that all of them share.
    var status: ExitStatus {
        if failures.isEmpty, warned == 0 { return .ok }
        if succeeded > 0 { return .someFailed }
        guard warned == 0 else { return failures.isEmpty ? .badData : .someFailed }
        let codes = Set(failures)
        return codes.count == 1 ? failures[0] : .badData
    }
}
