import Foundation
import SongFeatures
import TestSupport
import Testing

/// A confidence is worth something if wrong tempos have less of it than right ones.
@Suite struct TempoConfidenceTests {
    private static let pieceCount = TestEffort.pick(60, all: 200)
    /// Least share of the pairs of a right and a wrong tempo in which the right one is the surer. A confidence
    /// without any meaning reaches 0.5, and with 165 right and 35 wrong tempos one deviation more is 0.55.
    private static let minShare = 0.65

    @Test func wrongTemposAreLessSureThanRightOnes() throws {
        var (right, wrong): ([Double], [Double]) = ([], [])
        for seed in 1...UInt64(Self.pieceCount) {
            let piece = GeneratedPiece(seed: seed)
            let samples = piece.samples(seconds: 12)
            let song = features(of: samples, sampleRateHz: GeneratedPiece.sampleRateHz)
            guard let tempo = song?.tempo else { continue }
            if abs(tempo.bpm / piece.bpm - 1) <= 0.04 {
                right.append(tempo.confidence)
            } else {
                wrong.append(tempo.confidence)
            }
        }
        try #require(wrong.count >= Self.pieceCount / 20 && right.count >= Self.pieceCount / 2)
        let pairs = right.reduce(0.0) { sum, sure in
            sum + wrong.reduce(0) { $0 + ($1 < sure ? 1 : $1 == sure ? 0.5 : 0) }
        }
        let share = pairs / Double(right.count * wrong.count)
        #expect(
            share >= Self.minShare, "\(share) of \(right.count) right and \(wrong.count) wrong")
    }
}
