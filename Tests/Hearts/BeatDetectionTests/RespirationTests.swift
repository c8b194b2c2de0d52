import BeatDetection
import PhysioDSP
import PhysioTypes
import RecordingFiles
import Testing
import TestSupport

@Suite struct RespirationTests {
    /// Beats whose gain follows breathing of a rate, for two minutes; intervals do where asked.
    private static func ecg(
        breathsPerMinute: Double, modulation: Double, interval: Double = 0, seed: UInt64 = 1
    ) -> GaussianECG {
        var random = SplitMix64(seed: seed)
        let turn = 2 * Double.pi * breathsPerMinute / 60
        var time = 0.5
        var ecg = GaussianECG(
            rateHz: 250,
            beats: (0..<150).map { _ in
                time += 0.8 + interval * PlatformMath.sin(turn * time) + 0.01 * random.gaussian()
                return .init(seconds: time, gain: 1 + modulation * PlatformMath.cos(turn * time))
            })
        ecg.add(.white, decibel: 20, seed: seed + 7)
        return ecg
    }

    private static func rates(_ ecg: GaussianECG) -> [ECGBreathingRate] {
        ECGBreathingRate.epochs(
            ECGDerivedRespiration(ecg.shapes(), sampleRateHz: 250), durationSeconds: 120)
    }

    @Test(arguments: [3.5, 6, 9, 15, 24, 33.0]) func amplitudeShowsTheRate(rate: Double) throws {
        let found = Self.rates(Self.ecg(breathsPerMinute: rate, modulation: 0.1))
        #expect(found.count == 2)
        for epoch in found {
            // A quarter of 1 / 60 s is a quarter of a breath a minute; the parabola divides it.
            #expect(abs(try #require(epoch.breathsPerMinute) - rate) < 0.3)
            #expect(epoch.reason == nil && epoch.epoch.durationSeconds == 60)
        }
    }

    /// Rates of 9 a minute or more are shown: below it the vessels have a rhythm of their own.
    @Test func intervalsAloneShowNormalRatesButNotSlowOnes() throws {
        for epoch in Self.rates(Self.ecg(breathsPerMinute: 14, modulation: 0, interval: 0.04)) {
            #expect(abs(try #require(epoch.breathsPerMinute) - 14) < 0.5)
        }
        for epoch in Self.rates(Self.ecg(breathsPerMinute: 6, modulation: 0, interval: 0.04)) {
            #expect(epoch.breathsPerMinute == nil)
        }
    }

    /// Rates in at most 1 % of 120 epochs, by a bound that is wide: with more than five something is wrong
    /// (2e-3).
    @Test(.slow) func withoutBreathingThereIsHardlyARate() {
        let found = (0..<60).flatMap {
            Self.rates(Self.ecg(breathsPerMinute: 10, modulation: 0, seed: UInt64(50 + $0)))
        }
        let rates = found.count { $0.breathsPerMinute != nil }
        #expect(found.count == 120 && rates <= 5, "\(rates)")
        #expect(found.allSatisfy { ($0.breathsPerMinute == nil) == ($0.reason != nil) })
    }

    @Test func fewBeatsAreTooFew() {
        let ecg = GaussianECG(rateHz: 250, count: 15)
        let respiration = ECGDerivedRespiration(ecg.shapes(), sampleRateHz: 250)
        let rate = ECGBreathingRate(respiration, startSeconds: 0)
        #expect(rate.breathsPerMinute == nil && rate.reason?.code == "too_few")
        let empty = ECGBreathingRate(ECGDerivedRespiration([], sampleRateHz: 250), startSeconds: 0)
        #expect(empty.reason == .tooFew(needed: 20, found: 0, .beats))
        #expect(ECGBreathingRate.epochs(respiration, durationSeconds: 59).isEmpty)
    }

    /// An epoch holds the beats from its beginning on and none at its end, wherever it lies.
    @Test(arguments: [(-50.0, 60.0), (0, 1.5), (1.5, 3), (1.4, 3.2), (8, 60), (40, 5)])
    func anEpochHoldsTheBeatsWithinIt(start: Double, duration: Double) {
        let ecg = GaussianECG(
            rateHz: 250, beats: (1...15).map { .init(seconds: 0.75 * Double($0)) })
        let respiration = ECGDerivedRespiration(ecg.shapes(), sampleRateHz: 250)
        let range = start..<(start + duration)
        let inside = respiration.series(.interval).times.count { range.contains($0) }
        let rate = ECGBreathingRate(respiration, startSeconds: start, durationSeconds: duration)
        #expect(rate.reason == .tooFew(needed: 20, found: Double(inside), .beats))
    }

    @Test func onlyIntervalsBetweenNormalBeatsCount() {
        var beats = (0..<40).map { GaussianECG.Beat(seconds: 0.6 + 0.8 * Double($0)) }
        beats[30].seconds -= 0.3
        beats[30].width = 3
        let shapes = GaussianECG(rateHz: 250, beats: beats).shapes()
        let respiration = ECGDerivedRespiration(shapes, sampleRateHz: 250)
        #expect(shapes[30].kind == .other)
        #expect(respiration.series(.range).times.count == 39)
        let intervals = respiration.series(.interval)
        #expect(intervals.times.count == 37)
        #expect(intervals.values.allSatisfy { abs($0 - 800) < 1 })
    }

    /// Rates of the respiration column over the two minutes in which it has one clear rate, by
    /// scipy 1.17.1: signal.welch, one segment of 60 s, nfft 24000, highest value of 3 to 40 a
    /// minute.
    @Test(.needsDatasets) func aRecordingShowsTheRateOfItsRespiration() throws {
        let columns = try Datasets.text("neurokit/bio_resting_5min_100hz.csv")
            .split(separator: "\n").dropFirst()
        let samples = columns.compactMap { Double($0.split(separator: ",")[0]) }
        #expect(samples.count == columns.count)
        let shapes = Self.beats(of: samples)
        let respiration = ECGDerivedRespiration(shapes, sampleRateHz: 100)
        for (start, expected) in [(1.0, 17.25), (31, 16.25)] {
            let rate = ECGBreathingRate(respiration, startSeconds: start)
            #expect(abs(try #require(rate.breathsPerMinute) - expected) < 0.5)
        }
    }

    /// The largest sample of every segment above half of what the largest of 2 s are.
    private static func beats(of samples: [Double]) -> [BeatShape] {
        var indices: [Int] = []
        for index in 1..<(samples.count - 1) {
            let around = samples[max(0, index - 100)..<min(samples.count, index + 100)]
            guard samples[index] > 0.5 * (around.max() ?? 0), samples[index] >= samples[index - 1],
                samples[index] > samples[index + 1]
            else { continue }
            if let last = indices.last, index - last < 30 {
                if samples[index] > samples[last] { indices[indices.count - 1] = index }
            } else {
                indices.append(index)
            }
        }
        var shapes = BeatShapeAnalyzer(sampleRateHz: 100)
        return indices.map { shapes.push(samples, position: Double($0), firstSample: 0) }
    }
}
