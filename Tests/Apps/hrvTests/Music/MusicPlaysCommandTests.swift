import Foundation
import MusicLibrary
import MusicSelection
import TestSupport
import Testing

/// Play histories, what is learnt, and what comes next, as a person uses them.
@Suite struct MusicPlaysCommandTests {
    private let music: TestMusic

    init() throws { music = try TestMusic() }

    /// 80/min from 5 min before noon on, and 75/min from a minute after noon on.
    private static let intervals =
        (0..<480).map { $0 % 2 == 0 ? 740.0 : 760 } + (0..<500).map { $0 % 2 == 0 ? 780.0 : 820 }

    // MARK: Import, history, learn

    @Test func aPlayHistoryIsImportedOnce() throws {
        try music.keepSession(Self.intervals)
        let file = try music.scrobbles(
            (0, "jogaqxz one!"), (240, "Saysqxz Two"), (300, "Nobody"), (300, "Nobody"))
        let report = try #require(try music.rows(music.music("import", file, "--json")).first)
        #expect(report["source"] as? String == "last.fm")
        #expect(report["new"] as? Int == 2 && report["unmatched"] as? Int == 1)
        #expect(report["skips"] as? Int == 1 && report["with_heart"] as? Int == 1)
        #expect(report["dropped"] as? [String: Int] == ["doubled": 1])
        let again = try music.music("import", file, "--output", "table")
        #expect(again.text.contains("0 plays taken over") && again.text.contains("2 known before"))
        #expect(again.text.contains("Bjork - Nobody, 1 play"))

        let plays = try music.rows(music.music("history", "--json"))
        #expect(plays.map { $0["title"] as? String } == TestMusic.titles.reversed())
        #expect(plays.map { $0["heard_s"] as? Double } == [60, 240])
        #expect(plays.map { $0["skip"] as? Bool } == [true, false])
        // The last 30 s before the ends are even: 80 and 75 beats in a minute.
        #expect(abs((plays[1]["start_bpm"] as? Double ?? 0) - 80) < 0.2)
        #expect(abs((plays[1]["end_bpm"] as? Double ?? 0) - 75) < 0.2)
        #expect(abs((plays[1]["bpm_change"] as? Double ?? 0) + 5) < 0.4)
        // Of intervals 10 ms about their mean the SDNN is 10 ms, and then 20.
        #expect(abs((plays[1]["start_sdnn_ms"] as? Double ?? 0) - 10) < 0.2)
        #expect(abs((plays[1]["end_sdnn_ms"] as? Double ?? 0) - 20) < 0.5)
        let reasons = try #require(plays[0]["reasons"] as? [String: String])
        // Of a minute: its heart is shown, and no change is.
        #expect(abs((plays[0]["start_bpm"] as? Double ?? 0) - 75) < 0.2)
        #expect(plays[0]["bpm_change"] is NSNull && reasons["bpm_change"] == "too_short")
        #expect(try music.music("history", "--song", "1", "--limit", "1").status == 0)
        #expect(try music.music("history", "--output", "table").text.contains("80 to 75"))
        #expect(try music.music("history", "--song", "99").status == 66)
    }

    @Test func aPacedSessionTeachesNothing() throws {
        try music.keepSession(Self.intervals, pacer: "fixed")
        let file = try music.scrobbles((0, "Jogaqxz One"))
        #expect(try music.music("import", file).status == 0)
        let play = try #require(try music.rows(music.music("history", "--json")).first)
        #expect(play["start_bpm"] is NSNull)
        #expect((play["reasons"] as? [String: String])?["end_sdnn_ms"] == "paced")
    }

    /// A watch's samples 2 min before noon and 5 min after it, and 6 h of sleep, a fifth of it deep.
    @Test func healthRecordsAreTheHeartAndTheNight() throws {
        var export = HealthExportText()
        export.record("HeartRate", "count/min", "82", at: "2026-11-20 12:58:00")
        export.record("HeartRate", "count/min", "76", at: "2026-11-20 13:05:00")
        export.sleep("AsleepDeep", "2026-11-20 23:00:00", "2026-11-21 00:12:00")
        export.sleep("AsleepCore", "2026-11-21 00:12:00", "2026-11-21 05:00:00")
        let records = try music.home.write("export.xml", export.xml)
        #expect(try music.hrv("health", "import", records).status == 0)
        #expect(try music.music("import", music.scrobbles((0, "Jogaqxz One"))).status == 0)
        let play = try #require(try music.store.plays().first)
        #expect(play.facts.startBpm == 82 && play.facts.endBpm == 76)
        #expect(play.facts.startSDNNMs == nil && play.breathingSessionID == nil)
        // .7 6/8 + .3 (.2/.4).
        let sleep = try music.store.listenings().first?.sleep
        #expect(abs((sleep ?? 0) - 0.675) < 1e-9)
    }

