import BeatDetection
import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

@Suite struct SignalQualityMeterTests {
    private static func noise(_ count: Int) -> [Double] {
        var random = SplitMix64(seed: 9)
        return (0..<count).map { _ in random.gaussian() }
    }

    private static func quality(_ samples: [Double], _ beats: [Double]) -> SignalQuality {
        var meter = SignalQualityMeter(sampleRateHz: 250)
        meter.add(samples)
        return meter.finish(beatQualities: beats)
    }

    @Test func aWholeSignalHasTheMedianOfItsBeats() {
        let quality = Self.quality(Self.noise(2500), [0.9, 0.2, 0.8, 1])
        #expect(abs(quality.value - 0.85) < 1e-12 && quality.flags.isEmpty)
        #expect(quality.startSeconds == 0 && quality.durationSeconds == 10)
    }

    @Test func aFlatLineAndMissingSamplesAreALeadThatIsOff() {
        for value: Double in [0, 3.3, .nan, -.infinity] {
            let quality = Self.quality([Double](repeating: value, count: 2500), [])
            #expect(quality.value == 0 && quality.flags == .leadOff)
        }
        let fifth = Self.noise(2000) + [Double](repeating: 7, count: 500)
        let quality = Self.quality(fifth, [1])
        #expect(abs(quality.value - 0.8) < 1e-12 && quality.flags == .leadOff)
    }

    @Test func railsAreSaturated() {
        // A sine of 1 Hz cut off at 0.8: at either rail for 2 acos(0.8) of 2 pi, 51 of 250 samples.
        let cut = (0..<2500).map { max(-0.8, min(0.8, PlatformMath.sin(0.0251327 * Double($0)))) }
        let quality = Self.quality(cut, [1])
        #expect(quality.flags == .saturated && abs(quality.value - (1 - 102 / 250.0)) < 0.02)
        let whole = (0..<2500).map { PlatformMath.sin(0.0251327 * Double($0)) }
        #expect(Self.quality(whole, [1]).flags.isEmpty)
    }

    /// The quiet line between beats, in whole steps of a converter, is the lowest value, not a
    /// rail.
    @Test func aQuietLineIsNoRail() {
        let ecg = GaussianECG(rateHz: 250, count: 12)
        let stepped = ecg.samples.map { max(0, (40 * $0).rounded()) }
        #expect(Self.quality(stepped, [1]).flags.isDisjoint(with: .saturated))
    }

    @Test func noisyBeatsAndNoneAreNamed() {
        #expect(Self.quality(Self.noise(2500), [0.3, 0.4, 0.9]).flags == .noisy)
        let none = Self.quality(Self.noise(2500), [])
        #expect(none.flags == .noBeats && none.value == 0)
    }

    @Test func blocksDoNotMatterAndWindowsFollowEachOther() {
        let samples =
            Self.noise(1000).map { ($0 * 4).rounded() } + [Double](repeating: 2, count: 400)
        var whole = SignalQualityMeter(sampleRateHz: 100)
        var parts = whole
        for round in 0..<3 {
            whole.add(samples)
            for sample in samples { parts.add([sample]) }
            let quality = whole.finish(beatQualities: [1])
            #expect(quality == parts.finish(beatQualities: [1]))
            #expect(quality.startSeconds == 14 * Double(round))
        }
        #expect(whole.finish(beatQualities: []).durationSeconds == 0)
    }
}
