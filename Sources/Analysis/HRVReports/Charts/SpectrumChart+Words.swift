import HRVFeatures

extension SpectrumChart {
    var summary: String {
        let peakText = curve.peak(fromHz: Self.maxSlowFrequencyHz).map {
            " From \(Self.maxSlowFrequencyHz) Hz on it is highest at \(ReportNumber.fourSignificantDigits($0.hz))"
                + " Hz with \(ReportNumber.fourSignificantDigits($0.density)) ms²/Hz."
        }
        return "Density of power against frequency up to"
            + " \(ReportNumber.exact(plot.x.range.upperBound)) Hz." + (peakText ?? "")
    }

    var caption: String {
        let bandTexts = bands.map { "\($0.name) \(ReportNumber.band($0))" }
        var sentences =
            bandTexts.isEmpty ? [] : ["Bands in Hz: " + bandTexts.joined(separator: ", ") + "."]
        if let averagingSentence { sentences.append(averagingSentence) }
        if let confidenceSentence { sentences.append(confidenceSentence) }
        sentences += segmentSentences
        sentences += cutPeaks.map(clippedPeakSentence)
        if !missingEstimatorTitles.isEmpty {
            sentences.append(
                "No spectrum could be estimated by \(missingEstimatorTitles.joined(separator: ", "))."
            )
        }
        sentences += SpectrumLegend(estimates: estimates).reasonSentences
        return sentences.joined(separator: " ")
    }

    /// The sentences on the estimators that see only a part of the recording, by the length of the
    /// part.
    private var segmentSentences: [String] {
        let parts = estimates.filter { estimate in
            guard let analysed = estimate.spectrum?.analysedSeconds, let row = estimate.row else {
                return false
            }
            return analysed < 0.99 * row.durationSeconds
        }
        guard let first = parts.first, let analysed = first.spectrum?.analysedSeconds,
            let rowSeconds = first.row?.durationSeconds
        else { return [] }
        let names = parts.map(\.title).joined(separator: ", ")
        return [
            "Only the longest stretch without a gap, \(ReportNumber.duration(analysed)) of "
                + "\(ReportNumber.duration(rowSeconds)), can be used by \(names)."
        ]
    }

    private var averagingSentence: String? {
        if let commonWidthHz {
            return "So that the curves can be compared, the finer ones are drawn as means over "
                + "\(ReportNumber.fourSignificantDigits(commonWidthHz)) Hz, the resolution of the coarsest, which "
                + "keeps the area, and so the power."
        }
        let counts = curves.map(\.frequenciesPerPoint)
        guard let maximum = counts.max(), maximum > 1 else { return nil }
        let minimum = counts.min() ?? maximum
        let number = minimum < maximum ? "up to \(maximum)" : "\(maximum)"
        return
            "Each point is the mean of \(number) neighbouring frequencies, which keeps the area, "
            + "and so the power."
    }

    private func clippedPeakSentence(_ index: Int, _ peak: SpectrumCurve.Point) -> String {
        let height = "\(ReportNumber.fourSignificantDigits(peak.density)) ms²/Hz"
        guard curves.count > 1 else {
            return
                "Below \(Self.maxSlowFrequencyHz) Hz the curve rises to \(height), beyond the end of the "
                + "axis."
        }
        return "\(estimates[index].title) rises to \(height) at "
            + "\(ReportNumber.fourSignificantDigits(peak.hz)) Hz, beyond the end of the axis."
    }

    private var confidenceSentence: String? {
        let estimatorText = curves.count > 1 ? " of \(estimates[0].title)" : ""
        guard let freedom = curve.degreesOfFreedom else {
            return curves.count > 1
                ? "\(estimates[0].title) gives no confidence interval."
                : "The estimator gives no confidence interval."
        }
        guard let confidenceShape else { return nil }
        let factors = DensityConfidence.factors(degreesOfFreedom: freedom.median)
        let range =
            "\(Self.shortNumber(factors.lowerBound)) to \(Self.shortNumber(factors.upperBound)) times"
        let level = "\(ReportNumber.exact(100 * DensityConfidence.level)) % confidence"
        switch confidenceShape {
        case .band:
            return
                "Around the line\(estimatorText): \(level) band, \(Self.degreesOfFreedomText(freedom)): from \(range) the "
                + "density drawn"
                + (isConfidenceBandClipped ? ", cut off where the axis ends." : ".")
        case .bar:
            return "The bar at the highest point\(estimatorText) is its \(level) interval, "
                + "\(Self.degreesOfFreedomText(freedom)): from \(range) the density drawn, here as at every "
                + "frequency. So uncertain is a single value; the power of a band, which many "
                + "values make, is surer."
        }
    }

    private var isConfidenceBandClipped: Bool {
        curve.confidenceIntervals?.contains { $0.high > plot.y.range.upperBound } == true
    }

    private static func degreesOfFreedomText(
        _ freedom: (minimum: Double, median: Double, maximum: Double)
    ) -> String {
        let (minimum, median, maximum) = (
            tenths(freedom.minimum), tenths(freedom.median), tenths(freedom.maximum)
        )
        // The last point, of fewer frequencies than the others, is not worth a word.
        guard freedom.minimum < 0.8 * freedom.median else { return "\(median) degrees of freedom" }
        return "\(minimum) to \(maximum) degrees of freedom, \(median) in the middle"
    }

    private static func tenths(_ value: Double) -> String {
        SVGNumber.trimmed(SVGNumber.fixed(value, decimals: 1))
    }

    /// Two digits are all that can be read off such a number.
    private static func shortNumber(_ value: Double) -> String {
        let decimals = value >= 10 ? 0 : value >= 1 ? 1 : 2
        return SVGNumber.trimmed(SVGNumber.fixed(value, decimals: decimals))
    }
}
