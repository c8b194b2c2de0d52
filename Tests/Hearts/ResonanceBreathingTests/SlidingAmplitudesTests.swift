import Testing

@testable import ResonanceBreathing

struct SlidingAmplitudesTests {
    private static func amplitudes(_ pairs: [(Double, Double?)]) -> SlidingAmplitudes {
        var amplitudes = SlidingAmplitudes()
        for (rate, amplitude) in pairs {
            amplitudes.append(breathsPerMinute: rate, rsaAmplitudeBpm: amplitude)
        }
        return amplitudes
    }

    /// The first breath has none before it; a breath without an amplitude still is one.
    @Test func anAmplitudeBelongsToTheBreathBefore() {
        let amplitudes = Self.amplitudes([(6, 1), (5.9, 2), (5.8, nil), (5.7, 4), (5.6, .nan)])
        #expect(
            amplitudes.breathsPerMinute == [6, 6, 5.8] && amplitudes.rsaAmplitudesBpm == [1, 2, 4])
    }

    /// Weights at distances 0, 0.25 and 0.5 of 0.5: 1, (1 - 1/8)^3 and 0.
    @Test func theMeanIsWeighted() throws {
        let amplitudes = Self.amplitudes([(5, 8), (5, 8), (5.25, 8), (5.5, 2), (5.5, 100)])
        // Belong to 5, 5, 5, 5.25 and 5.5.
        let weight = 0.669921875
        let expected = (3 * 8 + weight * 2) / (3 + weight)
        let found = try #require(amplitudes.smoothed(atBreathsPerMinute: 5))
        #expect(abs(found - expected) < 1e-12)
        #expect(amplitudes.smoothed(atBreathsPerMinute: 5.9) == nil)
    }

    @Test func halfOfTheBreathsNeedAmplitudes() {
        let few = Self.amplitudes((0..<9).map { (6 - 0.1 * Double($0), 5) })
        #expect(few.bestBreathsPerMinute(ofBreaths: 20) == nil)
        #expect(few.bestBreathsPerMinute(ofBreaths: 18) != nil)
        #expect(SlidingAmplitudes().bestBreathsPerMinute(ofBreaths: 20) == nil)
        let still = Self.amplitudes((0..<20).map { (6 - 0.1 * Double($0), 0) })
        #expect(still.bestBreathsPerMinute(ofBreaths: 20) == nil)
    }
}
