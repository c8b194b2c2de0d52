extension NonuniformFFT {
    private struct Size: Hashable {
        let modeCount: Int
        let tolerance: Double
    }

    private static let plans = PlanCache<Size, NonuniformFFT>(capacity: 16)
    /// Longer ones are not kept: a plan holds a number a mode.
    private static let maxCachedCount = 1 << 17

    /// A transform of this size, kept where it is not long: recordings are analysed in windows of
    /// one length, and making a transform costs more than a run.
    static func shared(modeCount: Int, tolerance: Double = 1e-14) -> NonuniformFFT {
        func makeTransform() -> NonuniformFFT {
            NonuniformFFT(modeCount: modeCount, tolerance: tolerance)
        }
        guard modeCount <= maxCachedCount else { return makeTransform() }
        return plans.plan(Size(modeCount: modeCount, tolerance: tolerance), make: makeTransform)
    }
}
