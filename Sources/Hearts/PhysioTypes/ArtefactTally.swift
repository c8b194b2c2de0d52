/// Counts of the artefacts among the raw beats of a segment.
///
/// ```swift
/// let tally = ArtefactTally(rawCount: 200, artefactCount: 3, counts: [.missed: 3, .ectopic: 1])
/// tally.artefactPercent  // 1.5
/// ```
public struct ArtefactTally: Sendable, Equatable {
    /// Raw intervals in the segment: those of beats that end in it.
    public let rawCount: Int
    /// Beats that are artefacts, each counted once; gaps are no artefacts of a beat, and neither is
    /// what the recording itself annotates as not normal.
    public let artefactCount: Int
    /// Number of artefacts of each kind, without gaps; kinds that do not occur are left out. Where
    /// several passes found one at a beat, each counts.
    public let counts: [CorrectionEvent.Kind: Int]
    /// Raw intervals among which no rhythm was found that a beat could be judged by.
    public let irregularCount: Int
    /// Raw beats that the recording itself says are not normal.
    public let ectopicCount: Int

    public init(
        rawCount: Int, artefactCount: Int, counts: [CorrectionEvent.Kind: Int],
        irregularCount: Int = 0, ectopicCount: Int = 0
    ) {
        self.rawCount = rawCount
        self.artefactCount = artefactCount
        self.counts = counts
        self.irregularCount = irregularCount
        self.ectopicCount = ectopicCount
    }

    /// Share of the raw beats that are artefacts; 0...1; 0 for an empty segment.
    public var artefactShare: Double { share(artefactCount) }

    /// The same; %.
    public var artefactPercent: Double { percent(artefactCount) }

    /// Share of the raw beats that the recording says are not normal; 0...1; 0 for an empty segment.
    public var ectopicShare: Double { share(ectopicCount) }

    /// Share of the raw beats that belong to no rhythm; 0...1; 0 for an empty segment.
    public var irregularShare: Double { share(irregularCount) }

    /// The same; %.
    public var irregularPercent: Double { percent(irregularCount) }

    /// The kinds that occur, in the order in which the type lists them.
    public var kinds: [(kind: CorrectionEvent.Kind, count: Int)] {
        CorrectionEvent.Kind.allCases.compactMap { kind in counts[kind].map { (kind, $0) } }
    }

    private func share(_ count: Int) -> Double {
        rawCount > 0 ? Double(count) / Double(rawCount) : 0
    }

    private func percent(_ count: Int) -> Double {
        rawCount > 0 ? 100 * Double(count) / Double(rawCount) : 0
    }
}
