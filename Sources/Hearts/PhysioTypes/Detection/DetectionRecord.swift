/// The findings in one ECG: its beats, and the quality of the signal around them.
public struct DetectionRecord: Sendable, Equatable {
    /// The signal they were found in.
    public let signal: SignalDescription
    /// The beats in the order of their times.
    public let beats: [DetectedBeat]
    /// Length of the signal, what was not recorded included; in samples.
    public let sampleCount: Int
    /// The quality of the signal; one part after the other from the first sample on.
    public let quality: [SignalQuality]
    /// Breathing as the beats show it; one after the other.
    public let breathing: [BreathingEpoch]
    /// The class of each beat; empty where beats were not classed.
    public let classes: [BeatClassEstimate]
    /// Examples of the rhythms and classes; empty where beats were not classed.
    package var ecgStrips: [ECGStrip] = []
    /// Beats that end an interval above two seconds which is no pause (``steepIntervals(_:sampleRateHz:)``); empty
    /// where the signal was not looked at.
    package var nonPauseIntervals: Set<Int> = []

    /// - Precondition: the beats are in the order of their times; there is a class for each, or none.
    public init(
        signal: SignalDescription, beats: [DetectedBeat], sampleCount: Int,
        quality: [SignalQuality] = [], breathing: [BreathingEpoch] = [],
        classes: [BeatClassEstimate] = []
    ) {
        precondition(classes.isEmpty || classes.count == beats.count, "one class a beat")
        precondition(
            zip(beats, beats.dropFirst()).allSatisfy { $0.sample <= $1.sample },
            "beats come in the order of their times")
        self.signal = signal
        self.beats = beats
        self.sampleCount = sampleCount
        self.quality = quality
        self.breathing = breathing
        self.classes = classes
    }

    /// Number of beats of a class; nil where beats were not classed.
    ///
    /// - Complexity: O(n).
    public func count(of label: BeatClass) -> Int? {
        classes.isEmpty && !beats.isEmpty ? nil : classes.count { $0.label == label }
    }

    /// The quality from which on a signal shows every beat. In 24 records of the MIT-BIH database 41
    /// beats of 44,000 were missed where it is higher, and 1,933 pauses of 1,941 lie in such.
    public static let minGoodQuality = 0.8
    /// The quality below which a beat is of no class but Q.
    package static let minClassQuality = 0.5

    /// Number of beats that are not normal; nil where the kind of one is not stated.
    ///
    /// - Complexity: O(n).
    public var nonNormalBeatCount: Int? {
        beats.contains { $0.kind == nil } ? nil : beats.count { $0.kind != .normal }
    }

    /// Time of a beat from the first sample on; s.
    public func seconds(of beat: DetectedBeat) -> Double { beat.sample / signal.sampleRateHz }

    /// Interval that ends at a beat; ms; nil at the first one, after a gap, and at a beat that
    /// shares its position with another.
    ///
    /// - Precondition: `index` is one of ``beats``.
    public func intervalMs(at index: Int) -> Double? {
        guard index > 0, !beats[index].isAfterGap else { return nil }
        let samples = beats[index].sample - beats[index - 1].sample
        return samples > 0 ? samples * 1000 / signal.sampleRateHz : nil
    }

    /// ``intervalMs(at:)`` of every beat.
    ///
    /// - Complexity: O(n) time and memory.
    public var intervalsMs: [Double?] { beats.indices.map(intervalMs) }

    /// Indicates whether a beat may bound an NN interval: ``DetectedBeat/canBoundNN``, and of class N where
    /// beats are classed.
    ///
    /// An early beat of class N bounds none: of those in the MIT-BIH records enough are atrial ones missed.
    ///
    /// - Precondition: `index` is one of ``beats``.
    package func canBoundNN(at index: Int) -> Bool {
        beats[index].canBoundNN && (classes.isEmpty || classes[index].label == .normal)
    }

    /// Indicates whether a beat is ventricular: by its class, or without classes by another shape than the
    /// normal one.
    private func isVentricular(at index: Int) -> Bool {
        classes.isEmpty ? beats[index].kind == .other : classes[index].label == .ventricular
    }

    /// The intervals between the beats; those with a bound for which ``canBoundNN(at:)`` is false are no NN
    /// intervals. An interval carries `goodSignal` where ``quality`` is at least ``minGoodQuality``
    /// throughout, and `ventricular` where a ventricular beat ends it.
    ///
    /// - Complexity: O(n).
    public var rr: RRSeries {
        var series = RRSeries(startSeconds: beats.first.map(seconds))
        series.reserveCapacity(beats.count)
        var isAfterGap = false
        var qualityCursor = SignalQualityCursor(quality)
        for index in beats.indices.dropFirst() {
            guard let interval = intervalMs(at: index) else {
                isAfterGap = true
                continue
            }
            let isNormalBeat = canBoundNN(at: index)
            var marks: RRSeries.Marks =
                isNormalBeat && canBoundNN(at: index - 1) ? [] : .notNormal
            if !isNormalBeat { marks.insert(.endBeatNotNormal) }
            if isVentricular(at: index) { marks.insert(.ventricular) }
            let isGood = qualityCursor.isGood(
                from: seconds(of: beats[index - 1]), to: seconds(of: beats[index]))
            if isGood { marks.insert(.goodSignal) }
            if isAfterGap { marks.insert(.afterGap) }
            isAfterGap = false
            series.append(
                intervalMs: interval, endSeconds: seconds(of: beats[index]), marks: marks)
        }
        return series
    }
}

/// Walks along the quality of a signal from interval to interval.
struct SignalQualityCursor {
    private var parts: ArraySlice<SignalQuality>

    init(_ quality: [SignalQuality]) { parts = quality[...] }

    /// Returns true if the quality is known, at least ``DetectionRecord/minGoodQuality`` and without a flag
    /// throughout an interval.
    ///
    /// - Parameter begin: start of the interval; s; not before that of the interval asked for last.
    mutating func isGood(from begin: Double, to end: Double) -> Bool {
        while let part = parts.first, part.startSeconds + part.durationSeconds <= begin {
            parts.removeFirst()
        }
        let overlappingParts = parts.prefix { $0.startSeconds < end }
        return !overlappingParts.isEmpty
            && overlappingParts.allSatisfy {
                $0.value >= DetectionRecord.minGoodQuality && $0.flags.isEmpty
            }
    }
}
