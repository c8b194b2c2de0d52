import ArgumentParser
import CommandSupport
import Foundation
import HRVReports
import MusicLibrary
import MusicSelection
import SessionHistory

/// `hrv music history`: what was played.
struct MusicHistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the plays, newest first, with what the heart did.",
        discussion: """
            Heart values are those of the 30 s (rate) and 120 s (SDNN) before the start and the end; \
            of other programs' plays, those within 5 minutes. --json says why one is missing.

            --sessions lists the times of listening, with less than half an hour between two songs: how \
            good they were is 0 to 1, of skips, of the SDNN, of how much was heard, and of the next \
            night (0.5 where the health records have none).
            """)

    @Option(help: "Only plays of this song: its number, or one of its files.")
    var song: String?

    @Option(help: ArgumentHelp("At most so many.", valueName: "count"))
    var limit = 50

    @Flag(help: "The times of listening in place of their plays.")
    var sessions = false

    @OptionGroup var options: MusicOptions

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit must be at least 1") }
        if sessions, song != nil { throw ValidationError("choose one of --song and --sessions") }
    }

    func run() throws {
        Interruption.install()
        try options.run { store, diagnostics in
            if sessions {
                RecordedHeartData.addNights(to: store, of: options.location.history)
                let listenings = try store.listenings(limit: limit)
                try options.write(
                    listenings.isEmpty && options.shape == .table
                        ? "" : ListeningText.text(listenings, options.shape))
                if listenings.isEmpty {
                    diagnostics.summary("no plays yet: hrv music play plays songs")
                }
                return
            }
            let song = try song.map { try store.song(named: $0).id }
            let plays = try store.plays(MusicStore.PlayQuery(song: song, limit: limit))
            let songs = Dictionary(uniqueKeysWithValues: try store.songs().map { ($0.id, $0) })
            try options.write(
                plays.isEmpty && options.shape == .table
                    ? "" : PlayText.text(plays, songs, options.shape))
            if plays.isEmpty {
                diagnostics.summary(
                    "no plays yet: hrv music play plays songs, and hrv music import FILE takes over what "
                        + "other programs played")
            }
        }
    }
}

/// Plays in every shape.
enum PlayText {
    static func text(
        _ plays: [StoredPlay], _ songs: [Int64: StoredSong], _ shape: HistoryShape
    ) -> String {
        HealthRows(columns: columns, rows: plays.map { row($0, songs) }).text(shape) {
            table(plays, songs)
        }
    }

    static func startedAt(_ play: StoredPlay) -> String {
        let date = Date(timeIntervalSince1970: play.facts.startSeconds)
        return LocalTime.text(date, utcOffsetSeconds: TimeZone.current.secondsFromGMT(for: date))
    }

    static func row(_ play: StoredPlay, _ songs: [Int64: StoredSong]) -> HealthRows.Row {
        let facts = play.facts
        let song = songs[facts.songID]
        return [
            ("started_at", .text(startedAt(play))), ("song", .integer(Int(facts.songID))),
            ("title", OrderedJSON(song?.displayTitle)), ("artist", OrderedJSON(song?.tags.artist)),
            ("heard_s", .number(facts.playedSeconds)),
            ("heard_pct", .number(100 * facts.playedShare)),
            ("outcome", .text(facts.outcome.rawValue)), ("skip", .flag(facts.isSkip)),
            ("context", .text(facts.context.rawValue)),
            ("day_part", OrderedJSON(play.dayPart?.rawValue)),
            ("need", OrderedJSON(play.need?.rawValue)),
            ("chosen_by", OrderedJSON(play.choosingPolicy)), ("score", OrderedJSON(play.score)),
            ("start_bpm", OrderedJSON(facts.startBpm)), ("end_bpm", OrderedJSON(facts.endBpm)),
            ("bpm_change", OrderedJSON(facts.heartRateChange)),
            ("start_sdnn_ms", OrderedJSON(facts.startSDNNMs)),
            ("end_sdnn_ms", OrderedJSON(facts.endSDNNMs)),
            ("sdnn_change_ms", OrderedJSON(facts.hrvChange)),
            ("mood_before", OrderedJSON(facts.moodBefore)),
            ("mood_after", OrderedJSON(facts.moodAfter)),
            ("reasons", reasons(play)),
        ]
    }

    private static let columns = [
        "started_at", "song", "title", "artist", "heard_s", "heard_pct", "outcome", "skip",
        "context", "day_part", "need", "chosen_by", "score", "start_bpm", "end_bpm", "bpm_change",
        "start_sdnn_ms", "end_sdnn_ms", "sdnn_change_ms", "mood_before", "mood_after", "reasons",
    ]

    /// Returns the reason that a heart value is missing: a pacer led, too little was received, or
    /// no heart at all.
    private static func reasons(_ play: StoredPlay) -> OrderedJSON {
        let facts = play.facts
        let reason =
            facts.isPaced
            ? "paced"
            : facts.playedSeconds < PlayFacts.minHeartRateSeconds ? "too_short" : "no_heart"
        let values: [(String, Double?, String)] = [
            ("start_bpm", facts.startBpm, reason), ("end_bpm", facts.endBpm, reason),
            ("bpm_change", facts.heartRateChange, reason),
            ("start_sdnn_ms", facts.startSDNNMs, reason),
            ("end_sdnn_ms", facts.endSDNNMs, reason), ("sdnn_change_ms", facts.hrvChange, reason),
            ("score", play.score, "not_chosen_here"), ("mood_before", facts.moodBefore, "not_said"),
            ("mood_after", facts.moodAfter, "not_said"),
        ]
        var reasons = values.filter { $0.1 == nil }.map { ($0.0, OrderedJSON.text($0.2)) }
        if play.need == nil { reasons.append(("need", .text("not_chosen_here"))) }
        if play.choosingPolicy == nil { reasons.append(("chosen_by", .text("not_chosen_here"))) }
        return .object(reasons)
    }

    private static func table(_ plays: [StoredPlay], _ songs: [Int64: StoredSong]) -> String {
        func changeText(_ start: Double?, _ end: Double?) -> String {
            guard start != nil || end != nil else { return "" }
            return [start, end].map { $0.map { SongText.number($0, 0) } ?? "?" }
                .joined(separator: " to ")
        }
        return TextColumns.text(
            titles: ["when", "title", "artist", "heard", "", "context", "heart rate", "SDNN"],
            rows: plays.map { play in
                let facts = play.facts
                let song = songs[facts.songID]
                let timeText = startedAt(play).prefix(16).map { $0 == "T" ? " " : $0 }
                return [
                    String(timeText), SongText.truncated(song?.displayTitle ?? "", 36),
                    SongText.truncated(song?.tags.artist ?? "", 24),
                    SongText.number(100 * facts.playedShare, 0) + " %",
                    facts.isSkip ? "skipped" : facts.outcome == .system ? "cut off" : "",
                    facts.context.rawValue, changeText(facts.startBpm, facts.endBpm),
                    changeText(facts.startSDNNMs, facts.endSDNNMs),
                ]
            }, rightAligned: [false, false, false, true, false, false, true, true])
    }
}
