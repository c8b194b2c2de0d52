import Foundation
import PhysioTypes
import TestSupport
import Testing

@testable import HRVFeatures

/// Simulated intervals whose breaths are known: the truth is breaths over time, and no code under
/// test has a part in it.
private struct Breather {
    var perMinute: Double?
    /// Standard deviation of the breath's period, relative.
    var variation = 0.0
    var amplitudeMs = 40.0
    /// Amplitude of the second harmonic over that of the fundamental.
    var second = 0.0
    var meanMs = 850.0
    /// Standard deviation of slow waves: a resonator at 0.1 Hz of this damping ratio.
    var wavesMs = 0.0
    var damping = 0.15
    /// Standard deviation of noise that forgets in 2, 15 and 60 s, near 1/f.
    var noiseMs = 10.0
    var seconds = 180.0

    func recorded(seed: UInt64) -> (nn: NNSeries, truth: Double) {
        var generator = SplitMix64(seed: seed)
        let step = 0.1
        let count = Int(seconds / step) + 100
        var signal = [Double](repeating: 0, count: count)
        var breaths = signal
        if let perMinute {
            var (phase, period) = (0.0, 60 / perMinute)
            for index in 0..<count {
                breaths[index] = phase
                let angle = 2 * .pi * phase
                signal[index] = amplitudeMs * (sin(angle) + second * sin(2 * angle + 1))
                let next = phase + step / period
                if next.rounded(.down) > phase.rounded(.down) {
                    period = 60 / perMinute * max(0.4, 1 + variation * generator.gaussian())
                }
                phase = next
            }
        }
        for seconds in [2.0, 15, 60] {
            let decay = exp(-step / seconds)
            let spread = noiseMs / sqrt(3)
            let drive = sqrt(1 - decay * decay) * spread
            var value = spread * generator.gaussian()
            for index in 0..<count {
                signal[index] += value
                value = decay * value + drive * generator.gaussian()
            }
        }
        addWaves(to: &signal, step: step, &generator)
        var (intervals, time) = ([Double](), 0.0)
        while time < seconds {
            let position = (time + meanMs / 1000) / step
            let (index, share) = (Int(position), position - position.rounded(.down))
            let interval =
                meanMs + signal[index] + share * (signal[index + 1] - signal[index])
            intervals.append(interval.rounded())
            time += interval / 1000
        }
        return (NNSeries(intervalsMs: intervals), 60 * breaths[Int(time / step)] / time)
    }

    /// A complex amplitude that forgets, times a carrier: the spectrum of a resonator.
    private func addWaves(to signal: inout [Double], step: Double, _ generator: inout SplitMix64) {
        guard wavesMs > 0 else { return }
        let angular = 2 * Double.pi * 0.1
        let decay = exp(-damping * angular * step)
        let (drive, turn) = (sqrt(1 - decay * decay), angular * sqrt(1 - damping * damping) * step)
        var (a, b) = (generator.gaussian(), generator.gaussian())
        for index in signal.indices {
            let angle = turn * Double(index)
            signal[index] += wavesMs * (a * cos(angle) + b * sin(angle))
            a = decay * a + drive * generator.gaussian()
            b = decay * b + drive * generator.gaussian()
        }
    }
}

@Suite struct BreathingRateTests {
    private static let seeds = UInt64(1)...4

    private static func band(_ low: Double, _ high: Double) throws -> FrequencyBand {
        try #require(FrequencyBand(lowHz: low, highHz: high))
    }

    /// The aim, on strong breathing: 3 of 4 with a number, and each of them right.
    @Test(arguments: [4.0, 4.5, 6, 7.5, 9, 12, 15, 20, 24])
    func aPacedRateIsFound(perMinute: Double) {
        var found = 0
        for seed in Self.seeds {
            let (nn, truth) = Breather(perMinute: perMinute, variation: 0.02).recorded(seed: seed)
            guard let rate = BreathingRate(nn).breathsPerMinute else { continue }
            found += 1
            #expect(abs(rate - truth) < 0.25, "\(perMinute) \(seed)")
        }
        #expect(found >= 3, "\(perMinute)")
    }

    /// The fundamental is the breath, however much larger its harmonic is.
    @Test(arguments: [4.5, 6, 9], [0.5, 1.5])
    func aHarmonicIsNotTheBreath(perMinute: Double, second: Double) {
        var found = 0
        for seed in Self.seeds {
            let breather = Breather(perMinute: perMinute, variation: 0.01, second: second)
            let (nn, truth) = breather.recorded(seed: seed)
            guard let rate = BreathingRate(nn).breathsPerMinute else { continue }
            found += 1
            #expect(abs(rate - truth) < 0.25, "\(perMinute) \(second) \(seed)")
        }
        #expect(found >= 2, "\(perMinute) \(second)")
    }

    /// Waves at half the breath's rate, stronger than it, are not taken for its fundamental.
    @Test func aBreathAboveWavesIsFound() {
        var found = 0
        for seed in Self.seeds {
            let breather = Breather(
                perMinute: 12, variation: 0.02, amplitudeMs: 25, wavesMs: 30)
            let (nn, truth) = breather.recorded(seed: seed)
            guard let rate = BreathingRate(nn).breathsPerMinute else { continue }
            found += 1
            #expect(abs(rate - truth) < 0.25, "\(seed)")
        }
        #expect(found >= 2)
    }

