import HRVFeatures
import Testing

@Suite struct MetricDefinitionTests {
    @Test func everyKeyHasExactlyOneDefinition() {
        let keys = MetricDefinition.all.map(\.key)
        #expect(keys.count == MetricKey.allCases.count)
        #expect(Set(keys) == Set(MetricKey.allCases))
        for definition in MetricDefinition.all { #expect(!definition.title.isEmpty) }
    }

    @Test func everyKeyIsFoundByItsName() {
        for key in MetricKey.allCases {
            #expect(key.rawValue.hasPrefix("HRV_"))
            #expect(MetricKey(rawValue: key.rawValue) == key)
            #expect(MetricDefinition.of(key).key == key)
        }
        #expect(MetricKey(rawValue: "HRV_Nothing") == nil)
    }

    /// A row that names another family would stand under a foreign heading.
    @Test func familiesStandTogetherInTheirOrder() {
        let families = MetricDefinition.all.map(\.family)
        let begins = families.indices.filter { $0 == 0 || families[$0] != families[$0 - 1] }
        #expect(begins.map { families[$0] } == MetricDefinition.Family.allCases)
    }

    /// The metrics of segments are those of the lengths that are computed.
    @Test func segmentMetricsAreThoseOfTheLengths() {
        let stated = MetricDefinition.all.filter {
            if case .segments = $0.requirement { true } else { false }
        }
        let computed = SegmentStatistics.Length.allCases.flatMap { length in
            [length.keys.sdann, length.keys.sdnnIndex].map { ($0, length.minutes) }
        }
        #expect(Set(stated.map(\.key)) == Set(computed.map(\.0)))
        for (key, minutes) in computed {
            #expect(MetricDefinition.of(key).requirement == .segments(3, minutes: minutes))
        }
    }

    /// A metric whose group did not compute it would never have an interval.
    @Test func resampledMetricsComeOfTheirGroups() {
        let nn = TestSeries.white(seed: 4, count: 200)
        for definition in MetricDefinition.all {
            guard case .resampled(let group) = definition.interval else { continue }
            #expect(group.values(of: nn)[definition.key] != nil, "\(definition.key.rawValue)")
        }
    }

    @Test func intervalsOfPowersAreOfTheMetricsOwnBands() {
        for definition in MetricDefinition.all {
            switch definition.interval {
            case .power(let band), .powerFunction(let band, _):
                #expect(definition.bands == [band])
            case .powerRatio(let band, let other, _):
                #expect(definition.bands == [band, other])
            case .resampled, .share, .none:
                break
            }
        }
    }

    @Test func minimumLengthsAreThosePublished() {
        #expect(MetricDefinition.of(.sdnn).requirement == .beats(10))
        #expect(MetricDefinition.of(.rmssd).requirement == .beats(20))
        #expect(MetricDefinition.of(.sd1).requirement == .beats(50))
        #expect(MetricDefinition.of(.hti).requirement == .seconds(1200))
        #expect(MetricDefinition.of(.ulf).requirement == .seconds(20 * 3600))
        #expect(MetricDefinition.of(.vlf).requirement == .seconds(300))
        #expect(MetricDefinition.of(.lf).requirement == .seconds(120))
        #expect(MetricDefinition.of(.hf).requirement == .seconds(60))
        #expect(MetricDefinition.of(.sdann5).requirement == .segments(3, minutes: 5))
    }
}
