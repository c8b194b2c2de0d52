import HRVFeatures
import PhysioTypes

/// The points by which a chart draws a density up to 0.5 Hz.
///
/// Where the grid has more frequencies than the chart can show, neighbouring ones are replaced by
/// their mean. The area under a curve is the power, and the mean keeps it; the maximum would lift
/// the noise of a long recording several times above its density. The mean is surer than one value,
/// and its degrees of freedom say so.
struct SpectrumCurve {
    struct Point {
        let hz: Double
        let density: Double
        /// The degrees of freedom of this point; nil if the estimator has none.
        let degreesOfFreedom: Double?
    }

    /// End of the frequency axis; Hz: beyond it no band of the Task Force's lies.
    static let highestHz = 0.5
    /// The density below which all that rounding leaves of a constant series lies; ms^2/Hz: it is
    /// drawn as nothing.
    static let negligibleDensity = 1e-6

    let points: [Point]
    /// The number of frequencies of the grid of which a point is the mean.
    let frequenciesPerPoint: Int

    /// - Parameter count: about how many points the chart can show.
    /// - Parameter widthHz: width that a point is the mean over at the least; 0 for one frequency.
    /// - Returns: nil for fewer than two frequencies with a finite density.
    /// - Complexity: O(n) for n grid frequencies.
    init?(_ spectrum: AnalysisFigures.Spectrum, atMost count: Int, widthHz: Double = 0) {
        let all = Self.values(of: spectrum)
        guard all.count > 1 else { return nil }
        let widthFrequencyCount = Int(min(widthHz / spectrum.stepHz, Double(all.count - 1)))
        frequenciesPerPoint = max((all.count - 1) / count + 1, widthFrequencyCount)
        let gain =
            Double(frequenciesPerPoint) * spectrum.stepHz / spectrum.certainty.independentWidthHz
        points = Self.means(all, of: frequenciesPerPoint, gain: max(1, gain))
    }

    /// The highest of the points from `low` Hz on.
    func peak(fromHz low: Double = 0) -> Point? {
        points.filter { $0.hz >= low }.max { $0.density < $1.density }
    }

    /// The ends of the points' confidence intervals; nil where the estimator has none.
    var confidenceIntervals: [(hz: Double, low: Double, high: Double)]? {
        var cachedFactors: (freedom: Double, factors: ClosedRange<Double>)?
        let confidencePoints = points.compactMap {
            point -> (hz: Double, low: Double, high: Double)? in
            guard let pointDegreesOfFreedom = point.degreesOfFreedom else { return nil }
            if cachedFactors?.freedom != pointDegreesOfFreedom {
                cachedFactors = (
                    pointDegreesOfFreedom,
                    DensityConfidence.factors(degreesOfFreedom: pointDegreesOfFreedom)
                )
            }
            return cachedFactors.map {
                (
                    point.hz, point.density * $0.factors.lowerBound,
                    point.density * $0.factors.upperBound
                )
            }
        }
        return confidencePoints.isEmpty ? nil : confidencePoints
    }

    /// The least, the middle one and the most of the points' degrees of freedom; nil where the
    /// estimator has none.
    var degreesOfFreedom: (minimum: Double, median: Double, maximum: Double)? {
        let all = points.compactMap(\.degreesOfFreedom).sorted()
        guard let minimum = all.first, let maximum = all.last else { return nil }
        return (minimum, all[all.count / 2], maximum)
    }

    private static func values(of spectrum: AnalysisFigures.Spectrum) -> [Point] {
        guard spectrum.stepHz > 0 else { return [] }
        var points: [Point] = []
        for (index, density) in spectrum.densityMsSquaredPerHz.enumerated() {
            let hz = spectrum.firstHz + Double(index) * spectrum.stepHz
            guard hz <= highestHz + spectrum.stepHz / 2 else { break }
            guard density.isFinite else { continue }
            points.append(
                Point(
                    hz: min(hz, highestHz), density: density,
                    degreesOfFreedom: spectrum.certainty.degreesOfFreedom(at: index)))
        }
        return points
    }

    private static func means(_ points: [Point], of count: Int, gain: Double) -> [Point] {
        guard count > 1 else { return points }
        let groupStarts = Array(stride(from: 0, to: points.count, by: count))
        // A last group of few frequencies, a much less certain mean, joins the one before it.
        let isLastGroupShort =
            groupStarts.count > 1 && 2 * (points.count - groupStarts[groupStarts.count - 1]) < count
        let starts = isLastGroupShort ? groupStarts.dropLast() : groupStarts[...]
        return starts.indices.map { index in
            let end = index + 1 < starts.endIndex ? starts[index + 1] : points.count
            let group = points[starts[index]..<end]
            func mean(_ value: (Point) -> Double) -> Double {
                group.reduce(0) { $0 + value($1) } / Double(group.count)
            }
            // A last group of another size gains otherwise.
            let gain = max(1, gain * Double(group.count) / Double(count))
            return Point(
                hz: mean(\.hz), density: mean(\.density),
                degreesOfFreedom: group.first?.degreesOfFreedom.map { _ in
                    gain * mean { $0.degreesOfFreedom ?? 0 }
                })
        }
    }
}
