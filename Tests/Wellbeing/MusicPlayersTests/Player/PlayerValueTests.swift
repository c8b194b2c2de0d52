import Foundation
import TestSupport
import Testing

@testable import MusicPlayers

@Suite struct PlayerValueTests {
    // MARK: When the next song is due

    @Test(arguments: [
        (100.0, 0.0, false), (184.9, 0, false), (185, 0, true), (200, 0, true),
        (180.0, 5, false), (185, 5, true), (170.0, 20, true), (169.9, 20, false),
    ])
    func theNextSongIsDueNearTheEnd(elapsed: Double, crossfade: Double, isDue: Bool) {
        let position = PlayerPosition(elapsedSeconds: elapsed, lengthSeconds: 200)
        #expect(NextSongTime.isDue(position, crossfadeSeconds: crossfade) == isDue)
    }

    @Test func withoutALengthNothingIsDue() {
        let position = PlayerPosition(elapsedSeconds: 1e6, lengthSeconds: nil)
        #expect(!NextSongTime.isDue(position, crossfadeSeconds: 0))
    }

    // MARK: File addresses

    @Test(arguments: [
        ("/music/a.mp3", "file:///music/a.mp3"),
        ("/m/ü b%.mp3", "file:///m/%C3%BC%20b%25.mp3"),
        ("/a#?;:", "file:///a%23%3F%3B%3A"),
    ])
    func pathsAndURLs(path: String, url: String) {
        #expect(FileAddress.url(ofPath: path) == url)
        #expect(FileAddress.path(of: url) == path)
    }

    @Test(arguments: ["relative", "", "a/b", "/a\0b"])
    func whatIsNoPathHasNoURL(path: String) {
        #expect(FileAddress.url(ofPath: path) == nil)
    }

    @Test(arguments: [
        "http://a/b", "file://other/a", "file:a", "file:///a%2", "file:///a%zz", "file:///a%00",
        "file:///%FF", "", "/a",
    ])
    func whatIsNoFileHasNoPath(url: String) {
        #expect(FileAddress.path(of: url) == nil)
    }

    @Test func addressesOfOneFileAreOneSong() {
        #expect(FileAddress.path(of: "file://localhost/a") == "/a")
        #expect(FileAddress.path(of: "file:/a") == "/a")
        #expect(FileAddress.isSame("file:///a%20b", "file:///a b"))
        #expect(FileAddress.isSame("/a b", "file:///a%20b"))
        #expect(FileAddress.isSame("http://a", "http://a"))
        #expect(!FileAddress.isSame("http://a", "http://b"))
        #expect(!FileAddress.isSame("file:///a", "file:///b"))
    }

    // MARK: The lock

    @Test func onePlayerHasOneProgram() throws {
        let folder = try TemporaryFolder()
        let first = try PlayerLock(player: "mpd /a", folder: folder.path + "/locks")
        #expect(throws: PlayerError.inUse) {
            try PlayerLock(player: "mpd /a", folder: folder.path + "/locks")
        }
        let other = try PlayerLock(player: "mpd /b", folder: folder.path + "/locks")
        first.release()
        first.release()
        let again = try PlayerLock(player: "mpd /a", folder: folder.path + "/locks")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/locks")
        #expect(names.count == 2 && names.allSatisfy { $0.hasSuffix(".lock") })
        other.release()
        again.release()
    }

    @Test func withoutLocksEveryProgramContinues() throws {
        let first = try PlayerLock(player: "a", folder: "/proc/nowhere/locks")
        let second = try PlayerLock(player: "a", folder: "/proc/nowhere/locks")
        first.release()
        second.release()
    }

    // MARK: Choosing a player

    @Test func playersAreNamed() {
        #expect(PlayerChoice("mpd") == .mpd)
        #expect(PlayerChoice("mpris:vlc") == .desktop("vlc"))
        for text in ["", "vlc", "MPD", "mpris:", "mpris:a b", "mpris:1"] {
            #expect(PlayerChoice(text) == nil)
        }
    }

    @Test func aWrongAddressIsSaid() throws {
        let folder = try TemporaryFolder()
        #expect(throws: PlayerError.unreachable("MPD_HOST and MPD_PORT name no host and no socket"))
        {
            try PlayerChoice.mpd.open(environment: [
                "MPD_HOST": "@abstract", "XDG_RUNTIME_DIR": folder.path,
            ])
        }
    }

    // MARK: Words

    @Test func everyErrorIsASentence() {
        let errors: [PlayerError] = [
            .unreachable("x"), .protocolError("x"), .timedOut, .wrongPassword, .refused("x"),
            .noSuchSong,
            .badAddress, .userSongsQueued(2), .alreadyQueued, .notControllable, .inUse, .noBus,
            .closed,
        ]
        for error in errors {
            #expect(error.sentence.hasSuffix(".") && error.sentence.first?.isUppercase == true)
        }
        #expect(Set(errors.map(\.sentence)).count == errors.count)
        #expect(
            PlayerLimitation.crossfade(seconds: 2.5).sentence
                == "The player fades songs into each other over 2.5 s.")
    }
}
