import PhysioDSP

/// The beats of a simulated ECG: the intervals between them, and the kind of each.
///
/// ```swift
/// var rhythm = ECGRhythm(intervalsMs: [800, 810, 790, 805])
/// rhythm.advance(2, by: 0.3, as: .ventricular)
/// rhythm.intervalsMs  // [800, 567, 1033, 805]
/// ```
public struct ECGRhythm: Sendable, Equatable {
    /// n intervals between n + 1 beats; ms; above 0.
    public private(set) var intervalsMs: [Double]
    /// One a beat: n + 1.
    public private(set) var kinds: [SimulatedBeatKind]

    /// - Parameter kinds: one more than intervals; all normal where nil. The intervals stay as they
    ///   are, whatever the kinds.
    /// - Precondition: there is an interval; all are finite and above 0.
    public init(intervalsMs: [Double], kinds: [SimulatedBeatKind]? = nil) {
        precondition(!intervalsMs.isEmpty, "a rhythm has an interval")
        precondition(intervalsMs.allSatisfy { $0 > 0 && $0.isFinite }, "intervals are above 0 ms")
        self.intervalsMs = intervalsMs
        self.kinds = kinds ?? Array(repeating: .normal, count: intervalsMs.count + 1)
        precondition(self.kinds.count == intervalsMs.count + 1, "each beat is of one kind")
    }

    /// The share of the interval before by which premature beats come early.
    public static let ventricularPrematurityShare = 0.35
    public static let atrialPrematurityShare = 0.25
    /// No beat follows another sooner; ms.
    static let minIntervalMs = 250.0

    /// Makes a beat premature.
    ///
    /// The interval before it becomes shorter by the share, but not shorter than 250 ms. After a
    /// ventricular beat the pause makes up for it, so that all later beats keep their times; after
    /// an atrial one the interval stays, and all later beats come earlier: the sinus node was
    /// reset.
    ///
    /// - Parameter beat: 1 ... n - 1.
    /// - Precondition: the share lies in 0 ..< 1.
    public mutating func makePremature(
        _ beat: Int, by share: Double, as kind: SimulatedBeatKind
    ) {
        precondition(beat > 0 && beat < intervalsMs.count, "a beat between two others")
        precondition(share >= 0 && share < 1, "a share of an interval")
        let fullInterval = intervalsMs[beat - 1]
        let shortenedInterval = min(
            fullInterval, max(fullInterval * (1 - share), Self.minIntervalMs))
        intervalsMs[beat - 1] = shortenedInterval
        if kind == .ventricular || kind == .invertedVentricular {
            intervalsMs[beat] += fullInterval - shortenedInterval
        }
        kinds[beat] = kind
    }

    /// Makes drawn beats premature: each with the given probability, but never one of the first
    /// four, the last or one of the two behind a premature one. Of the ventricular beats half are
    /// inverted.
    ///
    /// - Precondition: shares are not negative, together below a third.
    /// - Complexity: O(n).
    public mutating func addPrematureBeats(
        ventricularShare: Double, atrialShare: Double, seed: UInt64
    ) {
        let share = ventricularShare + atrialShare
        precondition(
            ventricularShare >= 0 && atrialShare >= 0 && 3 * share < 1,
            "fewer than a third of the beats are premature")
        guard share > 0 else { return }
        var generator = SeededGenerator(seed: seed)
        // A draw happens at a beat only if the two before it were spared.
        let chance = share / (1 - 2 * share)
        var beat = 4
        while beat < intervalsMs.count {
            let draw = generator.uniform()
            let focusDraw = generator.uniform()
            guard draw < chance else {
                beat += 1
                continue
            }
            if draw * share < chance * atrialShare {
                makePremature(beat, by: Self.atrialPrematurityShare, as: .atrial)
            } else {
                makePremature(
                    beat, by: Self.ventricularPrematurityShare,
                    as: focusDraw < 0.5 ? .ventricular : .invertedVentricular)
            }
            beat += 3
        }
    }
}
