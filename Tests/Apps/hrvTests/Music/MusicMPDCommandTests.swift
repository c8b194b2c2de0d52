import CommandSupport
import Foundation
import MusicLibrary
import MusicPlayers
import MusicSession
import TestPlayers
import TestSupport
import Testing

@testable import SessionCommands

/// `hrv music` beside a real MPD with a null output.
@Suite(.needsMPD) struct MusicMPDCommandTests {
    private let mpd: TestMPD
    private let home: TemporaryFolder

    init() throws {
        mpd = try TestMPD((1...4).map { ("\($0).wav", 40) })
        home = try TemporaryFolder()
    }

    private var environment: [String: String] {
        mpd.environment.merging(["HOME": home.path, "XDG_DATA_HOME": home.path]) { $1 }
    }

    private func music(
        _ words: String...
    ) throws -> (status: Int32, text: String, errors: String) {
        let process = try LiveProcess(["music"] + words, environment: environment)
        let status = try process.end()
        return (status, process.output, process.errors)
    }

    private func rows(_ text: String) throws -> [[String: Any]] {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return (value as? [String: Any]).map { [$0] } ?? value as? [[String: Any]] ?? []
    }

    @Test func mpdReportsItsFolder() throws {
        let scan = try music("scan", "--mpd", "--json")
        #expect(scan.status == 0)
        #expect(try rows(music("songs", "--json").text).count == 4)
        mpd.kill()
        let away = try music("scan", "--mpd")
        #expect(away.status == 69 && away.errors.contains("The player cannot be reached"))
    }

    /// The command works also while another program of ours chooses songs at this player.
    @Test func previousGoesBackInThePlayer() async throws {
        for song in ["1.wav", "2.wav", "3.wav"] { try mpd.mpc("add", song) }
        try mpd.mpc("play", "2")
        let chooser = try MPDPlayer(mpd.address, environment: mpd.environment)
        try await chooser.ready()
        #expect(try music("previous").status == 0)
        #expect(try mpd.mpc("-f", "%position%", "current") == "1\n")
        await chooser.close()
        mpd.kill()
        #expect(try music("previous", "--player", "mpd").status == 69)
    }

    @Test func stickersAreImportedOnce() throws {
        #expect(try music("scan", "--mpd").status == 0)
        for (song, name, value) in [
            ("1.wav", "playCount", "12"), ("1.wav", "lastPlayed", "1795176000"),
            ("2.wav", "playCount", "1"), ("3.wav", "lastPlayed", "1795179600"),
            ("3.wav", "playCount", "none"),
        ] {
            try mpd.mpc("sticker", song, "set", name, value)
        }
        let first = try #require(
            try rows(music("import", "--mpd-stickers", "--json").text).first)
        #expect(first["source"] as? String == "mpd")
        #expect(first["new"] as? Int == 2 && first["untimed"] as? Int == 12)
        #expect(first["skips"] as? Int == 0 && first["unmatched"] as? Int == 0)
        let learnt = try music("learn", "--rebuild", "--json").text
        let again = try #require(
            try rows(music("import", "--mpd-stickers", "--json").text).first)
        #expect(again["new"] as? Int == 0 && again["untimed"] as? Int == 0)
        #expect(again["known"] as? Int == 2)
        #expect(try music("learn", "--json").text == learnt)
        let songs = try rows(learnt)
        #expect(songs.map { $0["plays"] as? Int } == [12, 1])
        let plays = try rows(music("history", "--json").text)
        #expect(plays.map { $0["heard_pct"] as? Double } == [100, 100])
        // Stickers are only read.
        #expect(try mpd.mpc("sticker", "1.wav", "get", "playCount").contains("12"))
    }

    /// A log of 4 min, at its own pace.
    @Test func theLogOfASessionIsTheHeart() async throws {
        var lines = [#"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":0,"caps":["rr"]}"#]
        let intervals = OscillatingHeart.intervals(minutes: 4).split(separator: "\n").compactMap {
            Int($0)
        }
        var time = 0
        for interval in intervals {
            time += 1000 * interval
            lines.append(#"{"type":"rr","t":\#(time),"rr_ms":[\#(interval)]}"#)
        }
        let log = try home.write("log.beatline", lines.joined(separator: "\n"))
        let location = try DatabaseOption.parse(["--database", home.path + "/history.sqlite"])
        let opened = try await MusicHeartRateOptions.parse(["--replay", log]).open(
            location, Diagnostics(isQuiet: true))
        let heart = try #require(opened.heart)
        var beats: [ReceivedBeat] = []
        for _ in 0..<1200 where beats.count < 3 {
            beats += heart.drainBeats()
            try await Task.sleep(for: .milliseconds(100))
        }
        heart.close()
        #expect(heart.session == nil && beats.allSatisfy(\.isExcluded))
        #expect(beats.count >= 3 && beats.count < intervals.count / 2)
        for (beat, interval) in zip(beats, intervals) {
            #expect(abs(beat.intervalMs - Double(interval)) < 1)
        }
        // The history is not even made.
        #expect(!FileManager.default.fileExists(atPath: location.path))
        let none = try music("play", "--replay", home.path + "/none", "--player", "mpd")
        #expect(none.status == 66)
    }
}
