@testable import BeatCorrection
import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

/// The rules that compare with a median, a mean, the person's own criterion, and limits.
@Suite struct ThresholdRulesTests {
    private static func flags(_ rule: any FlaggingRule, _ intervals: [Double]) -> [Int] {
        let flags = rule.flaggedIntervals(intervals).isFlagged
        return flags.indices.filter { flags[$0] }
    }

    /// One interval off by a given distance in a steady series of 1000 ms.
    private static func steady(_ distance: Double, meanMs: Double = 1000) -> [Double] {
        var intervals = [Double](repeating: meanMs, count: 2001)
        intervals[1000] += distance
        return intervals
    }

    @Test(arguments: MedianThresholdRule.Level.allCases)
    func medianThresholdsAreThoseOfTheirLevels(level: MedianThresholdRule.Level) {
        let rule = MedianThresholdRule(level: level)
        let threshold = level.thresholdMs
        // The one interval moves the mean by less than a thousandth.
        #expect(Self.flags(rule, Self.steady(threshold * 1.002)) == [1000])
        #expect(Self.flags(rule, Self.steady(-threshold * 1.002)) == [1000])
        #expect(Self.flags(rule, Self.steady(threshold * 0.998)) == [])
    }

    @Test func medianThresholdsScaleWithTheMeanInterval() {
        let rule = MedianThresholdRule(level: .medium)
        #expect(Self.flags(rule, Self.steady(126, meanMs: 500)) == [1000])
        #expect(Self.flags(rule, Self.steady(124, meanMs: 500)) == [])
    }

    /// Differences -60, 0 or 60 in turn over 0, 60, 0: quartiles by hand.
    @Test func berntsonsCriterionIsBetweenItsTwoDifferences() {
        // Intervals 800 ... 1000 in steps of 50, there and back: the differences are all 50 or -50.
        let intervals: [Double] = [800, 850, 900, 950, 1000, 950, 900, 850, 800]
        // Differences: four of 50, four of -50; quartiles -50 and 50, deviation 50.
        // Intervals in order: 800 800 850 850 900 900 950 950 1000: quartiles 850, 950, median 900.
        let expected = (3.32 * 50 + (900 - 2.9 * 50) / 3) / 2
        #expect(abs(BerntsonRule.criterionMs(intervals) - expected) < 1e-9)
    }

    @Test func berntsonFindsWhatItsCriterionSays() {
        var intervals = CorrectionSeries.oscillating(200, rsaAmplitudeMs: 40, seed: 3)
        let criterion = BerntsonRule.criterionMs(intervals)
        intervals[100] = intervals[99] + 1.2 * criterion
        #expect(Self.flags(BerntsonRule(), intervals) == [100])
        intervals[100] = intervals[99] + 0.5 * criterion
        #expect(Self.flags(BerntsonRule(), intervals) == [])
    }

    @Test func aLastingChangeIsNoArtefactToBerntson() {
        let intervals = [Double](repeating: 900, count: 50) + [Double](repeating: 600, count: 50)
        // The first after the change may be; the ones after it are like their neighbours.
        #expect(Self.flags(BerntsonRule(), intervals).allSatisfy { $0 == 49 || $0 == 50 })
    }

    /// Sums over the neighbourhood, without the interval itself and without those out of range.
    @Test func physioNetsFilterFollowsItsDefinition() {
        var intervals = CorrectionSeries.oscillating(150, rsaAmplitudeMs: 250, seed: 12)
        for (index, value) in [(3, 380.0), (40, 2100), (41, 1300), (90, 600), (148, 1250)] {
            intervals[index] = value
        }
        let flags = NeighbourhoodMeanRule().flaggedIntervals(intervals).isFlagged
        let inRange = intervals.indices.filter { intervals[$0] >= 400 && intervals[$0] <= 2000 }
        for (index, interval) in intervals.enumerated() {
            guard let position = inRange.firstIndex(of: index) else {
                #expect(flags[index])
                continue
            }
            let near = (inRange[..<position].suffix(20) + inRange[(position + 1)...].prefix(20))
                .map { intervals[$0] }
            let mean = near.reduce(0, +) / Double(near.count)
            #expect(flags[index] == (abs(interval - mean) > 0.2 * mean), "\(index)")
        }
        #expect(flags.count { $0 } >= 5)
    }

    @Test func limitsOfTheRangeAreInside() {
        let rule = RangeRule()
        let kinds = rule.artefacts(in: [299.9, 300, 2000, 2000.1])
        #expect(kinds == [.range, nil, nil, .range])
        #expect(RangeRule(limitsMs: 400...500).artefacts(in: [450, 399]) == [nil, .range])
    }

    /// Rules that only flag get their kinds from the median around.
    @Test func flaggedIntervalsGetTheirKinds() {
        let clean = CorrectionSeries.oscillating(60, rsaAmplitudeMs: 30, seed: 6)
        let rules: [any BeatRule] = [
            MalikRule(), KamathRule(), KarlssonRule(), AcarRule(), BerntsonRule(),
            NeighbourhoodMeanRule(), MedianThresholdRule(level: .medium),
        ]
        let kinds: [CorrectionSeries.Artefact: CorrectionEvent.Kind] = [
            .missed: .missed, .extra: .extra, .early: .ectopic, .late: .ectopic,
        ]
        for rule in rules {
            for (artefact, kind) in kinds {
                // A quarter later is within the limit of a rise for Kamath and by the median.
                let isWithinLimit =
                    artefact == .late && (rule is KamathRule || rule is MedianThresholdRule)
                guard !isWithinLimit else { continue }
                let (faulty, beat) = CorrectionSeries.with(artefact, at: 30, in: clean)
                #expect(rule.artefacts(in: faulty)[beat] == kind, "\(rule.name), \(artefact)")
            }
            var single = clean
            single[30] *= 1.45
            #expect(rule.artefacts(in: single)[30] == .long, "\(rule.name)")
            single[30] = clean[30] * 0.62
            #expect(rule.artefacts(in: single)[30] == .short, "\(rule.name)")
        }
    }

    @Test func everyRuleIsFoundByItsName() {
        let names = BeatRules.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count == 15)
        for name in names { #expect(BeatRules.named(name)?.name == name) }
        #expect(BeatRules.named("nothing") == nil)
    }
}
