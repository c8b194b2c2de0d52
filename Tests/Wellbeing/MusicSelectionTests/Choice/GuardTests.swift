import PhysioDSP
import TestSupport
import Testing

@testable import MusicSelection

@Suite struct GuardTests {
    private static let now = 1_800_000_000.0

    private static func choose(
        _ songs: [SongFacts], _ policy: SelectionPolicy = .adaptive, playingSong: Int64? = nil,
        recent: [Int64] = [], gap: Double = 60
    ) -> SongChoice? {
        var generator = SeededGenerator(seed: 1)
        let request = ChoiceRequest(
            moment: ChoiceConditions(
                nowSeconds: now, hour: 15, state: .unknown(timeSeconds: now)),
            policy: policy, playingSongID: playingSong,
            recent: recent.enumerated().map {
                RecentSong(id: $1, endSeconds: now - gap - 200 * Double($0))
            }, explorationRate: 0)
        return SongChooser.choose(SongTable(songs), request, using: &generator)
    }

    @Test func blockedUnplayableAndPlayingAreNeverLifted() {
        let songs = [
            SongFacts(id: 1, isBlocked: true), SongFacts(id: 2, isPlayable: false),
            SongFacts(id: 3),
        ]
        #expect(Self.choose(songs, playingSong: 3) == nil)
        #expect(Self.choose(songs)?.id == 3)
        #expect(Self.choose([]) == nil)
    }

    @Test func skippedIsLiftedBeforeRecentAndRecentBeforeArtist() {
        let skipped = SongFacts(id: 1, lastSkippedSeconds: Self.now - 86_399)
        let recent = SongFacts(id: 2, lastPlayedSeconds: Self.now - 3599)
        let artist = SongFacts(id: 3, artist: 9)
        let before = [SongFacts(id: 8, artist: 9, isBlocked: true)]
        func choice(_ songs: [SongFacts]) -> SongChoice? {
            Self.choose(songs + before, recent: [8, 8])
        }
        #expect(choice([skipped, recent, artist])?.id == 1)
        #expect(choice([skipped, recent, artist])?.relaxedRules == [.skipped])
        #expect(choice([recent, artist])?.id == 2)
        #expect(choice([recent, artist])?.relaxedRules == [.recent])
        #expect(choice([artist])?.relaxedRules == [.artist])
        let both = SongFacts(
            id: 5, lastPlayedSeconds: Self.now - 3599, lastSkippedSeconds: Self.now - 86_399)
        #expect(choice([both, artist])?.relaxedRules == [.skipped, .recent])
        let free = SongFacts(id: 4, bpm: 40, energy: 1)
        #expect(choice([skipped, recent, artist, free])?.id == 4)
        #expect(choice([skipped, recent, artist, free])?.relaxedRules == [])
    }

    @Test func theReferenceHasNeitherSkippedNorRecent() {
        let songs = [
            SongFacts(id: 1, bpm: 110, energy: 0.46, lastSkippedSeconds: Self.now - 60),
            SongFacts(id: 2, bpm: 40, energy: 1),
        ]
        #expect(Self.choose(songs, .reference)?.id == 1)
        #expect(Self.choose(songs, .adaptive)?.id == 2)
    }

    @Test func aThirdSongOfOneArtistIsOutUnlessASessionBegins() {
        let songs = [
            SongFacts(id: 1, artist: 5), SongFacts(id: 2, artist: 5), SongFacts(id: 3, artist: 5),
            SongFacts(id: 4, bpm: 40, energy: 1, artist: 6),
        ]
        #expect(Self.choose(songs, .reference, recent: [1, 2])?.id == 4)
        #expect(Self.choose(songs, .reference, playingSong: 1, recent: [2])?.id == 4)
        #expect(Self.choose(songs, .reference, recent: [1, 4, 2])?.id == 1)
        #expect(Self.choose(songs, .reference, recent: [1, 2], gap: 1801)?.id == 1)
    }

    @Test func equalSongsGoByTheLowestId() {
        let songs = [7, 3, 9].map { SongFacts(id: $0) }
        #expect(Self.choose(songs, .reference)?.id == 3)
    }

    @Test func theFirstSongOfASessionHasNoTransition() {
        let songs = [SongFacts(id: 1), SongFacts(id: 2)]
        #expect(Self.choose(songs, recent: [2], gap: 1800)?.transitionScore != nil)
        #expect(Self.choose(songs, recent: [2], gap: 1801)?.transitionScore == nil)
    }

    @Test func newFactsOfASongReplaceTheOldOnes() {
        var songs = (1...3).map { SongFacts(id: $0, bpm: 100, energy: 0.5, genres: [1, 2]) }
        var table = SongTable(songs)
        songs[1].genres = [3, 4, 5]
        songs[1].alternativeTempos = [WeightedTempo(bpm: 200, strength: 0.5)]
        var effect = SongEffect()
        effect.calm = 1
        effect.count = 20
        songs[1].effects.effectsByContext[.work] = effect
        table.update(songs[1])
        let moment = ChoiceConditions(
            nowSeconds: Self.now, hour: 15, state: .unknown(timeSeconds: Self.now),
            context: .work, need: .calm)
        let request = ChoiceRequest(moment: moment, policy: .adaptive, playingSongID: 1)
        func ranked() -> [SongChoice] { SongChooser.ranked(table, request, count: 3) }
        let fresh = SongTable(songs)
        #expect(ranked() == SongChooser.ranked(fresh, request, count: 3))
        songs[1].effects = SongEffects()
        songs[1].genres = [1]
        table.update(songs[1])
        #expect(ranked() == SongChooser.ranked(SongTable(songs), request, count: 3))
        #expect(table.count == 3)
    }

    @Test func aPlaylistsMatchIsTheMeanOfItsBestTen() throws {
        var random = RandomMusic(seed: 8)
        let songs = (0..<30).map { id -> SongFacts in
            var song = random.song(Int64(id))
            (song.isBlocked, song.isPlayable) = (false, true)
            return song
        }
        let moment = random.moment()
        let request = ChoiceRequest(
            moment: moment, policy: .reference, playingSongID: 3,
            recent: [RecentSong(id: 4, endSeconds: moment.nowSeconds - 10)],
            allowedSongs: Array(0..<15))
        let best = songs.prefix(15).map { SongScore($0, at: moment).finalScore }.sorted(by: >)
        let match = try #require(SongChooser.match(SongTable(songs), request))
        #expect(isClose(match, best.prefix(10).reduce(0, +) / 10, within: 1e-12))
    }
}
