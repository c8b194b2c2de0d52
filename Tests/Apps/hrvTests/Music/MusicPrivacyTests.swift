import Foundation
import MusicLibrary
import MusicSelection
import SessionHistory
import TestSupport
import Testing

/// Heart values and titles leave nothing behind, looked for in the bytes of the files.
@Suite struct MusicPrivacyTests {
    private let music: TestMusic

    init() throws { music = try TestMusic() }

    private static let values = [93.1718, 71.2345, 41.5432, 55.4321, 0.314159]

    /// A play, samples and a pattern of a session's heart.
    private func keepHeart(_ session: UUID) throws {
        let start = TestMusic.noon
        let values = Self.values
        let store = try music.store
        try store.save(
            [
                StoredPlay(
                    facts: PlayFacts(
                        songID: music.songs[0], startSeconds: start, endSeconds: start + 240,
                        playedSeconds: 240, playedShare: 1, outcome: .finished, context: .preSleep,
                        startBpm: values[0], endBpm: values[1], startSDNNMs: values[2],
                        endSDNNMs: values[3]), need: .calm, choosingPolicy: "reference",
                    score: 0.625,
                    breathingSessionID: session)
            ], utcOffsetSeconds: 19_800)
        try store.save(
            heartRates: [HeartRateSample(timeSeconds: start, bpm: values[0])],
            hrv: [HRVSample(timeSeconds: start, valueMs: values[2])], session: session,
            nowMs: Int64(1000 * start))
        try store.save(
            energy: values[4], atMs: Int64(1000 * start), utcOffsetSeconds: 0, session: session)
    }

    private var onDisk: [Double] { Self.values.filter { music.hasOnDisk($0) } }

    @Test func aDeletedSessionIsInNoFile() throws {
        let session = try music.keepSession([800, 810, 820])
        let other = try music.keepSession([800])
        try keepHeart(session)
        #expect(onDisk == Self.values)
        #expect(try music.hrv("history", "delete", other.uuidString, "--yes").status == 0)
        #expect(onDisk == Self.values)
        #expect(try music.hrv("history", "delete", session.uuidString, "--yes").status == 0)
        #expect(onDisk.isEmpty)
        // The play stays, and what it taught without a heart: .5 + .2 ((.5 + .2 .5) - .5).
        #expect(try music.store.plays().map(\.facts.startBpm) == [nil])
        let calm = try music.store.effects(ofSong: music.songs[0]).overallEffect?.calm
        #expect(abs((calm ?? 0) - 0.52) < 1e-12)
    }

    @Test func deletingTheWholeHistoryForgetsToo() throws {
        try keepHeart(music.keepSession([800]))
        #expect(try music.hrv("history", "delete", "--everything", "--yes").status == 0)
        #expect(try music.store.plays().count == 1 && onDisk.isEmpty)
    }

    /// The session went without notice to the library, by another program or a version before.
    @Test(arguments: [["songs"], ["history"], ["export"], ["state"]])
    func anOpenedLibraryForgetsWhatTheHistoryLost(words: [String]) throws {
        let session = try music.keepSession([800])
        try keepHeart(session)
        #expect(try CommandRunner.run(["music"] + words, home: music.home).status == 0)
        #expect(onDisk == Self.values)
        try music.history.delete(session, logsFolder: music.home.path)
        #expect(try CommandRunner.run(["music"] + words, home: music.home).status == 0)
        #expect(onDisk.isEmpty)
    }

    /// A history that cannot be read says nothing of its sessions.
    @Test func aDamagedHistoryDeletesNothing() throws {
        try keepHeart(music.keepSession([800]))
        let path = try music.history.path
        for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
        try Data("no database, but long enough to be looked at by anybody".utf8).write(
            to: URL(fileURLWithPath: path))
        let output = try music.music("songs")
        #expect(output.status == 0 && output.errors.contains("heart values stay"))
        #expect(onDisk == Self.values)
    }

