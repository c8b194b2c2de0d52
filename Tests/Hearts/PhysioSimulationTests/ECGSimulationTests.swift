import Foundation
import PhysioDSP
@testable import PhysioSimulation
import Testing

/// Rhythm, kinds of beats, breathing and outages.
@Suite struct ECGSimulationTests {
    private static func simulation(_ count: Int = 40, rate: Double = 250) -> ECGSimulation {
        let rhythm = ECGRhythm(intervalsMs: Array(repeating: 900, count: count))
        var simulation = ECGSimulation(seed: 3, rhythm: rhythm)
        simulation.sampleRateHz = rate
        return simulation
    }

    @Test func equalSeedsGiveEqualSignals() {
        var simulation = Self.simulation()
        simulation.noises = ECGNoise.Kind.allCases.map {
            ECGNoise($0, level: .signalToNoise(decibels: 12))
        }
        let first = simulation.run()
        #expect(first == simulation.run())
        simulation.seed = 4
        #expect(first.millivolts != simulation.run().millivolts)
        #expect(first.settings.seed == 3)
    }

    @Test func theDurationCutsSignalAndBeats() {
        var simulation = Self.simulation()
        #expect(simulation.run().millivolts.count == 41 * 225)
        #expect(simulation.run().beats.count == 41)
        simulation.durationSeconds = 2.5
        let ecg = simulation.run()
        #expect(ecg.millivolts.count == 625)
        // R peaks at 0.45, 1.35, 2.25 and 3.15 s.
        #expect(ecg.beats.map(\.timeSeconds) == [0.45, 1.35, 2.25])
    }

    /// The heights of R follow 1 + depth sin.
    @Test func breathingComesBackFromTheHeights() throws {
        var simulation = Self.simulation(200)
        simulation.breathing.frequencyHz = 0.3
        simulation.breathing.modulationDepth = 0.15
        simulation.breathing.phase = 0.7
        simulation.breathing.baselineMillivolts = 0
        let ecg = simulation.run()
        // All R peaks lie as far from a sample, and 200 beats take 54 breaths: sums are means.
        var sums = (sine: 0.0, cosine: 0.0, constant: 0.0)
        for beat in ecg.beats.dropLast() {
            let r = Int(beat.sample.rounded())
            let height = ecg.millivolts[r]
            let angle = 2 * Double.pi * 0.3 * Double(r) / 250
            sums.sine += height * sin(angle)
            sums.cosine += height * cos(angle)
            sums.constant += height
        }
        let count = 200.0
        let steady = SteadyBeat(intervalSeconds: 0.9, waveHeights: .constant)
        let mean = sums.constant / count - steady.offset
        let sine = 2 * sums.sine / count / mean
        let cosine = 2 * sums.cosine / count / mean
        #expect(abs((sine * sine + cosine * cosine).squareRoot() - 0.15) < 0.001)
        #expect(abs(atan2(cosine, sine) - 0.7) < 0.001)
    }

    @Test func theBaselineFollowsBreathingAsTheEquationSays() {
        // z' = -(z - z0) with z0 = A sin(wt): stepped, and compared after the start is forgotten.
        var simulation = Self.simulation(40)
        simulation.breathing.modulationDepth = 0
        let with = simulation.run().millivolts
        simulation.breathing.baselineMillivolts = 0
        let without = simulation.run().millivolts
        let w = 2 * Double.pi * 0.25
        let drive = 0.07 * (1 + w * w).squareRoot()
        var z = 0.0
        let h = 1e-3
        var worst = 0.0
        for step in 0..<36_000 {
            func slope(_ z: Double, _ t: Double) -> Double { drive * sin(w * t) - z }
            let t = Double(step) * h
            if step % 4 == 0, step > 25_000 {
                worst = max(worst, abs(with[step / 4] - without[step / 4] - z))
            }
            let k = slope(z + h / 2 * slope(z, t), t + h / 2)
            z += h * k
        }
        #expect(worst < 1e-6, "\(worst)")
    }

    @Test func ventricularBeatsAreEarlyTallAndWithoutP() throws {
        var rhythm = ECGRhythm(intervalsMs: Array(repeating: 1000, count: 9))
        rhythm.makePremature(3, by: 0.35, as: .ventricular)
        rhythm.makePremature(6, by: 0.3, as: .invertedVentricular)
        #expect(rhythm.intervalsMs == [1000, 1000, 650, 1350, 1000, 700, 1300, 1000, 1000])
        var simulation = ECGSimulation(seed: 1, rhythm: rhythm)
        simulation.sampleRateHz = 500
        simulation.breathing.modulationDepth = 0
        simulation.breathing.baselineMillivolts = 0
        let ecg = simulation.run()
        #expect(ecg.beats.map(\.kind.symbol) == ["N", "N", "N", "V", "N", "N", "V", "N", "N", "N"])
        func around(_ beat: Int, _ seconds: ClosedRange<Double>) -> ArraySlice<Double> {
            let r = ecg.beats[beat].sample
            return ecg.millivolts[
                Int(r + 500 * seconds.lowerBound)...Int(r + 500 * seconds.upperBound)]
        }
        func width(_ beat: Int) -> Int {
            let r = ecg.millivolts[Int(ecg.beats[beat].sample.rounded())]
            return around(beat, -0.2...0.2).count { ($0 - steady) / (r - steady) > 0.5 }
        }
        let steady = SteadyBeat(intervalSeconds: 1, waveHeights: .constant).offset
        #expect(around(3, -0.05...0.05).max() ?? 0 > 1.4)
        #expect(around(6, -0.05...0.05).min() ?? 0 < -1)
        #expect(Double(width(3)) > 1.6 * Double(width(1)) && width(6) > width(1))
        // A P wave rises before normal beats only: the level at its top over that before.
        func p(_ beat: Int, at phase: Double, of interval: Double) -> Double {
            let top = around(beat, -phase * interval...(-phase * interval) + 0.01).max() ?? 0
            let before = around(beat, -0.40 * interval...(-0.39 * interval)).max() ?? 0
            return top - before
        }
        #expect(p(1, at: 70.0 / 360, of: 1) > 0.05)
        #expect(p(3, at: 70.0 / 360, of: 0.65) < 0.02)
    }

