import PhysioDSP

extension HeartRateRange {
    /// The time before now whose samples count for the heart rate at rest; s. A choice of our own,
    /// as are the two below.
    package static let restLookbackSeconds = 14 * 86_400.0
    /// Share of the samples that lie below the rate at rest.
    static let restingRateQuantile = 0.05
    /// The length of samples (each of 10 s) below which the rate at rest is not measured; s.
    static let minRestSeconds = 1800.0

    /// The range of a person: the rate at rest is their setting, else the 5th percentile of 14 days with at least
    /// 30 min of samples, else the imported one, else 60/min; the highest is 220 less the age.
    ///
    /// - Returns: nil where both differ by less than 30/min.
    package static func estimated(
        restSettingBpm: Double? = nil, samples: [HeartRateSample] = [],
        importedRestBpm: Double? = nil, ageYears: Double? = nil, nowSeconds: Double
    ) -> HeartRateRange? {
        let maxHeartRateBpm = maxBpm(ageYears: ageYears)
        if let restSettingBpm {
            return HeartRateRange(
                restBpm: restSettingBpm, maxBpm: maxHeartRateBpm, origin: .setting)
        }
        if let rest = measuredRestBpm(samples, nowSeconds: nowSeconds) {
            return HeartRateRange(restBpm: rest, maxBpm: maxHeartRateBpm, origin: .measured)
        }
        if let importedRestBpm {
            return HeartRateRange(
                restBpm: importedRestBpm, maxBpm: maxHeartRateBpm, origin: .imported)
        }
        return HeartRateRange(restBpm: assumedRestBpm, maxBpm: maxHeartRateBpm, origin: .assumed)
    }

    private static func measuredRestBpm(
        _ samples: [HeartRateSample], nowSeconds: Double
    ) -> Double? {
        let rates = samples.filter {
            $0.isValid && $0.timeSeconds <= nowSeconds
                && nowSeconds - $0.timeSeconds < restLookbackSeconds
        }.map(\.bpm)
        guard Double(rates.count) * HeartRateSample.seconds >= minRestSeconds else { return nil }
        return Statistics.quantile(restingRateQuantile, ofSorted: rates.sorted())
    }
}

extension HRVBaseline {
    /// The time before now whose samples count for a baseline; s. A choice of our own, as are the
    /// three below.
    package static let lookbackSeconds = 28 * 86_400.0
    static let minSampleCount = 20
    static let minDayCount = 3
    /// Samples above rest by less than this share of the range are samples at rest.
    static let maxRestingRangeShare = 0.2

    /// The baseline of a person: their setting, else the median of 28 days at a low heart rate, from 20 samples on
    /// 3 days, else 50 ms and half as sure.
    ///
    /// - Parameters:
    ///   - samples: values with the heart rate of their time; those without a heart rate do not count.
    ///   - dayOf: the day of a time by the person's clock, as any number that differs between days.
    package static func estimated(
        settingMs: Double? = nil, measure: HRVMeasure = .sdnn,
        samples: [(sample: HRVSample, bpm: Double?)] = [], range: HeartRateRange,
        nowSeconds: Double, dayOf: (Double) -> Int = { Int(($0 / 86_400).rounded(.down)) }
    ) -> HRVBaseline {
        if let settingMs, settingMs.isFinite, settingMs > 0 {
            return HRVBaseline(measure: measure, valueMs: settingMs, origin: .setting)
        }
        let limit = range.restBpm + maxRestingRangeShare * (range.maxBpm - range.restBpm)
        let restingSamples = samples.filter { pair in
            guard let bpm = pair.bpm else { return false }
            return pair.sample.counts && pair.sample.measure == measure && bpm < limit
                && pair.sample.timeSeconds <= nowSeconds
                && nowSeconds - pair.sample.timeSeconds < lookbackSeconds
        }.map(\.sample)
        let days = Set(restingSamples.map { dayOf($0.timeSeconds) })
        guard restingSamples.count >= minSampleCount, days.count >= minDayCount,
            let median = Statistics.quantile(0.5, ofSorted: restingSamples.map(\.valueMs).sorted()),
            median > 0
        else { return HRVBaseline(measure: measure, valueMs: assumedMs, origin: .assumed) }
        return HRVBaseline(measure: measure, valueMs: median, origin: .measured)
    }
}
