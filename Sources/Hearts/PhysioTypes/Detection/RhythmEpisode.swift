/// An episode of one rhythm in an ECG, named by the classes and the times of its beats. No diagnosis.
package struct RhythmEpisode: Sendable, Equatable {
    /// Kinds of rhythm that are distinguished; the raw value is the name in JSON.
    package enum Kind: String, Sendable, CaseIterable {
        /// Three ventricular beats or more in sequence.
        case ventricularRun = "ventricular_run"
        /// Three supraventricular beats or more in sequence.
        case supraventricularRun = "supraventricular_run"
        /// Two ventricular beats in sequence.
        case ventricularPair = "ventricular_pair"
        /// Two supraventricular beats in sequence.
        case supraventricularPair = "supraventricular_pair"
        /// One other beat and a ventricular one in turn; at least three times.
        case ventricularBigeminy = "ventricular_bigeminy"
        /// Two other beats and a ventricular one in turn; at least three times.
        case ventricularTrigeminy = "ventricular_trigeminy"
        /// An interval above two seconds in a signal that shows every beat.
        case pause
        /// Intervals that are irregular as in atrial fibrillation or flutter, with no P wave.
        case atrialFibrillation = "irregular_as_atrial_fibrillation"
    }

    package let kind: Kind
    /// Indices of the beats; those of bigeminy begin with the beat before the first ventricular one.
    package let beats: Range<Int>
    /// Time of the first beat from the first sample on; s.
    package let startSeconds: Double
    /// Time of the last beat from the first sample on; s.
    package let endSeconds: Double

    package init(kind: Kind, beats: Range<Int>, startSeconds: Double, endSeconds: Double) {
        self.kind = kind
        self.beats = beats
        self.startSeconds = startSeconds
        self.endSeconds = endSeconds
    }

    package var durationSeconds: Double { endSeconds - startSeconds }

    /// Mean rate from the first beat to the last one; nil of a pause.
    package var beatsPerMinute: Double? {
        kind == .pause ? nil : 60 * Double(beats.count - 1) / durationSeconds
    }
}

extension DetectionRecord {
    /// Shortest interval that is a pause; s.
    package static let pauseSeconds = 2.0
    /// Fewer cycles are no bigeminy and no trigeminy.
    private static let minCycleCount = 3
    /// Episodes of atrial fibrillation that are nearer to each other are one: each beat is judged by the
    /// 45 s on either side of it.
    private static let fibrillationReachSeconds = 45.0
    /// Shorter episodes are no atrial fibrillation (ESC guidelines of 2020: at least 30 s).
    package static let minFibrillationSeconds = 30.0

    /// The rhythms found, in the order of their first beats; nil where beats were not classed.
    ///
    /// No episode extends over a gap. Episodes of two kinds may overlap: runs in atrial fibrillation do.
    ///
    /// - Complexity: O(n log n).
    package var rhythms: [RhythmEpisode]? { rhythms(pauses: longIntervals) }

    func rhythms(pauses: [(endBeat: Int, isGood: Bool)]) -> [RhythmEpisode]? {
        guard classes.count == beats.count else { return nil }
        var episodes: [RhythmEpisode] = []
        for part in gaplessBeatRanges {
            episodes += sequences(of: .ventricular, in: part)
            episodes += sequences(of: .supraventricular, in: part)
            episodes += cycles(of: 2, as: .ventricularBigeminy, in: part)
            episodes += cycles(of: 3, as: .ventricularTrigeminy, in: part)
            episodes += fibrillationEpisodes(in: part)
        }
        episodes += pauses.filter(\.isGood).map { interval in
            episode(.pause, interval.endBeat - 1..<interval.endBeat + 1)
        }
        return episodes.sorted {
            ($0.beats.lowerBound, $0.beats.upperBound) < ($1.beats.lowerBound, $1.beats.upperBound)
        }
    }

    /// Intervals above ``pauseSeconds``, and whether the signal shows that no beat lies in them.
    var longIntervals: [(endBeat: Int, isGood: Bool)] {
        var qualityCursor = SignalQualityCursor(quality)
        return beats.indices.compactMap { beat in
            guard let interval = intervalMs(at: beat), interval > Self.pauseSeconds * 1000 else {
                return nil
            }
            let isGood = qualityCursor.isGood(
                from: seconds(of: beats[beat - 1]), to: seconds(of: beats[beat]))
            return (beat, isGood && !nonPauseIntervals.contains(beat))
        }
    }

    /// Beats between which every interval is known.
    private var gaplessBeatRanges: [Range<Int>] {
        let starts = beats.indices.filter { intervalMs(at: $0) == nil } + [beats.count]
        return zip(starts, starts.dropFirst()).map { $0..<$1 }
    }

    /// Runs and pairs of one class.
    private func sequences(of label: BeatClass, in part: Range<Int>) -> [RhythmEpisode] {
        let isVentricular = label == .ventricular
        return ranges(in: part) { classes[$0].label == label }.compactMap { beats in
            switch beats.count {
            case ..<2: nil
            case 2: episode(isVentricular ? .ventricularPair : .supraventricularPair, beats)
            default: episode(isVentricular ? .ventricularRun : .supraventricularRun, beats)
            }
        }
    }

    /// Ventricular beats that follow each other at a distance of so many beats, with none between.
    private func cycles(
        of length: Int, as kind: RhythmEpisode.Kind, in part: Range<Int>
    ) -> [RhythmEpisode] {
        func isCycle(_ last: Int) -> Bool {
            last - length + 1 >= part.lowerBound && last < part.upperBound
                && classes[last].label == .ventricular
                && (last - length + 1..<last).allSatisfy { classes[$0].label != .ventricular }
        }
        var episodes: [RhythmEpisode] = []
        var beat = part.lowerBound
        while beat < part.upperBound {
            var end = beat
            while isCycle(end) { end += length }
            let count = (end - beat) / length
            if count >= Self.minCycleCount {
                episodes.append(episode(kind, beat - length + 1..<end - length + 1))
            }
            beat = max(end - length, beat) + 1
        }
        return episodes
    }

    private func fibrillationEpisodes(in part: Range<Int>) -> [RhythmEpisode] {
        var merged: [Range<Int>] = []
        for found in ranges(in: part, where: { classes[$0].isInAtrialFibrillation }) {
            if let last = merged.last,
                seconds(of: beats[found.lowerBound]) - seconds(of: beats[last.upperBound - 1])
                    < Self.fibrillationReachSeconds
            {
                merged[merged.count - 1] = last.lowerBound..<found.upperBound
            } else {
                merged.append(found)
            }
        }
        return merged.map { episode(.atrialFibrillation, $0) }
            .filter { $0.durationSeconds >= Self.minFibrillationSeconds }
    }

    /// Maximal ranges of beats that satisfy a condition.
    private func ranges(
        in part: Range<Int>, where condition: (Int) -> Bool
    ) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for beat in part where condition(beat) {
            if let last = found.last, last.upperBound == beat {
                found[found.count - 1] = last.lowerBound..<beat + 1
            } else {
                found.append(beat..<beat + 1)
            }
        }
        return found
    }

    private func episode(_ kind: RhythmEpisode.Kind, _ range: Range<Int>) -> RhythmEpisode {
        RhythmEpisode(
            kind: kind, beats: range, startSeconds: seconds(of: beats[range.lowerBound]),
            endSeconds: seconds(of: beats[range.upperBound - 1]))
    }
}