    @Test func atrialBeatsResetTheRhythmAndHaveAnotherP() {
        var rhythm = ECGRhythm(intervalsMs: [800, 800, 800, 800])
        rhythm.makePremature(2, by: 0.25, as: .atrial)
        #expect(rhythm.intervalsMs == [800, 600, 800, 800])
        #expect(rhythm.kinds == [.normal, .normal, .atrial, .normal, .normal])
        #expect(SimulatedBeatKind.atrial.waves[0].strength < 0)
        #expect(
            Array(SimulatedBeatKind.atrial.waves.dropFirst())
                == Array(SimulatedBeatKind.normal.waves.dropFirst()))
    }

    @Test func noBeatFollowsSoonerThanAQuarterOfASecond() {
        var rhythm = ECGRhythm(intervalsMs: [300, 300, 300])
        rhythm.makePremature(1, by: 0.9, as: .ventricular)
        #expect(rhythm.intervalsMs == [250, 350, 300])
    }

    /// A share s of n beats is drawn: binomial but for the spared ones, so within 4 sqrt(n s).
    @Test(arguments: [(0.05, 0.0), (0.0, 0.1), (0.1, 0.05), (0.2, 0.1)])
    func theShareOfPrematureBeatsIsAsAsked(ventricular: Double, atrial: Double) {
        var rhythm = ECGRhythm(intervalsMs: Array(repeating: 900, count: 20_000))
        rhythm.addPrematureBeats(ventricularShare: ventricular, atrialShare: atrial, seed: 5)
        let v = rhythm.kinds.count { $0.symbol == "V" }
        let a = rhythm.kinds.count { $0 == .atrial }
        #expect(abs(Double(v) - 20_000 * ventricular) <= 4 * (20_000 * ventricular).squareRoot())
        #expect(abs(Double(a) - 20_000 * atrial) <= 4 * (20_000 * atrial).squareRoot())
        let indices = rhythm.kinds.indices.filter { rhythm.kinds[$0] != .normal }
        #expect(zip(indices.dropFirst(), indices).allSatisfy { $0 - $1 >= 3 })
    }

    @Test func theBimodalRhythmHasTheSpectrumAsked() throws {
        var bimodal = BimodalRhythm(seed: 2)
        bimodal.heartRateBpm = 70
        bimodal.deviationBpm = 2
        bimodal.powerRatio = 3
        let x = bimodal.intervalsMs(lastingSeconds: 3600)
        #expect(x.reduce(0, +) >= 3_600_000 && x.reduce(0, +) < 3_602_000)
        let mean = try #require(Statistics.mean(x))
        let deviation = try #require(Statistics.standardDeviation(x))
        // Short intervals come more often in time: the mean over beats is lower by sd^2 / mean.
        #expect(abs(mean - 60_000.0 / 70) < 2)
        #expect(abs(deviation / (60_000.0 * 2 / 4900) - 1) < 0.05)
        var times: [Double] = []
        var time = 0.0
        for interval in x {
            times.append(time)
            time += interval / 1000
        }
        let tachogram = InterpolatingSpline(times: times, values: x, degree: 3)
            .values(from: 0, step: 0.25, count: 14_000)
        let spectrum = try #require(
            WelchPSD(segmentSeconds: 256).density(samples: tachogram, sampleRateHz: 4))
        let low = spectrum.power(fromHz: 0.05, toHz: 0.15)
        let high = spectrum.power(fromHz: 0.2, toHz: 0.3)
        // Two bells of some 2 T c sqrt(pi) = 128 independent bins each: 12 % either.
        #expect(abs(low / high / 3 - 1) < 0.4, "\(low / high)")
        #expect((low + high) / spectrum.power(fromHz: 0.01, toHz: 1) > 0.95)
    }

    @Test func outagesAreWhereTheyWerePut() {
        var simulation = Self.simulation(10)
        simulation.outages = [
            .init(.flat, rangeSeconds: 1..<2), .init(.saturated, rangeSeconds: 3..<3.5),
            .init(.missing, rangeSeconds: 9..<99),
        ]
        let x = simulation.run().millivolts
        #expect(x[250..<500].allSatisfy { $0 == 0 } && x[249] != 0 && x[500] != 0)
        #expect(x[750..<875].allSatisfy { $0 == 5 } && x[749] < 2 && x[875] < 2)
        #expect(x[2250...].allSatisfy(\.isNaN) && !x[..<2250].contains(where: \.isNaN))
    }
}
