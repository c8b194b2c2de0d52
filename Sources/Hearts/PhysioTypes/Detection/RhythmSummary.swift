/// Counts of a long ECG: its beats by class and hour, and its rhythms.
package struct RhythmSummary: Sendable, Equatable {
    /// Beats of one hour by class.
    package struct Hour: Sendable, Equatable {
        /// The start, counted from the first sample; s.
        package let startSeconds: Double
        /// Length of the signal in it; s; below 3600 in the last one.
        package let durationSeconds: Double
        /// Number of beats by ``BeatClass/rawValue``.
        fileprivate(set) var counts = BeatClass.allCases.map { _ in 0 }

        package func count(of label: BeatClass) -> Int { counts[Int(label.rawValue)] }
    }

    package let hours: [Hour]
    package let rhythms: [RhythmEpisode]
    /// Number of intervals above two seconds where the signal may have hidden a beat.
    package let uncertainPauseCount: Int
    /// Longest interval, except the uncertain pauses; s; nil where no interval is known.
    package let maxIntervalSeconds: Double?
    /// Sum of the intervals; s.
    package let observedSeconds: Double
    /// Indicates whether the quality of the signal was measured, without which no pause is certain.
    package let hasQuality: Bool
    /// Examples of the rhythms and classes.
    package let ecgStrips: [ECGStrip]

    /// - Returns: nil where beats were not classed, or none was found.
    package init?(classed record: DetectionRecord) {
        guard !record.classes.isEmpty else { return nil }
        self.init(record)
    }

    /// - Returns: nil where beats were not classed.
    package init?(_ record: DetectionRecord) {
        let longIntervals = record.longIntervals
        guard let rhythms = record.rhythms(pauses: longIntervals) else { return nil }
        self.rhythms = rhythms
        let length = Double(record.sampleCount) / record.signal.sampleRateHz
        let lastBeat = record.beats.last.map(record.seconds) ?? 0
        var hours = stride(from: 0, through: max(length.nextDown, lastBeat, 0), by: 3600).map {
            Hour(startSeconds: $0, durationSeconds: max(min(3600, length - $0), 0))
        }
        for (beat, estimate) in zip(record.beats, record.classes) {
            let hour = min(max(Int(record.seconds(of: beat) / 3600), 0), hours.count - 1)
            hours[hour].counts[Int(estimate.label.rawValue)] += 1
        }
        self.hours = hours
        let uncertainEndBeats = Set(longIntervals.filter { !$0.isGood }.map(\.endBeat))
        uncertainPauseCount = uncertainEndBeats.count
        let intervals = record.beats.indices.map { record.intervalMs(at: $0) }
        observedSeconds = intervals.compactMap(\.self).reduce(0, +) / 1000
        maxIntervalSeconds = intervals.indices.lazy.filter { !uncertainEndBeats.contains($0) }
            .compactMap { intervals[$0] }.max().map { $0 / 1000 }
        hasQuality = !record.quality.isEmpty
        ecgStrips = record.ecgStrips
    }

    package func episodes(of kind: RhythmEpisode.Kind) -> [RhythmEpisode] {
        rhythms.filter { $0.kind == kind }
    }

    /// Time from the first to the last beat of each episode; s.
    package func seconds(of kind: RhythmEpisode.Kind) -> Double {
        episodes(of: kind).reduce(0) { $0 + $1.durationSeconds }
    }

    /// Longest pause; s; nil where no certain one was found.
    package var maxPauseSeconds: Double? {
        episodes(of: .pause).map(\.durationSeconds).max()
    }

    /// Share of the observed time that is irregular as in atrial fibrillation; %; nil where less was
    /// observed than an episode lasts.
    package var atrialFibrillationPercent: Double? {
        observedSeconds < DetectionRecord.minFibrillationSeconds
            ? nil : 100 * seconds(of: .atrialFibrillation) / observedSeconds
    }
}
