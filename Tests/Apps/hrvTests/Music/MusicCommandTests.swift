import Foundation
import TestSupport
import Testing

/// `hrv music` as a person uses it.
@Suite struct MusicCommandTests {
    private let home: TemporaryFolder
    private var songs: String { home.path + "/songs" }

    init() throws {
        home = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: songs, withIntermediateDirectories: true)
    }

    private func run(_ words: String...) throws -> CommandRunner.Output {
        try CommandRunner.run(["music"] + words, home: home)
    }

    /// A WAV of 16 bits at 8 kHz, of one tenth of a second, that differs from every other one.
    private func write(_ name: String, _ number: Int, count: Int = 800) throws {
        func two(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
        func four(_ value: Int) -> [UInt8] { two(value & 0xFFFF) + two(value >> 16 & 0xFFFF) }
        let samples = (0..<count).flatMap { two((($0 + 1) * (number + 3) * 7919) & 0xFFFF) }
        let format = two(1) + two(1) + four(8_000) + four(16_000) + two(2) + two(16)
        try home.write(
            "songs/" + name,
            Array("RIFF".utf8) + four(36 + samples.count) + Array("WAVEfmt ".utf8) + four(16)
                + format
                + Array("data".utf8) + four(samples.count) + samples)
    }

    private func rows(_ output: CommandRunner.Output) throws -> [[String: Any]] {
        let value = try JSONSerialization.jsonObject(with: Data(output.text.utf8))
        return try #require(value as? [[String: Any]])
    }

    @Test func scanSongsFixAndScanAgain() throws {
        try write("one.wav", 1)
        try write("two.wav", 2)
        let first = try run("scan", songs, "--json", "--jobs", "1")
        #expect(first.status == 0 && first.errors.isEmpty)
        let report = try #require(try rows(first).first)
        #expect(report["measured"] as? Int == 2 && report["complete"] as? Bool == true)

        // What is too short has no tempo, so it cannot be doubled.
        let doubled = try run("fix", "1", "--double")
        #expect(doubled.status == 65 && doubled.errors.contains("--bpm"))
        #expect(try run("fix", "1", "--bpm", "61.5", "--energy", "0.4").status == 0)
        #expect(try run("fix", "1", "--double").status == 0)
        #expect(try run("fix", songs + "/two.wav", "--bpm", "100").status == 0)
        #expect(try run("fix", "2", "--halve").status == 0)

        // No folder: those of the scan before.
        try FileManager.default.moveItem(atPath: songs + "/one.wav", toPath: songs + "/new.wav")
        let second = try run("scan", "--output", "table", "--again")
        #expect(second.status == 0 && second.text.contains("2 measured"))
        #expect(second.text.contains("1 gone"))
        let list = try rows(run("songs", "--json"))
        #expect(list.map { $0["bpm"] as? Double } == [123, 50])
        #expect(list.map { $0["bpm_source"] as? String } == ["person", "person"])
        #expect(list[0]["energy"] as? Double == 0.4)
        #expect((list[0]["path"] as? String)?.hasSuffix("new.wav") == true)

        #expect(try run("fix", "1", "--forget").status == 0)
        #expect(try rows(run("songs", "--json", "new"))[0]["bpm"] is NSNull)
    }

    @Test func everyShapeHasTheSameSongs() throws {
        try write("a \"b\", c.wav", 1)
        #expect(try run("scan", songs).status == 0)
        let csv = try run("songs")
        #expect(csv.text.hasPrefix("id,title,artist,"))
        #expect(csv.text.contains("\"\"b\"\", c.wav\""))
        let line = try run("songs", "--ndjson").text
        #expect(line.split(separator: "\n").count == 1 && line.hasPrefix("{\"id\": 1, "))
        #expect(try run("songs", "--output", "table").text.contains("a \"b\", c"))
        #expect(try run("show", "1", "--output", "table").text.contains("not known"))
        #expect(try run("show", "1", "--json").text.contains("\"places\""))
        // An empty answer has its columns.
        let none = try run("songs", "nothing")
        #expect(
            none.status == 0 && none.text.hasPrefix("id,title")
                && none.errors.contains("none of the 1"))
    }

    @Test func songsAreFoundAndSorted() throws {
        for (number, name) in ["Cello", "alto", "Bass"].enumerated() {
            try write(name + ".wav", number)
        }
        #expect(try run("scan", songs).status == 0)
        func titles(_ words: String...) throws -> [String] {
            try rows(CommandRunner.run(["music", "songs", "--json"] + words, home: home))
                .compactMap { $0["path"] as? String }.compactMap {
                    $0.split(separator: "/").last.map(String.init)
                }
        }
        #expect(try titles("--sort", "title") == ["alto.wav", "Bass.wav", "Cello.wav"])
        #expect(try titles("--sort", "title", "--reverse", "--limit", "1") == ["Cello.wav"])
        #expect(try titles("BASS") == ["Bass.wav"])
        #expect(try titles("--missing").count == 3)
        #expect(try titles("--doubtful") == [])
        try FileManager.default.removeItem(atPath: songs + "/alto.wav")
        #expect(try run("scan").status == 0)
        #expect(try titles().count == 2)
        #expect(try titles("--gone") == ["alto.wav"])
    }

    @Test func playlistsAreListed() throws {
        try write("a.wav", 1)
        try home.write("songs/l.m3u8", "#PLAYLIST:Evening\na.wav\n../b.wav\n")
        #expect(try run("scan", songs, "--playlists").status == 0)
        let list = try #require(try rows(run("playlists", "--json")).first)
        #expect(list["name"] as? String == "Evening" && list["bad_entry"] as? Int == 1)
        #expect(try rows(run("playlists", "Evening", "--json")).count == 1)
        #expect(try run("playlists", "Morning").status == 66)
    }

    @Test func codesSayWhatIsWrong() throws {
        #expect(try run("scan").status == 64)
        #expect(try run("scan", home.path + "/none").status == 66)
        #expect(try run("scan", songs).status == 66)
        #expect(try run("show", "7").status == 66)
        #expect(try run("fix", "7", "--bpm", "90").status == 66)
        for words in [
            ["fix", "1"], ["fix", "1", "--bpm", "20"], ["fix", "1", "--bpm", "nan"],
            ["fix", "1", "--energy", "1.1"], ["fix", "1", "--double", "--halve"],
            ["scan", songs, "--jobs", "0"], ["scan", songs, "--excerpt", "1"],
            ["songs", "--limit", "0"],
            ["delete", "--yes"],
        ] {
            #expect(try CommandRunner.run(["music"] + words, home: home).status == 64, "\(words)")
        }
        try home.write("music.sqlite", "no database, but long enough to be looked at by anybody\n")
        #expect(try run("songs", "--music", home.path + "/music.sqlite").status == 65)
        try write("good.wav", 1)
        try home.write("songs/bad.wav", "RIFF")
        try home.write("songs/worse.wav", "RIFF....WAVEfmt ")
        let some = try run("scan", songs)
        #expect(some.status == 1)
        #expect(some.errors.contains("bad.wav: error: "))
    }

    /// Nothing is there that decodes: one sentence names the package, and WAV files are read.
    @Test func withoutFFmpegOneSentenceNamesThePackage() throws {
        try write("good.wav", 1)
        for number in 0..<3 { try home.write("songs/\(number).mp3", "ID3 \(number)") }
        let output = try CommandRunner.shell(
            "cd \(home.path) && PATH=/nowhere \"$HRV\" music scan songs --music m.sqlite --json")
        #expect(output.status == 1)
        #expect(output.errors.split(separator: "\n").count == 1)
        #expect(output.errors.contains("install the package ffmpeg; 3 files wait"))
        #expect(output.text.contains("\"measured\": 1"))
    }

    /// Nothing is read before the library is known to be writable; one sentence says what to do.
    @Test func aReadOnlyLibraryIsSaidInOneSentence() throws {
        try write("one.wav", 1)
        let library = home.path + "/m.sqlite"
        #expect(try run("scan", songs, "--music", library).status == 0)
        try write("two.wav", 2)
        // Root may write every file, unless it gives up what makes it so.
        let output = try CommandRunner.shell(
            """
            cd \(home.path) && chmod 444 m.sqlite
            [ "$(id -u)" = 0 ] && set -- setpriv --bounding-set=-all --inh-caps=-all
            "$@" "$HRV" music scan songs --music m.sqlite
            """)
        #expect(output.status == 77)
        #expect(output.text.isEmpty)
        #expect(
            output.errors == "hrv: error: the music library at m.sqlite may not be written: choose "
                + "another place with --music [music]\n")
        // Read by an ordinary user, who may not read what may not be written.
        #expect(chmod(library, 0o644) == 0)
        #expect(try rows(run("songs", "--json", "--music", library)).count == 1)
    }

    @Test func aTerminalShowsHowFarAScanIs() throws {
        // A decoder that sleeps stands for a long song, and then cannot read it.
        for program in ["ffprobe", "ffmpeg"] {
            try home.program(program, "sleep 1.3\nexit 1")
        }
        for number in 0..<3 { try home.write("songs/\(number).mp3", "ID3 \(number)") }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        func scan(_ options: [String]) throws -> PseudoTerminal {
            let terminal = try PseudoTerminal(columns: 100, rows: 24)
            try terminal.run(
                try CommandRunner.tool,
                ["music", "scan", songs, "--jobs", "1", "--again"] + options,
                environment: [
                    "XDG_DATA_HOME": home.path, "HOME": home.path,
                    "PATH": home.path + ":" + path,
                ])
            #expect(try terminal.finish() == 65)
            return terminal
        }
        let line = /[12] of 3 songs, \d\.\d songs\/s, \d+ s left/
        let terminal = try scan([])
        #expect(terminal.text.contains(line), "\(terminal.text)")
        // It is taken away again.
        #expect(!terminal.screen.contains("of 3 songs,"), "\(terminal.screen.rows)")
        #expect(try !scan(["--no-progress"]).text.contains(line))
    }

    @Test func ctrlCEndsWith130AndASummary() throws {
        for number in 0..<6 { try write("\(number).wav", number) }
        // A decoder that sleeps stands for a long song.
        try home.write("ffprobe", "#!/bin/sh\nexec sleep 20\n")
        try home.write("ffmpeg", "#!/bin/sh\nexec sleep 20\n")
        try home.write("songs/z.mp3", "ID3")
        let output = try CommandRunner.shell(
            """
            cd \(home.path) && chmod +x ffprobe ffmpeg
            PATH="$PWD:$PATH" "$HRV" music scan songs --music m.sqlite --json --jobs 1 & child=$!
            for i in $(seq 100); do
                [ "$(sqlite3 m.sqlite 'SELECT count(*) FROM song' 2>/dev/null || python3 -c \
            'import sqlite3; print(sqlite3.connect("m.sqlite").execute("SELECT count(*) FROM song").fetchone()[0])' \
            2>/dev/null)" = 6 ] && break
                sleep 0.1
            done
            kill -INT $child; wait $child
            """)
        #expect(output.status == 130)
        #expect(output.errors.contains("ended after 6 new songs"))
        #expect(output.text.contains("\"complete\": false"))
    }

    @Test func aBackupIncludesTheLibraryAndDeletingEmptiesIt() throws {
        try write("a.wav", 1)
        #expect(try run("scan", songs).status == 0)
        let copy = home.path + "/copy.sqlite"
        let backup = try CommandRunner.run(["backup", copy], home: home)
        #expect(backup.status == 0 && backup.errors.contains("1 songs are in \(copy)-music"))
        #expect(try run("delete", "--everything", "--yes").status == 0)
        #expect(try run("songs").errors.contains("no songs"))
        #expect(try rows(run("songs", "--json", "--database", copy)).count == 1)
    }
}
