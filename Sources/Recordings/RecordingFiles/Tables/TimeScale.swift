/// A unit in which columns state times, as an exact factor: a number times ``factor`` times ten to
/// ``power`` is in milliseconds.
struct TimeScale: Equatable, Sendable {
    let name: String
    let factor: Int64
    let power: Int

    static let seconds = TimeScale(name: "s", factor: 1, power: 3)
    static let milliseconds = TimeScale(name: "ms", factor: 1, power: 0)
    /// Every unit, the usual ones first.
    static let all = [
        seconds, milliseconds, TimeScale(name: "us", factor: 1, power: -3),
        TimeScale(name: "ns", factor: 1, power: -6), TimeScale(name: "min", factor: 6, power: 4),
        TimeScale(name: "h", factor: 36, power: 5), TimeScale(name: "days", factor: 864, power: 5),
    ]

    /// Units that need no other evidence than the steps.
    static let usual = [seconds, milliseconds]

    /// Times fit intervals whose sum is at most this many times their span.
    private static let minSpanRatio = 0.5
    /// Middle steps over middle intervals that fit: packets hold several intervals.
    private static let stepRatioRange = 0.3...20.0
    /// The same for units of which there are many, so that chance would find one.
    private static let rareUnitStepRatioRange = 0.6...1.6

    /// Returns true if times of this unit fit the intervals beside them.
    ///
    /// - Parameter step: middle step between times that differ, in the unit.
    /// - Parameter span: from the first time to the last, in the unit.
    func fits(step: Double, span: Double, intervalMs: Double, sumMs: Double) -> Bool {
        let ratios = Self.usual.contains(self) ? Self.stepRatioRange : Self.rareUnitStepRatioRange
        return ratios.contains(step * milliseconds / intervalMs)
            && span * milliseconds >= Self.minSpanRatio * sumMs
    }

    /// Length of the unit; ms.
    var milliseconds: Double {
        var value = Double(factor)
        for _ in 0..<abs(power) { value = power < 0 ? value / 10 : value * 10 }
        return value
    }

    /// The number in milliseconds, exact where its digits allow.
    func scaled(_ number: DecimalNumber) -> DecimalNumber {
        let (product, overflow) = number.digits.multipliedReportingOverflow(by: factor)
        guard !overflow else {
            return DecimalNumber(
                digits: Int64(exactly: (number.value() * milliseconds * 1e3).rounded()) ?? 0,
                exponent: -3)
        }
        return DecimalNumber(digits: product, exponent: Int(number.exponent) + power)
    }
}
