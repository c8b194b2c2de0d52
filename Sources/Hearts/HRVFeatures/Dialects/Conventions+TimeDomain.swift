import PhysioDSP
import PhysioTypes

/// Time domain, histogram and Poincaré plot under conventions other than ours.
extension Conventions {
    func timeDomain(_ nn: NNSeries) -> MetricValues {
        let differences = nn.successiveDifferencesMs
        var values = TimeDomain(nn).values
        values[.sdsd] = sdsd.value(of: differences)
        values[.sdHR] = rateDivisor.standardDeviation(of: nn.intervalsMs.map { 60_000 / $0 })
        let shares: [(MetricKey, MetricKey, Double)] = [
            (.nn50, .pnn50, TimeDomain.nn50ThresholdMs),
            (.nn20, .pnn20, TimeDomain.nn20ThresholdMs),
        ]
        let divisor = Double(pnnDivisor == .differences ? differences.count : nn.count)
        for (count, percent, limit) in shares where !differences.isEmpty {
            let found = differences.count {
                pnnComparison == .above ? abs($0) > limit : abs($0) >= limit
            }
            values[count] = Double(found)
            values[percent] = 100 * Double(found) / divisor
        }
        for length in SegmentStatistics.Length.allCases {
            let figures = segments.figures(nn, minutes: length.minutes)
            values[length.keys.sdann] = figures.sdannMs
            values[length.keys.sdnnIndex] = figures.sdnnIndexMs
        }
        return values.filter { $0.value.isFinite }
    }

    func geometricValues(_ nn: NNSeries) -> MetricValues {
        let toolkitResult = GeometricMetrics(nn)
        let index: Double? =
            switch histogram {
            case .fromZero: toolkitResult.triangularIndex
            case .eightMs: DialectHistogram(eightMs: nn.intervalsMs).triangularIndex(nn.count)
            }
        let stress = StressIndex(nn).value
        return MetricValues(present: [
            (.hti, index),
            (.tinn, tinn.baseMs(nn.intervalsMs, toolkitResult: toolkitResult.tinnMs)),
            (.stressIndex, stressIndex == .baevsky ? stress : stress.map { $0.squareRoot() }),
        ])
    }

    func poincareValues(_ nn: NNSeries) -> MetricValues {
        let toolkitResult = Poincare(nn)
        switch poincare {
        case .pairs:
            return toolkitResult.values
        case .pairsDividedByCount:
            let pairCount = Double(nn.successiveDifferencesMs.count)
            let factor = ((pairCount - 1) / pairCount).squareRoot()
            return Self.poincareValues(
                sd1Ms: toolkitResult.sd1Ms.map { $0 * factor },
                sd2Ms: toolkitResult.sd2Ms.map { $0 * factor })
        case .fromSDNN:
            // The difference of two variances can turn negative: an alternating series has none.
            let sd2 = Statistics.standardDeviation(nn.intervalsMs).flatMap { sdnn in
                toolkitResult.sd1Ms.map { max(0, 2 * sdnn * sdnn - $0 * $0).squareRoot() }
            }
            return Self.poincareValues(sd1Ms: toolkitResult.sd1Ms, sd2Ms: sd2)
        }
    }

    private static func poincareValues(sd1Ms: Double?, sd2Ms: Double?) -> MetricValues {
        let product = sd1Ms.flatMap { sd1 in sd2Ms.map { sd1 * $0 } }
        return MetricValues(present: [
            (.sd1, sd1Ms), (.sd2, sd2Ms), (.sd1sd2, ratio(sd1Ms, sd2Ms)),
            (.ellipseArea, product.map { .pi * $0 }), (.csi, ratio(sd2Ms, sd1Ms)),
            (.cvi, product.flatMap { $0 > 0 ? PlatformMath.log10(16 * $0) : nil }),
            (.csiModified, ratio(sd2Ms.map { 4 * $0 * $0 }, sd1Ms)),
        ])
    }
}

extension Conventions.Divisor {
    /// The root of the sum of squares about the mean over n - 1, n or n + 1; nil below two values.
    func standardDeviation(of values: [Double]) -> Double? {
        guard let sampleDeviation = Statistics.standardDeviation(values) else { return nil }
        let count = Double(values.count)
        return switch self {
        case .countLessOne: sampleDeviation
        case .count: sampleDeviation * ((count - 1) / count).squareRoot()
        case .countPlusOne: sampleDeviation * ((count - 1) / (count + 1)).squareRoot()
        }
    }
}

extension Conventions.DifferenceDispersion {
    fileprivate func value(of differences: [Double]) -> Double? {
        switch self {
        case .signed: Statistics.standardDeviation(differences)
        case .signedDividedByCount: Conventions.Divisor.count.standardDeviation(of: differences)
        case .absolute: Statistics.standardDeviation(differences.map { abs($0) })
        }
    }
}
