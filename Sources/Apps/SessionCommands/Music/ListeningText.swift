import CommandSupport
import Foundation
import HRVReports
import MusicLibrary
import SessionHistory

/// Times of listening in every shape.
enum ListeningText {
    static func text(_ listenings: [ListeningSession], _ shape: HistoryShape) -> String {
        HealthRows(columns: columns, rows: listenings.map(row)).text(shape) { table(listenings) }
    }

    private static let columns = [
        "started_at", "duration_s", "source", "plays", "skips", "heard_pct", "start_bpm", "end_bpm",
        "start_sdnn_ms", "end_sdnn_ms", "sleep", "quality", "reasons",
    ]

    private static func startedAt(_ listening: ListeningSession) -> String {
        LocalTime.text(
            Date(timeIntervalSince1970: Double(listening.startedMs) / 1000),
            utcOffsetSeconds: listening.utcOffsetSeconds)
    }

    private static func durationSeconds(_ listening: ListeningSession) -> Double {
        Double(listening.endedMs - listening.startedMs) / 1000
    }

    private static func row(_ listening: ListeningSession) -> HealthRows.Row {
        let heartValues: [(String, Double?)] = [
            ("start_bpm", listening.startBpm), ("end_bpm", listening.endBpm),
            ("start_sdnn_ms", listening.startSDNNMs), ("end_sdnn_ms", listening.endSDNNMs),
        ]
        var reasons = heartValues.filter { $0.1 == nil }.map {
            ($0.0, OrderedJSON.text("no_heart"))
        }
        if listening.sleep == nil { reasons.append(("sleep", .text("no_night"))) }
        return [
            ("started_at", .text(startedAt(listening))),
            ("duration_s", .number(durationSeconds(listening))),
            ("source", .text(listening.source)), ("plays", .integer(listening.playCount)),
            ("skips", .integer(listening.skipCount)),
            ("heard_pct", OrderedJSON(listening.meanPlayedShare.map { 100 * $0 })),
        ] + heartValues.map { ($0.0, OrderedJSON($0.1)) } + [
            ("sleep", OrderedJSON(listening.sleep)), ("quality", OrderedJSON(listening.quality)),
            ("reasons", .object(reasons)),
        ]
    }

    private static func table(_ listenings: [ListeningSession]) -> String {
        func shareText(_ value: Double?) -> String { value.map { SongText.number($0, 2) } ?? "" }
        return TextColumns.text(
            titles: ["when", "minutes", "songs", "skipped", "heard", "next night", "quality", ""],
            rows: listenings.map { listening in
                [
                    String(startedAt(listening).prefix(16).map { $0 == "T" ? " " : $0 }),
                    SongText.number(durationSeconds(listening) / 60, 0), "\(listening.playCount)",
                    "\(listening.skipCount)",
                    listening.meanPlayedShare.map { SongText.number(100 * $0, 0) + " %" } ?? "",
                    shareText(listening.sleep), shareText(listening.quality),
                    listening.source == MusicStore.liveSource ? "" : listening.source,
                ]
            }, rightAligned: [false, true, true, true, true, true, true, false])
    }
}
