import Foundation
import PhysioDSP
import PhysioSimulation
import TestSupport
import Testing

@Suite struct RRSimulationTests {
    private static func simulation(_ change: (inout RRSimulation) -> Void) -> RRSimulation.Output {
        var simulation = RRSimulation(seed: 42)
        simulation.resolutionMs = 0
        change(&simulation)
        return simulation.run()
    }

    @Test func equalSeedsGiveEqualSeriesAndOthersDoNot() {
        func series(_ seed: UInt64) -> [Double] {
            var simulation = RRSimulation(seed: seed)
            simulation.whiteVarianceMsSquared = 100
            simulation.pinkPowerMsSquared = 100
            simulation.artefactRates = [.missed: 0.02, .extra: 0.02, .ectopic: 0.02]
            return simulation.run().intervalsMs
        }
        #expect(series(1) == series(1))
        #expect(series(1) != series(2))
    }

    /// The generator's first numbers for state seeded with SplitMix64(0), worked out by the
    /// published recurrences with whole-number arithmetic of another language (Python 3.11).
    @Test func generatorFollowsItsPublication() {
        var generator = SeededGenerator(seed: 0)
        let numbers = (0..<3).map { _ in generator.next() }
        #expect(
            numbers == [
                11_091_344_671_253_066_420, 13_793_997_310_169_335_082, 1_900_383_378_846_508_768,
            ])
    }

    @Test func everyIntervalSamplesTheRhythmAtItsEnd() {
        let output = Self.simulation {
            $0.lines = [.init(frequencyHz: 0.1, powerMsSquared: 800, phase: 0.3)]
            $0.slopeMsPerSecond = 0.1
        }
        var time = 0.0
        for interval in output.intervalsMs {
            time += interval / 1000
            let expected = 900 + 0.1 * time + 40 * sin(2 * .pi * 0.1 * time + 0.3)
            #expect(abs(interval - expected) < 1e-6)
        }
        #expect(time <= 300 && time > 298)
    }

    @Test func variancesAddUpToThePowersAsked() {
        let output = Self.simulation {
            $0.durationSeconds = 20_000
            $0.lines = [.init(frequencyHz: 0.1, powerMsSquared: 200)]
            $0.pinkPowerMsSquared = 300
            $0.whiteVarianceMsSquared = 100
        }
        let x = output.intervalsMs
        // Weighted by the time each interval stands for: the mean of a rhythm over time.
        let total = x.reduce(0, +)
        let mean = x.reduce(0) { $0 + $1 * $1 } / total
        let variance = x.reduce(0) { $0 + $1 * ($1 - mean) * ($1 - mean) } / total
        // White noise of 22,000 samples: its variance is known to 1 % (one deviation).
        #expect(abs(variance - 600) < 12, "\(variance)")
        #expect(abs(output.linePower(fromHz: 0, toHz: 1) - 500) < 1e-9)
        #expect(abs(output.linePower(fromHz: 0.09, toHz: 0.11) - 200) < 30)
    }

    @Test func pinkNoiseHasEqualPowerPerOctave() {
        let output = Self.simulation { $0.pinkPowerMsSquared = 480 }
        let low = output.linePower(fromHz: 0.01, toHz: 0.02)
        let high = output.linePower(fromHz: 0.1, toHz: 0.2)
        // 27.2 lines an octave: 27 or 28 of them.
        #expect(low >= 67 && low <= 70.1 && high >= 67 && high <= 70.1)
    }

    @Test func artefactsChangeNoTotalTime() {
        for artefact in RRSimulation.Artefact.allCases {
            let output = Self.simulation { $0.artefactRates = [artefact: 0.05] }
            #expect(!output.artefacts.isEmpty)
            let sum = output.intervalsMs.reduce(0, +)
            let clean = output.cleanIntervalsMs.reduce(0, +)
            #expect(abs(sum - clean) < 1e-6)
            let difference = output.intervalsMs.count - output.cleanIntervalsMs.count
            let expected = [.missed: -1, .extra: 1, .ectopic: 0][artefact] ?? 9
            #expect(difference == expected * output.artefacts.count)
        }
    }

    @Test func artefactsAreWhereTheTruthSays() {
        let output = Self.simulation { $0.artefactRates = [.ectopic: 0.03] }
        for (index, _) in output.artefacts {
            #expect(abs(output.intervalsMs[index] - 630) < 1e-9)
            #expect(abs(output.intervalsMs[index + 1] - 1170) < 1e-9)
        }
    }

    @Test func roundingKeepsTheClock() {
        var simulation = RRSimulation(seed: 3)
        simulation.resolutionMs = 1000.0 / 128
        simulation.lines = [.init(frequencyHz: 0.25, powerMsSquared: 500)]
        let output = simulation.run()
        var time = 0.0
        var clean = 0.0
        for (interval, exact) in zip(output.intervalsMs, output.cleanIntervalsMs) {
            #expect((interval * 128 / 1000).rounded() == interval * 128 / 1000)
            time += interval
            clean += exact
            #expect(abs(time - clean) <= 1000.0 / 256 + 1e-9)
        }
    }
}
