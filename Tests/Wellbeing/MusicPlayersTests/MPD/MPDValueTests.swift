import Testing

@testable import MusicPlayers

@Suite struct MPDValueTests {
    private func part(_ pairs: KeyValuePairs<String, String>) -> MPDResponsePart {
        MPDResponsePart(pairs: pairs.map { MPDPair(key: $0.key, value: $0.value, isExact: true) })
    }

    @Test func aStatusIsRead() {
        let status = MPDStatus(
            part([
                "volume": "40", "repeat": "0", "random": "1", "single": "oneshot", "consume": "0",
                "playlistlength": "7", "xfade": "5", "state": "pause", "song": "2", "songid": "12",
                "elapsed": "3.250", "duration": "200.5", "nextsongid": "13", "error": "bad\u{1}",
            ]))
        #expect(status.state == .paused && status.queueIndex == 2 && status.entryID == 12)
        #expect(status.nextEntryID == 13 && status.followingEntryCount == 4)
        #expect(status.position == PlayerPosition(elapsedSeconds: 3.25, lengthSeconds: 200.5))
        #expect(status.volumePercent == 40 && status.error == "bad")
        #expect(status.limitations == [.random, .single, .crossfade(seconds: 5)])
    }

    @Test(arguments: ["-1", "nan", "inf", "1e99", "", "x", "99999999999999", " 3"])
    func wrongNumbersAreMissing(text: String) {
        let status = MPDStatus(
            part([
                "state": "play", "elapsed": text, "duration": text, "volume": text, "xfade": text,
                "playlistlength": text, "songid": text, "song": text,
            ]))
        #expect(status.position == nil && status.volumePercent == nil)
        #expect(status.crossfadeSeconds == 0 && status.queueCount == 0)
        #expect(status.entryID == nil && status.followingEntryCount == 0)
    }

    @Test func volume0IsReportedAsMuted() {
        #expect(MPDStatus(part(["volume": "0"])).limitations == [.muted])
        // Without a mixer there is none.
        #expect(MPDStatus(part(["volume": "-1"])).limitations == [])
    }

    @Test func songsBeginWithTheirFile() {
        let songs = MPDSong.songs(
            in: part([
                "Title": "lost", "file": "x/a.mp3", "Title": "A", "Title": "second", "Artist": "B",
                "Album": "C", "Time": "100", "duration": "99.5", "Id": "4", "directory": "x",
                "Title": "of the folder", "file": "http://radio/", "Name": "Radio",
                "duration": "0",
            ]), musicFolder: "/music")
        #expect(
            songs == [
                PlayerSong(
                    uri: "x/a.mp3", path: "/music/x/a.mp3", entryID: 4, title: "A", artist: "B",
                    album: "C", lengthSeconds: 99.5),
                PlayerSong(uri: "http://radio/", title: "Radio"),
            ])
    }

    @Test func aTitleIsCutAt1KiB() {
        let songs = MPDSong.songs(
            in: part([
                "file": "a", "Title": String(repeating: "ü", count: 600), "Artist": "a\0b\u{7F}c",
            ]), musicFolder: nil)
        #expect(songs.first?.title == String(repeating: "ü", count: 512))
        #expect(songs.first?.artist == "abc")
    }

    // MARK: Addresses

    private func address(
        _ host: String?, _ port: String? = nil, there: [String] = [], runtime: String? = nil
    ) -> MPDAddress? {
        var environment: [String: String] = [:]
        environment["MPD_HOST"] = host
        environment["MPD_PORT"] = port
        environment["XDG_RUNTIME_DIR"] = runtime
        return MPDAddress(environment) { there.contains($0) }
    }

    @Test func hostsPortsAndPasswordsAreRead() {
        #expect(address(nil) == MPDAddress(.host("localhost", port: 6600)))
        #expect(address("") == MPDAddress(.host("localhost", port: 6600)))
        #expect(address("box", "6601") == MPDAddress(.host("box", port: 6601)))
        #expect(address("/a/b") == MPDAddress(.socket(path: "/a/b")))
        #expect(
            address("se cret@box")
                == MPDAddress(.host("box", port: 6600), password: MPDPassword("se cret")))
        #expect(
            address("p@/a/b") == MPDAddress(.socket(path: "/a/b"), password: MPDPassword("p")))
        #expect(
            address(nil, there: ["/run/mpd/socket"])
                == MPDAddress(.socket(path: "/run/mpd/socket")))
        #expect(
            address(nil, there: ["/run/mpd/socket", "/r/mpd/socket"], runtime: "/r")
                == MPDAddress(.socket(path: "/r/mpd/socket")))
        #expect(
            address(nil, "6601", there: ["/run/mpd/socket"])
                == MPDAddress(.host("localhost", port: 6601)))
    }

    @Test(arguments: ["0", "65536", "x", "-1", "6600 "])
    func aWrongPortIsNoAddress(port: String) {
        #expect(address("box", port) == nil)
    }

    @Test func whatCannotBeReachedIsNoAddress() {
        #expect(address("@abstract") == nil)
        #expect(address("/" + String(repeating: "x", count: 103)) == nil)
    }

    @Test func thePasswordIsInNoText() throws {
        let address = try #require(self.address("geheim@box"))
        var dumped = ""
        dump(address, to: &dumped)
        for text in ["\(address)", String(reflecting: address), address.text, dumped] {
            #expect(!text.contains("geheim"), "\(text)")
        }
        #expect(address.password?.text == "geheim")
    }
}
