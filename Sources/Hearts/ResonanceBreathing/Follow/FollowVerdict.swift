public import PhysioTypes

/// Verdict on whether a person breathes as the pacer says, as far as the last two minutes show it.
///
/// ```swift
/// let verdict = FollowVerdict(nn, breathing: breathing, traces: [BreathingTrace(belt)])
/// verdict.answer  // .following, .notFollowing or .unknown
/// verdict.text  // one line for the person
/// ```
///
/// Each trace is judged, and the clearest decides; the heart rate does where no trace is clear or none
/// is there: its oscillation is a result of breathing, small in many people, and says little where it is. A
/// weak rhythm is never read as not following. The rule is that of ``FollowEvidence/outcome``.
///
/// - SeeAlso: ``LiveFollowVerdict`` for a verdict after every breath.
public struct FollowVerdict: Sendable, Equatable, Codable {
    public enum Outcome: String, Sendable, Codable, CaseIterable {
        case following
        case notFollowing = "not_following"
        case unknown
    }

    /// Length of the window; s.
    public static let windowSeconds = 120.0
    /// Least time in the window that a series covers to be judged; s.
    public static let minimumCoveredSeconds = 60.0
    /// A step from sample to sample of more than this covers nothing; s.
    public static let maxStepSeconds = 5.0
    /// The age of the newest sample above which nothing is said of now; s.
    public static let maxSilenceSeconds = 15.0

    public let outcome: Outcome
    /// The evidence that was judged: the heart rate first, then the traces in their order; nil for
    /// those that could not be judged.
    public let evidence: [FollowEvidence?]
    /// The index in ``evidence`` of the series that gave the answer; nil where none is clear.
    public let decidingIndex: Int?
    /// The reason that the heart rate could not be judged; nil where it was.
    public let heartMissingReason: MissingReason?

    /// The verdict at a time.
    ///
    /// - Parameter nn: artefact-corrected intervals; corrected ones are left out.
    /// - Parameter breathing: the breaths commanded.
    /// - Parameter traces: none or more.
    /// - Parameter seconds: on the clock of the beats; the end of the last beat where nil. What is
    ///   later than that is not looked at.
    /// - Complexity: some 170 fits of a sine for each series, about 2 ms each; allocates.
    public init(
        _ nn: NNSeries, breathing: CommandedBreathing, traces: [BreathingTrace] = [],
        atSeconds seconds: Double? = nil
    ) {
        let now = seconds ?? nn.endTimesSeconds.last ?? traces.compactMap(\.times.last).max() ?? 0
        var live = LiveFollowVerdict(traces: traces.map(\.polarity), breathing: breathing)
        for index in 0..<nn.count where nn.endTimesSeconds[index] <= now {
            live.push(
                NNBeat(
                    intervalMs: nn.intervalsMs[index], endSeconds: nn.endTimesSeconds[index],
                    isAdjacentToPrevious: nn.isAdjacentToPrevious[index],
                    isCorrected: nn.isCorrected[index], rawIndex: index))
        }
        for (position, trace) in traces.enumerated() {
            for (time, value) in zip(trace.times, trace.values) where time <= now {
                live.push(value, atSeconds: time, trace: position)
            }
        }
        self = live.verdict(atSeconds: now)
    }

    init(heart: Result<FollowEvidence, MissingReason>, traces: [FollowEvidence?]) {
        let heartEvidence = try? heart.get()
        evidence = [heartEvidence] + traces
        if case .failure(let reason) = heart {
            heartMissingReason = reason
        } else {
            heartMissingReason = nil
        }
        let allEvidence = evidence
        func maxEvidence(_ index: Int) -> Double {
            guard let found = allEvidence[index], found.outcome != .unknown else { return 0 }
            return found.maxEvidence
        }
        let clearestIndex =
            allEvidence.indices.dropFirst().max { maxEvidence($0) < maxEvidence($1) } ?? 0
        let chosenIndex = maxEvidence(clearestIndex) > 0 ? clearestIndex : 0
        decidingIndex = maxEvidence(chosenIndex) > 0 ? chosenIndex : nil
        outcome = decidingIndex.flatMap { allEvidence[$0]?.outcome } ?? .unknown
    }

    /// One line for the person.
    public var text: String {
        if let index = decidingIndex, let found = evidence[index] { return found.text }
        if let found = evidence.dropFirst().compactMap({ $0 }).first { return found.text }
        if let heart = evidence[0] { return heart.text }
        return "Not clear: \(heartMissingReason?.text ?? "nothing is measured")"
    }

    private enum CodingKeys: String, CodingKey {
        case outcome = "answer"
        case evidence, decidingIndex, heartMissingReason = "missing"
    }
}
