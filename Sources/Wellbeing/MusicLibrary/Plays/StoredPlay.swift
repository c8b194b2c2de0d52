package import Foundation
package import MusicSelection

/// A play of the library's log: what was heard, who chose it and why, and what the heart did meanwhile.
package struct StoredPlay: Sendable, Equatable {
    /// The facts that are learnt from the play; `songId` is the song's number, and times are whole
    /// ms.
    package var facts: PlayFacts
    package var need: MusicNeed?
    /// The policy that chose the song; nil where a person or another program did.
    package var choosingPolicy: String?
    /// The score it was chosen by, the parts that add up to it, and how likely the choice was; 0 to 1.
    package var score: Double?
    package var parts: [String: Double]?
    package var probability: Double?
    /// Volume of the player, 0 to 100, and how often it changed.
    package var volumeStart: Double?
    package var volumeEnd: Double?
    package var volumeChangeCount: Int?
    /// The session of the history whose heart was heard.
    package var breathingSessionID: UUID?
    /// The part of the day in which it began; nil before it is stored.
    package var dayPart: DayPart?

    package init(
        facts: PlayFacts, need: MusicNeed? = nil, choosingPolicy: String? = nil,
        score: Double? = nil,
        parts: [String: Double]? = nil, probability: Double? = nil, volumeStart: Double? = nil,
        volumeEnd: Double? = nil, volumeChangeCount: Int? = nil, breathingSessionID: UUID? = nil,
        dayPart: DayPart? = nil
    ) {
        self.facts = facts
        self.need = need
        self.choosingPolicy = choosingPolicy
        self.score = score
        self.parts = parts
        self.probability = probability
        self.volumeStart = volumeStart
        self.volumeEnd = volumeEnd
        self.volumeChangeCount = volumeChangeCount
        self.breathingSessionID = breathingSessionID
        self.dayPart = dayPart
    }
}

/// A time of listening: plays with less than half an hour between them.
package struct ListeningSession: Sendable, Equatable {
    /// A longer pause begins a new one; s.
    package static let maxPauseSeconds = 1800.0

    package var id: Int64
    /// ms since 1970.
    package var startedMs: Int64
    package var endedMs: Int64
    package var utcOffsetSeconds: Int
    /// Source of the report: `live`, or the play history of another program.
    package var source: String
    package var playCount: Int
    package var skipCount: Int
    /// Mean share of a song that was heard; 0 to 1.
    package var meanPlayedShare: Double?
    package var startBpm: Double?
    package var endBpm: Double?
    package var startSDNNMs: Double?
    package var endSDNNMs: Double?
    /// The quality of the next night, 0 to 1; nil where none is known.
    package var sleep: Double?
    /// 0 to 1; nil before the first play.
    package var quality: Double?
}
