import CHeartKernels

/// Follows heart beats as they are observed and says which of them are beats.
///
/// A beat is expected from the five intervals before it, by weights learned from the beats that came
/// before. Where beats are not as expected, several accounts of what happened are followed (beats
/// that are none, beats that were not seen, beats out of place), and three beats later the most
/// likely one stands. The header `ck_beat_tracker.h` has the equations.
///
/// ```swift
/// var tracker = BeatTracker()
/// tracker.start(intervalsMs)  // at most the first 91: learns the rhythm from them
/// for interval in intervalsMs { tracker.push(interval) { edges.append($0) } }
/// tracker.finish { edges.append($0) }
/// ```
public struct BeatTracker: ~Copyable {
    /// What lies between two beats that are believed.
    public struct Edge: Sendable, Equatable {
        public enum Kind: Sendable {
            /// One interval, as observed.
            case measured
            /// The same, though far from what was expected.
            case unexplained
            /// The time is right, what divides it is not.
            case repaired
            /// The intervals are as many as observed, but have not the time they should have.
            case replaced
        }

        public let kind: Kind
        /// Intervals it takes off those observed; 1...5.
        public let observedCount: Int
        /// Intervals there are in truth; 1...8.
        public let madeCount: Int
        /// Whether it lies in a stretch without a rhythm to judge beats by. Where that begins,
        /// ``irregularBefore`` intervals before it are in it too.
        public let isIrregular: Bool
        /// Whether more time went by than was expected.
        public let isLate: Bool

        /// An interval that nothing is known against.
        public static let asMeasured = Edge(
            ck_beat_edge(
                observed: 1, made: 1, kind: CK_BEAT_EDGE_MEASURED, is_irregular: 0, misfit: 0))
    }

    /// Intervals that ``start(_:)`` makes use of at most.
    public static let startCount = Int(CK_BEAT_START_MAX)
    /// How far back an irregular stretch begins from where it is noticed; intervals.
    public static let irregularBefore = Int(CK_BEAT_IRREGULAR_BEFORE)
    /// Most intervals that are not decided after a push.
    public static let undecidedCount = Int(CK_BEAT_UNDECIDED_MAX)

    private let pointer: OpaquePointer

    public init() {
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
    /// - Parameter first: those that pushes will begin with; of more than ``startCount`` only so
    ///   many are looked at; ms; each finite and above 0.
    /// - Precondition: `first` is not empty.
    /// - Complexity: O(1); below 1 ms.
    public mutating func start(_ first: [Double]) {
        precondition(!first.isEmpty, "a start needs an interval")
        ck_beat_tracker_start(pointer, first, min(first.count, Self.startCount))
    }

    /// Takes the next interval.
    ///
    /// - Parameter intervalMs: finite and above 0.
    /// - Parameter decided: is given the edges that are decided now, in their order.
    /// - Precondition: it has been started.
    /// - Complexity: O(1), 0.2 us where nothing is wrong and up to 20 where something is; allocates
    ///   nothing.
    public mutating func push(_ intervalMs: Double, decided: (Edge) -> Void) {
        let tracker = pointer
        Self.edges(decided) { ck_beat_tracker_push(tracker, intervalMs, $0) }
    }

    /// What follows the edges that were decided, as it looks now: those whose end is three beats old.
    /// It may still come otherwise.
    public func peek(_ expected: (Edge) -> Void) {
        Self.edges(expected) { ck_beat_tracker_peek(pointer, $0) }
    }

    /// Decides what is left: all edges together cover all intervals. Then only ``start(_:)`` may
    /// follow.
    public mutating func finish(decided: (Edge) -> Void) {
        let tracker = pointer
        Self.edges(decided) { ck_beat_tracker_finish(tracker, $0) }
    }

    /// All it knows, as numbers.
    ///
    /// - Precondition: it has been started.
    public var state: [Double] {
        let tracker = pointer
        return [Double](unsafeUninitializedCapacity: Int(CK_BEAT_STATE_MAX)) { buffer, count in
            guard let numbers = buffer.baseAddress else { return }
            count = ck_beat_tracker_save(tracker, numbers)
        }
    }

    /// Takes up what ``state`` was: what follows is the same to the last bit.
    ///
    /// - Returns: false for what is no state of a tracker; then only ``start(_:)`` may follow.
    public mutating func restore(_ state: [Double]) -> Bool {
        ck_beat_tracker_restore(pointer, state, state.count) == CK_OK
    }

    private static func edges(
        _ taken: (Edge) -> Void, written: (UnsafeMutablePointer<ck_beat_edge>) -> Int
    ) {
        withUnsafeTemporaryAllocation(of: ck_beat_edge.self, capacity: Int(CK_BEAT_EDGES_MAX)) {
            guard let edges = $0.baseAddress else { return }
            for place in 0..<written(edges) { taken(Edge(edges[place])) }
        }
    }
}

extension BeatTracker.Edge {
    init(_ edge: ck_beat_edge) {
        switch edge.kind {
        case CK_BEAT_EDGE_REPAIRED: kind = .repaired
        case CK_BEAT_EDGE_REPLACED: kind = .replaced
        case CK_BEAT_EDGE_UNEXPLAINED: kind = .unexplained
        default: kind = .measured
        }
        observedCount = Int(edge.observed)
        madeCount = Int(edge.made)
        isIrregular = edge.is_irregular != 0
        isLate = edge.misfit > 0
    }
}
