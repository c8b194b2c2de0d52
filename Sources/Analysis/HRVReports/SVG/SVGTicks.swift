/// A mark on an axis, with its words.
struct SVGTick: Sendable, Equatable {
    let value: Double
    let label: String
}

/// Round numbers along an axis.
enum SVGTicks {
    /// The multiples of 1, 2 or 5 times a power of ten that lie in `range`, about `count` of them.
    ///
    /// - Precondition: the range is finite and wider than 0; `count` >= 1.
    static func niceTicks(_ range: ClosedRange<Double>, about count: Int) -> [SVGTick] {
        let step = niceStep(range, about: count)
        let decimals = max(0, -SVGNumber.magnitude(of: step * 1.000001))
        return multiples(of: step, in: range).map {
            SVGTick(value: $0, label: SVGNumber.fixed($0, decimals: min(15, decimals)))
        }
    }

    /// `range`, widened to the nearest multiples of the step that ``niceTicks(_:about:)`` takes.
    static func widened(_ range: ClosedRange<Double>, about count: Int) -> ClosedRange<Double> {
        let step = niceStep(range, about: count)
        let low = (range.lowerBound / step + tolerance).rounded(.down) * step
        let high = (range.upperBound / step - tolerance).rounded(.up) * step
        return low...high
    }

    /// Full seconds, minutes or hours in `range`, about `count` of them, as `h:mm:ss` with the
    /// parts that are needed.
    static func timeTicks(_ range: ClosedRange<Double>, about count: Int) -> [SVGTick] {
        let step = timeStep(range.upperBound - range.lowerBound, about: count)
        return multiples(of: step, in: range).map {
            SVGTick(value: $0, label: timeLabel($0, stepSeconds: step, of: range))
        }
    }

    /// Returns the units that the labels of ``timeTicks(_:about:)`` count.
    static func timeUnit(_ range: ClosedRange<Double>, about count: Int) -> String {
        let step = timeStep(range.upperBound - range.lowerBound, about: count)
        if step >= 60, range.upperBound >= 3600 { return "h:min" }
        return range.upperBound >= 3600 ? "h:min:s" : "min:s"
    }

    /// Rounding of a quotient must not lose a tick that lies on the edge of the range.
    private static let tolerance = 1e-9

    /// Steps of a clock; s. Longer ones are whole days.
    private static let timeStepsSeconds: [Double] = [
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200,
        86_400,
    ]

    private static func niceStep(_ range: ClosedRange<Double>, about count: Int) -> Double {
        let rawStep = (range.upperBound - range.lowerBound) / Double(max(1, count))
        let power = SVGNumber.powerOfTen(SVGNumber.magnitude(of: rawStep))
        let step = [1.0, 2, 5, 10].first { $0 * power >= rawStep * (1 - tolerance) } ?? 10
        return step * power
    }

    private static func timeStep(_ spanSeconds: Double, about count: Int) -> Double {
        let rawStep = spanSeconds / Double(max(1, count))
        return timeStepsSeconds.first { $0 >= rawStep } ?? (rawStep / 86_400).rounded(.up) * 86_400
    }

    private static func multiples(of step: Double, in range: ClosedRange<Double>) -> [Double] {
        let first = Int((range.lowerBound / step - tolerance).rounded(.up))
        let last = Int((range.upperBound / step + tolerance).rounded(.down))
        guard first <= last else { return [] }
        return (first...last).map { Double($0) * step }
    }

    private static func timeLabel(
        _ seconds: Double, stepSeconds: Double, of range: ClosedRange<Double>
    ) -> String {
        switch (range.upperBound >= 3600, stepSeconds >= 60) {
        case (false, _): ReportNumber.clock(seconds, [.minutes, .seconds])
        case (true, true): ReportNumber.clock(seconds, [.hours, .minutes])
        case (true, false): ReportNumber.clock(seconds, [.hours, .minutes, .seconds])
        }
    }
}
