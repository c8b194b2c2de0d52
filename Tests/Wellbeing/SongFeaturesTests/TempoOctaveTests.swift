import Foundation
import TestSupport
import Testing

@testable import SongFeatures

/// The octave of slow music that plays on every eighth.
@Suite struct TempoOctaveTests {
    private static let pieceCount = 12
    /// Least number of right tempos of the pieces of a kind. By chance between the two octaves 11 of 12 are right in one of
    /// 300 draws.
    private static let minRightCount = 11

    @Test(arguments: SlowPiece.Kind.allCases) func eighthsAreNoBeats(_ kind: SlowPiece.Kind) throws
    {
        var right = 0
        for seed in 1...UInt64(Self.pieceCount) {
            var piece = SlowPiece(kind, seed: seed)
            let samples = piece.samples(seconds: 20)
            let song = try #require(features(of: samples, sampleRateHz: SlowPiece.sampleRateHz))
            let bpm = song.tempo?.bpm ?? 0
            if abs(bpm / piece.bpm - 1) <= 0.04 { right += 1 }
        }
        #expect(right >= Self.minRightCount, "\(right) of \(Self.pieceCount)")
    }

    /// 4.08 times the octaves of onsets below 3.75 a second, for each octave of tempo above 110.
    @Test func thePriorFollowsItsFormula() {
        for (perSecond, slope) in [(3.75, 0), (9, 0), (1.875, -4.08), (0.9375, -8.16)] {
            let prior = TempoPrior(strongOnsetsPerSecond: perSecond)
            #expect(abs(prior.slope - slope) <= 1e-9)
            #expect(abs(prior.score(of: 220) - slope) <= 1e-9)
            #expect(abs(prior.score(of: 55) + slope) <= 1e-9)
        }
        #expect(TempoPrior(strongOnsetsPerSecond: 0).slope.isFinite)
    }

    /// Ends of notes that are lower than 9 % of the loud beginnings are none.
    @Test func strongPeaksAreThoseOfNotes() {
        var curve = [Double](repeating: 0, count: 400)
        for t in stride(from: 10, to: 400, by: 40) { curve[t] = 100 }
        for t in stride(from: 30, to: 400, by: 40) { curve[t] = 8.9 }
        #expect(OnsetPeaks.count(on: curve) == 20)
        #expect(OnsetPeaks.strongPeakCount(on: curve) == 10)
        for t in stride(from: 30, to: 400, by: 40) { curve[t] = 9.1 }
        #expect(OnsetPeaks.strongPeakCount(on: curve) == 20)
        #expect(OnsetPeaks.strongPeakCount(on: []) == 0)
    }

    /// 1/(1 + exp(-(.52 + .72 ln(p/(1 - p))))), worked out by hand.
    @Test func theConfidenceFollowsItsFormula() {
        for (share, confidence) in [(0.5, 0.6271), (0.9, 0.8911), (0.1, 0.2569)] {
            #expect(abs(TempoConfidence.calibratedConfidence(share: share) - confidence) <= 1e-4)
        }
        #expect((0.99...1).contains(TempoConfidence.calibratedConfidence(share: 1)))
        #expect((0...0.02).contains(TempoConfidence.calibratedConfidence(share: 0)))
    }
}
