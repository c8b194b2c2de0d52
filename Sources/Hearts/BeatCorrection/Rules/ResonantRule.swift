import PhysioDSP
import PhysioTypes

/// Judges a beat by the rhythm that continues around it, however far it oscillates.
///
/// A paced heart lengthens and shortens its intervals by a quarter and more within five seconds, so
/// a beat is not held against a median or its neighbour, but against what the last five intervals
/// let expect: weights that the series itself teaches, forgotten within some forty beats. Where
/// beats do not come as expected, several accounts of what happened are followed side by side, and
/// three beats later the most likely one stands (``BeatTracker``).
///
/// Beside a gap, what fits no whole number of beats of the rhythm is left out
/// (``BeatArtefact/newCount`` 0): nothing is known that it could be made of.
///
/// Where no rhythm is found, as in atrial fibrillation or where every other beat is ectopic, nothing
/// is judged: the segment is irregular (``BeatVerdict/irregularSegments``).
///
/// ```swift
/// // An oscillation of 250 ms at six breaths a minute, and nothing wrong.
/// let intervals = (0..<300).map { 900 + 250 * cos(2 * .pi * 0.09 * Double($0)) }
/// ResonantRule().artefacts(in: intervals).compactMap(\.self)  // []
/// ```
///
/// - Complexity: O(n), about 0.3 us an interval.
/// - SeeAlso: The guide to beat correction, for what it finds and where it fails.
public struct ResonantRule: TrackingRule {
    public let name = "resonant"

    /// Fewer intervals in a row show no rhythm to judge them by: they are judged by that of the
    /// other side of the gap, or left as they are.
    static let minRhythmIntervalCount = 8

    public init() {}

    /// Lets a tracker learn the rhythm of a segment: from its first intervals where they are enough,
    /// else from the other side of the gap too.
    ///
    /// - Returns: false where both are too few.
    static func startTracker(
        _ tracker: inout BeatTracker, _ intervalsMs: [Double], prior priorRhythm: PriorRhythm
    ) -> Bool {
        if intervalsMs.count
            >= (priorRhythm.hasEnoughIntervals ? BeatTracker.maxStartCount : minRhythmIntervalCount)
        {
            tracker.start(intervalsMs)
        } else if priorRhythm.hasEnoughIntervals {
            priorRhythm.start(&tracker)
            if intervalsMs.count >= minRhythmIntervalCount { tracker.startAgain(intervalsMs) }
        } else {
            return false
        }
        return true
    }

    public func verdict(
        on intervalsMs: [Double], prior priorRhythm: inout PriorRhythm
    ) -> BeatVerdict {
        var tracker = BeatTracker()
        guard Self.startTracker(&tracker, intervalsMs, prior: priorRhythm) else {
            priorRhythm.add(intervalsMs, rhythm: nil)
            return BeatVerdict()
        }
        var interpreter = TransitionInterpreter()
        interpreter.follow(intervalsMs, by: &tracker)
        interpreter.finish(&tracker)
        priorRhythm.add(intervalsMs, rhythm: tracker.rhythm)
        return interpreter.verdict
    }
}
