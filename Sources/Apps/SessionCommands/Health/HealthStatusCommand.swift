import ArgumentParser
import CommandSupport
import Foundation
import HRVReports
import HealthHistory
import HealthTimeline
import SessionHistory

/// `hrv health status`: what is kept, and where.
struct HealthStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Tell what is kept, from which export, and where.")

    @OptionGroup var options: HealthOptions

    func run() throws {
        try options.run { store, diagnostics in
            let status = try store.status()
            let beatSegments = try store.data(fromMs: .min, toMs: .max).beatSegments
            let row = row(status, SDNNAgreement(beatSegments))
            var rows = HealthRows(columns: [], rows: [row])
            rows.reasons = Self.reasons
            let text =
                options.shape == .json
                ? HealthRows.object(row, Self.reasons).prettyText + "\n"
                : rows.text(options.shape) { table(status, SDNNAgreement(beatSegments)) }
            try options.write(text)
            try store.reportIfEmpty(diagnostics)
        }
    }

    /// The reasons that numbers are missing.
    private static let reasons: [String: MissingHealthValueReason] = [
        "first_ms": .noSamples, "last_ms": .noSamples, "export_ms": .noExport,
        "imported_ms": .noExport, "home_zone": .noExport, "sdnn_difference_ms": .noBeats,
        "sdnn_difference_low_ms": .noBeats, "sdnn_difference_high_ms": .noBeats,
    ]

    private func row(_ status: HealthStoreStatus, _ agreement: SDNNAgreement?) -> HealthRows.Row {
        [
            ("path", .text(options.location.path)), ("bytes", OrderedJSON(status.byteCount)),
            ("samples", .integer(status.sampleCount)), ("sleep", .integer(status.sleepCount)),
            ("stretches", .integer(status.beatSegmentCount)),
            ("workouts", .integer(status.workoutCount)),
            ("fit_intervals", .integer(status.activityIntervalCount)),
            ("first_ms", OrderedJSON(status.firstMs)),
            ("last_ms", OrderedJSON(status.lastMs)), ("export_ms", OrderedJSON(status.exportedMs)),
            ("imported_ms", OrderedJSON(status.importedMs)),
            ("home_zone", OrderedJSON(status.homeZone)),
            ("imports", .integer(status.imports.count)),
            ("watched", .array(status.watchedPaths.map(OrderedJSON.text))),
            ("sdnn_difference_ms", OrderedJSON(agreement?.medianMs)),
            ("sdnn_difference_low_ms", OrderedJSON(agreement?.lowerLimitMs)),
            ("sdnn_difference_high_ms", OrderedJSON(agreement?.upperLimitMs)),
        ]
    }

    private func table(_ status: HealthStoreStatus, _ agreement: SDNNAgreement?) -> String {
        guard !status.isEmpty || !status.watchedPaths.isEmpty else {
            return "No health records yet: hrv health import export.zip\n"
        }
        func momentText(_ ms: Int64?) -> String {
            guard let ms else { return "–" }
            let date = Date(timeIntervalSince1970: Double(ms) / 1000)
            let text = LocalTime.text(
                date, utcOffsetSeconds: TimeZone.current.secondsFromGMT(for: date))
            return String(text.prefix(16)).replacing("T", with: " ")
        }
        var lines = [
            ("file", "\(options.location.path) (\(status.byteCount >> 10) KiB)"),
            ("workouts", "\(status.workoutCount)"), ("sleep", "\(status.sleepCount) pieces"),
            ("samples", "\(status.sampleCount)"),
            (
                "beats",
                "\(status.beatSegmentCount) stretches of the watch, "
                    + "\(status.activityIntervalCount) intervals of FIT files"
            ),
            ("from", momentText(status.firstMs)), ("to", momentText(status.lastMs)),
            ("exported", momentText(status.exportedMs)),
            ("imported", momentText(status.importedMs)),
            ("home zone", status.homeZone ?? "–"),
        ]
        for stored in status.imports.suffix(5) {
            lines.append(
                (
                    "import",
                    "\(momentText(stored.importedMs))  \(stored.name): \(stored.newCount) new, "
                        + "\(stored.removedCount) removed"
                        + (stored.isIncomplete ? ", cut off" : "")
                ))
        }
        for path in status.watchedPaths { lines.append(("watched", path)) }
        if let agreement {
            func tenthsText(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
            lines.append(
                (
                    "SDNN",
                    "\(tenthsText(agreement.medianMs)) ms from the watch's own (median of "
                        + "\(agreement.count) stretches; 95 %: \(tenthsText(agreement.lowerLimitMs)) to "
                        + "\(tenthsText(agreement.upperLimitMs)))"
                ))
        }
        let text = TextColumns.text(
            titles: ["", ""], rows: lines.map { [$0.0, $0.1] }, rightAligned: [false, false])
        return String(text.drop { $0 == "\n" })
    }
}
