/// One axis of a chart: the values it spans, its marks and its name.
struct SVGAxis: Sendable {
    let range: ClosedRange<Double>
    let ticks: [SVGTick]
    let title: String

    /// An axis over exactly `range`, marked at round numbers.
    init(_ range: ClosedRange<Double>, about count: Int, title: String) {
        self.range = range
        self.ticks = SVGTicks.niceTicks(range, about: count)
        self.title = title
    }

    /// An axis that begins and ends at round numbers.
    init(enclosing range: ClosedRange<Double>, about count: Int, title: String) {
        self.init(SVGTicks.widened(range, about: count), about: count, title: title)
    }

    /// An axis of time; s; marked at full seconds, minutes or hours.
    init(seconds range: ClosedRange<Double>, about count: Int) {
        self.range = range
        self.ticks = SVGTicks.timeTicks(range, about: count)
        self.title = "time (\(SVGTicks.timeUnit(range, about: count)))"
    }

    /// An axis from 0 to a round number above `highest`, in thousands or millions where the labels
    /// would grow too long.
    ///
    /// - Parameter title: the name of the axis, given what one of its units stands for.
    init(
        upTo highest: Double, about count: Int, title: (_ multiple: String) -> String
    ) {
        range = SVGTicks.widened(0...highest, about: count)
        let (tickScale, multipleText) = Self.tickScale(for: range.upperBound)
        ticks = SVGTicks.niceTicks(0...(range.upperBound / tickScale), about: count).map {
            SVGTick(value: $0.value * tickScale, label: $0.label)
        }
        self.title = title(multipleText)
    }

    private static func tickScale(for highest: Double) -> (Double, String) {
        switch highest {
        case ..<10_000: (1, "")
        case ..<10_000_000: (1000, "1000 ")
        default: (1_000_000, "million ")
        }
    }
}
