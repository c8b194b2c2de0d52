import HealthRecords
import PhysioTypes

/// Makes the vitals of a date.
///
/// A sample belongs to the civil date of its start. HRV (SDNN) and respiratory rate are the median of
/// the samples that start in the night, from its start until before its end, or else the date's newest
/// one outside all nights, by start: a sample that starts in a night belongs to that night alone, also before
/// midnight. The resting rate is the date's sample with the latest end. Each comes from one
/// source, the best of those with samples to choose from (``SourceRanking/bestVitalsSource(_:)``).
struct VitalsBuilder: Sendable {
    private let index: SampleIndex
    private let ranking: SourceRanking
    private let beats: NightHRVBuilder
    private let samplesByDate: [HealthQuantity: [CivilDate: [HealthSample]]]

    private static let quantities: [HealthQuantity] = [.restingHeartRate, .sdnn, .respiratoryRate]

    init(_ data: HealthData, _ index: SampleIndex, ranking: SourceRanking, clock: WallClock) {
        self.index = index
        self.ranking = ranking
        beats = NightHRVBuilder(data.beatSegments, ranking: ranking)
        var samplesByDate: [HealthQuantity: [CivilDate: [HealthSample]]] = [:]
        for quantity in Self.quantities {
            samplesByDate[quantity] = Dictionary(grouping: index.allSamples(quantity)) {
                clock.civilInstant($0.start, zone: $0.timeZone, source: $0.sourceIndex).date
            }
        }
        self.samplesByDate = samplesByDate
    }

    /// Dates with a sample of one of the vitals.
    var dates: Set<CivilDate> { Set(samplesByDate.values.flatMap(\.keys)) }

    /// - Parameter night: the one of the date; nil where there is none.
    /// - Parameter nights: the times of all nights.
    /// - Returns: nil where no value exists.
    func vitals(of date: CivilDate, night: SleepEntry?, nights: TimeSpans) -> VitalsEntry? {
        var vitals = VitalsEntry(
            restingHeartRateBpm: restingHeartRate(date),
            hrvSDNNMs: value(.sdnn, date, night, nights),
            respiratoryRatePerMinute: value(.respiratoryRate, date, night, nights))
        let hasSamples = vitals != VitalsEntry()
        if let night {
            beats.add(to: &vitals, in: night.range)
        } else {
            vitals.missingBeatsReason = .noSleep
        }
        return hasSamples || vitals.beats != nil ? vitals : nil
    }

    /// The first design's vitals: of each kind the sample of the date with the latest start, whatever
    /// its source.
    func referenceVitals(of date: CivilDate) -> VitalsEntry? {
        func newest(_ quantity: HealthQuantity) -> VitalValue? {
            samplesByDate[quantity]?[date]?.last.map {
                VitalValue(value: $0.value, origin: .day, count: 1)
            }
        }
        var vitals = VitalsEntry(
            restingHeartRateBpm: newest(.restingHeartRate), hrvSDNNMs: newest(.sdnn),
            respiratoryRatePerMinute: newest(.respiratoryRate))
        guard vitals != VitalsEntry() else { return nil }
        vitals.missingBeatsReason = .notDefinedByRules
        return vitals
    }

    private func value(
        _ quantity: HealthQuantity, _ date: CivilDate, _ night: SleepEntry?, _ nights: TimeSpans
    ) -> VitalValue? {
        if let night {
            let values = samplesOfBestSource(index.samplesStarting(in: night.range, quantity)).map(
                \.value)
            if let median = median(values) {
                return VitalValue(value: median, origin: .night, count: values.count)
            }
        }
        let samples = (samplesByDate[quantity]?[date] ?? []).filter {
            !nights.contains($0.start.unixMs)
        }
        return samplesOfBestSource(samples[...]).last.map {
            VitalValue(value: $0.value, origin: .day, count: 1)
        }
    }

    /// Returns the last resting heart rate of a date; of samples with the same end the later one
    /// counts.
    private func restingHeartRate(_ date: CivilDate) -> VitalValue? {
        samplesOfBestSource((samplesByDate[.restingHeartRate]?[date] ?? [])[...]).enumerated().max {
            ($0.element.end.unixMs, $0.offset) < ($1.element.end.unixMs, $1.offset)
        }.map { VitalValue(value: $0.element.value, origin: .day, count: 1) }
    }

    /// The samples of the best source among them, in their order.
    private func samplesOfBestSource(_ samples: ArraySlice<HealthSample>) -> [HealthSample] {
        guard let source = ranking.bestVitalsSource(samples.lazy.map(\.sourceIndex)) else {
            return []
        }
        return samples.filter { $0.sourceIndex == source }
    }
}
