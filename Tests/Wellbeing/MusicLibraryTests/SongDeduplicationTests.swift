import Foundation
import MusicSelection
import TestSupport
import Testing

@testable import MusicLibrary

/// The same recording in two files.
@Suite struct SongJoiningTests {
    private static func song(
        _ id: Int64 = 1, title: String = "Jóga", album: String? = nil, mbid: String? = nil,
        seconds: Double = 240, excerpt: Double? = nil, bpm: Double? = 100, energy: Double = 0.5,
        density: Double? = 0.4, onsets: Double = 4, loudness: Double = -12, range: Double = 6
    ) -> SongDeduplication.Candidate {
        SongDeduplication.Candidate(
            id: id, leaderID: nil, lengthSeconds: seconds, excerptSeconds: excerpt,
            featuresVersion: 1, bpm: bpm, energy: energy, density: density,
            onsetsPerSecond: onsets, loudnessLUFS: loudness, loudnessRangeLU: range,
            tags: SongTags(title: title, artist: "Björk", album: album, recordingID: mbid))
    }

    private static let same: [SongDeduplication.Candidate] = [
        song(2), song(2, title: "JOGA!"), song(2, seconds: 241), song(2, bpm: 100.19),
        song(2, density: 0.409), song(2, onsets: 4.19), song(2, range: 6.4),
        song(2, album: "Greatest Hits"), song(2, mbid: "a"),
        // 6 dB less is .075 less energy.
        song(2, energy: 0.425, loudness: -18),
    ]

    private static let other: [SongDeduplication.Candidate] = [
        song(2, title: "Jóga (live)"), song(2, title: "Jóga, Alec Empire Mix"),
        song(2, title: "Jóga, take 2"), song(2, album: "Live at Union Chapel"),
        song(2, album: "The Remixes"), song(2, seconds: 241.1), song(2, bpm: 100.3),
        song(2, bpm: 50), song(2, bpm: nil), song(2, density: 0.42), song(2, density: nil),
        song(2, energy: 0.53), song(2, onsets: 4.4), song(2, range: 6.6), song(2, excerpt: 60),
        // As loud, and with less energy.
        song(2, energy: 0.425),
    ]

    @Test func whatIsSameAndWhatIsNot() {
        for song in Self.same {
            #expect(
                SongDeduplication.representatives([song, Self.song()]) == [1: 1, 2: 1], "\(song)")
        }
        for song in Self.other {
            #expect(
                SongDeduplication.representatives([song, Self.song()]) == [1: 1, 2: 2], "\(song)")
        }
        let numbers = [Self.song(1, mbid: "a"), Self.song(2, mbid: "b"), Self.song(3, mbid: "A")]
        #expect(SongDeduplication.representatives(numbers) == [1: 1, 2: 2, 3: 1])
        let unmeasured = [Self.song(1, bpm: nil), Self.song(2, bpm: nil)]
        #expect(SongDeduplication.representatives(unmeasured) == [1: 1, 2: 2])
    }

    /// A beat of four tones, by ffmpeg, as FLAC, and another one that differs in its tempo.
    private static func beat(_ seconds: Double) -> String {
        "aevalsrc=0.4*sin(2*PI*220*t)*lt(mod(t\\,\(seconds))\\,0.1):s=44100:d=20"
    }

    private static func tags(_ title: String) -> [String] {
        ["-metadata", "artist=A", "-metadata", "title=" + title]
    }

    /// Four codings of one recording, a faster take of the same name, and a remix by its title.
    @Test(.enabled(if: TestDecoder.isThere)) func encodingsAreOneSongAndRecordingsAreNot() throws {
        let library = try TestLibrary()
        for (name, title, seconds, more) in [
            ("1.flac", "T", 0.5, []), ("2.mp3", "t", 0.5, ["-b:a", "128k"]),
            ("3.ogg", "T.", 0.5, []), ("4.flac", "T", 0.5, ["-af", "volume=-6dB"]),
            ("5.flac", "T", 0.48, []), ("6.flac", "T (remix)", 0.5, ["-af", "volume=-1dB"]),
        ] as [(String, String, Double, [String])] {
            try TestDecoder.make(
                library.folder.path + "/songs/" + name, more + Self.tags(title),
                source: Self.beat(seconds))
        }
        try library.scan(programs: TestDecoder.programs)
        let store = try library.open()
        let songs = try store.songs()
        #expect(songs.map(\.fileCount) == [4, 1, 1])
        let first = try #require(songs.first?.id)
        for name in ["1.flac", "2.mp3", "3.ogg", "4.flac"] {
            #expect(try store.song(atPath: library.folder.path + "/songs/" + name)?.id == first)
        }
        #expect(try store.songFacts().map(\.id) == songs.map(\.id))
        // Nothing is measured again, and nothing changes.
        #expect(try library.scan(programs: TestDecoder.programs).report.unchangedCount == 6)
        #expect(try store.songs() == songs)
    }

    /// Plays and thumbs of two songs of before come together; other tags part the files again.
    @Test func whatWasLearntComesTogether() throws {
        let library = try TestLibrary()
        for number in 1...2 { try library.write("\(number).wav", TestWAV.song(number)) }
        try library.scan(programs: TestDecoder.programs)
        let store = try library.open()
        let ids = try store.songs().map(\.id)
        try store.setThumb(.up, song: ids[1])
        let plays = [(ids[0], 0.0), (ids[1], 1000), (ids[1], 2000)].map { id, start in
            StoredPlay(
                facts: PlayFacts(
                    songID: id, startSeconds: 1_795_550_400 + start,
                    endSeconds: 1_795_550_600 + start, playedSeconds: 200, playedShare: 1,
                    outcome: .finished))
        }
        try store.save(plays, utcOffsetSeconds: 0)
        try store.write { db in
            try db.execute(
                sql: """
                    UPDATE song SET bpm = 100, tempo_confidence = 1, energy = .5, density = .4,
                        onsets_per_s = 2, loudness_lufs = -12, loudness_range_lu = 6
                    """)
            try db.execute(sql: "UPDATE song_file SET artist = 'A', title = 'T'")
        }
        try store.joinSameSongs()
        #expect(try store.songs().map(\.id) == [ids[0]])
        #expect(try store.plays().allSatisfy { $0.facts.songID == ids[0] })
        let facts = try #require(try store.songFacts().first)
        #expect(facts.playCount == 3 && facts.isLiked && facts.effects.overallEffect?.count == 3)
        // An old number still leads to the song.
        #expect(try store.song(named: "\(ids[1])").id == ids[0])
        let before = try store.songFacts()
        try store.joinSameSongs()
        try store.relearnAll()
        #expect(try store.songFacts() == before)
        try store.write { db in
            try db.execute(
                sql: "UPDATE song_file SET title = 'T (live)' WHERE own_song = ?",
                arguments: [ids[1]])
        }
        try store.joinSameSongs()
        #expect(try store.songs().map(\.id) == ids)
        #expect(try store.plays().allSatisfy { $0.facts.songID == ids[0] })
    }
}
