/// The distribution of a number over the recordings of a set.
///
/// The axis holds the middle 99 % of the values, so that one odd recording does not squeeze all others into one bar; how
/// many lie outside is said.
struct ValueHistogram {
    private static let binCount = 30

    private let column: BatchHTMLColumn
    private let sorted: [Double]
    private let missingCount: Int

    /// - Parameter values: of each recording that was analysed; nil where it has none.
    init(_ column: BatchHTMLColumn, _ values: [Double?]) {
        self.column = column
        let shown = values.compactMap { $0.map(column.shown) }.filter(\.isFinite)
        sorted = shown.sorted()
        missingCount = values.count - shown.count
    }

    /// - Complexity: O(n log n).
    func figure() -> SVGFigure {
        let title = column.title
        guard let first = sorted.first, let last = sorted.last else {
            return .empty(kind: "distribution", title: title, because: "No recording has a value.")
        }
        let (low, high) = (quantile(0.005), quantile(0.995))
        let range = high > low ? low...high : (first - 0.5)...(last + 0.5)
        let axis = SVGAxis(
            enclosing: range, about: 5,
            title: column.unit.isEmpty ? title : "\(title) (\(column.unit))")
        let (begin, width) = (
            axis.range.lowerBound,
            (axis.range.upperBound - axis.range.lowerBound) / Double(Self.binCount)
        )
        var counts = [Int](repeating: 0, count: Self.binCount)
        var outOfRangeCount = 0
        for value in sorted {
            guard axis.range.contains(value) else {
                outOfRangeCount += 1
                continue
            }
            counts[min(Self.binCount - 1, Int((value - begin) / width))] += 1
        }
        let maxCount = counts.max() ?? 1
        // No half recordings beside the axis.
        let plot = SVGPlot(
            width: 500, height: 230, x: axis,
            y: SVGAxis(upTo: Double(maxCount), about: min(4, maxCount)) { "\($0)recordings" })
        let bars = counts.enumerated().filter { $0.element > 0 }.map { index, count in
            let left = plot.x(begin + Double(index) * width)
            let right = plot.x(begin + Double(index + 1) * width)
            let top = plot.y(Double(count))
            return Markup.rectangle(
                from: SVGPoint(x: left, y: top), width: max(1, right - left - 1),
                height: plot.bottom - top, class: "bar")
        }
        return SVGFigure(
            kind: "distribution", title: title,
            summary: "\(title) of all recordings. \(captionText(outOfRangeCount))",
            caption: captionText(outOfRangeCount), width: plot.width, height: plot.height,
            content: [plot.axes(), Markup("g", ["class": "bars"], bars)])
    }

    private func captionText(_ outsideCount: Int) -> String {
        let number = { (value: Double) in
            column == .beats && value == value.rounded()
                ? ReportNumber.exact(value) : ReportNumber.fourSignificantDigits(value)
        }
        var text =
            "Median \(number(quantile(0.5))), middle half \(number(quantile(0.25))) to \(number(quantile(0.75))), "
            + "all \(number(sorted.first ?? 0)) to \(number(sorted.last ?? 0))"
        if !column.unit.isEmpty { text += " \(column.unit)" }
        text += "."
        if outsideCount > 0 { text += " \(outsideCount) outside of the axis." }
        if missingCount > 0 { text += " \(missingCount) without a value." }
        return text
    }

    /// Returns the quantile by linear interpolation between the two nearest values (Hyndman and Fan
    /// 1996, type 7).
    private func quantile(_ share: Double) -> Double {
        guard sorted.count > 1 else { return sorted.first ?? 0 }
        let position = share * Double(sorted.count - 1)
        let index = min(sorted.count - 2, Int(position))
        return sorted[index] + (position - Double(index)) * (sorted[index + 1] - sorted[index])
    }
}
