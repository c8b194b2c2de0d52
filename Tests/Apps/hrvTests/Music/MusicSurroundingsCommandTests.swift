import Foundation
import MusicLibrary
import MusicSelection
import SessionHistory
import TestSupport
import Testing

/// Calendar, desktop, workouts, playlists and nights, as a person uses them.
@Suite struct MusicSurroundingsCommandTests {
    private let music: TestMusic

    init() throws { music = try TestMusic() }

    private func state(_ words: String...) throws -> [String: Any] {
        let output = try CommandRunner.run(
            ["music", "state", "--json"] + words, home: music.home)
        return try #require(try music.rows(output).first)
    }

    /// A calendar with an event from a time before now to one after it; min.
    private func calendar(_ before: Double, _ after: Double) throws -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = .gmt
        format.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
        return try music.home.write(
            "work.ics",
            """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            DTSTART:\(format.string(from: Date() - 60 * before))
            DTEND:\(format.string(from: Date() + 60 * after))
            END:VEVENT
            BEGIN:VEVENT
            DTSTART:20260101T000000Z
            DURATION:PT1M
            RRULE:FREQ=YEARLY
            END:VEVENT
            END:VCALENDAR
            """)
    }

    // MARK: Surroundings

    @Test func aMeetingIsWork() throws {
        let now = try state("--calendar", calendar(30, 30))
        #expect(now["context"] as? String == "work")
        #expect(now["context_sources"] as? [String] == ["calendar"])
        let later = try state("--calendar", calendar(-30, 60))
        #expect(later["context"] as? String != "work")
        // It begins 30 min after the file was written.
        let minutes = try #require(later["next_event_min"] as? Double)
        #expect((28...30).contains(minutes))
        #expect(now["next_event_min"] is NSNull)
        #expect((now["reasons"] as? [String: String])?["next_event_min"] == "none_in_a_day")
        #expect((try state()["reasons"] as? [String: String])?["next_event_min"] == "no_calendar")
        let table = try music.music("state", "--calendar", calendar(1, 1), "--output", "table")
        #expect(table.errors.contains("1 repeat in a way that hrv does not follow"))
        let next = try music.music("next", "--json", "--calendar", calendar(30, 30))
        #expect(try music.rows(next).first?["context"] as? String == "work")
    }

    @Test func theDesktopReportsDeepWork() throws {
        let file = try music.home.write("now.json", "{\"focus\": \"Work\", \"idle_s\": 3}")
        #expect(try state("--context", file)["context"] as? String == "deepWork")
        #expect(try state("--context", "cat '\(file)'")["context"] as? String == "deepWork")
        let bad = try music.home.write("bad.json", "focus")
        let output = try music.music("state", "--context", bad)
        #expect(output.status == 0 && output.errors.contains("no JSON object"))
    }

    @Test func aTimedWorkoutIsOne() throws {
        let history = try music.history
        var entry = PracticeEntry(
            startedAt: Date() - 1500, utcOffsetSeconds: 0, kind: "interval", title: "Rounds")
        entry.state = .ended
        entry.endedAt = Date() - 300
        entry.workoutMs = 1_200_000
        try history.save(entry)
        #expect(try state()["context"] as? String == "postWorkout")
        #expect(try state()["need"] as? String == "calm")
    }

    @Test func aWorkoutOfTheHealthRecordsIsOne() throws {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = .gmt
        format.dateFormat = "yyyy-MM-dd HH:mm:ss '+0000'"
        let (start, end) = (Date() - 3000, Date() - 120)
        var export = HealthExportText()
        export.exportDate = format.string(from: Date())
        export.elements.append(
            """
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="48" \
            durationUnit="min" \(HealthExportText.watch) startDate="\(format.string(from: start))" \
            endDate="\(format.string(from: end))"/>
            """)
        let records = try music.home.write("export.xml", export.xml)
        #expect(try music.hrv("health", "import", records).status == 0)
        #expect(try state()["context"] as? String == "postWorkout")
    }

    @Test func whatCannotBeReadIsSaid() throws {
        let text = try music.home.write("text.ics", "hello")
        let cases: [([String], Int32, String)] = [
            (["--calendar", music.home.path + "/none.ics"], 66, "no such file"),
            (["--calendar", text], 65, "this is no calendar"),
            (["--context", "no-such-program-qxz"], 66, "no program of this name"),
        ]
        for (words, status, sentence) in cases {
            for command in ["state", "next"] {
                let output = try CommandRunner.run(["music", command] + words, home: music.home)
                #expect(output.status == status && output.errors.contains(sentence))
            }
        }
        let play = try music.music("play", "--calendar", text, "--player", "mpris:nobody")
        #expect(play.status == 65)
    }

    // MARK: Playlists

    @Test func aPlaylistShowsHowWellItFits() throws {
        for song in music.songs { try music.store.setCorrectedBpm(90, of: song) }
        try music.home.write("songs/a.m3u8", "#PLAYLIST:All\n1.wav\n2.wav\n")
        try music.home.write("songs/b.m3u8", "#PLAYLIST:None\ngone.wav\n")
        #expect(
            try music.music("scan", music.home.path + "/songs", "--playlists").status == 0)
        let before = try music.rows(music.music("playlists", "--json", "--policy", "reference"))
        #expect(before.map { $0["name"] as? String } == ["All", "None"])
        let scores = try music.rows(
            music.music("next", "--count", "9", "--json", "--policy", "reference")
        ).compactMap { $0["base"] as? Double }
        try #require(scores.count == 2)
        let match = try #require(before[0]["match_pct"] as? Double)
        // The clock goes on between both commands, and at the full hour the rules of the night begin.
        #expect(abs(match - 50 * (scores[0] + scores[1])) < 1e-9)
        #expect(before[0]["calm"] is NSNull && before[0]["bpm"] as? Double == 90)
        #expect(before[1]["match_pct"] is NSNull && before[1]["songs"] as? Int == 0)
        let reasons = try #require(before[1]["reasons"] as? [String: String])
        #expect(reasons["match_pct"] == "no_song" && reasons["bpm"] == "not_measured")

        try music.store.save(
            [(0, MusicContext.work), (1, .work), (2, .morning), (3, .work)].map { index, context in
                let start = TestMusic.noon + 1000 * Double(index)
                return StoredPlay(
                    facts: PlayFacts(
                        songID: music.songs[index % 2], startSeconds: start,
                        endSeconds: start + 240, playedSeconds: 240, playedShare: 1,
                        outcome: .finished, context: context))
            }, utcOffsetSeconds: 0)
        let after = try music.rows(music.music("playlists", "--json"))[0]
        let contexts = try #require(after["contexts"] as? [String: Double])
        #expect(contexts == ["work": 0.75, "morning": 0.25])
        // Each song: .5, then twice .2 of the way to .5 + .2 (1 - .5) = .6.
        #expect(abs((after["calm"] as? Double ?? 0) - 0.536) < 1e-9)
        #expect(abs((after["confidence"] as? Double ?? 0) - 0.1) < 1e-9)
    }

    // MARK: Nights

    @Test func aNightThatIsKnownLaterCounts() throws {
        try music.store.save(
            [
                StoredPlay(
                    facts: PlayFacts(
                        songID: music.songs[0], startSeconds: TestMusic.noon,
                        endSeconds: TestMusic.noon + 240, playedSeconds: 240, playedShare: 1,
                        outcome: .finished, context: .work))
            ], utcOffsetSeconds: 0)
        let unknown = try #require(
            try music.rows(music.music("history", "--sessions", "--json")).first)
        // .25 + .30 .5 + .25 + .20 .5.
        #expect(abs((unknown["quality"] as? Double ?? 0) - 0.75) < 1e-9)
        #expect(unknown["sleep"] is NSNull)
        #expect((unknown["reasons"] as? [String: String])?["sleep"] == "no_night")
        var export = HealthExportText()
        export.sleep("AsleepDeep", "2026-11-20 23:00:00", "2026-11-21 00:12:00")
        export.sleep("AsleepCore", "2026-11-21 00:12:00", "2026-11-21 05:00:00")
        let records = try music.home.write("export.xml", export.xml)
        #expect(try music.hrv("health", "import", records).status == 0)
        let known = try #require(
            try music.rows(music.music("history", "--sessions", "--json")).first)
        // .7 6/8 + .3 (.2/.4) of 6 h, a fifth of them deep.
        #expect(abs((known["sleep"] as? Double ?? 0) - 0.675) < 1e-9)
        #expect(abs((known["quality"] as? Double ?? 0) - (0.65 + 0.2 * 0.675)) < 1e-9)
        let table = try music.music("history", "--sessions", "--output", "table")
        #expect(table.text.contains("2026-11-20") && table.text.contains("100 %"))
        #expect(try music.music("history", "--sessions", "--song", "1").status == 64)
    }
}