    /// Free breathing at 15 a minute with 60 beats a minute, whose image would be 45.
    @Test func freeBreathingAtRestIsFound() {
        var found = 0
        for seed in Self.seeds {
            let breather = Breather(
                perMinute: 15, variation: 0.1, meanMs: 1000, wavesMs: 10, seconds: 300)
            let (nn, truth) = breather.recorded(seed: seed)
            guard let rate = BreathingRate(nn).breathsPerMinute else { continue }
            found += 1
            #expect(abs(rate - truth) < 1, "\(seed)")
        }
        #expect(found >= 3)
    }

    /// The allowed share is at most 2 %; more than 2 of 24 have a probability of 1 % then.
    @Test(arguments: [0.08, 0.25])
    func wavesAloneHaveNoRate(damping: Double) {
        let rates = (UInt64(100)..<124).map {
            BreathingRate(
                Breather(wavesMs: 30, damping: damping, noiseMs: 8).recorded(seed: $0).nn)
        }
        #expect(rates.count { $0.peakHz != nil } <= 2)
        #expect(rates.count { $0.absence == .slowWaves } >= 15)
    }

    @Test func noiseAloneHasNoRate() {
        let rates = (UInt64(200)..<224).map {
            BreathingRate(Breather(noiseMs: 30).recorded(seed: $0).nn)
        }
        #expect(rates.count { $0.peakHz != nil } <= 2)
    }

    /// 28 breaths a minute at 50 beats a minute look like 22.
    @Test func aBreathAboveHalfTheBeatRateHasNoRate() {
        let rates = (UInt64(300)..<312).map {
            BreathingRate(
                Breather(perMinute: 28, variation: 0.02, meanMs: 1200).recorded(seed: $0).nn)
        }
        #expect(rates.count { $0.peakHz != nil } <= 1)
        #expect(rates.count { $0.absence == .aboveHalfBeatRate } >= 9)
    }

    /// The median of the parts, and nothing where most of them show nothing.
    @Test func longRecordingsAreSearchedInParts() throws {
        let long = Breather(perMinute: 6, variation: 0.01, seconds: 1000).recorded(seed: 5)
        let rate = try #require(BreathingRate(long.nn).breathsPerMinute)
        #expect(abs(rate - long.truth) < 0.25)
        let noise = Breather(noiseMs: 30, seconds: 1000).recorded(seed: 6).nn
        #expect(BreathingRate(noise).absence == .noRhythm)
    }

    @Test func aLostBeatAndAGapChangeNothing() throws {
        let (nn, truth) = Breather(perMinute: 12).recorded(seed: 8)
        var lost = nn.intervalsMs
        lost[60] += lost.remove(at: 61)
        let rate = try #require(BreathingRate(NNSeries(intervalsMs: lost)).breathsPerMinute)
        #expect(abs(rate - truth) < 0.25)
        let gapped = nn.joinedSegments([0...70, 85...nn.endSeconds])
        let other = try #require(BreathingRate(gapped).breathsPerMinute)
        #expect(abs(other - truth) < 0.25)
    }

    @Test func theBandBoundsTheSearch() throws {
        let nn = Breather(perMinute: 6, variation: 0.01).recorded(seed: 3).nn
        #expect(BreathingRate(nn, band: try Self.band(0.15, 0.4)).peakHz == nil)
        let rate = try #require(
            BreathingRate(nn, band: try Self.band(0.06, 0.13)).breathsPerMinute)
        #expect(abs(rate - 6) < 0.25)
    }

    @Test func shortAndConstantSeriesHaveAReason() {
        for nn in [
            NNSeries(intervalsMs: []), NNSeries(intervalsMs: [800]),
            NNSeries(intervalsMs: (0..<50).map { 800 + 30 * sin(Double($0)) }),
        ] {
            #expect(BreathingRate(nn).peakHz == nil)
            #expect(BreathingRate(nn).absence == .tooShort)
        }
        let constant = BreathingRate(TestSeries.constant(count: 200))
        #expect(constant.breathsPerMinute == nil)
        #expect(constant.absence == .noRhythm)
    }

    /// The sums by turned phasors and the taper by shifted spectra, against one sum of tapered
    /// values a frequency.
    @Test func theDensityIsThatOfADirectSum() throws {
        let nn = Breather(perMinute: 14, seconds: 90).recorded(seed: 4).nn
        let transform = try #require(IntervalFourierTransform(nn))
        let t = nn.endTimesSeconds.map { $0 - nn.endTimesSeconds[0] }
        let n = t.count
        let span = t[n - 1]
        let (meanT, meanY) = (
            t.reduce(0, +) / Double(n), nn.intervalsMs.reduce(0, +) / Double(n)
        )
        let slope =
            zip(t, nn.intervalsMs).reduce(0) { $0 + ($1.0 - meanT) * $1.1 }
            / t.reduce(0) { $0 + ($1 - meanT) * ($1 - meanT) }
        for index in [1, 17, 84, 120, 200] {
            let hz = Double(index) / (4 * span)
            var (real, imaginary) = (0.0, 0.0)
            for j in 0..<n {
                let left = j > 0 ? t[j] - t[j - 1] : 0
                let right = j < n - 1 ? t[j + 1] - t[j] : 0
                let y = nn.intervalsMs[j] - meanY - slope * (t[j] - meanT)
                let term = y * (left + right) / 2 * pow(sin(.pi * t[j] / span), 2)
                real += term * cos(2 * .pi * hz * t[j])
                imaginary += term * sin(2 * .pi * hz * t[j])
            }
            let expected = 2 * (real * real + imaginary * imaginary) / (0.375 * span)
            #expect(abs(transform.power[index] - expected) < 1e-9 * (1 + expected))
        }
    }
}
