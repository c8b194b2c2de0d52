package import MusicSelection

/// Heart rates at rest and at most that differ by less than 30/min: nothing can be measured between them.
package struct HeartRateRangeError: Error, Sendable, CustomStringConvertible {
    package var description: String {
        "the highest heart rate is less than 30 above the one at rest: hrv music settings shows and corrects both"
    }
}

extension MusicSettings {
    /// The heart rates between which arousal is measured.
    ///
    /// - Parameter importedRestBpm: asked for where the person has set no rate at rest.
    package func range(
        _ rates: [HeartRateSample], nowSeconds now: Double,
        importedRestBpm: () throws -> Double? = { nil }
    ) throws -> HeartRateRange {
        let rest = values[.restBpm]
        let range = HeartRateRange.estimated(
            restSettingBpm: rest, samples: rates,
            importedRestBpm: rest == nil ? try importedRestBpm() : nil,
            // A highest rate that was set stands for the age that has it.
            ageYears: values[.maxBpm].map { HeartRateRange.maxBpm(ageYears: 0) - $0 }
                ?? values[.ageYears],
            nowSeconds: now)
        guard let range else { throw HeartRateRangeError() }
        return range
    }

    /// The usual heart rate variability.
    package func baseline(
        _ hrv: [HRVSample], _ rates: [HeartRateSample], _ range: HeartRateRange,
        nowSeconds now: Double, utcOffsetSeconds offset: Int
    ) -> HRVBaseline {
        HRVBaseline.estimated(
            settingMs: values[.hrvBaselineMs], samples: Self.pairedWithHeartRates(hrv, rates),
            range: range,
            nowSeconds: now, dayOf: { Int((($0 + Double(offset)) / 86_400).rounded(.down)) })
    }

    /// Each variability with the mean heart rate of the minute before it.
    private static func pairedWithHeartRates(
        _ hrv: [HRVSample], _ rates: [HeartRateSample]
    ) -> [(sample: HRVSample, bpm: Double?)] {
        var first = 0
        return hrv.map { sample in
            let end = sample.timeSeconds
            while first < rates.count, rates[first].timeSeconds <= end - 60 { first += 1 }
            let nearbyRates = rates[first...].prefix { $0.timeSeconds <= end }
            let sum = nearbyRates.reduce(0) { $0 + $1.bpm }
            return (sample, nearbyRates.isEmpty ? nil : sum / Double(nearbyRates.count))
        }
    }
}
