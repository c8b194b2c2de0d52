import Foundation
import SongFeatures
import TestSupport
import Testing

/// Energy has no truth, but it must rise where a song gets louder, busier or faster.
@Suite struct EnergyPairTests {
    /// Pairs of each kind, and those of them in which it may not rise.
    private static let pairCount = TestEffort.pick(12, all: 200)
    private static let maxFailures = TestEffort.pick(0, all: 2)
    private static let seconds = 8.0

    private static func energy(_ samples: [Float]) throws -> Double {
        try #require(features(of: samples, sampleRateHz: GeneratedPiece.sampleRateHz)?.energy)
    }

    /// The second of each pair must have more.
    private static func expectRise(
        _ kind: String, _ pair: (UInt64) -> (quieter: [Float], livelier: [Float])
    ) throws {
        var failing: [String] = []
        for seed in 1...UInt64(pairCount) {
            let songs = pair(seed)
            let (a, b) = (try energy(songs.quieter), try energy(songs.livelier))
            if b <= a { failing.append("seed \(seed): \(a) to \(b)") }
        }
        #expect(failing.count <= maxFailures, "\(kind): \(failing)")
    }

    @Test func louderSongsHaveMore() throws {
        try Self.expectRise("6 dB louder") { seed in
            let song = GeneratedPiece(seed: seed).samples(seconds: Self.seconds)
            return (song, song.map { 2 * $0 })
        }
    }

    @Test func songsWithDrumsHaveMore() throws {
        try Self.expectRise("drums added") { seed in
            var piece = GeneratedPiece(seed: seed)
            piece.band = [.bass, .chords]
            let song = piece.samples(seconds: Self.seconds)
            piece.band.append(.drums)
            return (song, piece.samples(seconds: Self.seconds))
        }
    }

    @Test func fasterSongsHaveMore() throws {
        try Self.expectRise("1.25 times as fast") { seed in
            var piece = GeneratedPiece(seed: seed)
            let song = piece.samples(seconds: Self.seconds)
            piece.bpm *= 1.25
            return (song, piece.samples(seconds: Self.seconds))
        }
    }
}
