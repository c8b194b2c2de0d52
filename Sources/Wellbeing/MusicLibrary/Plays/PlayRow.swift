import Foundation
import GRDB
import MusicSelection

/// A row of `play` as a play.
enum PlayRow {
    static func play(_ row: Row) -> StoredPlay {
        let startedMs: Int64 = row["started_ms"]
        let endedMs: Int64 = row["ended_ms"]
        let facts = PlayFacts(
            songID: row["song"], startSeconds: Double(startedMs) / 1000,
            endSeconds: Double(endedMs) / 1000, playedSeconds: row["heard_s"],
            playedShare: row["heard_share"],
            outcome: PlayOutcome(rawValue: row["outcome"]) ?? .system,
            context: MusicContext(rawValue: row["context"]) ?? .unknown,
            startBpm: row["start_bpm"], endBpm: row["end_bpm"],
            startSDNNMs: row["start_sdnn_ms"], endSDNNMs: row["end_sdnn_ms"],
            startBpmAboveMedian: row["start_bpm_above_median"],
            startSDNNAboveMedianMs: row["start_sdnn_above_median_ms"], isPaced: row["is_paced"],
            moodBefore: row["mood_before"], moodAfter: row["mood_after"],
            thumb: (row["thumb"] as String?).flatMap(ThumbRating.init))
        return StoredPlay(
            facts: facts, need: (row["need"] as String?).flatMap(MusicNeed.init),
            choosingPolicy: row["chosen_by"], score: row["score"],
            parts: SongRow.decoded([String: Double].self, row["parts"]),
            probability: row["probability"], volumeStart: row["volume_start"],
            volumeEnd: row["volume_end"], volumeChangeCount: row["n_volume_changes"],
            breathingSessionID: (row["breathing"] as String?).flatMap(UUID.init),
            dayPart: (row["day_part"] as String?).flatMap(DayPart.init))
    }

    /// Columns and values.
    static func columns(
        _ play: StoredPlay, listening: Int64
    ) -> [(String, (any DatabaseValueConvertible)?)] {
        let facts = play.facts
        return [
            ("listening", listening), ("song", facts.songID),
            ("started_ms", milliseconds(facts.startSeconds)),
            ("ended_ms", milliseconds(facts.endSeconds)),
            ("heard_s", facts.playedSeconds), ("heard_share", facts.playedShare),
            ("outcome", facts.outcome.rawValue), ("context", facts.context.rawValue),
            ("need", play.need?.rawValue), ("chosen_by", play.choosingPolicy),
            ("score", play.score),
            ("parts", play.parts.map { SongRow.encoded($0) }), ("probability", play.probability),
            ("volume_start", play.volumeStart), ("volume_end", play.volumeEnd),
            ("n_volume_changes", play.volumeChangeCount), ("is_paced", facts.isPaced),
            ("start_bpm", facts.startBpm), ("end_bpm", facts.endBpm),
            ("start_sdnn_ms", facts.startSDNNMs), ("end_sdnn_ms", facts.endSDNNMs),
            ("start_bpm_above_median", facts.startBpmAboveMedian),
            ("start_sdnn_above_median_ms", facts.startSDNNAboveMedianMs),
            ("mood_before", facts.moodBefore), ("mood_after", facts.moodAfter),
            ("thumb", facts.thumb?.rawValue), ("breathing", play.breathingSessionID?.uuidString),
            ("day_part", play.dayPart?.rawValue),
        ]
    }

    static func milliseconds(_ seconds: Double) -> Int64 { Int64((1000 * seconds).rounded()) }

    static func listeningSession(_ row: Row) -> ListeningSession {
        ListeningSession(
            id: row["id"], startedMs: row["started_ms"], endedMs: row["ended_ms"],
            utcOffsetSeconds: row["utc_offset_s"], source: row["source"],
            playCount: row["n_plays"], skipCount: row["n_skips"],
            meanPlayedShare: row["mean_heard"],
            startBpm: row["start_bpm"], endBpm: row["end_bpm"],
            startSDNNMs: row["start_sdnn_ms"], endSDNNMs: row["end_sdnn_ms"],
            sleep: row["sleep"], quality: row["quality"])
    }
}
