import Synchronization

extension NonuniformFFT {
    /// Sizes kept; beyond it the table starts anew (values in use keep their plans).
    private static let capacity = 16
    /// Longer ones are not kept: a plan holds a number a mode.
    private static let longestKept = 1 << 17

    private struct Size: Hashable {
        let modeCount: Int
        let tolerance: Double
    }

    private static let kept = Mutex<[Size: NonuniformFFT]>([:])

    /// A transform of this size, made at most once where it is not long: recordings are analysed in
    /// windows of one length, and making a transform costs more than a run.
    static func shared(modeCount: Int, tolerance: Double) -> NonuniformFFT {
        let size = Size(modeCount: modeCount, tolerance: tolerance)
        if let transform = kept.withLock({ $0[size] }) { return transform }
        let made = NonuniformFFT(modeCount: modeCount, tolerance: tolerance)
        guard modeCount <= longestKept else { return made }
        return kept.withLock { kept in
            if kept.count >= capacity { kept.removeAll() }
            kept[size] = made
            return made
        }
    }
}
