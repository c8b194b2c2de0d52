/// A few seconds of an ECG that show one beat or one rhythm, with the class of each beat.
package struct ECGStrip: Sendable, Equatable {
    /// The subject of a strip.
    package enum Subject: Sendable, Equatable {
        case beat(BeatClass)
        case rhythm(RhythmEpisode.Kind)
    }

    package struct Beat: Sendable, Equatable {
        /// Time from the first sample of the recording on; s.
        package let seconds: Double
        package let label: BeatClass

        package init(seconds: Double, label: BeatClass) {
            self.seconds = seconds
            self.label = label
        }
    }

    package let subject: Subject
    /// The beat, or the first and the last beat of the episode, from the first sample on; s.
    package let eventSeconds: ClosedRange<Double>
    /// Number of beats of the episode; 1 of a beat.
    package let eventBeatCount: Int
    /// Name and unit of the lead.
    package let signal: SignalDescription
    /// Time of the first sample; s.
    package let startSeconds: Double
    package let sampleRateHz: Double
    /// Samples in the unit of the lead, less their median.
    package let samples: [Float]
    /// The beats within.
    package let beats: [Beat]

    package init(
        subject: Subject, eventSeconds: ClosedRange<Double>, eventBeatCount: Int,
        signal: SignalDescription, startSeconds: Double, sampleRateHz: Double, samples: [Float],
        beats: [Beat]
    ) {
        self.subject = subject
        self.eventSeconds = eventSeconds
        self.eventBeatCount = eventBeatCount
        self.signal = signal
        self.startSeconds = startSeconds
        self.sampleRateHz = sampleRateHz
        self.samples = samples
        self.beats = beats
    }

    package var endSeconds: Double { startSeconds + Double(samples.count) / sampleRateHz }
}

extension DetectionRecord {
    /// Length of a strip; s. That of a pause is longer where the pause is.
    private static let stripSeconds = 8.0
    private static let maxStripSeconds = 20.0
    /// Time shown before the first beat of an episode; s.
    private static let preEpisodeSeconds = 2.0

    /// One strip for each rhythm, of its longest episode, and for each class but N, of its most probable beat.
    ///
    /// - Parameter samples: of the lead, from the first sample of the recording on; finite.
    /// - Complexity: O(n) for n beats and episodes.
    package func strips(_ samples: [Float], sampleRateHz: Double) -> [ECGStrip] {
        guard classes.count == beats.count, !samples.isEmpty, let rhythms else { return [] }
        let kinds: [RhythmEpisode.Kind] = [
            .ventricularRun, .supraventricularRun, .ventricularBigeminy, .ventricularTrigeminy,
            .pause, .atrialFibrillation,
        ]
        let episodes = kinds.compactMap { kind in
            rhythms.lazy.filter { $0.kind == kind }.max { $0.durationSeconds < $1.durationSeconds }
        }
        let exampleBeats = [
            BeatClass.ventricular, .supraventricular, .fusion, .unclassifiable,
        ].compactMap { label in
            classes.indices.lazy.filter { classes[$0].label == label }
                .max { classes[$0].probability < classes[$1].probability }
        }
        return episodes.map { strip(of: $0, samples, sampleRateHz) }
            + exampleBeats.map { beat in
                let time = seconds(of: beats[beat])
                return strip(
                    .beat(classes[beat].label), time...time, beatCount: 1,
                    begin: time - Self.stripSeconds / 2, length: Self.stripSeconds, samples,
                    sampleRateHz)
            }
    }

    private func strip(
        of episode: RhythmEpisode, _ samples: [Float], _ sampleRateHz: Double
    ) -> ECGStrip {
        var begin = episode.startSeconds - Self.preEpisodeSeconds
        var length = Self.stripSeconds
        switch episode.kind {
        case .pause:
            length = min(
                max(length, episode.durationSeconds + 2 * Self.preEpisodeSeconds),
                Self.maxStripSeconds)
        case .atrialFibrillation:
            // It has no clear beginning.
            begin = (episode.startSeconds + episode.endSeconds - length) / 2
        default: break
        }
        return strip(
            .rhythm(episode.kind), episode.startSeconds...episode.endSeconds,
            beatCount: episode.beats.count, begin: begin, length: length, samples, sampleRateHz)
    }

    private func strip(
        _ subject: ECGStrip.Subject, _ event: ClosedRange<Double>, beatCount: Int, begin: Double,
        length: Double, _ samples: [Float], _ sampleRateHz: Double
    ) -> ECGStrip {
        let count = min(Int((length * sampleRateHz).rounded()), samples.count)
        let first = min(max(Int((begin * sampleRateHz).rounded()), 0), samples.count - count)
        let part = samples[first..<first + count]
        let median = part.sorted()[count / 2]
        let start = Double(first) / sampleRateHz
        let end = start + Double(count) / sampleRateHz
        let shown = beats.indices.lazy.map { index in
            ECGStrip.Beat(seconds: seconds(of: beats[index]), label: classes[index].label)
        }.filter { $0.seconds >= start && $0.seconds <= end }
        return ECGStrip(
            subject: subject, eventSeconds: event, eventBeatCount: beatCount, signal: signal,
            startSeconds: start, sampleRateHz: sampleRateHz, samples: part.map { $0 - median },
            beats: Array(shown))
    }
}
