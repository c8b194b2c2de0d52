public import BeatCorrection

/// A session in the middle, kept and taken up again.
///
/// ```swift
/// let file = try JSONEncoder().encode(live.saved)
/// var again = try StreamingPipeline(JSONDecoder().decode(StreamingPipeline.Saved.self, from: file))
/// ```
///
/// What follows is the same to the last bit, with three exceptions: the scores of the reference pacer
/// may differ by 1e-10; the default pacer, after more than two hours, knows nothing older; and an ECG is
/// learned anew, behind a gap.
extension StreamingPipeline {
    public struct SavedPipeline: Sendable, Codable {
        let state: State
        let correction: LiveCorrection.SavedState
    }

    /// All it knows. What ``drain()`` has not taken is not part of it.
    public var savedState: SavedPipeline {
        SavedPipeline(state: state, correction: correction.savedState)
    }

    /// The session as it was saved.
    ///
    /// - Throws: `InvalidStateError` for what no session saved.
    public init(_ saved: SavedPipeline) throws(LiveCorrection.InvalidStateError) {
        state = saved.state
        let times = [
            saved.state.startMicroseconds, saved.state.nowMicroseconds,
            saved.state.pausedMicroseconds,
        ]
        guard times.allSatisfy({ $0.magnitude < 1 << 53 }) else {
            throw LiveCorrection.InvalidStateError()
        }
        correction = try LiveCorrection(saved.correction)
    }
}
