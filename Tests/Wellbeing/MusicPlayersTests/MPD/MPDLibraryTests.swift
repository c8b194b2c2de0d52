import Foundation
import Synchronization
import TestPlayers
import TestSupport
import Testing

@testable import MusicPlayers

/// Reports of a real MPD on its library, its covers and its stickers.
@Suite(.needsMPD) struct MPDLibraryTests: PlaysByMPD {
    @Test func theLibraryComesInWindows() async throws {
        let names = (0..<21).map { ("s\($0).wav", 0.02) }
        let mpd = try TestMPD(names)
        let (player, _) = try await player(mpd)
        let windows = Mutex<[[String]]>([])
        try await player.library(songsPerWindow: 10) { songs in
            windows.withLock { $0.append(songs.map(\.uri)) }
            return true
        }
        let found = windows.withLock(\.self)
        #expect(found.map(\.count) == [10, 10, 1])
        #expect(Set(found.joined()) == Set(names.map(\.0)))
        await player.close()
    }

    @Test func coversComeInPieces() async throws {
        let mpd = try TestMPD([("a.wav", 1)])
        let file = URL(fileURLWithPath: mpd.musicFolder + "/cover.png")
        var random = SplitMix64(seed: 28)
        let cover = (0..<50_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        // MPD remembers for a whole connection what it found first.
        let (without, _) = try await player(mpd)
        #expect(try await without.art(of: "a.wav") == nil)
        await without.close()
        try Data(cover).write(to: file)
        let (with, _) = try await player(mpd)
        #expect(try await with.art(of: "a.wav") == cover)
        #expect(try await with.art(of: "missing/a.wav") == nil)
        await with.close()
        try Data(count: 6 << 20).write(to: file)
        let (large, _) = try await player(mpd)
        await #expect(throws: PlayerError.refused("the cover is larger than 5 MiB")) {
            try await large.art(of: "a.wav")
        }
        await large.close()
    }

    @Test func playsAreCountedInStickers() async throws {
        let mpd = try TestMPD([("a.wav", 1), ("b.wav", 1), ("c.wav", 1)])
        try mpd.mpc("sticker", "a.wav", "set", "playCount", "3")
        try mpd.mpc("sticker", "a.wav", "set", "lastPlayed", "1700000000")
        try mpd.mpc("sticker", "b.wav", "set", "playCount", "many")
        let (player, _) = try await player(mpd)
        let counts = [
            MPDPlayCount(uri: "a.wav", playCount: 3, lastPlayedSeconds: 1_700_000_000)
        ]
        #expect(try await player.playCounts() == counts)
        try await player.countPlay(of: "a.wav", atSeconds: 1_800_000_000)
        try await player.countPlay(of: "c.wav", atSeconds: 1_800_000_001)
        #expect(
            try await player.playCounts() == [
                MPDPlayCount(uri: "a.wav", playCount: 4, lastPlayedSeconds: 1_800_000_000),
                MPDPlayCount(uri: "c.wav", playCount: 1, lastPlayedSeconds: 1_800_000_001),
            ])
        await player.close()
    }
}
