import HealthRecords
import Testing

@testable import HealthTimeline

@Suite struct VitalsTests {
    private let night = [SleepSample(.core, watch, "23:00", "07:00")]

    private func sample(
        _ quantity: HealthQuantity, _ value: Double, _ start: String, _ end: String? = nil,
        source: Int = watch
    ) -> HealthSample {
        HealthSample(
            quantity, sourceIndex: source, start: instant("2025-12-\(start)+01:00"),
            end: instant("2025-12-\(end ?? start)+01:00"), value: value)
    }

    private func vitals(
        _ samples: [HealthSample], sleep: [SleepSample]? = nil, preferred: [Int] = [],
        like rules: TimelineOptions.Rules = .standard
    ) -> VitalsEntry? {
        var options = options()
        options.rules = rules
        let data = HealthData(
            sources: threeSources, preferredSourceIndices: preferred, samples: samples,
            sleep: sleep ?? night)
        return recovery(data, "2025-12-28", options)?.vitals
    }

    @Test func theMedianOfTheNightCounts() {
        let samples = [
            sample(.sdnn, 90, "27T22:59:59"), sample(.sdnn, 40, "27T23:00:00"),
            sample(.sdnn, 70, "28T02:00:00"), sample(.sdnn, 44, "28T06:59:59"),
            sample(.sdnn, 99, "28T07:00:00"), sample(.respiratoryRate, 14, "28T01:00:00"),
            sample(.respiratoryRate, 15, "28T02:00:00"),
        ]
        let vitals = vitals(samples)
        #expect(vitals?.hrvSDNNMs == VitalValue(value: 44, origin: .night, count: 3))
        #expect(
            vitals?.respiratoryRatePerMinute == VitalValue(value: 14.5, origin: .night, count: 2))
        #expect(vitals?.restingHeartRateBpm == nil)
    }

    @Test func withoutOneInTheNightTheNewestOfTheDateCounts() {
        let samples = [
            sample(.sdnn, 40, "28T09:00:00"), sample(.sdnn, 41, "28T23:59:59"),
            sample(.sdnn, 42, "29T00:00:00"),
        ]
        #expect(vitals(samples)?.hrvSDNNMs == VitalValue(value: 41, origin: .day, count: 1))
        #expect(
            vitals(samples, sleep: [])?.hrvSDNNMs == VitalValue(value: 41, origin: .day, count: 1))
    }

    /// A sample of the evening that the next date's night holds is not a value of the day before.
    @Test func aSampleOfANightIsOfNoOtherDate() {
        func values(_ samples: [HealthSample], _ date: String) -> VitalsEntry? {
            let data = HealthData(sources: threeSources, samples: samples, sleep: night)
            return recovery(data, date, options())?.vitals
        }
        let evening = [
            sample(.sdnn, 40, "27T23:30:00"), sample(.respiratoryRate, 14, "27T23:40:00"),
        ]
        #expect(values(evening, "2025-12-27") == nil)
        let inNight = values(evening, "2025-12-28")
        #expect(inNight?.hrvSDNNMs == VitalValue(value: 40, origin: .night, count: 1))
        #expect(
            inNight?.respiratoryRatePerMinute == VitalValue(value: 14, origin: .night, count: 1))
        let both = evening + [sample(.sdnn, 55, "27T09:00:00")]
        #expect(
            values(both, "2025-12-27")?.hrvSDNNMs == VitalValue(value: 55, origin: .day, count: 1))
        #expect(values(both, "2025-12-27")?.respiratoryRatePerMinute == nil)
    }

    @Test func theRestingRateIsTheOneWithTheLatestEnd() {
        let samples = [
            sample(.restingHeartRate, 51, "28T00:05:00", "28T23:00:00"),
            sample(.restingHeartRate, 55, "28T06:00:00", "28T12:00:00"),
        ]
        #expect(
            vitals(samples)?.restingHeartRateBpm == VitalValue(value: 51, origin: .day, count: 1))
        #expect(
            vitals(samples, like: .reference)?.restingHeartRateBpm
                == VitalValue(value: 55, origin: .day, count: 1))
    }

    @Test func applesValuesComeBeforeThoseOfApps() {
        let samples = [
            sample(.sdnn, 30, "28T02:00:00", source: app),
            sample(.sdnn, 31, "28T03:00:00", source: app),
            sample(.sdnn, 50, "28T02:30:00", source: phone),
        ]
        #expect(vitals(samples)?.hrvSDNNMs == VitalValue(value: 50, origin: .night, count: 1))
        #expect(
            vitals(samples, preferred: [app])?.hrvSDNNMs
                == VitalValue(value: 30.5, origin: .night, count: 2))
        let watches = samples + [sample(.sdnn, 60, "28T02:30:00")]
        #expect(vitals(watches)?.hrvSDNNMs?.value == 60)
        // The first design takes the latest start, of any source.
        #expect(vitals(watches, like: .reference)?.hrvSDNNMs?.value == 31)
    }

    @Test func aSampleWithoutANightMakesARecovery() {
        let samples = [sample(.restingHeartRate, 51, "28T00:05:00")]
        let data = HealthData(sources: threeSources, samples: samples)
        let day = recovery(data, "2025-12-28", options())
        #expect(day?.sleep == nil)
        #expect(day?.vitals?.restingHeartRateBpm?.value == 51)
        #expect(recovery(HealthData(sources: threeSources), "2025-12-28", options()) == nil)
    }

    @Test func heartRatesAloneMakeNone() {
        #expect(vitals([sample(.heartRate, 51, "28T00:05:00")], sleep: []) == nil)
    }
}
