import ArgumentParser
import Foundation
import HealthHistory
import HealthTimeline
import HRVReports
import SessionHistory

/// `hrv health status`: what is kept, and where.
struct HealthStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Tell what is kept, from which export, and where.")

    @OptionGroup var options: HealthOptions

    func run() throws {
        try options.run { store, _ in
            let status = try store.status()
            let stretches = try store.data(fromMs: .min, toMs: .max).stretches
            let row = row(status, SDNNAgreement(stretches))
            let rows = HealthRows(columns: [], rows: [row])
            let text =
                options.shape == .json
                ? JSONText.object(row).pretty + "\n"
                : rows.text(options.shape) { table(status, SDNNAgreement(stretches)) }
            try options.write(text)
        }
    }

    private func row(_ status: HealthStatus, _ agreement: SDNNAgreement?) -> HealthRows.Row {
        [
            ("path", .text(options.place.path)), ("bytes", JSONText(status.byteCount)),
            ("samples", .integer(status.sampleCount)), ("sleep", .integer(status.sleepCount)),
            ("stretches", .integer(status.stretchCount)),
            ("workouts", .integer(status.workoutCount)), ("first_ms", JSONText(status.firstMs)),
            ("last_ms", JSONText(status.lastMs)), ("export_ms", JSONText(status.exportMs)),
            ("imported_ms", JSONText(status.importedMs)), ("home_zone", JSONText(status.homeZone)),
            ("imports", .integer(status.imports.count)),
            ("watched", .array(status.watched.map(JSONText.text))),
            ("sdnn_difference_ms", JSONText(agreement?.medianMs)),
            ("sdnn_difference_low_ms", JSONText(agreement?.lowMs)),
            ("sdnn_difference_high_ms", JSONText(agreement?.highMs)),
        ]
    }

    private func table(_ status: HealthStatus, _ agreement: SDNNAgreement?) -> String {
        guard !status.isEmpty || !status.watched.isEmpty else {
            return "No health records yet: hrv health import export.zip\n"
        }
        func moment(_ ms: Int64?) -> String {
            guard let ms else { return "–" }
            let date = Date(timeIntervalSince1970: Double(ms) / 1000)
            let text = LocalTime.text(
                date, utcOffsetSeconds: TimeZone.current.secondsFromGMT(for: date))
            return String(text.prefix(16)).replacing("T", with: " ")
        }
        var lines = [
            ("file", "\(options.place.path) (\(status.byteCount >> 10) KiB)"),
            ("workouts", "\(status.workoutCount)"), ("sleep", "\(status.sleepCount) pieces"),
            ("samples", "\(status.sampleCount)"), ("beats", "\(status.stretchCount) stretches"),
            ("from", moment(status.firstMs)), ("to", moment(status.lastMs)),
            ("exported", moment(status.exportMs)), ("imported", moment(status.importedMs)),
            ("home zone", status.homeZone ?? "–"),
        ]
        for kept in status.imports.suffix(5) {
            lines.append(
                (
                    "import",
                    "\(moment(kept.importedMs))  \(kept.name): \(kept.newCount) new, "
                        + "\(kept.removedCount) removed" + (kept.isCut ? ", cut off" : "")
                ))
        }
        for path in status.watched { lines.append(("watched", path)) }
        if let agreement {
            func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
            lines.append(
                (
                    "SDNN",
                    "\(tenths(agreement.medianMs)) ms from the watch's own (median of "
                        + "\(agreement.count) stretches; 95 %: \(tenths(agreement.lowMs)) to "
                        + "\(tenths(agreement.highMs)))"
                ))
        }
        let text = TextColumns.text(
            titles: ["", ""], rows: lines.map { [$0.0, $0.1] }, right: [false, false])
        return String(text.drop { $0 == "\n" })
    }
}