    @Test func deletingASessionMakesNoLibrary() throws {
        let home = try TemporaryFolder()
        let path = home.path + "/h.sqlite"
        let session = BreathingSession(
            startedAt: Date(timeIntervalSince1970: 1_795_000_000), utcOffsetSeconds: 0,
            source: .strap)
        var details = SessionDetails(session: session)
        details.session.state = .ended
        try SessionStore(path: path).add(details)
        let output = try CommandRunner.run(
            ["history", "delete", "last", "--yes", "--database", path], home: home)
        #expect(output.status == 0)
        #expect(!FileManager.default.fileExists(atPath: path + "-music"))
    }

    // MARK: What may leave

    @Test func anExportHoldsNoHeartContextOrLocation() throws {
        try keepHeart(music.keepSession([800]))
        #expect(
            try music.music(
                "settings", "--rest", "57.25", "--max", "181.5", "--hrv-baseline", "63.5", "--age",
                "41", "--artist-limit", "1"
            ).status == 0)
        #expect(try music.music("thumb", "2", "up").status == 0)
        #expect(try music.music("context", "social").status == 0)
        #expect(try music.music("mood", "4").status == 0)
        let file = music.home.path + "/export.json"
        #expect(try music.music("export", "--out", file).status == 0)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        for value in Self.values + [57.25, 181.5, 63.5] { #expect(!text.contains("\(value)")) }
        for word in [
            "preSleep", "social", "calm", "mood", "context", "need", "bpm\": 9", "sdnn", "19800",
            music.home.path, ".wav", TestMusic.titles[0],
        ] { #expect(!text.contains(word), "\(word)") }
        let all = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(
            Set(all.keys) == ["format", "version", "songs", "plays", "settings", "preferences"])
        let play = try #require((all["plays"] as? [[String: Any]])?.first)
        #expect(
            Set(play.keys) == [
                "song", "started_ms", "ended_ms", "heard_s", "heard_share", "outcome",
                "chosen_by", "score", "probability",
            ])
        #expect(play["score"] as? Double == 0.625)
        let songs = try #require(all["songs"] as? [[String: Any]])
        #expect(songs.map { $0["plays"] as? Int } == [1, 0])
        #expect(songs.map { $0["thumb"] as? String } == [nil, "up"])
        #expect(all["settings"] as? [String: Double] == ["age_years": 41])
        #expect(all["preferences"] as? [String: Double] == ["artist_limit": 1])
    }

    // MARK: Deleting the library

    @Test func thePlayHistoryGoesAndSongsStay() throws {
        try keepHeart(music.keepSession([800]))
        #expect(try music.music("mood", "4").status == 0)
        #expect(try music.music("thumb", "2", "up").status == 0)
        #expect(try music.music("delete", "--play-history").status == 64)
        let output = try music.music("delete", "--play-history", "--yes")
        #expect(output.status == 0 && output.errors.contains("deleted 1 plays"))
        #expect(onDisk.isEmpty)
        let store = try music.store
        #expect(try store.plays().isEmpty && store.listenings().isEmpty)
        #expect(try store.moods(sinceMs: 0).isEmpty && store.heartRates(sinceMs: 0).isEmpty)
        let facts = try store.songFacts()
        #expect(facts.map(\.playCount) == [0, 0] && facts.map(\.isLiked) == [false, true])
        #expect(facts.allSatisfy { $0.effects == SongEffects() })
        #expect(music.hasOnDisk(TestMusic.titles[0]))
    }

    /// The titles are deleted also while another program has the library open, so that the file
    /// stays.
    @Test(arguments: [false, true]) func nothingHasATitleAnyMore(isOpen: Bool) throws {
        #expect(TestMusic.titles.allSatisfy { music.hasOnDisk($0) })
        let other = isOpen ? try music.store : nil
        #expect(try other?.songs().count ?? 2 == 2)
        #expect(try music.music("delete", "--everything", "--yes").status == 0)
        #expect(FileManager.default.fileExists(atPath: music.path) == isOpen)
        // Before the bytes are looked at: closing a file takes this process's locks of it away.
        #expect(try other?.songs().isEmpty ?? true)
        #expect(!TestMusic.titles.contains { music.hasOnDisk($0) })
    }
}
