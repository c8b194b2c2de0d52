import Foundation
import PhysioDSP
import PhysioSimulation
import Testing

@Suite struct ECGNoiseTests {
    private static func noise(
        _ kind: ECGNoise.Kind, seconds: Double = 600, rate: Double = 250, seed: UInt64 = 1,
        _ change: (inout ECGNoise) -> Void = { _ in }
    ) -> [Double] {
        var noise = ECGNoise(kind, level: .millivolts(1))
        change(&noise)
        var samples = [Double](repeating: 0, count: Int(seconds * rate))
        noise.add(to: &samples, sampleRateHz: rate, seed: seed)
        return samples
    }

    private static func power(_ x: some Collection<Double>) -> Double {
        x.reduce(0) { $0 + $1 * $1 } / Double(x.count)
    }

    /// Butterworth filters of order 4 let 10 % of their power through beyond a half-power edge:
    /// 1 - (1 - 1/9 + 1/17 - ...) / (pi/8 / sin(pi/8)); one octave beyond it is 0.02 %.
    @Test(arguments: [
        (ECGNoise.Kind.baseline, 0.05, 0.5, 0.88), (.baseline, 0.025, 1, 0.99),
        (.muscle, 20, 100, 0.88), (.muscle, 10, 125, 0.99), (.mains, 49.9, 50.1, 0.95),
        (.motion, 0.03, 40, 0.85),
    ])
    func noiseLiesInItsBand(kind: ECGNoise.Kind, low: Double, high: Double, share: Double) throws {
        let samples = Self.noise(kind)
        let spectrum = try #require(
            WelchPSD(segmentSeconds: 120).density(samples: samples, sampleRateHz: 250))
        let inside = spectrum.power(fromHz: low, toHz: high)
        let whole = spectrum.power(fromHz: 0, toHz: 125)
        #expect(inside / whole > share, "\(inside / whole)")
    }

    @Test func whiteNoiseIsEquallyStrongEverywhere() throws {
        let spectrum = try #require(
            WelchPSD(segmentSeconds: 4).density(samples: Self.noise(.white), sampleRateHz: 250))
        for low in stride(from: 5.0, to: 115, by: 10) {
            // Over 10 Hz and 600 s the power has some 6,000 degrees of freedom: 2 % deviation.
            let ratio = spectrum.power(fromHz: low, toHz: low + 10) / (10.0 / 125)
            #expect(abs(ratio - 1) < 0.1, "\(low) \(ratio)")
        }
    }

    /// 1/f: equal power in every octave; steps, which come on top, fall with 1/f^2.
    @Test func motionNoiseFallsWithFrequency() throws {
        let spectrum = try #require(
            WelchPSD(segmentSeconds: 60)
                .density(samples: Self.noise(.motion, seconds: 1800), sampleRateHz: 250))
        let octaves = [0.25, 0.5, 1, 2, 4, 8, 16].map { spectrum.power(fromHz: $0, toHz: 2 * $0) }
        for (a, b) in zip(octaves, octaves.dropFirst()) {
            #expect(b / a < 1.3 && b / a > 0.3, "\(octaves)")
        }
    }

    @Test func mainsHaveAThirdHarmonicWhereItFits() throws {
        func harmonic(_ rate: Double) throws -> Double {
            let samples = Self.noise(.mains, seconds: 60, rate: rate) { $0.mainsHz = 60 }
            let spectrum = try #require(
                WelchPSD(segmentSeconds: 20).density(samples: samples, sampleRateHz: rate))
            let aliased = abs(180 - rate * (180 / rate).rounded())
            return spectrum.power(fromHz: aliased - 0.5, toHz: aliased + 0.5)
                / spectrum.power(fromHz: 59.5, toHz: 60.5)
        }
        #expect(abs(try harmonic(500) - 0.04) < 0.001)
        #expect(try harmonic(250) < 1e-6)
    }

    /// The amplitude drifts by up to a fifth either way, by 2 pi 0.004 a second at most.
    @Test func theMainsAmplitudeDrifts() {
        let samples = Self.noise(.mains, seconds: 900, rate: 250)
        let seconds = stride(from: 0, to: samples.count, by: 250).map {
            Self.power(samples[$0..<$0 + 250]).squareRoot()
        }
        let (low, high) = (seconds.min() ?? 0, seconds.max() ?? 0)
        #expect(high / low > 1.2 && high / low <= 1.2 / 0.8 + 0.01, "\(high / low)")
        #expect(zip(seconds.dropFirst(), seconds).allSatisfy { abs($0 - $1) < 0.03 })
    }

    @Test func burstsCoverAThirdOfTheTime() {
        let samples = Self.noise(.muscle, seconds: 1800) { $0.hasBursts = true }
        let tenths = stride(from: 0, to: samples.count - 24, by: 25).map {
            Self.power(samples[$0..<$0 + 25])
        }
        // 300 bursts: the share of the time deviates by some 0.33 sqrt(2 / 300) = 3 %.
        let busy = Double(tenths.count { $0 > 0.1 }) / Double(tenths.count)
        #expect(busy > 0.25 && busy < 0.42, "\(busy)")
        #expect(tenths.count { $0 < 1e-6 } > tenths.count / 3)
    }

    @Test(arguments: ECGNoise.Kind.allCases, [24.0, 6, -6])
    func theRatioOfSignalToNoiseIsAsAsked(kind: ECGNoise.Kind, decibels: Double) {
        let samples = Self.noise(kind, seconds: 120) {
            $0.level = .signalToNoise(decibels: decibels)
        }
        // A tone with the height of R to S from peak to peak has the power 1.6^2 / 8.
        let ratio = 10 * log10(1.6 * 1.6 / 8 / Self.power(samples))
        #expect(abs(ratio - decibels) < 1e-6)
    }

    @Test func noiseStaysInItsRanges() {
        let samples = Self.noise(.white, seconds: 30) {
            $0.rangesSeconds = [5..<10, 20..<25]
        }
        #expect(samples[..<1250].allSatisfy { $0 == 0 })
        #expect(
            samples[2500..<5000].allSatisfy { $0 == 0 } && samples[6250...].allSatisfy { $0 == 0 })
        #expect(abs(Self.power(samples[1250..<2500]) - 1) < 1e-9)
        #expect(abs(Self.power(samples[5000..<6250]) - 1) < 1e-9)
        #expect(ECGNoise.alternatingRanges(durationSeconds: 700) == [300..<420, 540..<660])
    }

    @Test func noiseIsAddedAndMissingSamplesStayMissing() {
        var samples = [1.0, .nan, 3, 4]
        ECGNoise(.white, level: .millivolts(0.5)).add(to: &samples, sampleRateHz: 250, seed: 2)
        #expect(samples[1].isNaN)
        var noise = [0.0, 0, 0, 0]
        ECGNoise(.white, level: .millivolts(0.5)).add(to: &noise, sampleRateHz: 250, seed: 2)
        #expect(samples[0] == 1 + noise[0] && samples[3] == 4 + noise[3])
    }

    @Test func otherSeedsGiveOtherNoise() {
        let a = Self.noise(.muscle, seconds: 20)
        #expect(a == Self.noise(.muscle, seconds: 20))
        let b = Self.noise(.muscle, seconds: 20, seed: 2)
        let product = zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } / Double(a.count)
        // 5,000 samples, correlated over some two each.
        #expect(abs(product) < 0.1)
    }

    @Test(arguments: [100.0, 128, 173.61])
    func lowRatesBoundMuscleNoiseAtHalfTheRate(rate: Double) throws {
        let samples = Self.noise(.muscle, seconds: 120, rate: rate)
        let spectrum = try #require(
            WelchPSD(segmentSeconds: 10).density(samples: samples, sampleRateHz: rate))
        #expect(spectrum.power(fromHz: 20, toHz: rate / 2) > 0.93)
    }
}
