public import PhysioTypes

/// The nonlinear, fragmentation and asymmetry metrics of the reports, by key, with their default
/// parameters.
///
/// Those whose cost grows with the square of the beats (fuzzy entropy, recurrence, correlation
/// dimension) or that take many scales are values of their own and not among them.
public struct NonlinearMetrics: Sendable, Equatable {
    public let values: MetricValues

    /// - Complexity: O(N), but sample and approximate entropy: below N^1.7 on heart beats.
    public init(_ nn: NNSeries) {
        let fluctuation = DetrendedFluctuation(nn)
        let fractal = FractalDimensions(nn)
        let symbols = SymbolicDynamics(nn)
        let pairs: [(MetricKey, Double?)] = [
            (.dfaAlpha1, fluctuation.alpha1), (.dfaAlpha2, fluctuation.alpha2),
            (.sampEn, SampleEntropy(nn).value), (.apEn, ApproximateEntropy(nn).value),
            (.shanEn, ShannonEntropy(nn).bits), (.higuchi, fractal.higuchi),
            (.katz, fractal.katz), (.lempelZiv, LempelZivComplexity(nn).normalised),
            (.symbols0V, symbols.share0V), (.symbols1V, symbols.share1V),
            (.symbols2LV, symbols.share2LV), (.symbols2UV, symbols.share2UV),
            (.stressIndex, StressIndex(nn).value),
            (
                .decelerationCapacity,
                PhaseRectifiedAveraging(nn, anchors: .decelerations).capacityMs
            ),
            (
                .accelerationCapacity,
                PhaseRectifiedAveraging(nn, anchors: .accelerations).capacityMs
            ),
        ]
        values = MetricValues(present: pairs + Self.fragmentation(nn) + Self.asymmetry(nn))
    }

    static func fragmentation(_ nn: NNSeries) -> [(MetricKey, Double?)] {
        let fragmentation = Fragmentation(nn)
        return [
            (.pip, fragmentation.pip), (.ials, fragmentation.ials), (.pss, fragmentation.pss),
            (.pas, fragmentation.pas),
        ]
    }

    static func asymmetry(_ nn: NNSeries) -> [(MetricKey, Double?)] {
        let asymmetry = Asymmetry(nn)
        return [
            (.guzik, asymmetry.guzikPercent), (.slopeIndex, asymmetry.slopePercent),
            (.areaIndex, asymmetry.areaPercent), (.porta, asymmetry.portaPercent),
            (.ehlers, asymmetry.ehlers), (.c1d, asymmetry.c1d), (.c1a, asymmetry.c1a),
            (.sd1d, asymmetry.sd1dMs), (.sd1a, asymmetry.sd1aMs), (.c2d, asymmetry.c2d),
            (.c2a, asymmetry.c2a), (.sd2d, asymmetry.sd2dMs), (.sd2a, asymmetry.sd2aMs),
            (.cd, asymmetry.cd), (.ca, asymmetry.ca), (.sdnnd, asymmetry.sdnndMs),
            (.sdnna, asymmetry.sdnnaMs),
        ]
    }
}