    @Test func learntEffectsAreReportedWithUncertainty() throws {
        #expect(try music.music("learn").errors.contains("nothing is learnt yet"))
        let changes = [-2.0, -4, -3, -5, -1]
        let plays = changes.enumerated().map { number, change in
            let start = TestMusic.noon + 4000 * Double(number)
            return StoredPlay(
                facts: PlayFacts(
                    songID: music.songs[0], startSeconds: start, endSeconds: start + 240,
                    playedSeconds: 240, playedShare: 1, outcome: .finished, context: .work,
                    startBpm: 80, endBpm: 80 + change))
        }
        try music.store.save(Array(plays.prefix(4)), utcOffsetSeconds: 0)
        #expect(try music.music("learn", "--output", "table").text.contains("not enough plays yet"))
        try music.store.save(plays, utcOffsetSeconds: 0)
        let before = try music.music("learn", "--json")
        let song = try #require(try music.rows(before).first)
        // Of -2 -4 -3 -5 -1 the mean is -3, the deviation sqrt(2.5), the error sqrt(.5).
        #expect(abs((song["bpm_change"] as? Double ?? 0) + 3) < 1e-9)
        #expect(abs((song["bpm_change_se"] as? Double ?? 0) - 0.5.squareRoot()) < 1e-9)
        #expect(song["plays"] as? Int == 5 && song["confidence"] as? Double == 0.25)
        #expect(song["sdnn_change_ms"] is NSNull)
        #expect((song["reasons"] as? [String: String])?["sdnn_change_ms"] == "no_heart")
        #expect(
            try music.music("learn", "--output", "table").text.contains("lower by 3 ± 1, 5 plays"))
        let rebuilt = try music.music("learn", "--rebuild", "--json")
        #expect(rebuilt.text == before.text && rebuilt.errors.contains("learnt anew"))
    }

    // MARK: State

    @Test func moodAndContextAreSaid() throws {
        #expect(try music.music("mood", "5", "--energy", "5").status == 0)
        #expect(try music.music("context", "deep-work").status == 0)
        let state = try #require(try music.rows(music.music("state", "--json")).first)
        // .5 - .3 .5 = .35, with the mood .3 .35 + .7 1.
        #expect(abs((state["valence"] as? Double ?? 0) - 0.805) < 1e-12)
        // .5, half of it the energy that was said.
        #expect(abs((state["energy"] as? Double ?? 0) - 0.75) < 1e-12)
        #expect(state["sources"] as? [String] == ["manualMood"])
        #expect(state["context"] as? String == "deepWork" && state["context_said"] as? Bool == true)
        #expect(state["need"] as? String == "focus" && state["confidence"] as? Double == 0)
        #expect((state["reasons"] as? [String: String])?["heart_bpm"] == "no_heart")
        #expect(try music.music("context").text.contains("deepWork"))
        #expect(try music.music("context", "none").status == 0)
        let after = try #require(try music.rows(music.music("state", "--json")).first)
        #expect(after["context_said"] as? Bool == false)
        #expect(try music.music("state", "--output", "table").text.contains("known from"))
    }

    @Test func heartSamplesOfTheLastMinutesCount() throws {
        let now = Date().timeIntervalSince1970
        let rates = (0..<12).map {
            HeartRateSample(timeSeconds: now - 5 - 10 * Double($0), bpm: 90)
        }
        try music.store.save(
            heartRates: rates,
            hrv: [HRVSample(timeSeconds: now - 20, valueMs: 40)], session: nil,
            nowMs: Int64(1000 * now))
        #expect(
            try music.music(
                "settings", "--rest", "60", "--max", "180", "--hrv-baseline", "80"
            ).status == 0)
        let state = try #require(try music.rows(music.music("state", "--json")).first)
        // (90 - 60)/120, even; 1 - .6 40/80; from 12 and 1 samples.
        #expect(abs((state["arousal"] as? Double ?? 0) - 0.25) < 1e-9)
        #expect(abs((state["stress"] as? Double ?? 0) - 0.7) < 1e-9)
        #expect(state["arousal_confidence"] as? Double == 1)
        #expect(abs((state["stress_confidence"] as? Double ?? 0) - 0.2) < 1e-9)
        #expect(state["heart_bpm"] as? Double == 90)
        #expect(state["rest_source"] as? String == "setting")
        let next = try music.music("next", "--output", "table")
        #expect(next.text.contains("Heart rate 90, 30 above your rest."))
    }

    @Test func settingsAreStoredAndReset() throws {
        #expect(try music.music("settings", "--rest", "55.5", "--age", "40").status == 0)
        let stored = try #require(try music.rows(music.music("settings", "--json")).first)
        #expect(stored["rest_bpm"] as? Double == 55.5 && stored["age_years"] as? Double == 40)
        #expect(stored["max_bpm"] is NSNull)
        let state = try #require(try music.rows(music.music("state", "--json")).first)
        #expect(state["max_bpm"] as? Double == 180 && state["rest_bpm"] as? Double == 55.5)
        #expect(try music.music("settings", "--forget", "rest").status == 0)
        #expect(try music.music("settings", "--output", "table").text.contains("not set"))
        for words in [
            ["--rest", "10"], ["--rest", "nan"], ["--max", "300"], ["--max", "85"],
            ["--age", "40", "--forget", "age"],
        ] {
            #expect(
                try CommandRunner.run(["music", "settings"] + words, home: music.home).status == 64)
        }
    }

    /// A setting holds in the next command, and a ranking names it.
    @Test func preferencesAreStoredAndNamed() throws {
        func reasons() throws -> [String] {
            let rows = try music.rows(music.music("next", "--json"))
            return try #require(rows.first?["why"] as? [String])
        }
        #expect(try !reasons().contains { $0.contains("As you set") })
        #expect(
            try music.music(
                "settings", "--tempo-weight", "0", "--recent-minutes", "15", "--artist-limit", "0"
            ).status == 0)
        let stored = try #require(try music.rows(music.music("settings", "--json")).first)
        #expect(stored["tempo_weight"] as? Double == 0 && stored["night_bpm"] is NSNull)
        let own = try reasons().filter { $0.contains("As you set") }
        #expect(own.count == 3 && own[0].contains("tempo counts 0 %, energy 24 %"))
        #expect(own[1].contains("15 minutes") && own[2].contains("any number"))
        let table = try music.music("settings", "--output", "table").text
        #expect(table.contains("artist-limit        0 (usually 2). Songs of one artist in a row"))
        for words in [
            ["--artist-limit", "1.5"], ["--night-hour", "11"], ["--tempo-weight", "-1"],
            ["--prefer-familiar", "2"], ["--recent-minutes", "nan"],
            [
                "--tempo-weight", "0", "--energy-weight", "0", "--familiarity-weight", "0",
                "--history-weight", "0", "--context-weight", "0",
            ],
        ] {
            #expect(
                try CommandRunner.run(["music", "settings"] + words, home: music.home).status == 64)
        }
        let forget = ["tempo-weight", "recent-minutes", "artist-limit"].flatMap {
            ["--forget", $0]
        }
        #expect(
            try CommandRunner.run(["music", "settings"] + forget, home: music.home).status == 0)
        #expect(try !reasons().contains { $0.contains("As you set") })
    }

    /// One alone leaves the other as it was.
    @Test func moodAndEnergyAreSeparate() throws {
        func said() throws -> (valence: Double, energy: Double) {
            let row = try #require(try music.rows(music.music("state", "--json")).first)
            let values = (row["valence"] as? Double, row["energy"] as? Double)
            return try (#require(values.0), #require(values.1))
        }
        let before = try said()
        #expect(try music.music("mood", "5").status == 0)
        #expect(try said().energy == before.energy && said().valence > before.valence)
        #expect(try music.music("mood", "--energy", "1").status == 0)
        let both = try said()
        #expect(both.energy < before.energy && both.valence > before.valence)
        for words in [[], ["0"], ["3", "--energy", "6"], ["--energy", "x"]] {
            #expect(
                try CommandRunner.run(["music", "mood"] + words, home: music.home).status == 64)
        }
    }

    /// Each press moves the target by a tenth of its range, in the next command too.
    @Test func aNudgeMovesTheTarget() throws {
        func target() throws -> Double {
            let row = try #require(try music.rows(music.music("next", "--json")).first)
            return try #require(row["target_energy"] as? Double)
        }
        #expect(try music.music("context", "workout").status == 0)
        let before = try target()
        for _ in 0..<2 { #expect(try music.music("nudge", "down").status == 0) }
        let after = try target()
        // 40 beats a minute of 130 between no energy and all of it; at night the target has an end.
        #expect(after <= before && before - after <= 0.2 * 40 / 130 + 1e-9)
        #expect(try music.music("nudge", "down").errors.contains("lower by 0.3"))
        #expect(try music.music("nudge", "off").status == 0)
        #expect(try target() == before)
        #expect(try CommandRunner.run(["music", "nudge", "x"], home: music.home).status == 64)
    }

    // MARK: Next, why, thumbs

    @Test func partsAddUpToTheScore() throws {
        let choices = try music.rows(music.music("next", "--count", "5", "--json"))
        #expect(choices.count == 2)
        // The second one is no try: it only comes later.
        #expect(
            !choices.contains { ($0["why"] as? [String] ?? []).contains { $0.contains("a try") } })
        for policy in ["reference", "adaptive"] {
            for song in ["1", "2"] {
                let why = try #require(
                    try music.rows(music.music("why", song, "--policy", policy, "--json")).first)
                let parts = try #require(why["parts"] as? [[String: Any]])
                let sum = parts.reduce(0) { $0 + ($1["amount"] as? Double ?? .nan) }
                let score = try #require(why["score"] as? Double)
                #expect(abs(sum - score) < 1e-12)
                #expect(why["id"] as? Int == Int(song))
            }
        }
        #expect(
            try music.music("why", "--language", "de", "--output", "table").text
                .contains("nicht oft genug gespielt"))
        let table = try music.music("why", "2", "--output", "table").text
        #expect(table.contains("Saysqxz Two - Björk") && table.contains("sum"))
    }

    @Test func aThumbDownExcludesASong() throws {
        #expect(try music.music("thumb", "1", "down").errors.contains("has a thumb down"))
        let next = try music.rows(music.music("next", "--count", "9", "--json"))
        #expect(next.map { $0["id"] as? Int } == [2])
        let why = try music.music("why", "1")
        #expect(why.status == 66 && why.errors.contains("thumb 1 lift"))
        #expect(try music.music("thumb", "2", "down").status == 0)
        #expect(try music.music("next").status == 66)
        #expect(try music.music("why").status == 66)
        #expect(try music.music("thumb", "1", "lift").status == 0)
        #expect(try music.music("next").status == 0)
        #expect(try music.music("thumb", "9", "up").status == 66)
    }

    @Test func aPlaylistAloneIsChosenFrom() throws {
        try music.home.write("songs/l.m3u8", "#PLAYLIST:Evening\n2.wav\n")
        #expect(
            try music.music("scan", music.home.path + "/songs", "--playlists").status == 0)
        let next = try music.rows(
            music.music("next", "--playlist", "Evening", "--count", "9", "--json"))
        #expect(next.map { $0["id"] as? Int } == [2])
        #expect(try music.music("next", "--playlist", "Morning").status == 66)
    }

    @Test func theStatusIsOneLineWithoutTheHeart() throws {
        #expect(try music.music("status", "--line").status == 66)
        let file = try music.scrobbles((0, "Jogaqxz One"))
        #expect(try music.music("import", file).status == 0)
        #expect(
            try music.music("status", "--line").text
                == "Jogaqxz One - Björk (not chosen by hrv)\n")
        try music.store.save(
            [
                StoredPlay(
                    facts: PlayFacts(
                        songID: music.songs[1], startSeconds: TestMusic.noon + 5000,
                        endSeconds: TestMusic.noon + 5240, playedSeconds: 240, playedShare: 1,
                        outcome: .finished, context: .preSleep, startBpm: 77, endBpm: 71),
                    need: .calm, choosingPolicy: "reference", score: 0.4,
                    parts: ["tempo": 0.1, "history": 0.25, "recency": -0.05])
            ], utcOffsetSeconds: 0)
        #expect(
            try music.music("status", "--line").text
                == "Saysqxz Two - Björk (Before sleep: a song to calm down, what came after it "
                + "before +0.25)\n")
        let row = try #require(try music.rows(music.music("status", "--json")).first)
        #expect(row["chosen_by"] as? String == "reference" && row["start_bpm"] == nil)
    }

    // MARK: Codes and shapes

    @Test func withoutSongsTheCodeIs66() throws {
        let home = try TemporaryFolder()
        let file = try home.write("a.csv", "uts,artist,track\n1667470260,A,T\n")
        for words in [
            ["next"], ["why"], ["status", "--line"], ["export"], ["import", file],
            ["thumb", "1", "up"], ["why", "1"],
        ] {
            let output = try CommandRunner.run(["music"] + words, home: home)
            #expect(output.status == 66, "\(words)")
            #expect(output.text.isEmpty && output.errors.split(separator: "\n").count == 1)
        }
        for words in [["state"], ["history"], ["learn"], ["context"], ["settings"]] {
            #expect(try CommandRunner.run(["music"] + words, home: home).status == 0, "\(words)")
        }
        // Who only reads makes no file.
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == ["a.csv"])
    }

    @Test func wrongWordsAreUsageErrors() throws {
        for words in [
            ["mood", "0"], ["mood", "6"], ["mood"], ["context", "unknown"], ["context", "sauna"],
            ["next", "--count", "0"], ["next", "--policy", "thompson"], ["thumb", "1", "sideways"],
            ["history", "--limit", "0"], ["learn", "--limit", "0"], ["import"],
            ["delete", "--yes"], ["delete", "--everything", "--play-history", "--yes"],
        ] {
            let output = try CommandRunner.run(["music"] + words, home: music.home)
            #expect(output.status == 64, "\(words)")
        }
    }

    @Test func aWrongFileStopsNoOther() throws {
        let good = try music.scrobbles((0, "Jogaqxz One"))
        let bad = try music.home.write("bad.csv", "a,b\n1,2\n")
        let some = try music.music("import", bad, good, music.home.path + "/none.csv", "--json")
        #expect(some.status == 1 && some.errors.contains("bad.csv: error: "))
        #expect(try music.rows(some).first?["new"] as? Int == 1)
        #expect(try music.music("import", bad).status == 65)
        #expect(try music.music("import", music.home.path + "/none.csv").status == 66)
    }

    @Test(arguments: [["history"], ["learn"], ["next"], ["state"], ["status"], ["settings"]])
    func everyShapeHasTheSameColumns(words: [String]) throws {
        #expect(
            try music.music("import", music.scrobbles((0, "Jogaqxz One"))).status == 0)
        func text(_ shape: String) throws -> String {
            try CommandRunner.run(["music"] + words + ["--output", shape], home: music.home).text
        }
        let object = try #require(
            try music.rows(
                CommandRunner.run(["music"] + words + ["--json"], home: music.home)
            ).first)
        let columns = try text("csv").split(separator: "\n")[0].split(separator: ",")
        #expect(Set(columns.map(String.init)) == Set(object.keys))
        #expect(try text("ndjson").split(separator: "\n").count == 1)
        #expect(try !text("table").isEmpty)
    }

    // MARK: Playing

    @Test func whatKeepsMusicFromPlayingIsSaid() throws {
        let cases: [([String], Int32, String)] = [
            (["--player", "vlc"], 64, "there is no player vlc: mpd, or mpris:NAME"),
            (["--strap", "A", "--simulate"], 64, "one heart at a time"),
            (["--playlist", "Evening"], 66, "there is no playlist Evening"),
            (["--player", "mpris:nobody"], 69, "The player cannot be reached"),
        ]
        for (words, status, sentence) in cases {
            let output = try CommandRunner.run(["music", "play"] + words, home: music.home)
            #expect(output.status == status && output.errors.contains(sentence))
        }
        let empty = try CommandRunner.run(["music", "play", "--player", "mpris:nobody"])
        #expect(empty.status == 66 && empty.errors.contains("hrv music scan FOLDER"))
    }
}
