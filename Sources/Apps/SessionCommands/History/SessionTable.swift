import CommandSupport
import Foundation
import HRVReports
import PhysioTypes
import SessionHistory
import TerminalView

/// Sessions as rows of a table, of CSV and of JSON.
enum SessionTable {
    private struct Column {
        let title: String
        var isRightAligned = true
        let cell: @Sendable (BreathingSession) -> String
    }

    private static let columns: [Column] = [
        Column(title: "began", isRightAligned: false) {
            String(
                LocalTime.text($0.startedAt, utcOffsetSeconds: $0.utcOffsetSeconds).prefix(16)
            ).replacingOccurrences(of: "T", with: " ")
        },
        Column(title: "min") { durationText($0.durationSeconds) },
        Column(title: "heart") { LiveSummary.tenths($0.averageHeartRate) },
        Column(title: "RMSSD") { LiveSummary.tenths($0.averageRMSSD) },
        Column(title: "coherence") { LiveSummary.percent($0.averageCoherence) },
        Column(title: "peak") { LiveSummary.percent($0.peakCoherence) },
        Column(title: "resonance") { resonance($0.resonance) },
        Column(title: "source", isRightAligned: false) { $0.source.rawValue },
        Column(title: "id", isRightAligned: false) { String($0.id.uuidString.prefix(8)) },
        Column(title: "", isRightAligned: false) { $0.state == .ended ? "" : $0.state.rawValue },
    ]

    static func durationText(_ seconds: Double) -> String {
        let wholeSeconds = Int(seconds.rounded())
        return "\(wholeSeconds / 60):\(wholeSeconds % 60 < 10 ? "0" : "")\(wholeSeconds % 60)"
    }

    static func resonance(_ found: StoredResonance) -> String {
        guard let rate = found.breathsPerMinute else { return "–" }
        guard let low = found.low, let high = found.high else { return LiveSummary.tenths(rate) }
        return
            "\(LiveSummary.tenths(rate)) (\(LiveSummary.tenths(low))–\(LiveSummary.tenths(high)))"
    }

    static func table(_ sessions: [BreathingSession]) -> String {
        TextColumns.text(
            titles: columns.map(\.title),
            rows: sessions.map { session in columns.map { $0.cell(session) } },
            rightAligned: columns.map(\.isRightAligned))
    }

    // MARK: CSV

    private static let csvFields: [(String, @Sendable (BreathingSession) -> String)] = [
        ("id", { $0.id.uuidString }),
        ("started_at", { LocalTime.text($0.startedAt, utcOffsetSeconds: $0.utcOffsetSeconds) }),
        ("source", { $0.source.rawValue }), ("state", { $0.state.rawValue }),
        ("pacer", { $0.pacer }), ("preset", { $0.preset ?? "" }),
        ("duration_s", { number($0.durationSeconds) }), ("n_beats", { "\($0.beatCount)" }),
        ("n_corrected", { "\($0.correctedCount)" }), ("n_gaps", { "\($0.gapCount)" }),
        ("n_breaths", { "\($0.breathCount)" }), ("hr_mean", { number($0.averageHeartRate) }),
        ("rmssd_mean_ms", { number($0.averageRMSSD) }),
        ("coherence_mean", { number($0.averageCoherence) }),
        ("coherence_peak", { number($0.peakCoherence) }),
        ("peak_rate_bpm", { number($0.peakBreathsPerMinute) }),
        ("resonance_kind", { $0.resonance.kind.rawValue }),
        ("resonance_bpm", { number($0.resonance.breathsPerMinute) }),
        ("resonance_low_bpm", { number($0.resonance.low) }),
        ("resonance_high_bpm", { number($0.resonance.high) }),
        ("latency_s", { number($0.latency?.seconds) }),
        ("latency_deviation_s", { number($0.latency?.deviationSeconds) }),
    ]

    static func number(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }

    static func csv(_ sessions: [BreathingSession]) -> String {
        ([csvFields.map(\.0)] + sessions.map { session in csvFields.map { $0.1(session) } })
            .map { $0.joined(separator: ",") + "\n" }.joined()
    }

    /// Sessions in a shape; a table says where there are none.
    static func text(_ sessions: [BreathingSession], _ shape: HistoryShape) -> String {
        switch shape {
        case .table: sessions.isEmpty ? "No sessions yet.\n" : table(sessions)
        case .csv: csv(sessions)
        case .json: SessionExportFormat.json(sessions, isPretty: true) + "\n"
        case .ndjson: sessions.map { SessionExportFormat.json($0) + "\n" }.joined()
        }
    }
}
