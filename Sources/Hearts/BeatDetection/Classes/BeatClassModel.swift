import PhysioDSP

/// An additive logistic model: the log of the odds is an intercept, plus a piecewise linear function of each of
/// some measures, plus multiples of products of two measures.
struct BeatClassModel {
    /// A piecewise linear function; level beyond its first and last knot.
    struct Term {
        let measure: BeatMeasure
        let points: [(knot: Double, value: Double)]

        init(_ measure: BeatMeasure, _ points: [(Double, Double)]) {
            self.measure = measure
            self.points = points.map { (knot: $0.0, value: $0.1) }
        }

        func value(_ x: Double) -> Double {
            guard x > points[0].knot else { return points[0].value }
            for (low, high) in zip(points, points.dropFirst()) where x < high.knot {
                return low.value
                    + (high.value - low.value) * (x - low.knot) / (high.knot - low.knot)
            }
            return points[points.count - 1].value
        }
    }

    /// A multiple of a product; each factor goes from 0 to 1 over its range.
    struct ProductTerm {
        let first: BeatMeasure
        let firstRange: ClosedRange<Double>
        let second: BeatMeasure
        let secondRange: ClosedRange<Double>
        let weight: Double

        init(
            _ first: BeatMeasure, _ firstRange: ClosedRange<Double>, _ second: BeatMeasure,
            _ secondRange: ClosedRange<Double>, _ weight: Double
        ) {
            self.first = first
            self.firstRange = firstRange
            self.second = second
            self.secondRange = secondRange
            self.weight = weight
        }
    }

    let intercept: Double
    let terms: [Term]
    let products: [ProductTerm]

    /// The probability for each beat.
    func probabilities(_ measures: BeatMeasures) -> [Double] {
        var logOdds = [Double](repeating: intercept, count: measures.seconds.count)
        for term in terms {
            for (beat, x) in measures[term.measure].enumerated() { logOdds[beat] += term.value(x) }
        }
        for product in products {
            let (first, second) = (measures[product.first], measures[product.second])
            for beat in logOdds.indices {
                logOdds[beat] +=
                    product.weight * Self.share(first[beat], product.firstRange)
                    * Self.share(second[beat], product.secondRange)
            }
        }
        return logOdds.map { 1 / (1 + PlatformMath.exp(-min(max($0, -30), 30))) }
    }

    private static func share(_ x: Double, _ range: ClosedRange<Double>) -> Double {
        min(max((x - range.lowerBound) / (range.upperBound - range.lowerBound), 0), 1)
    }
}
