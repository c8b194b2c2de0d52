import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct CrossSpectrumTests {
    private static let welch = WelchPSD(segmentSeconds: 50)

    private static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in generator.gaussian() }
    }

    @Test func aConstantIsCoherentWithNothing() throws {
        var generator = SplitMix64(seed: 81)
        let noise = (0..<512).map { _ in 50 * generator.gaussian() }
        let constant = [Double](repeating: 850.1, count: 512)
        for (x, y) in [(constant, noise), (noise, constant), (constant, constant)] {
            let cross = try #require(
                CrossSpectrum(x, y, sampleRateHz: 4, welch: WelchPSD(segmentSeconds: 32)))
            #expect(cross.coherence.allSatisfy { $0 == 0 })
        }
        // A tone of a millionth of the constant is no rounding.
        let faint = (0..<512).map { 850.1 + 8e-4 * sin(0.7 * Double($0)) }
        let cross = try #require(
            CrossSpectrum(faint, faint, sampleRateHz: 4, welch: WelchPSD(segmentSeconds: 32)))
        #expect((cross.coherence.max() ?? 0) > 0.999)
    }

    @Test func nanLeavesNoCoherence() throws {
        var x = (0..<128).map { sin(Double($0)) }
        let y = x
        x[60] = .nan
        let cross = try #require(
            CrossSpectrum(x, y, sampleRateHz: 4, welch: WelchPSD(segmentSeconds: 32)))
        #expect(cross.coherence.count { $0.isNaN } == cross.coherence.count)
    }

    @Test func aSeriesWithItselfIsItsPowerSpectrum() throws {
        let x = Self.noise(1200, seed: 1)
        let cross = try #require(CrossSpectrum(x, x, sampleRateHz: 4, welch: Self.welch))
        let power = try #require(Self.welch.density(samples: x, sampleRateHz: 4))
        #expect(cross.values.count == power.density.count)
        for (value, density) in zip(cross.values, power.density) {
            #expect(abs(value.real - density) < 1e-12 && abs(value.imaginary) < 1e-12)
        }
        #expect(cross.coherence.dropFirst().min() ?? 0 > 1 - 1e-12)
        #expect(cross.degreesOfFreedom == power.degreesOfFreedom)
    }

    @Test func phaseOfADelayedToneIsItsDelay() throws {
        // y is x a quarter of a second later: it follows by 2 pi 0.2 / 4.
        let x = (0..<1200).map { sin(2 * .pi * 0.2 * Double($0) / 4) }
        let y = (0..<1200).map { 3 * sin(2 * .pi * 0.2 * (Double($0) - 1) / 4) }
        let cross = try #require(CrossSpectrum(x, y, sampleRateHz: 4, welch: Self.welch))
        let bin = Int((0.2 / cross.stepHz).rounded())
        #expect(abs(cross.phase(bin: bin) + 2 * .pi * 0.2 / 4) < 1e-3)
        #expect(cross.coherence[bin] > 0.9999)
    }

    /// Ten separate segments: 5 % of the bins of unrelated noise exceed 1 - 0.05^(1/9).
    @Test func unrelatedNoiseExceedsItsLevelAsOftenAsStated() throws {
        var exceeded = 0
        var total = 0
        for seed in 0..<40 {
            let cross = try #require(
                CrossSpectrum(
                    Self.noise(1100, seed: UInt64(seed)),
                    Self.noise(1100, seed: UInt64(seed) + 500),
                    sampleRateHz: 4, welch: Self.welch))
            let level = cross.coherenceThreshold(probability: 0.05)
            for bin in stride(from: 10, to: 190, by: 5) {
                total += 1
                if cross.coherence[bin] > level { exceeded += 1 }
            }
        }
        let share = Double(exceeded) / Double(total)
        #expect(abs(share - 0.05) < 0.02, "\(share)")
    }

    @Test func oneSegmentIsCoherentWithAnything() throws {
        let cross = try #require(
            CrossSpectrum(
                Self.noise(150, seed: 1), Self.noise(150, seed: 2), sampleRateHz: 4,
                welch: Self.welch))
        #expect(cross.coherence.dropFirst().min() ?? 0 > 1 - 1e-9)
        #expect(cross.coherenceThreshold(probability: 0.05) == 1)
        #expect(CrossSpectrum([1, 2], [1, 2], sampleRateHz: 4, welch: Self.welch) == nil)
    }
}

@Suite struct AnalyticSignalTests {
    @Test(arguments: [400, 401])
    func envelopeAndPhaseOfAToneAreItsOwn(count: Int) {
        // Whole periods: the series is periodic as the transform takes it to be.
        let x = (0..<count).map { 7 + 3 * cos(2 * .pi * 9 * Double($0) / Double(count) + 0.4) }
        let signal = AnalyticSignal(x)
        for (index, value) in signal.envelope.enumerated() {
            #expect(abs(value - 3) < 1e-12)
            let turns = 9 * Double(index) / Double(count) + 0.4 / (2 * .pi)
            let difference = signal.phase[index] / (2 * .pi) - turns
            #expect(abs(difference - difference.rounded()) < 1e-12)
        }
    }

    @Test func envelopeFollowsASlowModulation() {
        let x = (0..<2000).map { index -> Double in
            let t = Double(index) / 2000
            return (2 + cos(2 * .pi * 3 * t)) * cos(2 * .pi * 80 * t)
        }
        for (index, value) in AnalyticSignal(x).envelope.enumerated() {
            #expect(abs(value - (2 + cos(2 * .pi * 3 * Double(index) / 2000))) < 1e-10)
        }
        #expect(AnalyticSignal([]).envelope.isEmpty)
    }
}

@Suite struct GoertzelTests {
    @Test func agreesWithTheDirectSumAtAnyFrequency() {
        var generator = SplitMix64(seed: 3)
        for count in [1, 2, 7, 120, 1001] {
            let x = (0..<count).map { _ in generator.uniform(in: -1...1) }
            for frequency in [0, 0.0001, 0.0917, 0.73, 1, 1.37, 1.9999, 2] {
                var real = 0.0
                var imaginary = 0.0
                for (j, value) in x.enumerated() {
                    let turns = frequency / 4 * Double(j)
                    let angle = 2 * Double.pi * (turns - turns.rounded())
                    real += value * cos(angle)
                    imaginary -= value * sin(angle)
                }
                let sum = Goertzel.sum(x, frequencyHz: frequency, sampleRateHz: 4)
                let error = hypot(sum.real - real, sum.imaginary - imaginary)
                #expect(error < 1e-13 * Double(count), "\(count) samples, \(frequency) Hz")
            }
        }
        #expect(Goertzel.sum([], frequencyHz: 1, sampleRateHz: 4) == ComplexNumber(0))
    }
}
