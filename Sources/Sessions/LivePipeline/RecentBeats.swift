import PhysioTypes

/// The corrected beats of the last minute, and what they are fit for.
struct RecentBeats: Sendable, Codable {
    static let windowSeconds = 60.0
    /// No heart beats more often.
    static let maxCount = 600
    private(set) var beats: [NNBeat] = []

    mutating func revise(_ revision: NNRevision) {
        beats.removeLast(min(beats.count, revision.withdrawnCount))
        beats += revision.beats
        guard let last = beats.last else { return }
        let firstRetainedIndex = beats.firstIndex {
            $0.endSeconds >= last.endSeconds - Self.windowSeconds
        }
        beats.removeFirst(max(firstRetainedIndex ?? 0, beats.count - Self.maxCount))
    }

    /// Returns, for a window that ends at a time, the share that NN intervals cover, and the share
    /// of them that a correction made.
    ///
    /// What is newer than the newest beat may still be on its way for `delaySeconds`: so long the
    /// window ends at that beat.
    func quality(
        windowSeconds: Double, atSeconds now: Double, delaySeconds: Double
    ) -> (coverage: Double, correctedShare: Double) {
        guard let last = beats.last else { return (0, 0) }
        let end = max(last.endSeconds, now - delaySeconds)
        let window = beats.reversed().prefix { $0.endSeconds >= end - windowSeconds }
        guard !window.isEmpty else { return (0, 0) }
        let covered = window.reduce(0) { sum, beat in
            // Of the first one only what lies inside.
            sum + min(beat.intervalMs / 1000, beat.endSeconds - (end - windowSeconds))
        }
        let corrected = window.count { $0.isCorrected }
        return (min(1, covered / windowSeconds), Double(corrected) / Double(window.count))
    }

    /// Mean heart rate of the beats of the last seconds before the newest; beats/min.
    func heartRateBpm(seconds: Double) -> Double? {
        guard let last = beats.last else { return nil }
        let newest = beats.reversed().prefix { $0.endSeconds > last.endSeconds - seconds }
        let total = newest.reduce(0) { $0 + $1.intervalMs }
        return total > 0 ? 60_000 * Double(newest.count) / total : nil
    }
}
