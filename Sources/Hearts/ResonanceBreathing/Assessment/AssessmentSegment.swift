public import PhysioTypes

/// A run of commanded breaths that an assessment has one row for: a step at one rate, or the part of a
/// slide within 0.5 breaths/min.
public struct AssessmentSegment: Sendable, Equatable {
    /// The step's rate, or the middle of the slide's part; breaths/min.
    public let breathsPerMinute: Double
    /// True if all breaths are at that rate.
    public let isStep: Bool
    /// The start of the part that is analysed; s: all of the segment, but of a step of a minute or
    /// more not the first 30 s.
    public let startSeconds: Double
    public let endSeconds: Double

    /// The segments of a session.
    ///
    /// A breath as long as the one before it or after it belongs to a step, others to a slide. A pause
    /// ends either. Parts of a slide with fewer than three breaths, as at its ends, are left out.
    ///
    /// - Parameter breaths: in the order of their times.
    /// - Complexity: O(n).
    public static func segments(in breaths: [BreathCycle]) -> [AssessmentSegment] {
        var segments: [AssessmentSegment] = []
        func append(_ part: ArraySlice<BreathCycle>, _ key: Key) {
            guard key.isStep || part.count >= AssessmentRow.minimumBreathCount else { return }
            segments.append(AssessmentSegment(part, key))
        }
        var (segmentStart, key) = (0, Key(isStep: false, breathsPerMinute: 0))
        for index in breaths.indices {
            let next = Key(breaths, index)
            let isContiguous =
                index > segmentStart
                && abs(breaths[index].startSeconds - breaths[index - 1].endSeconds) < 1e-3
            if index > segmentStart, next != key || !isContiguous {
                append(breaths[segmentStart..<index], key)
                segmentStart = index
            }
            key = next
        }
        if segmentStart < breaths.count { append(breaths[segmentStart...], key) }
        return segments
    }

    fileprivate struct Key: Equatable {
        let isStep: Bool
        let breathsPerMinute: Double
    }

    private init(_ breaths: ArraySlice<BreathCycle>, _ key: Key) {
        let start = breaths[breaths.startIndex].startSeconds
        let end = breaths[breaths.endIndex - 1].endSeconds
        let isLong = key.isStep && end - start >= SteppedPacer.stepSecondsRange.lowerBound
        breathsPerMinute = key.breathsPerMinute
        isStep = key.isStep
        startSeconds = isLong ? start + SteppedPacer.settlingSeconds : start
        endSeconds = end
    }
}

extension AssessmentSegment.Key {
    /// Lengths of one rate are sums of times, which round.
    fileprivate init(_ breaths: [BreathCycle], _ index: Int) {
        let length = breaths[index].durationSeconds
        let isStep = [index - 1, index + 1].contains {
            breaths.indices.contains($0) && abs(breaths[$0].durationSeconds - length) < 1e-6
        }
        let rate = 60 / length
        let width = SlidingPacer.binWidth
        self.init(
            isStep: isStep,
            breathsPerMinute: isStep
                ? (rate * 1e6).rounded() / 1e6 : (rate / width).rounded() * width)
    }
}
