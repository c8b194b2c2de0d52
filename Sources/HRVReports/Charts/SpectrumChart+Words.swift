import HRVFeatures

extension SpectrumChart {
    var summary: String {
        let place = curve.peak(fromHz: Self.slowBelowHz).map {
            " From \(Self.slowBelowHz) Hz on it is highest at \(ReportNumber.significant($0.hz))"
                + " Hz with \(ReportNumber.significant($0.density)) ms²/Hz."
        }
        return "Density of power against frequency up to"
            + " \(ReportNumber.exact(plot.x.range.upperBound)) Hz." + (place ?? "")
    }

    var caption: String {
        let list = bands.map { "\($0.name) \(ReportNumber.band($0))" }
        var sentences = list.isEmpty ? [] : ["Bands in Hz: " + list.joined(separator: ", ") + "."]
        if curve.frequenciesPerPoint > 1 {
            sentences.append(
                "Each point is the mean of \(curve.frequenciesPerPoint) neighbouring frequencies, "
                    + "which keeps the area, and so the power.")
        }
        if let confidenceSentence { sentences.append(confidenceSentence) }
        if let cutMaximum {
            sentences.append(
                "Below \(Self.slowBelowHz) Hz the curve rises to "
                    + "\(ReportNumber.significant(cutMaximum)) ms²/Hz, beyond the end of the axis.")
        }
        return sentences.joined(separator: " ")
    }

    private var confidenceSentence: String? {
        guard let freedom = curve.degreesOfFreedom else {
            return "The estimator gives no confidence interval."
        }
        guard let confidenceShape else { return nil }
        let factors = DensityConfidence.factors(degreesOfFreedom: freedom.median)
        let range = "\(Self.brief(factors.lowerBound)) to \(Self.brief(factors.upperBound)) times"
        let level = "\(ReportNumber.exact(100 * DensityConfidence.level)) % confidence"
        switch confidenceShape {
        case .band:
            return "Around the line: \(level) band, \(Self.words(freedom)): from \(range) the "
                + "density drawn"
                + (isBandCut ? ", cut off where the axis ends." : ".")
        case .bar:
            return "The bar at the highest point is its \(level) interval, "
                + "\(Self.words(freedom)): from \(range) the density drawn, here as at every "
                + "frequency. So uncertain is a single value; the power of a band, which many "
                + "values make, is surer."
        }
    }

    private var isBandCut: Bool {
        curve.interval?.contains { $0.high > plot.y.range.upperBound } == true
    }

    private static func words(
        _ freedom: (least: Double, median: Double, most: Double)
    ) -> String {
        let (least, median, most) = (
            tenths(freedom.least), tenths(freedom.median), tenths(freedom.most)
        )
        guard least != most else { return "\(median) degrees of freedom" }
        return "\(least) to \(most) degrees of freedom, \(median) in the middle"
    }

    private static func tenths(_ value: Double) -> String {
        SVGNumber.trimmed(SVGNumber.fixed(value, decimals: 1))
    }

    /// Two digits are all that can be read off such a number.
    private static func brief(_ value: Double) -> String {
        let decimals = value >= 10 ? 0 : value >= 1 ? 1 : 2
        return SVGNumber.trimmed(SVGNumber.fixed(value, decimals: decimals))
    }
}
