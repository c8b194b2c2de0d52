import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct FalseAlarmTests {
    private static func times(_ count: Int, _ generator: inout SplitMix64) -> [Double] {
        var time = 0.0
        return (0..<count).map { _ in
            time += 0.9 + 0.2 * (generator.uniform(in: -1...1))
            return time
        }
    }

    /// The level is exceeded by a peak in as many of 2,000 series of white noise as it says.
    @Test(arguments: [0.5, 0.05])
    func noiseExceedsTheLevelAsOftenAsStated(probability: Double) {
        var generator = SplitMix64(seed: 71)
        let seriesCount = 2000
        var exceeding = 0
        let workspace = LombScargle.Workspace()
        var shares: [Double] = []
        for _ in 0..<seriesCount {
            let times = Self.times(100, &generator)
            let values = times.map { _ in generator.gaussian() }
            // Up to a third of the mean rate; eight points to each 1 / length see every peak.
            let step = 1 / (8 * 90.0)
            let grid = FrequencyGrid(firstHz: step, stepHz: step, count: 266)
            LombScargle(taper: .none).periodogram(
                times: times, values: values, grid: grid, scaling: .standard, into: &shares,
                workspace: workspace)
            let alarm = LombScargle.FalseAlarmModel(times: times, highestHz: 266 * step)
            if (shares.max() ?? 0) > alarm.level(probability: probability) { exceeding += 1 }
        }
        let share = Double(exceeding) / Double(seriesCount)
        // Three standard deviations of a count; and the bound may be too careful, most of all
        // where alarms are frequent, but by no more than a quarter.
        let noise = 3 * (probability * (1 - probability) / Double(seriesCount)).squareRoot()
        #expect(share <= probability + noise)
        #expect(share >= 0.75 * probability - noise)
    }

    @Test func levelAndProbabilityUndoEachOther() {
        var generator = SplitMix64(seed: 72)
        for count in [10, 20, 300, 100_000] {
            let times = Self.times(count, &generator)
            let alarm = LombScargle.FalseAlarmModel(times: times, highestHz: 0.4)
            for probability in [1e-12, 1e-3, 0.1] {
                let level = alarm.level(probability: probability)
                #expect(level > 0 && level < 1)
                #expect(relativeError(alarm.probability(ofPeak: level), probability) < 1e-6)
            }
        }
    }

    @Test func levelsOfNarrowBandsAreFoundToo() {
        var generator = SplitMix64(seed: 73)
        let times = Self.times(1000, &generator)
        for highestHz in [0, 1e-4, 1e-3, 0.01] {
            let alarm = LombScargle.FalseAlarmModel(times: times, highestHz: highestHz)
            for probability in [0.01, 0.5, 0.9] {
                let level = alarm.level(probability: probability)
                #expect(relativeError(alarm.probability(ofPeak: level), probability) < 1e-6)
            }
        }
    }

    /// The share at one frequency alone (a band of no width) follows the beta distribution.
    @Test func aBandWithoutWidthHasTheChanceOfOneFrequency() {
        let times = (0..<23).map { Double($0) * 1.1 }
        let alarm = LombScargle.FalseAlarmModel(times: times, highestHz: 0)
        for peak in [0.1, 0.5, 0.9] {
            #expect(relativeError(alarm.probability(ofPeak: peak), pow(1 - peak, 10)) < 1e-13)
        }
        #expect(alarm.probability(ofPeak: 1) == 0)
    }
}
