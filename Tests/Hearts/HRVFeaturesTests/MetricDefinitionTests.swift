import HRVFeatures
import Testing

@Suite struct MetricDefinitionTests {
    @Test func everyKeyHasExactlyOneDefinition() {
        let keys = MetricDefinition.all.map(\.key)
        #expect(keys.count == MetricKey.allCases.count)
        #expect(Set(keys) == Set(MetricKey.allCases))
        for definition in MetricDefinition.all { #expect(!definition.title.isEmpty) }
    }

    @Test func leastLengthsAreThosePublished() {
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
