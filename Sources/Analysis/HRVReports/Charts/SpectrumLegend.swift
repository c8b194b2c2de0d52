import HRVFeatures
import PhysioTypes

/// One line for each estimator under a spectrum: what its curve looks like, and its numbers.
struct SpectrumLegend {
    static let rowHeight = 20.0

    let estimates: [SpectrumEstimate]

    /// Right edges of the columns of numbers.
    private static let columns: [(title: String, x: Double)] = [
        ("LF (ms²)", 300), ("HF (ms²)", 410), ("resolution (Hz)", 550),
        ("degrees of freedom", 742),
    ]
    private static let left = 58.0

    var height: Double { Self.rowHeight * Double(estimates.count + 1) }

    /// - Parameter y: upper edge.
    func drawing(y: Double) -> Markup {
        var parts = Self.columns.map { column in
            label(column.title, x: column.x, y: y + 14, anchor: .end, class: "key-title")
        }
        for (index, estimate) in estimates.enumerated() {
            parts += line(estimate, index, y: y + 14 + Self.rowHeight * Double(index + 1))
        }
        return Markup("g", ["class": "key"], parts)
    }

    private func line(_ estimate: SpectrumEstimate, _ index: Int, y: Double) -> [Markup] {
        let numbers = [
            Self.power(.lfMsSquared, estimate), Self.power(.hfMsSquared, estimate),
            Self.number(estimate.row?.spectrumResolutionHz),
            estimate.row?.spectrumDegreesOfFreedom.map {
                SVGNumber.trimmed(SVGNumber.fixed($0, decimals: 1))
            } ?? ReportNumber.missing,
        ]
        let ends = [0, 40].map { SVGPoint(x: Self.left + $0, y: y - 4) }
        return [
            .line(from: ends[0], to: ends[1], class: Self.lineClass(index)),
            label(estimate.title, x: Self.left + 50, y: y, anchor: .start, class: "key-name"),
        ]
            + zip(numbers, Self.columns).map { text, column in
                label(text, x: column.x, y: y, anchor: .end, class: "key-number")
            }
    }

    /// Class of the curve of the estimator at an index of the list: colour and dashes.
    static func lineClass(_ index: Int) -> String { index == 0 ? "line" : "line line-\(index + 1)" }

    /// The sentences with the reasons that powers are missing, or given although something is
    /// against them.
    var reasonSentences: [String] {
        estimates.flatMap { estimate in
            [MetricKey.lfMsSquared, .hfMsSquared].compactMap { key in
                guard let metric = estimate.row?[key.rawValue], let reason = metric.reason else {
                    return nil
                }
                let name = key == .lfMsSquared ? "LF" : "HF"
                let verb = metric.isForced ? "is forced (*)" : "is missing"
                return "\(name) by \(estimate.title) \(verb): \(reason.text)."
            }
        }
    }

    private static func power(_ key: MetricKey, _ estimate: SpectrumEstimate) -> String {
        guard let metric = estimate.row?[key.rawValue] else { return ReportNumber.missing }
        return HTMLReport.valueText(metric)
    }

    private static func number(_ value: Double?) -> String {
        value.map(ReportNumber.fourSignificantDigits) ?? ReportNumber.missing
    }

    private func label(
        _ text: String, x: Double, y: Double, anchor: Markup.Anchor, class name: String
    ) -> Markup {
        .label(text, at: SVGPoint(x: x, y: y), anchor: anchor, class: name)
    }
}
