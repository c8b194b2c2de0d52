import HealthRecords
import PhysioTypes
import TestSupport
import Testing

@testable import HealthTimeline

/// Vitals of random weeks, looked up one by one.
@Suite struct VitalsSweepTests {
    private static let origin = ms("2025-12-01T00:00:00Z")
    private static let day: Int64 = 86_400_000

    /// A night of each day from 22:00 of the evening before to 06:00, but for some days.
    private func nights(_ random: inout SplitMix64) -> [Int: Range<Int64>] {
        var nights: [Int: Range<Int64>] = [:]
        for day in 1..<8 where Int.random(in: 0..<4, using: &random) > 0 {
            let midnight = Self.origin + Int64(day) * Self.day
            nights[day] = midnight - 7_200_000..<midnight + 21_600_000
        }
        return nights
    }

    private func samples(_ random: inout SplitMix64) -> [HealthSample] {
        (0..<40).map { _ in
            let start = Self.origin + Int64.random(in: 0..<8 * Self.day, using: &random)
            let quantity: HealthQuantity =
                [.sdnn, .restingHeartRate, .respiratoryRate].randomElement(using: &random) ?? .sdnn
            return HealthSample(
                quantity, sourceIndex: Int.random(in: 0...2, using: &random),
                start: HealthInstant(unixMs: start),
                end: HealthInstant(
                    unixMs: start + Int64.random(in: 0...3_600_000, using: &random)),
                value: random.uniform(in: 10...90))
        }
    }

    /// Returns the samples of the best of threeSources, by Apple's first, then watch before phone:
    /// watch, phone, application.
    private func best(_ samples: [HealthSample]) -> [HealthSample] {
        for source in [watch, phone, app] {
            let own = samples.filter { $0.sourceIndex == source }
            if !own.isEmpty { return own }
        }
        return []
    }

    private func median(_ values: [Double]) -> Double? {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return nil }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    @Test func everyValueIsTheOneLookedUp() {
        var random = SplitMix64(seed: 41)
        for _ in 0..<100 {
            let nights = nights(&random)
            let samples = samples(&random)
            let data = HealthData(
                sources: threeSources, samples: samples,
                sleep: nights.values.map {
                    SleepSample(
                        .core, sourceIndex: watch, start: HealthInstant(unixMs: $0.lowerBound),
                        end: HealthInstant(unixMs: $0.upperBound))
                })
            for day in 0..<8 {
                let begin = Self.origin + Int64(day) * Self.day
                let ofDate = samples.filter {
                    (begin..<begin + Self.day).contains($0.start.unixMs)
                }
                let date = CivilDate(dayNumber: Int(begin / Self.day))
                let found = recovery(data, date.text, options(homeZone: "UTC"))?.vitals
                let resting = best(ofDate.filter { $0.quantity == .restingHeartRate })
                #expect(
                    found?.restingHeartRateBpm?.value
                        == resting.max { $0.end < $1.end }?.value)
                for quantity in [HealthQuantity.sdnn, .respiratoryRate] {
                    let inNight = best(
                        samples.filter {
                            $0.quantity == quantity
                                && nights[day]?.contains($0.start.unixMs) == true
                        })
                    let byDay = ofDate.filter { sample in
                        sample.quantity == quantity
                            && !nights.values.contains { $0.contains(sample.start.unixMs) }
                    }
                    let newest = best(byDay).max { $0.start < $1.start }
                    let value =
                        quantity == .sdnn ? found?.hrvSDNNMs : found?.respiratoryRatePerMinute
                    #expect(value?.value == median(inNight.map(\.value)) ?? newest?.value)
                    #expect(value?.count ?? 0 == max(inNight.count, newest == nil ? 0 : 1))
                    #expect(value.map { $0.origin == .night } ?? false == !inNight.isEmpty)
                }
            }
        }
    }
}
