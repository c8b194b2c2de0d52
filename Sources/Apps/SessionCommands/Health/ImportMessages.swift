import CommandSupport
import HRVReports
import HealthHistory
import HealthRecords
import PhysioTypes

/// The messages of an import on its files.
enum ImportMessages {
    /// Warnings and errors of one file, on standard error.
    static func report(_ file: ImportedFile, _ diagnostics: Diagnostics) {
        if case .refused(let refusal) = file.outcome {
            diagnostics.error(file.path, refusal.text, code: refusal.code)
            return
        }
        if let damageText = file.damageText {
            diagnostics.notice(
                file.path,
                Notice(
                    .warning, code: "cut",
                    "\(damageText); what was read is kept, and nothing was removed: copy or export the "
                        + "file again"))
        }
        if let warning = file.zoneWarning {
            diagnostics.notice(file.path, Notice(.warning, code: "zone", warning))
        }
        if file.origin == .fit, file.counts.readCount == 0 {
            diagnostics.notice(
                file.path,
                Notice(
                    .note, code: "no_workout",
                    "the file holds no workout: neither a session, nor records over some time"))
        }
        if file.isOlder {
            diagnostics.notice(
                file.path,
                Notice(
                    .note, code: "older", "a newer export is kept already: nothing was removed"))
        }
    }

    /// 0, 1 where some files failed or were cut off, or the code of the failure that all of them share.
    static func status(_ report: ImportReport, isStrict: Bool) -> ExitStatus {
        var failures: [ExitStatus] = []
        var hasWarning = false
        for file in report.files {
            if case .refused(let refusal) = file.outcome {
                failures.append(
                    HealthFileErrorCode(rawValue: refusal.code).map(ExitStatus.init) ?? .badData)
            } else {
                hasWarning =
                    hasWarning || file.isIncomplete || (isStrict && file.zoneWarning != nil)
            }
        }
        guard let first = failures.first else { return hasWarning ? .someFailed : .ok }
        guard failures.count == report.files.count else { return .someFailed }
        return Set(failures).count == 1 ? first : .badData
    }

    static func text(_ report: ImportReport, _ shape: HistoryShape, isDryRun: Bool) -> String {
        HealthRows(columns: [], rows: report.files.map { row($0, isDryRun: isDryRun) }).text(shape)
        {
            report.files.map { line($0, isDryRun: isDryRun) }.joined()
        }
    }

    static func row(_ file: ImportedFile, isDryRun: Bool = false) -> HealthRows.Row {
        let skipped = file.counts.skippedCounts.sorted { $0.key.rawValue < $1.key.rawValue }
        return [
            ("file", .text(file.path)), ("outcome", .text(outcome(file, isDryRun: isDryRun))),
            ("origin", OrderedJSON(file.origin?.rawValue)),
            ("export_ms", OrderedJSON(file.exportedMs)),
            ("cut", .flag(file.isIncomplete)), ("read", .integer(file.counts.readCount)),
            ("new", .integer(file.counts.new)), ("known", .integer(file.counts.known)),
            ("removed", .integer(file.counts.removed)),
            ("repeated", .integer(file.counts.repeated)),
            ("skipped", .object(skipped.map { ($0.key.rawValue, .integer($0.value)) })),
        ]
    }

    private static func outcome(_ file: ImportedFile, isDryRun: Bool) -> String {
        switch file.outcome {
        case .imported: isDryRun ? "would_import" : "imported"
        case .unchanged: "unchanged"
        case .refused(let refusal): refusal.code
        }
    }

    private static func line(_ file: ImportedFile, isDryRun: Bool) -> String {
        switch file.outcome {
        case .refused: return "\(file.path): not imported\n"
        case .unchanged: return "\(file.path): the same as before\n"
        case .imported: break
        }
        let counts = file.counts
        var text = "\(file.path): \(counts.readCount) records read"
        text += isDryRun ? ", of which would be:\n" : "\n"
        var lines = [
            ("new", counts.new), ("known before", counts.known), ("removed", counts.removed),
            ("repeated in the file", counts.repeated),
        ]
        for (error, count) in counts.skippedCounts.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        {
            lines.append(("skipped, \(error.rawValue)", count))
        }
        for (name, count) in lines { text += "  \(count) \(name)\n" }
        return text
    }
}
