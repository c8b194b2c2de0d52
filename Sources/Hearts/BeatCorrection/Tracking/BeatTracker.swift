import CHeartKernels

/// A tracker that follows observed heart beats and decides which of them are beats.
///
/// A beat is expected from the five intervals before it, by weights learned from the beats that came
/// before. Where beats are not as expected, the tracker follows several hypotheses about what happened
/// (extra beats, missed beats, displaced beats), and three beats later the most
/// likely one is decided. The header `ck_beat_tracker.h` has the equations.
///
/// ```swift
/// var tracker = BeatTracker()
/// tracker.start(intervalsMs)  // learns the rhythm from the first 91 at most
/// for interval in intervalsMs { tracker.push(interval) { transitions.append($0) } }
/// tracker.finish { transitions.append($0) }
/// ```
package struct BeatTracker: ~Copyable {
    /// The intervals between two beats that are believed.
    package struct Transition: Sendable, Equatable {
        package enum Kind: Sendable {
            /// One interval, as observed.
            case measured
            /// The same, though far from what was expected.
            case unexplained
            /// The time is right, but the beats inside it are not.
            case repaired
            /// The intervals are as many as observed, but their sum is wrong.
            case replaced
            /// An interval where a segment begins or ends, outside the beats that are believed.
            case leftOut
        }

        package let kind: Kind
        /// Number of observed intervals it covers; 1...5.
        package let observedCount: Int
        /// Number of intervals in truth; 1...8; 0 of what is left out.
        package let actualCount: Int
        /// True if it lies in a segment without a rhythm to judge beats by. Where such a segment
        /// begins, ``irregularDetectionLag`` intervals before it belong to it too.
        package let isIrregular: Bool
        /// Distance of the observed time from what was expected, in standard deviations; above 0
        /// where more time went by.
        package let misfit: Double
        /// True if more time passed than was expected.
        package var isLate: Bool { misfit > 0 }

        /// One interval as observed, in a regular segment.
        package static let measuredInterval = Transition(
            ck_beat_tracker_transition(
                observed: 1, actual: 1, kind: CK_BEAT_TRACKER_MEASURED, is_irregular: 0, misfit: 0))
    }

    /// Most intervals that ``start(_:)`` uses.
    package static let maxStartCount = Int(CK_BEAT_TRACKER_START_MAX)
    /// Most intervals that ``open(_:decided:)`` looks at.
    package static let maxOpeningCount = Int(CK_BEAT_TRACKER_OPENING_MAX)
    /// Number of intervals by which an irregular segment begins before it is noticed.
    package static let irregularDetectionLag = Int(CK_BEAT_TRACKER_IRREGULAR_BEFORE)
    /// Most intervals that are not decided after a push.
    package static let maxUndecidedCount = Int(CK_BEAT_TRACKER_UNDECIDED_MAX)

    private let pointer: OpaquePointer

    package init() {
        var pointer: OpaquePointer?
        let status = ck_beat_tracker_create(&pointer)
        guard status == CK_OK, let pointer else {
            preconditionFailure("no memory for a tracker of beats")
        }
        self.pointer = pointer
    }

    deinit { ck_beat_tracker_destroy(pointer) }

    /// Forgets everything, and learns the rhythm from the first intervals, forwards and backwards.
    ///
    /// - Parameter first: intervals that the pushes will begin with, of which the first ``maxStartCount``
    ///   are used; ms; each finite and above 0.
    /// - Precondition: `first` is not empty.
    /// - Complexity: O(1); below 1 ms.
    package mutating func start(_ first: some Collection<Double>) {
        precondition(!first.isEmpty, "a start needs an interval")
        let first = Array(first.prefix(Self.maxStartCount))
        ck_beat_tracker_start(pointer, first, first.count)
    }

    /// Starts with few intervals behind a gap. The rhythm ahead of the gap stands, with what the
    /// intervals teach, unless it is irregular or one learned from them alone explains them far better.
    ///
    /// - Parameter first: as in ``start(_:)``.
    /// - Parameter others: intervals of the other side, at least one; of which the last ``maxStartCount``
    ///   are used.
    package mutating func start(_ first: [Double], knowing others: [Double]) {
        precondition(!first.isEmpty, "a start needs an interval")
        start(others.suffix(Self.maxStartCount))
        startAgain(first)
    }

    /// Starts with few intervals behind a gap, as ``start(_:knowing:)`` does, knowing the rhythm it has
    /// been started with.
    package mutating func startAgain(_ first: [Double]) {
        precondition(!first.isEmpty, "a start needs an interval")
        ck_beat_tracker_start_again(pointer, first, min(first.count, Self.maxStartCount))
    }

    /// Starts with a ``rhythm`` that was learned before: pushes may follow, or ``startAgain(_:)``.
    ///
    /// - Returns: false for numbers that are no rhythm; then only ``start(_:)`` may follow.
    package mutating func start(rhythm: [Double]) -> Bool {
        ck_beat_tracker_restore_rhythm(pointer, rhythm, rhythm.count) == CK_OK
    }

    /// The rhythm that the tracker has learned, without the beats it was learned from, as numbers.
    ///
    /// - Precondition: it has been started.
    package var rhythm: [Double] {
        let tracker = pointer
        return [Double](unsafeUninitializedCapacity: Int(CK_BEAT_TRACKER_RHYTHM_MAX)) {
            buffer, count in
            guard let numbers = buffer.baseAddress else { return }
            count = ck_beat_tracker_save_rhythm(tracker, numbers)
        }
    }

    /// Decides the first intervals of a segment, as far as they can be judged backwards, by the beats
    /// behind them.
    ///
    /// - Parameter first: the intervals that the segment begins with; may be empty.
    /// - Parameter decided: receives their transitions, in order.
    /// - Returns: how many intervals are decided; pushes go on with the one behind them.
    /// - Precondition: it has just been started.
    /// - Complexity: O(1); below 0.1 ms.
    package mutating func decideOpening(_ first: [Double], decided: (Transition) -> Void) -> Int {
        let tracker = pointer
        var openedCount = 0
        Self.transitions(decided) {
            ck_beat_tracker_open(tracker, first, first.count, $0, &openedCount)
        }
        return openedCount
    }

    /// Takes the next interval.
    ///
    /// - Parameter intervalMs: finite and above 0.
    /// - Parameter decided: receives the transitions that are decided now, in order.
    /// - Precondition: it has been started.
    /// - Complexity: O(1), 0.2 us where nothing is wrong and up to 20 where something is; allocates
    ///   nothing.
    package mutating func push(_ intervalMs: Double, decided: (Transition) -> Void) {
        let tracker = pointer
        Self.transitions(decided) { ck_beat_tracker_push(tracker, intervalMs, $0) }
    }

    /// Passes on the transitions that follow the decided ones, as it looks now: those whose end is
    /// three beats old. The decision may still differ.
    package func peek(_ expected: (Transition) -> Void) {
        Self.transitions(expected) { ck_beat_tracker_peek(pointer, $0) }
    }

    /// Decides what is left: all transitions together cover all intervals. Then only ``start(_:)``
    /// may follow.
    package mutating func finish(decided: (Transition) -> Void) {
        let tracker = pointer
        Self.transitions(decided) { ck_beat_tracker_finish(tracker, $0) }
    }

    /// Everything the tracker knows, as numbers.
    ///
    /// - Precondition: it has been started.
    package var state: [Double] {
        let tracker = pointer
        let capacity = Int(CK_BEAT_TRACKER_STATE_MAX)
        return [Double](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let numbers = buffer.baseAddress else { return }
            count = ck_beat_tracker_save(tracker, numbers)
        }
    }

    /// Restores a ``state``: what follows is the same to the last bit.
    ///
    /// - Returns: false for numbers that are no state of a tracker; then only ``start(_:)`` may
    ///   follow.
    package mutating func restore(_ state: [Double]) -> Bool {
        ck_beat_tracker_restore(pointer, state, state.count) == CK_OK
    }

    private static func transitions(
        _ handler: (Transition) -> Void,
        writeTransitions: (UnsafeMutablePointer<ck_beat_tracker_transition>) -> Int
    ) {
        withUnsafeTemporaryAllocation(
            of: ck_beat_tracker_transition.self, capacity: Int(CK_BEAT_TRACKER_TRANSITIONS_MAX)
        ) {
            guard let transitions = $0.baseAddress else { return }
            for index in 0..<writeTransitions(transitions) {
                handler(Transition(transitions[index]))
            }
        }
    }
}

extension BeatTracker.Transition {
    init(_ transition: ck_beat_tracker_transition) {
        switch transition.kind {
        case CK_BEAT_TRACKER_REPAIRED: kind = .repaired
        case CK_BEAT_TRACKER_REPLACED: kind = .replaced
        case CK_BEAT_TRACKER_UNEXPLAINED: kind = .unexplained
        case CK_BEAT_TRACKER_LEFT_OUT: kind = .leftOut
        default: kind = .measured
        }
        observedCount = Int(transition.observed)
        actualCount = Int(transition.actual)
        isIrregular = transition.is_irregular != 0
        misfit = transition.misfit
    }
}
