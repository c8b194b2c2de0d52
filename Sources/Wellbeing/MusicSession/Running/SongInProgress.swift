import Foundation
import MusicLibrary
import MusicPlayers
import MusicSelection

/// The song that plays, and what was so when it began.
struct SongInProgress: Sendable {
    let song: PlayerSong
    /// The song of the library; nil where it is none.
    let librarySong: StoredSong?
    /// s since 1970.
    let startSeconds: Double
    let choice: SongChoice?
    let explanation: Explanation?
    let context: MusicContext
    let need: MusicNeed
    let startBpm: Double?
    let startSDNNMs: Double?
    let bpmAboveMedian: Double?
    let sdnnAboveMedianMs: Double?
    let mood: MoodEntry?
    var wasPaced: Bool
    /// True if the beats meanwhile were of a simulated or an old heart, of which nothing is learnt.
    var wasExcluded: Bool
    var volumeChangeCount = 0
    var lastVolumePercent: Double?
    var thumb: Thumb?

    /// The play, as it was.
    ///
    /// - Parameter ending: as the player reports it; nil where the end was not observed.
    /// - Parameter mood: the newest one; one that was said since the start is the mood after.
    func play(
        _ ending: SongEnding, endSeconds: Double, heartWindow: HeartWindow, mood newest: MoodEntry?,
        policy: SelectionPolicy, session: UUID?
    ) -> StoredPlay? {
        guard let librarySong else { return nil }
        let teachesHeart = !wasExcluded && !heartWindow.isExcluded(atSeconds: endSeconds)
        let length =
            librarySong.durationSeconds > 0 ? librarySong.durationSeconds : song.lengthSeconds ?? 0
        let played = max(0, ending.playedSeconds)
        // What went before a song was first seen in its middle was not left out by the person.
        let reached = played + max(0, ending.joinedAtSeconds)
        let outcome: PlayOutcome =
            ending.reason == .reachedEnd ? .finished : ending.reason.isByPerson ? .person : .system
        let isPaced = wasPaced || heartWindow.isPaced(atSeconds: endSeconds)
        let after = newest.flatMap { $0.timeSeconds > startSeconds ? $0.mood : nil }
        let facts = PlayFacts(
            songId: librarySong.id, startSeconds: startSeconds, endSeconds: endSeconds,
            playedSeconds: played, playedShare: length > 0 ? min(1, reached / length) : 0,
            outcome: outcome, context: context,
            startBpm: teachesHeart ? startBpm : nil,
            endBpm: teachesHeart ? heartWindow.bpm(atSeconds: endSeconds) : nil,
            startSDNNMs: teachesHeart ? startSDNNMs : nil,
            endSDNNMs: teachesHeart ? heartWindow.sdnnMs(atSeconds: endSeconds) : nil,
            startBpmAboveMedian: teachesHeart ? bpmAboveMedian : nil,
            startSDNNAboveMedianMs: teachesHeart ? sdnnAboveMedianMs : nil, isPaced: isPaced,
            moodBefore: after == nil ? nil : mood?.mood, moodAfter: mood == nil ? nil : after,
            thumb: thumb)
        return StoredPlay(
            facts: facts, need: need, chosenBy: choice == nil ? nil : policy.rawValue,
            score: choice?.score,
            parts: choice.map { choice in
                Dictionary(choice.parts.map { ($0.kind.rawValue, $0.amount) }) { $0 + $1 }
            },
            probability: choice?.probability, volumeStart: ending.volumeStartPercent,
            volumeEnd: ending.volumeEndPercent, volumeChangeCount: volumeChangeCount,
            breathingSession: teachesHeart ? session : nil)
    }
}
