import BeatDetection
import PhysioTypes

/// Puts beats in the order of their times, and lets go those before which none can come any more.
///
/// Few wait: so a recording of any length and heart rate takes the same memory.
struct BeatQueue {
    /// A beat found by looking back lies less than half as long behind the last sample; s.
    static let releaseDelaySeconds = 60.0

    /// The beats that wait, in the order of their times.
    private var pendingBeats: [BeatShape] = []

    /// - Complexity: O(1) for a beat behind all others.
    mutating func add(_ beat: BeatShape) {
        let previousIndex = pendingBeats.lastIndex { $0.sample <= beat.sample }
        pendingBeats.insert(beat, at: previousIndex.map { $0 + 1 } ?? 0)
    }

    /// The beats that lie before a position in the signal, in their order; they wait no longer.
    mutating func release(before sample: Double) -> [BeatShape] {
        let count = pendingBeats.firstIndex { $0.sample >= sample } ?? pendingBeats.count
        defer { pendingBeats.removeFirst(count) }
        return Array(pendingBeats[..<count])
    }
}
