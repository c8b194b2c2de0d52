/// The rhythm on the other side of a gap: the newest intervals there, over as many segments as it
/// takes, and what a rule has learned from all that came before. A segment too short to show a
/// rhythm of its own is judged by it.
public struct PriorRhythm: Sendable, Codable {
    /// Oldest first; ms; at most 91.
    public private(set) var intervalsMs: [Double]
    /// The learned state, in the form of ``BeatTracker/rhythm``; nil where too little came before
    /// to learn from.
    private(set) var learnedState: [Double]?

    /// - Parameter intervalsMs: of the other side; oldest first; ms; each finite, above 0; the last 91
    ///   are used; may be empty.
    public init(intervalsMs: some BidirectionalCollection<Double> = []) {
        self.intervalsMs = Array(intervalsMs.suffix(BeatTracker.maxStartCount))
    }

    /// True if it is enough to judge by.
    var hasEnoughIntervals: Bool { intervalsMs.count >= ResonantRule.minRhythmIntervalCount }

    /// True if its parts have values within their ranges.
    var isValid: Bool {
        var tracker = BeatTracker()
        return intervalsMs.allSatisfy { $0 > 0 && $0.isFinite }
            && learnedState.map { tracker.start(rhythm: $0) } ?? true
    }

    /// Adds a segment that has ended.
    ///
    /// - Parameter rhythm: what a tracker has learned by its end. It counts only where the tracker was
    ///   started with the whole 91 intervals, or with what was known before: what is learned from few
    ///   is learned anew together with those ahead.
    mutating func add(_ segment: some BidirectionalCollection<Double>, rhythm: [Double]?) {
        learnedState =
            hasEnoughIntervals || segment.count >= BeatTracker.maxStartCount ? rhythm : nil
        let newest = segment.suffix(BeatTracker.maxStartCount)
        intervalsMs = intervalsMs.suffix(BeatTracker.maxStartCount - newest.count) + newest
    }

    /// Starts a tracker with the rhythm.
    ///
    /// - Precondition: there is an interval.
    func start(_ tracker: inout BeatTracker) {
        if let learnedState, tracker.start(rhythm: learnedState) { return }
        tracker.start(intervalsMs)
    }

    private enum CodingKeys: String, CodingKey {
        case intervalsMs
        case learnedState = "learned"
    }
}
