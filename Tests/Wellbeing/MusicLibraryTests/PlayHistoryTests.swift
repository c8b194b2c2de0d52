import Foundation
import Testing

@testable import MusicLibrary

/// Files that other programs wrote, by hand after their documentation.
@Suite struct PlayHistoryTests {
    /// 2026-11-25 00:00 UTC.
    private static let nowMs: Int64 = 1_795_564_800_000

    private func read(_ text: String) throws -> PlayHistory {
        try PlayHistoryFile.read(Data(text.utf8), nowMs: Self.nowMs)
    }

    // MARK: last.fm

    @Test func aTableWithNamesIsRead() throws {
        let history = try read(
            #"""
            uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid
            1667470260,"03 Nov 2022, 10:11",Nils Frahm,,"Felt, again",,Said and Done,0F5A3B1C-0000-4000-8000-000000000001
            1667470560,"03 Nov 2022, 10:16","AC/DC",,,,"Say ""Hi""",
            """#)
        #expect(history.source == .lastFM && history.errors.isEmpty)
        #expect(
            history.reportedPlays == [
                ReportedPlay(
                    startMs: 1_667_470_260_000, artist: "Nils Frahm", title: "Said and Done",
                    album: "Felt, again", recordingID: "0f5a3b1c-0000-4000-8000-000000000001"),
                ReportedPlay(startMs: 1_667_470_560_000, artist: "AC/DC", title: "Say \"Hi\""),
            ])
    }

    /// Python: datetime(2022, 11, 3, 10, 11, tzinfo=utc).timestamp() is 1667470260.
    @Test func aTableWithoutNamesIsRead() throws {
        let history = try read("Artist A,Album B,Title C,03 Nov 2022 10:11\r\n")
        #expect(
            history.reportedPlays == [
                ReportedPlay(
                    startMs: 1_667_470_260_000, artist: "Artist A", title: "Title C",
                    album: "Album B")
            ])
    }

    @Test(
        arguments: [
            ("03 Nov 2022 10:11", 1_667_470_260_000), ("03 Nov 2022, 10:11", 1_667_470_260_000),
            ("2022-11-03 10:11:09", 1_667_470_269_000), ("2022-11-03T10:11:09Z", 1_667_470_269_000),
            ("29 Feb 2024 00:00", 1_709_164_800_000), ("29 Feb 2023 00:00", nil),
            ("03 Nov 2022", nil), ("", nil), ("10:11", nil), ("03 Nox 2022 10:11", nil),
            ("03 Nov 2022 25:11", nil), ("03 Nov 2022 10:61", nil),
        ] as [(String, Int64?)]) func timesAreRead(text: String, startMs: Int64?)
    {
        #expect(LastFM.startMs(text) == startMs)
    }

    // MARK: ListenBrainz

    private static let listen = """
        {"listened_at": 1667470260, "track_metadata": {"artist_name": "A", "track_name": "T", \
        "release_name": "R", "additional_info": {"recording_mbid": "ABC", "duration_ms": 61500}}}
        """

    @Test func linesAndArraysAreTheSame() throws {
        let other =
            #"{"listened_at": 1667470360.0, "track_metadata": {"artist_name": "B", "track_name": "U", "additional_info": {"duration": 0}, "mbid_mapping": {"recording_mbid": "DEF"}}}"#
        let lines = try read(Self.listen + "\n\n" + other + "\n")
        #expect(
            lines.reportedPlays == [
                ReportedPlay(
                    startMs: 1_667_470_260_000, artist: "A", title: "T", album: "R",
                    recordingID: "abc", lengthSeconds: 61.5),
                ReportedPlay(
                    startMs: 1_667_470_360_000, artist: "B", title: "U", recordingID: "def"),
            ])
        #expect(lines.source == .listenBrainz)
        #expect(try read("  [" + Self.listen + ",\n" + other + "]") == lines)
    }

    // MARK: What is no play

    @Test func rowsThatAreNoPlaysAreCounted() throws {
        func row(_ seconds: String, _ artist: String = "A") -> String { "\(seconds),\(artist),T\n" }
        let history = try read(
            "uts,artist,track\n" + row("0") + row("-5") + row("") + row("nan") + row("1e30")
                + row("1667470260") + row("1667470260") + row("1795651200") + row("1795651201")
                + row("1667470261", "") + "x\n")
        #expect(history.reportedPlays.map(\.startMs) == [1_667_470_260_000, 1_795_651_200_000])
        #expect(history.errors == [.noTime: 5, .doubled: 1, .future: 1, .unreadable: 2])
    }

    @Test func aBrokenLineStopsNoOther() throws {
        let history = try read(
            Self.listen + "\n{\"listened_at\": 1\n{}\n{\"track_metadata\": 3}\n"
                + Self.listen.replacingOccurrences(of: "1667470260", with: "\"soon\"") + "\n")
        #expect(history.reportedPlays.count == 1)
        #expect(history.errors == [.unreadable: 3, .noTime: 1])
    }

    @Test(arguments: ["", "\n", "a,b\n1,2\n", "{\"a\": 1}", "[1, 2]", "[", "artist,track\nA,T\n"])
    func anythingElseIsNoPlayHistory(text: String) {
        #expect(throws: PlayHistoryFile.Failure.unknown) { try read(text) }
    }

    // MARK: Which song it is

    private func song(
        _ id: Int64, _ artist: String?, _ title: String?, seconds: Double = 200, mbid: String? = nil
    ) -> StoredSong {
        StoredSong(
            id: id, audioKey: "\(id)", addedMs: 0, codec: "flac", durationSeconds: seconds,
            features: .init(
                seconds: seconds, onsetsPerSecond: nil, energy: nil, density: nil,
                loudnessLUFS: nil,
                loudnessRangeLU: nil, missing: [:]),
            tags: SongTags(title: title, artist: artist, recordingID: mbid), path: SongPath([]),
            fileCount: 1)
    }

    private func heard(
        _ artist: String, _ title: String, mbid: String? = nil, seconds: Double? = nil
    ) -> ReportedPlay {
        ReportedPlay(
            startMs: 0, artist: artist, title: title, recordingID: mbid, lengthSeconds: seconds)
    }

    @Test func aSongIsFoundByItsNumberOrItsName() {
        let matcher = SongMatcher([
            song(1, "Björk", "Jóga", mbid: "ABC"), song(2, "Bjork", "Joga!", seconds: 300),
            song(3, "A", "T", seconds: 100), song(4, "A", "T", seconds: 104),
            song(5, nil, "T"), song(6, "???", "!!!"),
        ])
        let matches: [(ReportedPlay, SongMatcher.Match)] = [
            (heard("x", "y", mbid: "abc"), .song(1)),
            // The number is another song's: the name counts.
            (heard("BJÖRK", "joga", mbid: "zzz", seconds: 300), .song(2)),
            (heard("BJÖRK", "joga", seconds: 204.9), .song(1)),
            (heard("BJÖRK", "joga", seconds: 205.1), .none),
            (heard("Björk", "Jóga"), .ambiguous),
            (heard("a", "t", seconds: 102), .ambiguous), (heard("a", "t", seconds: 97), .song(3)),
            (heard("", "T"), .none), (heard("???", "!!!"), .none), (heard("b", "t"), .none),
        ]
        for (heard, match) in matches { #expect(matcher.find(heard) == match) }
    }
}
