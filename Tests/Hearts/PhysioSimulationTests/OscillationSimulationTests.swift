import Foundation
import PhysioDSP
@testable import PhysioSimulation
import Testing

@Suite struct OscillationSimulationTests {
    /// An oscillation alone, on a clock finer than anything measured here.
    private static func pure(_ change: (inout OscillationSimulation) -> Void) -> [Double] {
        var beats = OscillationSimulation(seed: 5)
        beats.meanMs = 900
        beats.breathWanders = false
        beats.pinkNoiseMs = 0
        beats.whiteNoiseMs = 0
        beats.resolutionMs = 1e-4
        change(&beats)
        return intervals(beats)
    }

    private static func intervals(_ beats: OscillationSimulation) -> [Double] {
        let ticks = beats.run()
        return zip(ticks.dropFirst(), ticks).map { Double($0 - $1) * beats.resolutionMs }
    }

    private static func rmssd(_ x: [Double]) -> Double {
        let squares = zip(x.dropFirst(), x).map { ($0 - $1) * ($0 - $1) }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    /// Samples of A cos at steps of one interval have the RMSSD A / sqrt 2 times 2 sin(pi f RR),
    /// as far as the oscillation changes the steps little; over 4,000 beats the phase is even to 1e-3.
    @Test(arguments: [4.5, 6, 7])
    func rmssdOfASmallOscillationIsTheClosedForm(breathsPerMinute: Double) {
        let x = Self.pure {
            $0.intervalCount = 4_000
            $0.amplitudeMs = 5
            $0.breathing = .paced(breathsPerMinute: breathsPerMinute)
        }
        let expected = 5 * 2.0.squareRoot() * sin(.pi * breathsPerMinute / 60 * 0.9)
        #expect(abs(Self.rmssd(x) / expected - 1) < 2e-3, "\(Self.rmssd(x)) \(expected)")
    }

    @Test(arguments: [OscillationSimulation.Shape.cosine, .fastInhale])
    func peakToTroughIsTwiceTheAmplitude(shape: OscillationSimulation.Shape) throws {
        let x = Self.pure {
            $0.intervalCount = 4_000
            $0.amplitudeMs = 150
            $0.shape = shape
        }
        let high = try #require(x.max())
        let low = try #require(x.min())
        // Beats fall within a thousandth of a breath of the extremes.
        #expect(abs(high - 1_050) < 0.02 && abs(low - 750) < 0.02)
    }

    @Test func aFastInhaleShortensInFewerBeatsThanItLengthens() {
        func fallingShare(_ shape: OscillationSimulation.Shape) -> Double {
            let x = Self.pure {
                $0.intervalCount = 4_000
                $0.amplitudeMs = 20
                $0.shape = shape
            }
            let falls = zip(x.dropFirst(), x).count { $0 < $1 }
            return Double(falls) / Double(x.count - 1)
        }
        // A beat is 0.09 of a breath, and the steeper side decides about the two at the turns.
        #expect(abs(fallingShare(.fastInhale) - OscillationSimulation.inhaleShare) < 0.045)
        #expect(abs(fallingShare(.cosine) - 0.5) < 0.005)
    }

    @Test func noiseHasTheDeviationsAsked() throws {
        let x = Self.pure {
            $0.intervalCount = 40_000
            $0.amplitudeMs = 0
            $0.whiteNoiseMs = 6
            $0.pinkNoiseMs = 15
        }
        // Of the slowest process 36,000 s hold some 450 independent values: its share of the
        // variance is known to 7 %, the whole to about 2 %.
        let deviation = try #require(Statistics.standardDeviation(x))
        #expect(abs(deviation / 261.0.squareRoot() - 1) < 0.04, "\(deviation)")
    }

    @Test func meansAreDrawnFromTheirRange() throws {
        let means = try (0..<200).map { (seed: UInt64) -> Double in
            var beats = OscillationSimulation(seed: seed)
            beats.amplitudeMs = 0
            beats.pinkNoiseMs = 0
            return try #require(Statistics.mean(Self.intervals(beats)))
        }
        // 400 values of white noise of 6 ms: a mean is known to 0.3 ms.
        #expect(means.allSatisfy { $0 > 748.5 && $0 < 1_051.5 })
        let deviation = try #require(Statistics.standardDeviation(means))
        #expect(abs(deviation - 300 / 12.0.squareRoot()) < 12)
    }

    @Test func timesLieOnTheClockAndNotTheLengths() {
        var beats = OscillationSimulation(seed: 8)
        beats.resolutionMs = 1000.0 / 1024
        var fine = beats
        fine.resolutionMs = beats.resolutionMs / 4_096
        for (tick, exact) in zip(beats.run(), fine.run()) {
            #expect(abs(Double(tick) - Double(exact) / 4_096) <= 0.5 + 1.0 / 4_096)
        }
    }

    @Test func equalSeedsGiveEqualBeatsAndOthersDoNot() {
        #expect(OscillationSimulation(seed: 1).run() == OscillationSimulation(seed: 1).run())
        #expect(OscillationSimulation(seed: 1).run() != OscillationSimulation(seed: 2).run())
        #expect(OscillationSimulation(seed: 1).run().count == 401)
    }
}

@Suite struct WanderingNoiseTests {
    /// The correlation at a lag of 1 s is the mean of exp(-2 pi f), f = 0.004 ... 0.128 Hz; of
    /// 200,000 s.
    @Test(arguments: [1, 4, 16])
    func neighboursResembleEachOtherAsDescribed(lag: Int) {
        var generator = SeededGenerator(seed: 3)
        var noise = PinkNoise(&generator)
        let values = (0..<200_000).map { _ in
            noise.advance(seconds: 1, &generator)
            return noise.value
        }
        let products = zip(values.dropFirst(lag), values).map { $0 * $1 }
        let found = products.reduce(0, +) / Double(products.count)
        let expected =
            (0..<6).reduce(0.0) { $0 + exp(-2 * .pi * 0.004 * pow(2, Double($1)) * Double(lag)) }
            / 6
        #expect(abs(found - expected) < 0.03, "\(found) \(expected)")
    }

    @Test func manySmallStepsAreOneLargeOne() {
        func covariance(_ steps: Int) -> Double {
            let products = (0..<20_000).map { seed -> Double in
                var generator = SeededGenerator(seed: UInt64(seed))
                var noise = PinkNoise(&generator)
                let before = noise.value
                for _ in 0..<steps { noise.advance(seconds: 8 / Double(steps), &generator) }
                return before * noise.value
            }
            return products.reduce(0, +) / Double(products.count)
        }
        #expect(abs(covariance(1) - covariance(4)) < 0.03)
    }
}
