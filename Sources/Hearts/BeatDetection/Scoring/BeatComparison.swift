/// Detected beats against annotated ones, beat by beat, as the standard ANSI/AAMI EC57 demands and
/// the program `bxb` of the WFDB tools does: the answers are the same.
///
/// Both lists are walked in the order of time. Of the two beats at hand, one from each list, let
/// the earlier be e and the later l, and let e' be the beat after e in e's own list. The two are
/// one beat if l lies within the window behind e and e' is not as near to l as e is; both lists
/// then go on. Otherwise e has no partner: missed if it is of the reference, surplus if not; only
/// its list goes on. Where both are at one time the reference's is e. So each beat has one partner
/// at most. The rule is greedy: where beats of either list lie closer together than the window it
/// may pair fewer than could be paired.
///
/// The edges:
/// - The window is inclusive, and rounded to whole samples of the reference: at 250 Hz it is
///   152 ms.
/// - Beats of the reference from `[` to `]` do not exist. A detection there, both marks included,
///   that has no partner outside is not counted. Detections that the test itself puts between such
///   marks do not exist; beats of the reference there count as missed.
/// - A detection without partner where the reference says unreadable, and a missed beat where the
///   test does, get the label ``BeatLabel/unreadableRanges``; they count as surplus and missed all the
///   same.
/// - Beats before ``learningPeriodSeconds`` are not counted. The last detection before it is the partner
///   of the first beat behind it where the rule above says so; and the first detection behind it,
///   within a window, is left out where the second is nearer to the first beat: its partner may lie
///   before.
/// - The comparison ends when both beats at hand lie behind ``endSeconds``.
///
/// ```swift
/// let score = BeatComparison().score(detected, reference: annotated)
/// score.sensitivity  // share of the annotated beats that were found
/// ```
///
/// - SeeAlso: ANSI/AAMI EC57:2012, 4.3; Moody, bxb(1), WFDB Applications Guide. Differences: a
///   flutter wave `!` outside `[ ]` is no beat of the reference; a shutdown marked by a single
///   annotation, as in AHA files, is not recognised.
public struct BeatComparison: Sendable, Equatable {
    /// Largest distance between the two beats of a pair; s.
    public var windowSeconds = 0.150
    /// Length of the learning period; s; the standard, and `bxb`, leave out 300.
    public var learningPeriodSeconds = 0.0
    /// s; to the end of both lists where nil.
    public var endSeconds: Double?

    public init() {}

    /// One step of the walk. Indices are of ``BeatMarks/beats``.
    public enum Step: Sendable, Equatable {
        case matched(reference: Int, test: Int)
        case missed(reference: Int)
        case surplus(test: Int)
    }

    /// Every pair and every beat without partner, in the order of time; what lies in flutter is
    /// left out.
    ///
    /// - Complexity: O(n) for n beats and segments.
    public func steps(_ test: BeatMarks, reference: BeatMarks) -> [Step] {
        let test = test.converted(toRateHz: reference.sampleRateHz)
        var matcher = BeatMatcher(
            reference: reference, test: test,
            window: (windowSeconds * reference.sampleRateHz).rounded(),
            start: learningPeriodSeconds * reference.sampleRateHz,
            end: endSeconds.map { $0 * reference.sampleRateHz } ?? .infinity)
        return matcher.run()
    }

    /// The comparison in figures.
    public func score(_ test: BeatMarks, reference: BeatMarks) -> BeatScore {
        let unreadable = test.converted(toRateHz: reference.sampleRateHz).unreadableRanges
        let factor = reference.sampleRateHz / test.sampleRateHz
        var score = BeatScore()
        for step in steps(test, reference: reference) {
            switch step {
            case .matched(let referenceIndex, let testIndex):
                let beat = reference.beats[referenceIndex]
                let samples = test.beats[testIndex].position * factor - beat.position
                score.add(
                    beat.label, test.beats[testIndex].label,
                    offsetMs: 1000 * samples / reference.sampleRateHz)
            case .missed(let referenceIndex):
                let beat = reference.beats[referenceIndex]
                score.add(beat.label, unreadable.containsValue(beat.position) ? .unreadable : .none)
            case .surplus(let testIndex):
                let isUnreadable = reference.unreadableRanges.containsValue(
                    test.beats[testIndex].position * factor)
                score.add(isUnreadable ? .unreadable : .none, test.beats[testIndex].label)
            }
        }
        return score
    }
}

extension [ClosedRange<Double>] {
    /// Returns true if one of the ranges, which are ascending, holds the value.
    fileprivate func containsValue(_ value: Double) -> Bool {
        // The first range that does not end before the value.
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].lowerBound <= value
    }
}

/// The two lists and how far they are read; positions in samples of the reference.
private struct BeatMatcher {
    let reference: BeatMarks
    let test: BeatMarks
    let window: Double
    let start: Double
    let end: Double
    private var steps: [BeatComparison.Step] = []
    private var referenceIndex = 0
    private var testIndex = 0

    init(reference: BeatMarks, test: BeatMarks, window: Double, start: Double, end: Double) {
        self.reference = reference
        self.test = test
        self.window = window
        self.start = start
        self.end = end
        steps.reserveCapacity(reference.beats.count + 16)
    }

    mutating func run() -> [BeatComparison.Step] {
        if start > 0 { skipLearningPeriod() }
        while true {
            let (annotated, detected) = (
                position(reference, referenceIndex), position(test, testIndex)
            )
            let earlier = min(annotated, detected)
            guard earlier <= end && earlier < .infinity else { return steps }
            let next =
                detected < annotated
                ? position(test, testIndex + 1) : position(reference, referenceIndex + 1)
            let later = max(annotated, detected)
            if later - earlier <= window && later - earlier < abs(later - next) {
                pair()
            } else if detected < annotated {
                if !reference.flutterRanges.containsValue(detected) {
                    steps.append(.surplus(test: testIndex))
                }
                testIndex += 1
            } else {
                steps.append(.missed(reference: referenceIndex))
                referenceIndex += 1
            }
        }
    }

    /// Leaves out the learning period.
    private mutating func skipLearningPeriod() {
        while position(reference, referenceIndex) < start { referenceIndex += 1 }
        while position(test, testIndex) < start { testIndex += 1 }
        let first = position(reference, referenceIndex)
        guard first < .infinity else { return }
        let nextDetected = position(test, testIndex)
        if testIndex > 0, first - position(test, testIndex - 1) <= window,
            first - position(test, testIndex - 1) < abs(first - nextDetected)
        {
            testIndex -= 1
            pair()
        } else if nextDetected - start <= window,
            abs(first - position(test, testIndex + 1)) < abs(first - nextDetected)
        {
            testIndex += 1
        }
    }

    private mutating func pair() {
        steps.append(.matched(reference: referenceIndex, test: testIndex))
        referenceIndex += 1
        testIndex += 1
    }

    private func position(_ marks: BeatMarks, _ index: Int) -> Double {
        index < marks.beats.count ? marks.beats[index].position : .infinity
    }
}
