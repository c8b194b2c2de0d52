import Foundation
import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

@testable import ResonanceBreathing

@Suite struct BreathResponsesTests {
    /// Breaths at a rate from 0 s on, as many as fit.
    private static func breaths(_ rate: Double, count: Int, from start: Double = 0) -> [BreathCycle]
    {
        (0..<count).map { index in
            let length = 60 / rate
            return BreathCycle(
                startSeconds: start + Double(index) * length, inhaleSeconds: 0.4 * length,
                exhaleSeconds: 0.6 * length)
        }
    }

    private static func revision(_ nn: NNSeries, corrected: Set<Int> = []) -> NNRevision {
        NNRevision(
            beats: (0..<nn.count).map { index in
                NNBeat(
                    intervalMs: nn.intervalsMs[index], endSeconds: nn.endTimesSeconds[index],
                    isAdjacentToPrevious: index > 0, isCorrected: corrected.contains(index),
                    rawIndex: index)
            })
    }

    private static func outcomes(
        _ breaths: [BreathCycle], _ revision: NNRevision, at seconds: Double = 1000
    ) -> [BreathResponseStream.Outcome] {
        var responses = BreathResponseStream()
        for breath in breaths { responses.begin(breath) }
        responses.revise(revision)
        var found: [BreathResponseStream.Outcome] = []
        while let outcome = responses.next(atSeconds: seconds) { found.append(outcome) }
        return found
    }

    /// A heart rate of 70 + 6 cos(2 pi phase - 1): its harmonic is 6 exp(-i), the answer that over
    /// the lungs' one.
    @Test(arguments: [4.2, 5.5, 7.2]) func theResponseIsTheHeartRateHarmonicOverTheVolumeHarmonic(
        rate: Double
    ) throws {
        let breaths = Self.breaths(rate, count: 7)
        let heart = PacedHeart.intervals(seconds: 420 / rate) {
            70 + 6 * cos(2 * .pi * rate / 60 * $0 - 1)
        }
        let found = Self.outcomes(breaths, Self.revision(heart))
        #expect(found.count == 2)
        let lungs = breaths[0].volumeHarmonic
        let expected = ComplexNumber(6 * cos(1.0), -6 * sin(1.0)) / lungs
        for outcome in found {
            guard case .response(let response) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            // An interval's mean heart rate at its midpoint is up to 3 % flatter than the heart rate.
            #expect(
                abs(response.rsaAmplitudeBpm / (2 * expected.squaredMagnitude.squareRoot()) - 1)
                    < 0.03)
            #expect(abs(response.phase - PlatformMath.angle(expected)) < 0.02)
            #expect(abs(response.breathsPerMinute - rate) < 1e-9)
            #expect(response.hasPhase)
            #expect(response.standardError < 0.1)
        }
    }

    /// Three breaths of 10 s after one of 12 s: (3 x 6 + 0.5 x 5) / 3.5.
    @Test func theBreathBeforeCountsForTheRate() throws {
        let slow = Self.breaths(5, count: 3)
        let quick = Self.breaths(6, count: 3, from: 36)
        let heart = PacedHeart.intervals(seconds: 70) { 70 + 3 * sin(0.6 * $0) }
        let found = Self.outcomes(slow + quick, Self.revision(heart))
        guard case .response(let last) = found.last else { throw Missing() }
        #expect(abs(last.breathsPerMinute - (18 + 2.5) / 3.5) < 1e-9)
        #expect(last.startSeconds == 36)
    }

    @Test func aGroupIsReadyWhenItsBeatsHaveSettled() {
        var responses = BreathResponseStream()
        for breath in Self.breaths(6, count: 4) { responses.begin(breath) }
        responses.revise(Self.revision(PacedHeart.intervals(seconds: 40) { _ in 70 }))
        #expect(responses.next(atSeconds: 32.9) == nil)
        #expect(responses.next(atSeconds: 33) != nil)
        #expect(responses.next(atSeconds: 33) == nil)
    }

    @Test func missingBeatsGiveNoResponse() {
        let heart = PacedHeart.intervals(seconds: 60) { 70 + 5 * sin(0.2 * .pi * $0) }
        let all = Self.revision(heart)
        #expect(
            Self.outcomes(Self.breaths(6, count: 3), NNRevision()) == [.refused(.missingBeats)])
        // Nothing between 8 and 16 s: more than half a breath.
        var holed = all
        holed.beats.removeAll { (8...16).contains($0.endSeconds) }
        #expect(Self.outcomes(Self.breaths(6, count: 3), holed) == [.refused(.missingBeats)])
        // Without the last seconds of the group.
        var short = all
        short.beats.removeAll { $0.endSeconds > 22 }
        #expect(Self.outcomes(Self.breaths(6, count: 3), short) == [.refused(.missingBeats)])
    }

    @Test func manyCorrectedBeatsGiveNoResponse() {
        let heart = PacedHeart.intervals(seconds: 40) { 70 + 5 * sin(0.2 * .pi * $0) }
        let fourth = Set(stride(from: 0, to: heart.count, by: 4))
        let found = Self.outcomes(
            Self.breaths(6, count: 3), Self.revision(heart, corrected: fourth))
        #expect(found == [.refused(.corrected)])
    }

    @Test func aPauseOrACutBreaksTheGroup() {
        let heart = Self.revision(PacedHeart.intervals(seconds: 90) { 70 + 5 * sin(0.6 * $0) })
        let first = Self.breaths(6, count: 2)
        let paused = first + Self.breaths(6, count: 1, from: 25)
        #expect(Self.outcomes(paused, heart) == [.refused(.interruptedBreath)])
        let cut = first + Self.breaths(6, count: 1, from: 18)
        #expect(Self.outcomes(cut, heart) == [.refused(.interruptedBreath)])
    }

    @Test func timesThatGoBackArePassedOver() {
        let heart = PacedHeart.intervals(seconds: 40) { 70 + 5 * sin(0.2 * .pi * $0) }
        var spoilt = Self.revision(heart)
        let bad = [(800.0, -5.0), (800, .nan), (.infinity, 20), (-800, 20), (.nan, 20)]
        for (interval, end) in bad {
            let beat = NNBeat(
                intervalMs: interval, endSeconds: end, isAdjacentToPrevious: true,
                isCorrected: false, rawIndex: 0)
            spoilt.beats.insert(beat, at: 20)
        }
        let breaths = Self.breaths(6, count: 3)
        #expect(
            Self.outcomes(breaths + [breaths[0]], spoilt)
                == Self.outcomes(breaths, Self.revision(heart)))
    }

    /// A beat that was left out is not withdrawn: the stream's own count includes it.
    @Test func aBeatLeftOutIsNotWithdrawn() {
        let heart = PacedHeart.intervals(seconds: 40) { 70 + 5 * sin(0.2 * .pi * $0) }
        let all = Self.revision(heart)
        let bad = NNBeat(
            intervalMs: 800, endSeconds: -1, isAdjacentToPrevious: true, isCorrected: false,
            rawIndex: 0)
        var responses = BreathResponseStream()
        for breath in Self.breaths(6, count: 3) { responses.begin(breath) }
        responses.revise(NNRevision(beats: all.beats + [bad]))
        let newest = all.beats.suffix(3)
        responses.revise(NNRevision(withdrawnCount: 4, beats: Array(newest)))
        let found = responses.next(atSeconds: 1000)
        #expect(found == Self.outcomes(Self.breaths(6, count: 3), all).first)
    }

    private struct Missing: Error {}
}
