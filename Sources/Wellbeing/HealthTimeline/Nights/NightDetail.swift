import HRVFeatures
import HealthRecords
package import PhysioTypes

/// Contents of the page of a night: the night, what each source said of it, its segments of beats, and
/// the breathing before it.
package struct NightDetail: Sendable, Hashable {
    /// A segment of beats of the night.
    package struct BeatSegmentMetrics: Sendable, Hashable {
        package let start: CivilInstant
        /// The watch's own value; ms.
        package let appleSDNNMs: Double
        /// Our SDNN of the same beats; ms; nil below two NN intervals.
        package let sdnnMs: Double?
        /// RMSSD of the same beats, as the times stand; ms; nil without a difference.
        package let rmssdMs: Double?

        init(start: CivilInstant, appleSDNNMs: Double, metrics: TimeDomain) {
            self.start = start
            self.appleSDNNMs = appleSDNNMs
            sdnnMs = metrics.sdnnMs
            rmssdMs = metrics.rmssdMs
        }
    }

    package let recovery: RecoveryEntry
    /// The night as each of its sources alone would have it, the leading source first.
    package let nightsBySource: [SleepEntry]
    /// The segments of beats, ordered by start.
    package let beatSegments: [BeatSegmentMetrics]
    /// Own sessions that start in the 4 h before the night, by start.
    package let sessionsBeforeNight: [BreathingEntry]
}

extension TimelineBuilder {
    /// The page of a date.
    ///
    /// - Parameter data: the records around the date, as ``sections(of:from:through:options:)`` takes
    ///   them. The rules are the standard ones, whatever the options say.
    /// - Returns: nil where the date has neither sleep nor vitals; without a night the lists are empty.
    package static func night(
        of date: CivilDate, in data: HealthData, options: TimelineOptions
    ) -> NightDetail? {
        var options = options
        options.rules = .standard
        let days = TimelineDays(data, options: options)
        guard let recovery = days.recoveries(in: date...date).first else { return nil }
        guard let sleep = recovery.sleep else {
            return NightDetail(
                recovery: recovery, nightsBySource: [], beatSegments: [], sessionsBeforeNight: [])
        }
        return NightDetail(
            recovery: recovery, nightsBySource: days.sleepEntriesBySource(of: sleep),
            beatSegments: days.beatSegments(in: sleep.range),
            sessionsBeforeNight: data.breathing.filter { $0.isShortlyBefore(sleep) })
    }
}

extension TimelineDays {
    /// Returns the sleep that each source alone states for the block that a sleep comes from.
    fileprivate func sleepEntriesBySource(of sleep: SleepEntry) -> [SleepEntry] {
        let block = blocks.first {
            $0.samples.contains { $0.range.overlaps(sleep.range) }
        }
        guard let block else { return [] }
        return block.rankedSources(ranking).compactMap { source in
            let own = SleepBlock(samples: block.samples.filter { $0.sourceIndex == source })
            return NightBuilder(own, ranking: ranking, clock: clock).entry()
        }
    }

    fileprivate func beatSegments(in range: Range<Int64>) -> [NightDetail.BeatSegmentMetrics] {
        NightHRVBuilder(data.beatSegments, ranking: ranking).beatSegments(in: range).map {
            NightDetail.BeatSegmentMetrics(
                start: clock.civilInstant($0.start, zone: $0.timeZone, source: $0.sourceIndex),
                appleSDNNMs: $0.sdnnMs, metrics: SDNNAgreement.metrics(of: $0))
        }
    }
}

extension BreathingEntry {
    /// The time before a night in which a session that starts counts as one before it; ms.
    static let breathingWindowMs: Int64 = 4 * 3_600_000

    /// Returns true if the session starts in the 4 h before a sleep starts.
    package func isShortlyBefore(_ sleep: SleepEntry) -> Bool {
        let night = sleep.start.unixMs
        return (night - Self.breathingWindowMs..<night).contains(start.unixMs)
    }
}
