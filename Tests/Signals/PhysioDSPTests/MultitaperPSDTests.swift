import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct MultitaperPSDTests {
    private static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in 3 + 2 * generator.gaussian() }
    }

    @Test(arguments: [100, 301, 1200])
    func fixedWeightsKeepTheMeanTaperedSquare(count: Int) throws {
        let samples = Self.noise(count, seed: UInt64(count))
        let result = try #require(
            MultitaperPSD(weights: .fixed).density(samples: samples, sampleRateHz: 4))
        let mean = samples.reduce(0, +) / Double(count)
        let tapers = SlepianTapers(count: count).tapers
        let expected = tapers.reduce(0) { sum, taper in
            sum + zip(taper, samples).reduce(0) { $0 + pow($1.0 * ($1.1 - mean), 2) } / 4
        }
        let power = result.spectrum.density.reduce(0, +) * result.spectrum.stepHz
        #expect(relativeError(power, expected) < 1e-10)
        #expect(
            result.degreesOfFreedom.count { abs($0 - 8) < 1e-12 } == result.degreesOfFreedom.count)
    }

    @Test func whiteNoiseIsFlatAndIntegratesToItsVariance() throws {
        var sum = 0.0
        for seed in 0..<60 {
            let result = try #require(
                MultitaperPSD().density(
                    samples: Self.noise(512, seed: UInt64(seed)), sampleRateHz: 4))
            sum += result.spectrum.power(fromHz: 0, toHz: 2)
        }
        // 60 series of 512: the variance 4 is known to 0.8 %.
        #expect(abs(sum / 60 - 4) < 0.1)
    }

    /// The share of a line inside the main lobe is what the tapers concentrate there.
    @Test func toneLeavesTheMainLobeAsFarAsTheTapersLeak() throws {
        let samples = (0..<1200).map { 20 * sin(2 * .pi * 0.1 * Double($0) / 4 + 0.3) }
        let result = try #require(
            MultitaperPSD(weights: .fixed).density(samples: samples, sampleRateHz: 4))
        let concentrations = SlepianTapers(count: 1200).concentrations
        let share = concentrations.reduce(0, +) / 4
        #expect(share > 0.98 && share < 0.995)
        // Half the lobe is 2.5 / 300 Hz.
        let lobe = result.spectrum.power(fromHz: 0.1 - 2.5 / 300, toHz: 0.1 + 2.5 / 300)
        // Six grid points across half the lobe: the trapezium rule is good to 1 % at its edge.
        #expect(abs(lobe - 200 * share) < 2, "\(lobe)")
    }

    @Test(arguments: MultitaperPSD.Weighting.allCases, [0.05, 0.145, 0.155, 0.25, 0.35])
    func toneReturnsItsPower(weights: MultitaperPSD.Weighting, frequency: Double) throws {
        for phase in [0.0, 1, 2, 3] {
            let samples = (0..<1200).map {
                20 * sin(2 * .pi * frequency * Double($0) / 4 + phase)
            }
            let result = try #require(
                MultitaperPSD(weights: weights).density(samples: samples, sampleRateHz: 4))
            let power = result.spectrum.power(fromHz: 0, toHz: 2)
            #expect(abs(power - 200) < 2, "\(frequency) Hz, phase \(phase): \(power)")
        }
    }

    @Test func adaptiveWeightsLowerTheLeakageOfAStrongTone() throws {
        let samples = (0..<1200).map { index -> Double in
            let t = Double(index) / 4
            return 100 * sin(2 * .pi * 0.1 * t) + 0.001 * sin(2 * .pi * 1.3 * t)
        }
        func floor(_ weights: MultitaperPSD.Weighting) throws -> Double {
            try #require(
                MultitaperPSD(weights: weights).density(samples: samples, sampleRateHz: 4)
            ).spectrum.power(fromHz: 0.6, toHz: 1)
        }
        #expect(try floor(.adaptive) < 0.5 * floor(.fixed))
    }

    @Test func lineTestFindsATone() throws {
        let multitaper = MultitaperPSD()
        var samples = Self.noise(1200, seed: 5)
        for index in samples.indices {
            samples[index] += 1.5 * sin(2 * .pi * 0.25 * Double(index) / 4)
        }
        let result = try #require(multitaper.density(samples: samples, sampleRateHz: 4))
        let index = Int((0.25 / result.spectrum.stepHz).rounded())
        #expect(result.lineFalseAlarmProbability(bin: index) < 0.001)
        #expect(
            result.lineFalseAlarmProbability(bin: index)
                == multitaper.lineFalseAlarmProbability(f: result.lineFStatistic[index])
        )
    }

    /// F exceeds its own 95 % point in 5 % of the independent frequencies where there is no line.
    @Test func lineTestKeepsItsLevelOnNoise() throws {
        let multitaper = MultitaperPSD()
        var exceeded = 0
        var total = 0
        for seed in 100..<140 {
            let result = try #require(
                multitaper.density(samples: Self.noise(500, seed: UInt64(seed)), sampleRateHz: 1))
            for index in stride(from: 40, to: 460, by: 10) {
                total += 1
                if multitaper.lineFalseAlarmProbability(f: result.lineFStatistic[index]) < 0.05 {
                    exceeded += 1
                }
            }
        }
        let share = Double(exceeded) / Double(total)
        // Standard error 0.5 % of 1,680 frequencies.
        #expect(abs(share - 0.05) < 0.016, "\(share)")
    }

    @Test func probabilityIsTheTailOfTheFDistribution() {
        // F(2, 6): the 95 % point is 5.1433 (Abramowitz and Stegun, table 26.9).
        #expect(abs(MultitaperPSD().lineFalseAlarmProbability(f: 5.1433) - 0.05) < 1e-5)
        #expect(MultitaperPSD().lineFalseAlarmProbability(f: 0) == 1)
        // F(2, 2) has the tail 1 / (1 + f).
        let two = MultitaperPSD(timeBandwidth: 2, taperCount: 2)
        #expect(abs(two.lineFalseAlarmProbability(f: 99) - 0.01) < 1e-15)
        #expect(MultitaperPSD(taperCount: 1).lineFalseAlarmProbability(f: 5) == 1)
    }

    @Test func tapersMadeBeforeGiveTheSameResult() throws {
        let samples = Self.noise(300, seed: 8)
        let multitaper = MultitaperPSD(timeBandwidth: 3, taperCount: 5)
        let tapers = SlepianTapers(count: 300, timeBandwidth: 3, taperCount: 5)
        #expect(
            multitaper.density(samples: samples, sampleRateHz: 4)
                == multitaper.density(samples: samples, sampleRateHz: 4, tapers: tapers))
    }

    @Test func tooFewSamplesHaveNoSpectrum() {
        #expect(MultitaperPSD().density(samples: [1, 2, 3, 4, 5, 6], sampleRateHz: 4) == nil)
        #expect(MultitaperPSD().density(samples: [1, 2, 3, 4, 5, 6, 7], sampleRateHz: 4) != nil)
    }
}
