package import PhysioTypes

/// The state of an activity; lengths in s.
///
/// What is left is above 0: at its end a part is over, and the next one has begun.
package enum PracticeState: Sendable, Hashable {
    /// Nothing has begun yet.
    case idle
    case preparing(leftSeconds: Double)
    case phase1(leftSeconds: Double)
    /// A first phase without an end.
    case openPhase1(elapsedSeconds: Double)
    case phase2(leftSeconds: Double)
    /// - Parameters:
    ///   - breath: number of the breath, from 1.
    ///   - phaseLeftSeconds: until the next phase of the breath.
    ///   - leftSeconds: until the last breath is over.
    case breathing(BreathPhase, breath: Int, phaseLeftSeconds: Double, leftSeconds: Double)
    /// - Parameter round: from 1.
    case work(round: Int, leftSeconds: Double)
    /// - Parameter round: number of the work before the rest.
    case rest(round: Int, leftSeconds: Double)
    case finished
    case cancelled

    /// True if an activity has begun and not yet ended.
    package var isUnderWay: Bool {
        switch self {
        case .idle, .finished, .cancelled: false
        default: true
        }
    }
}

/// The state of an activity at a moment, and a flag that is true while it is paused.
package struct PracticeStateSnapshot: Sendable, Hashable {
    package let state: PracticeState
    package let isPaused: Bool
}
