/// Rounds of work, with rests between them.
package struct IntervalPlan: Sendable, Hashable {
    package static let defaultPrepareSeconds = 10.0
    package static let defaultWorkSeconds = 30.0
    package static let defaultRestSeconds = 15.0
    package static let defaultRoundCount = 10

    static let workSecondsRange = PlanRange<Double>(5...3600, "5 to 3600 s")
    static let restSecondsRange = PlanRange<Double>(0...3600, "0 to 3600 s")
    static let roundCountRange = PlanRange(1...99, "1 to 99")

    package let prepareSeconds: Double
    package let workSeconds: Double
    package let restSeconds: Double
    /// Count of works; there is a rest between each two.
    package let rounds: Int
    /// True if the last three seconds of a part are said as numbers.
    package let countsAloud: Bool

    /// - Throws: ``PlanError`` for the first value outside its range.
    package init(
        prepareSeconds: Double = defaultPrepareSeconds, workSeconds: Double = defaultWorkSeconds,
        restSeconds: Double = defaultRestSeconds, rounds: Int = defaultRoundCount,
        countsAloud: Bool = false
    ) throws(PlanError) {
        try PlanRange<Double>.prepareSecondsRange.check(prepareSeconds, "prepare")
        try Self.workSecondsRange.check(workSeconds, "work")
        try Self.restSecondsRange.check(restSeconds, "rest")
        try Self.roundCountRange.check(rounds, "rounds")
        self.prepareSeconds = prepareSeconds
        self.workSeconds = workSeconds
        self.restSeconds = restSeconds
        self.rounds = rounds
        self.countsAloud = countsAloud
    }

    /// The length from the start to the planned end; s.
    package var lengthSeconds: Double {
        prepareSeconds + Double(rounds) * workSeconds + Double(rounds - 1) * restSeconds
    }
}
