public import PhysioTypes

/// The breaths commanded so far, as a phase over time: breath number plus the share of it that has
/// gone by.
///
/// Each breath has its own length, so the phase is exact at a changing rate. It runs on through
/// breaths that follow one another; between breaths with a pause there is none. A breath that begins
/// before the end of the one before it cuts that one short: the phase then jumps to the next whole
/// number.
///
/// Only the newest ``capacity`` breaths are remembered; their numbers go on counting.
///
/// ```swift
/// var breathing = CommandedBreathing()
/// breathing.begin(BreathCycle(startSeconds: 0, inhaleSeconds: 4, exhaleSeconds: 6))
/// breathing.begin(BreathCycle(startSeconds: 10, inhaleSeconds: 5, exhaleSeconds: 7))
/// breathing.phase(atSeconds: 13)  // 1.25
/// ```
public struct CommandedBreathing: Sendable, Equatable, Codable {
    /// Breaths remembered where nothing else is asked for: over three minutes of the quickest.
    public static let defaultCapacity = 64

    public let capacity: Int
    /// The breaths remembered, in order.
    public private(set) var breaths: [BreathCycle] = []
    /// Breaths that were forgotten: the number of the first one remembered.
    public private(set) var forgottenCount = 0

    /// - Parameter capacity: at least 1.
    public init(capacity: Int = defaultCapacity) {
        precondition(capacity >= 1, "at least one breath is remembered")
        self.capacity = capacity
        breaths.reserveCapacity(capacity)
    }

    /// All of these breaths.
    ///
    /// - Precondition: each begins after the one before it.
    public init(_ breaths: [BreathCycle]) {
        self.init(capacity: max(1, breaths.count))
        for breath in breaths { begin(breath) }
    }

    /// Takes the next breath.
    ///
    /// - Precondition: it begins after the last one.
    /// - Complexity: O(capacity) moves of memory; allocates nothing.
    public mutating func begin(_ breath: BreathCycle) {
        precondition(
            breath.startSeconds > breaths.last?.startSeconds ?? -.infinity,
            "breaths come in the order of their times")
        if breaths.count == capacity {
            breaths.removeFirst()
            forgottenCount += 1
        }
        breaths.append(breath)
    }

    /// Forgets all breaths; the next is number 0. Allocates nothing.
    public mutating func reset() {
        breaths.removeAll(keepingCapacity: true)
        forgottenCount = 0
    }

    /// Breaths commanded in all.
    public var breathCount: Int { forgottenCount + breaths.count }

    /// Number of the breath at a time, counted from 0, plus the share of it that has gone by.
    ///
    /// - Returns: nil where no breath is commanded, or it is forgotten: before the first, in a pause,
    ///   from the end of the last.
    /// - Complexity: O(log capacity); allocates nothing.
    public func phase(atSeconds time: Double) -> Double? {
        guard let index = index(atSeconds: time) else { return nil }
        let share = breaths[index].share(atSeconds: time)
        guard share >= 1 else { return Double(forgottenCount + index) + share }
        // A breath ends where the next begins, but for the rounding of sums.
        let end = breaths[index].endSeconds
        let hasAdjacentBreath =
            index + 1 < breaths.count
            && breaths[index + 1].startSeconds - end <= Self.roundingTolerance(atSeconds: end)
        return hasAdjacentBreath ? Double(forgottenCount + index + 1) : nil
    }

    /// The time at which the phase has this value; nil where it never has.
    ///
    /// The inverse of ``phase(atSeconds:)``; of a breath that was cut short the whole length counts.
    public func seconds(atPhase phase: Double) -> Double? {
        let number = phase.rounded(.down)
        let position = number - Double(forgottenCount)
        guard position >= 0, position < Double(breaths.count) else { return nil }
        let breath = breaths[Int(position)]
        return breath.startSeconds + (phase - number) * breath.durationSeconds
    }

    /// The breath commanded at a time; nil as for ``phase(atSeconds:)``.
    public func breath(atSeconds time: Double) -> BreathCycle? {
        guard let phase = phase(atSeconds: time) else { return nil }
        return breaths[Int(phase) - forgottenCount]
    }

    /// Index of the last breath that has begun.
    private func index(atSeconds time: Double) -> Int? {
        var low = 0
        var high = breaths.count
        while low < high {
            let middle = (low + high) / 2
            if breaths[middle].startSeconds <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    private static func roundingTolerance(atSeconds time: Double) -> Double {
        16 * max(1, abs(time)).ulp
    }
}
