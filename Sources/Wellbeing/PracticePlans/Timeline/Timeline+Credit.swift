import PhysioTypes

/// The kinds of practice that a person lets count twice.
package struct CreditRules: Sendable, Hashable {
    package let sittingIsYoga: Bool
    package let workoutIsMindful: Bool

    package init(sittingIsYoga: Bool = false, workoutIsMindful: Bool = false) {
        self.sittingIsYoga = sittingIsYoga
        self.workoutIsMindful = workoutIsMindful
    }
}

/// The times that an activity is credited with.
package struct PracticeCredit: Sendable, Hashable {
    /// The start of the entry: after the time to get ready; on the clock of the timeline; s.
    package let startSeconds: Double
    package let mindfulMs: Int64
    package let workoutMs: Int64
    /// The pauses from the start of the entry to its end.
    package let pauseMs: Int64
    /// Time that the machine slept through while something counted; in an open phase it is not in the credit.
    package let sleptMs: Int64
}

extension Timeline {
    /// Entries of less are not kept; ms.
    package static let minCreditMs = 10_000 as Int64

    /// The credit of the newest activity, from its start to a time.
    ///
    /// - Parameter suspended: when the machine slept, on the clock of the timeline; s; in any order.
    /// - Parameter minMs: the least that counts; 0 for an activity that runs, which has an entry from its start
    ///   on, also before anything counts.
    /// - Returns: nil where no entry is kept: nothing has begun or counted, it was cancelled, or the credit
    ///   is below `minMs`.
    package func credit(
        at time: Double, _ rules: CreditRules = CreditRules(),
        suspended: [ClosedRange<Double>] = [], minMs: Int64 = minCreditMs
    ) -> PracticeCredit? {
        let now = Ticks.of(time)
        guard schedule(at: now).mode != .ended(isCancelled: true) else { return nil }
        let spans = spans(until: now)
        guard let start = spans.entryRanges.first?.lowerBound ?? (minMs > 0 ? nil : now) else {
            return nil
        }
        let slept = TimeSpans(spans.countedRanges.map(Self.msRange))
            .intersecting(
                TimeSpans(
                    suspended.map {
                        Self.msRange(Ticks.of($0.lowerBound)..<Ticks.of($0.upperBound))
                    })
            ).totalMs
        var creditMs =
            spans.countedRanges.reduce(0) { $0 + $1.upperBound - $1.lowerBound } / Self.ticksPerMs
        if isOpenSit { creditMs -= slept }
        guard creditMs >= minMs else { return nil }
        let isWorkout = plan.kind == .interval
        return PracticeCredit(
            startSeconds: Ticks.seconds(start),
            mindfulMs: !isWorkout || rules.workoutIsMindful ? creditMs : 0,
            workoutMs: isWorkout || rules.sittingIsYoga ? creditMs : 0,
            pauseMs: spans.pausedRanges.reduce(0) {
                $0 + max(0, $1.upperBound - max($1.lowerBound, start))
            } / Self.ticksPerMs,
            sleptMs: slept)
    }

    private static let ticksPerMs = 1000 as Int64

    private static func msRange(_ ticks: Range<Int64>) -> Range<Int64> {
        ticks.lowerBound / ticksPerMs..<ticks.upperBound / ticksPerMs
    }

    private var isOpenSit: Bool {
        guard case .timer(let plan) = plan else { return false }
        return plan.phase1Seconds == nil
    }

    private struct CreditRanges {
        /// The ranges of all parts but the one to get ready.
        var entryRanges: [Range<Int64>] = []
        /// The ranges of parts that count.
        var countedRanges: [Range<Int64>] = []
        var pausedRanges: [Range<Int64>] = []
    }

    /// Returns the entry, counted and pause ranges, from the newest start to a time.
    private func spans(until now: Int64) -> CreditRanges {
        var spans = CreditRanges()
        for run in runs(until: now) {
            switch run {
            case .pause(let range): spans.pausedRanges.append(range)
            case .part(.prepare, _): break
            case .part(let kind, let range):
                spans.entryRanges.append(range)
                if kind != .phase2 { spans.countedRanges.append(range) }
            }
        }
        return spans
    }
}
