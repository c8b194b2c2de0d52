extension SlepianTapers {
    private struct Shape: Hashable {
        let count: Int
        let timeBandwidth: Double
        let taperCount: Int
    }

    private static let plans = PlanCache<Shape, SlepianTapers>(capacity: 4)
    /// Longer ones are not kept.
    private static let maxCachedCount = 1 << 17

    /// Tapers of this shape, kept where they are not long: finding them takes thirty times as long
    /// as the spectrum they are for.
    static func shared(count: Int, timeBandwidth: Double, taperCount: Int) -> SlepianTapers {
        func makeTapers() -> SlepianTapers {
            SlepianTapers(count: count, timeBandwidth: timeBandwidth, taperCount: taperCount)
        }
        guard count <= maxCachedCount else { return makeTapers() }
        return plans.plan(
            Shape(count: count, timeBandwidth: timeBandwidth, taperCount: taperCount),
            make: makeTapers)
    }
}
