/// The newest intervals ahead of a gap, over as many stretches as it takes: what one behind the gap can
/// be judged by that is too short to show a rhythm of its own.
struct KnownRhythm: Codable {
    /// Oldest first; ms; at most ``BeatTracker/startCount``.
    private(set) var intervalsMs: [Double] = []

    /// Whether they are enough to judge by.
    var isEnough: Bool { intervalsMs.count >= ResonantRule.leastCount }

    /// Adds the intervals of a stretch that has ended.
    mutating func add(_ stretch: some BidirectionalCollection<Double>) {
        let newest = stretch.suffix(BeatTracker.startCount)
        intervalsMs = intervalsMs.suffix(BeatTracker.startCount - newest.count) + newest
    }
}
