import FlyingFox
import Foundation
import GRDB
import LiveSession
import MusicLibrary
import MusicPlayers
import MusicSelection
import MusicSession
import SessionHistory
import Synchronization
import TestPlayers
import TestSupport
import Testing

@testable import SessionDashboard

/// 2026-11-24 18:00 UTC, for ever.
private struct StoppedMusicClock: MusicClock {
    let unixSeconds = 1_795_543_200.0
    let utcOffsetSeconds = 0
}

/// A server's side of music with a player that a test moves, and browsers of both roles.
private final class MusicPage: Sendable {
    let folder: TemporaryFolder
    let player: FakePlayer
    let hub = SessionHub()
    let music: MusicHub
    let store: MusicStore
    private let caller: PageCaller

    /// - Parameter error: why no player is found; nil: the one of the test is.
    /// - Parameter keepsHistory: whether there is a history, with no session in it.
    init(
        songCount: Int = 4, error: PlayerError? = nil, keepsHistory: Bool = false,
        workout: WorkoutStatus = WorkoutStatus()
    ) throws {
        folder = try TemporaryFolder()
        let (songs, libraryPath) = (folder.path + "/songs", folder.path + "/music.sqlite")
        try FileManager.default.createDirectory(
            atPath: songs, withIntermediateDirectories: true)
        var lengths: [String: Double] = [:]
        for number in 0..<songCount {
            let path = try TestSong.write(
                "Song \(number + 1).wav", seconds: 2, hertz: 200 + 50 * number, in: songs)
            lengths[try #require(SongPath(path).resolved).text] = 200
        }
        try Data("Song 1.wav\nSong 2.wav\nnowhere.wav\n".utf8).write(
            to: URL(fileURLWithPath: songs + "/Two.m3u"))
        store = try MusicStore.open(path: libraryPath)
        if songCount > 0 {
            var options = MusicScan.Options(nowMs: 1000)
            options.readsPlaylists = true
            _ = try MusicScan(store: store, options: options, isCancelled: { false }) { _ in }
                .run([SongPath(songs)])
        }
        player = FakePlayer(lengths)
        let player = player
        let history =
            keepsHistory ? try SessionStore(path: folder.path + "/history.sqlite") : nil
        music = MusicHub(
            MusicResources(
                libraryPath: libraryPath, history: history, policy: .reference, seed: 1,
                clock: StoppedMusicClock(),
                surroundings: PersonSurroundings(workouts: { _ in workout }),
                programs: "/nowhere"
            ) {
                () async throws(PlayerError) -> any Player in
                if let error { throw error }
                return player
            }, hub: hub)
        caller = PageCaller(stem: "/api/music") { [hub, music] access, cookie, origin in
            PageFeatures(
                access: access, cookie: cookie, origin: origin, hub: hub,
                history: StoredHistory(store: nil, logsFolder: ""), starter: nil, version: "1.2",
                health: nil, music: music)
        }
    }

    func call(
        _ method: HTTPMethod, _ address: String, _ body: String = "{}",
        as role: WatcherRole = .full
    ) async throws -> PageCaller.Response {
        try await caller.call(method, address, body, as: role)
    }

    /// The music as a page sees it once something is so.
    func wait(_ condition: ([String: Any]) -> Bool) async throws -> [String: Any] {
        while true {
            let music = try await call(.GET, "").object["music"] as? [String: Any]
            if let music, condition(music) { return music }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Title of the song that plays, once the player and the library have reported it.
    func title(_ music: [String: Any]) -> String? {
        let song = music["song"] as? [String: Any]
        let isFound = song?["id"] != nil && music["state"] as? String != "stopped"
        return isFound ? song?["title"] as? String : nil
    }
}

/// The answers of the routes of music.
@Suite(.timeLimit(.minutes(1))) struct MusicFeatureTests {
    @Test(arguments: ["end", "skip", "previous", "pause", "thumb", "nudge", "mood", "context"])
    func linksAndViewersTriggerNoAction(action: String) async throws {
        let page = try MusicPage()
        let response = try await page.call(.GET, "/" + action)
        #expect(response.status == 405 && response.headers[HTTPHeader("Allow")] == "POST")
        #expect(try await page.call(.POST, "/" + action, as: .view).status == 403)
        #expect(try await page.call(.POST, "", as: .view).status == 403)
    }

    @Test func preferencesAreSetRefusedAndNamed() async throws {
        let page = try MusicPage()
        func value(_ id: String) async throws -> Double? {
            let all = try await page.call(.GET, "/settings").object["preferences"]
            let row = (all as? [[String: Any]])?.first { $0["id"] as? String == id }
            #expect(row?["en"] is String && row?["de"] is String && row?["usual"] is Double)
            return row?["value"] as? Double
        }
        func set(_ body: String) async throws -> Int {
            try await page.call(.POST, "/settings", body).status
        }
        #expect(try await page.call(.GET, "/settings", as: .view).status == 403)
        #expect(try await page.call(.POST, "/settings", as: .view).status == 403)
        #expect(try await value("artist_limit") == nil)
        #expect(try await set(#"{"id": "artist_limit", "value": 1}"#) == 200)
        #expect(try await value("artist_limit") == 1)
        for body in [
            #"{"id": "artist_limit", "value": 1.5}"#, #"{"id": "artist_limit", "value": 21}"#,
            #"{"id": "rest_bpm", "value": 60}"#, "{}",
        ] { #expect(try await set(body) == 422) }
        for (id, status) in [
            ("tempo", 200), ("energy", 200), ("familiarity", 200), ("history", 200),
        ] {
            #expect(try await set(#"{"id": "\#(id)_weight", "value": 0}"#) == status)
        }
        #expect(try await set(#"{"id": "context_weight", "value": 0}"#) == 422)
        #expect(try await page.call(.POST, "").status == 200)
        let music = try await page.wait { page.title($0) != nil }
        let why = try #require(music["why"] as? [String: [String]])
        #expect(why["en"]?.contains { $0.contains("at most 1 songs of one artist") } == true)
        #expect(why["en"]?.contains { $0.contains("tempo counts 0 %") } == true)
        #expect(try await set(#"{"id": "artist_limit", "value": null}"#) == 200)
        #expect(try await value("artist_limit") == nil)
    }

    @Test func viewersSeeTheMusicAndNoInsights() async throws {
        let page = try MusicPage()
        for path in ["", "/playlists", "/playlists/1", "/songs/1/art"] {
            #expect(try await page.call(.GET, path, as: .view).status < 300, "\(path)")
        }
        for path in ["/insights", "/debug"] {
            #expect(try await page.call(.GET, path, as: .view).status == 403)
            #expect(try await page.call(.GET, path).status == 200)
        }
    }

    @Test func aSongIsChosenControlledAndStored() async throws {
        let page = try MusicPage()
        let before = try await page.call(.GET, "").object
        #expect(before["songs"] as? Int == 4 && before["music"] == nil)
        #expect(try await page.call(.POST, "").status == 200)
        #expect(try await page.call(.POST, "").status == 409)
        let music = try await page.wait { page.title($0) != nil }
        let first = try #require(page.title(music))
        #expect(page.player.queueURIs.first?.hasSuffix("/\(first).wav") == true)
        let why = try #require(music["why"] as? [String: [String]])
        #expect(why["en"]?.isEmpty == false && why["en"]?.count == why["de"]?.count)
        #expect(why["en"] != why["de"])
        #expect((music["dials"] as? [[String: Any]])?.count == 5)
        #expect(music["bpm"] == nil)
        #expect(try await page.call(.POST, "/pause").status == 204)
        _ = try await page.wait { $0["state"] as? String == "paused" }
        #expect(try await page.call(.POST, "/pause").status == 204)
        _ = try await page.wait { $0["state"] as? String == "playing" }
        #expect(try await page.call(.POST, "/thumb", #"{"thumb": "up"}"#).status == 204)
        _ = try await page.wait { $0["thumb"] as? String == "up" }
        #expect(try await page.call(.POST, "/nudge", #"{"direction": 1}"#).status == 204)
        _ = try await page.wait { abs(($0["nudge"] as? Double ?? 0) - 0.1) < 1e-12 }
        #expect(try await page.call(.POST, "/context", #"{"context": "work"}"#).status == 204)
        _ = try await page.wait { $0["isContextSaid"] as? Bool == true }
        #expect(try page.store.manualContext()?.context == .work)
        // Thumb down leads on to another song; one that was heard is kept.
        page.player.advance(5)
        #expect(try await page.call(.POST, "/thumb", #"{"thumb": "down"}"#).status == 204)
        _ = try await page.wait { page.title($0) != first }
        let play = try #require(try page.store.plays().first)
        #expect(play.facts.outcome == .person && play.choosingPolicy == "reference")
        #expect(try page.store.thumbs()[play.facts.songID] == .down)
        #expect(try await page.call(.POST, "/end").status == 204)
        #expect(try await page.call(.GET, "").object["music"] == nil)
        #expect(try await page.call(.POST, "/skip").status == 404)
    }

    @Test func onlySongsOfAPlaylistAreChosen() async throws {
        let page = try MusicPage()
        let lists = try #require(
            try await page.call(.GET, "/playlists").object["playlists"] as? [[String: Any]])
        let list = try #require(lists.first)
        #expect(list["name"] as? String == "Two" && list["songs"] as? Int == 2)
        #expect(list["missing"] as? Int == 1)
        // In the evening nothing is known of the person, so 110 beats/min and 60/130 are wanted. Of a tone without a
        // tempo, never played: .15 of tempo, .25 of history and .25 of context count half, familiarity nothing.
        let match = try #require(list["match"] as? Double)
        let energies = try page.store.songs().filter { $0.displayTitle <= "Song 2" }
            .map { $0.energy.map { 1 - abs($0 - 60.0 / 130) } ?? 0.5 }
        let mean = energies.reduce(0) { $0 + 0.5 * (0.15 + 0.25 + 0.25) + 0.2 * $1 } / 2
        #expect(energies.count == 2 && abs(match - 100 * mean) < 1e-9)
        let id = try #require(list["id"] as? Int)
        let songs = try await page.call(.GET, "/playlists/\(id)").object["songs"]
        #expect(
            (songs as? [[String: Any]])?.map { $0["title"] as? String } == ["Song 1", "Song 2"])
        #expect(try await page.call(.POST, "", "{\"playlist\": \(id)}").status == 200)
        var heard: Set<String> = []
        for _ in 0..<5 {
            let music = try await page.wait { page.title($0) != nil }
            #expect(music["playlist"] as? String == "Two")
            heard.insert(try #require(page.title(music)))
            _ = try await page.call(.POST, "/skip")
        }
        #expect(heard.isSubset(of: ["Song 1", "Song 2"]) && !heard.isEmpty, "\(heard)")
        #expect(try await page.call(.GET, "/playlists/99").status == 404)
        #expect(try await page.call(.POST, "", #"{"playlist": 99}"#).status == 409)
        await page.music.end()
        #expect(try await page.call(.POST, "", #"{"playlist": 99}"#).status == 404)
    }

    @Test func aWorkoutCountsForTheMatchAndForTheMusic() async throws {
        let (rest, workout) = try (MusicPage(), MusicPage(workout: WorkoutStatus(isRunning: true)))
        func match(_ page: MusicPage) async throws -> Double {
            let lists = try await page.call(.GET, "/playlists").object["playlists"]
            return try #require((lists as? [[String: Any]])?.first?["match"] as? Double)
        }
        #expect(try await abs(match(rest) - match(workout)) > 1)
        for (page, context) in [(rest, "unknown"), (workout, "workout")] {
            #expect(try await page.call(.POST, "").status == 200)
            let music = try await page.wait { page.title($0) != nil }
            #expect(music["context"] as? String == context)
            await page.music.end()
        }
    }

    @Test func withoutSongsNothingBegins() async throws {
        let page = try MusicPage(songCount: 0)
        let response = try await page.call(.POST, "")
        #expect(response.status == 404)
        #expect((response.object["error"] as? String)?.contains("there is no song") == true)
        #expect(try await page.call(.GET, "").object["songs"] as? Int == 0)
    }

    @Test(arguments: [
        (PlayerError.unreachable("nobody listens"), 503), (.inUse, 409), (.wrongPassword, 503),
    ])
    func whyThereIsNoPlayerIsSaid(error: PlayerError, status: Int) async throws {
        let page = try MusicPage(error: error)
        let response = try await page.call(.POST, "")
        #expect(response.status == status && response.object["error"] as? String == error.sentence)
        // It can be tried again.
        #expect(try await page.call(.POST, "").status == status)
    }

    @Test(arguments: [
        ("/mood", #"{"level": 0}"#), ("/mood", #"{"level": 6}"#), ("/mood", "{}"),
        ("/mood", #"{"level": 3, "energy": 6}"#), ("/mood", #"{"energy": 0}"#),
        ("/nudge", #"{"direction": 2}"#), ("/context", #"{"context": "asleep"}"#),
        ("/thumb", #"{"thumb": "sideways"}"#), ("", #"{"playlist": "Two"}"#),
    ])
    func invalidRequestsAreRefused(path: String, body: String) async throws {
        let page = try MusicPage()
        #expect(try await page.call(.POST, path, body).status == 422)
    }

    @Test func aMoodIsStoredWhileNoMusicIsChosen() async throws {
        let page = try MusicPage()
        #expect(try await page.call(.POST, "/mood", #"{"level": 5}"#).status == 204)
        #expect(try page.store.moods(sinceMs: 0).map(\.mood) == [1])
        #expect(try page.store.moods(sinceMs: 0).map(\.energy) == [nil])
        // Of the same moment: the energy comes to the mood.
        #expect(try await page.call(.POST, "/mood", #"{"energy": 2}"#).status == 204)
        #expect(try page.store.moods(sinceMs: 0).map(\.mood) == [1])
        #expect(try page.store.moods(sinceMs: 0).map(\.energy) == [0.25])
    }

    /// Pages hear of the music by the line; one that comes later hears what stands.
    @Test func pagesAreNotifiedOfChanges() async throws {
        let page = try MusicPage()
        let (_, messages) = try #require(page.hub.join(.full))
        let received = Mutex<[String]>([])
        let listening = Task {
            for await text in messages { received.withLock { $0.append(text) } }
        }
        #expect(try await page.call(.POST, "").status == 200)
        _ = try await page.wait { page.title($0) != nil }
        try await until("the song is told") {
            received.withLock {
                $0.contains { $0.contains(#""type":"music""#) && $0.contains("Song ") }
            }
        }
        let (_, later) = try #require(page.hub.join(.view))
        var retained = later.makeAsyncIterator()
        _ = await retained.next()
        #expect(await retained.next()?.contains(#""type":"music""#) == true)
        await page.music.end()
        try await until("the end is told") {
            received.withLock { $0.last?.contains(#""music":null"#) == true }
        }
        listening.cancel()
    }

    /// Another program deleted the session while no page was there.
    @Test func whatADeletedSessionTaughtIsForgotten() async throws {
        let page = try MusicPage(keepsHistory: true)
        let facts = PlayFacts(
            songID: 1, startSeconds: 1_795_543_200, endSeconds: 1_795_543_400, playedSeconds: 200,
            playedShare: 1, outcome: .finished, context: .unknown, startBpm: 71.5, endBpm: 65.25)
        try page.store.save(
            [StoredPlay(facts: facts, breathingSessionID: UUID())], utcOffsetSeconds: 0)
        #expect(try page.store.plays().first?.facts.startBpm == 71.5)
        #expect(try await page.call(.GET, "/insights").status == 200)
        let play = try #require(try page.store.plays().first)
        #expect(play.facts.startBpm == nil && play.breathingSessionID == nil)
        #expect(play.facts.playedSeconds == 200)
    }

    /// A scan that has ended is none that goes on, and neither is one that was killed: it does not move.
    @Test func aScanIsShownWhileItMoves() async throws {
        let page = try MusicPage()
        let database = try DatabaseQueue(path: page.store.path)
        func scanned() async throws -> Int? {
            try await page.call(.GET, "").object["scanned"] as? Int
        }
        func write(_ sql: String) async throws {
            try await database.write { try $0.execute(sql: sql) }
        }
        #expect(try await scanned() == nil)
        try await write(
            "INSERT INTO scan (started_ms, n_found, n_measured, n_known, n_failed) VALUES (1, 9, 2, 1, 1)"
        )
        #expect(try await scanned() == nil)
        #expect(try await scanned() == nil)
        try await write("UPDATE scan SET n_measured = 3 WHERE ended_ms IS NULL")
        #expect(try await scanned() == 5)
        try await write("UPDATE scan SET ended_ms = 2")
        #expect(try await scanned() == nil)
    }
}
