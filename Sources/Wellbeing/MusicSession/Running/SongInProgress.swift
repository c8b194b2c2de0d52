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
    var thumb: ThumbRating?

    /// The play, as it was.
    ///
    /// - Parameter ending: as the player reports it; nil where the end was not observed.
    /// - Parameter mood: the newest one; one that was said since the start is the mood after.
    func play(
        _ ending: SongEnding, endSeconds: Double, heartWindow: HeartWindow, mood newest: MoodEntry?,
        policy: SelectionPolicy, session: UUID?
    ) -> StoredPlay? {
        guard let librarySong else { return nil }
        let usesHeartData = !wasExcluded && !heartWindow.isExcluded(atSeconds: endSeconds)
        let length =
            librarySong.durationSeconds > 0 ? librarySong.durationSeconds : song.lengthSeconds ?? 0
        let played = max(0, ending.playedSeconds)
        // What went before a song was first seen in its middle was not left out by the person.
        let reachedSeconds = played + max(0, ending.joinedAtSeconds)
        let outcome: PlayOutcome =
            ending.reason == .reachedEnd
            ? .finished : ending.reason.isEndedByPerson ? .person : .system
        let isPaced = wasPaced || heartWindow.isPaced(atSeconds: endSeconds)
        let after = newest.flatMap { $0.timeSeconds > startSeconds ? $0.mood : nil }
        let facts = PlayFacts(
            songID: librarySong.id, startSeconds: startSeconds, endSeconds: endSeconds,
            playedSeconds: played, playedShare: length > 0 ? min(1, reachedSeconds / length) : 0,
            outcome: outcome, context: context,
            startBpm: usesHeartData ? startBpm : nil,
            endBpm: usesHeartData ? heartWindow.bpm(atSeconds: endSeconds) : nil,
            startSDNNMs: usesHeartData ? startSDNNMs : nil,
            endSDNNMs: usesHeartData ? heartWindow.sdnnMs(atSeconds: endSeconds) : nil,
            startBpmAboveMedian: usesHeartData ? bpmAboveMedian : nil,
            startSDNNAboveMedianMs: usesHeartData ? sdnnAboveMedianMs : nil, isPaced: isPaced,
            moodBefore: after == nil ? nil : mood?.mood, moodAfter: mood == nil ? nil : after,
            thumb: thumb)
        return StoredPlay(
            facts: facts, need: need, choosingPolicy: choice == nil ? nil : policy.rawValue,
            score: choice?.score,
            parts: choice.map { choice in
                Dictionary(choice.parts.map { ($0.kind.rawValue, $0.amount) }) { $0 + $1 }
            },
            probability: choice?.probability, volumeStart: ending.volumeStartPercent,
            volumeEnd: ending.volumeEndPercent, volumeChangeCount: volumeChangeCount,
            breathingSessionID: usesHeartData ? session : nil)
    }
}
