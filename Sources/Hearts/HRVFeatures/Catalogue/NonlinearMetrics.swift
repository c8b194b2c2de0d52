import PhysioDSP
public import PhysioTypes

/// The nonlinear, fragmentation and asymmetry metrics of the reports, by key, with their default
/// parameters.
public struct NonlinearMetrics: Sendable, Equatable {
    public let values: MetricValues

    /// - Parameter mostBeatsOfAllPairs: longer series go without the metrics that compare all pairs
    ///   (those with ``MetricDefinition/mostBeats``); nil for no limit.
    /// - Complexity: O(N log N) but for the entropies, below N^1.7 on heart beats, and those that
    ///   compare all pairs, O(N^2) up to their limit.
    public init(_ nn: NNSeries, mostBeatsOfAllPairs: Int? = MetricDefinition.mostBeatsOfAllPairs) {
        var pairs = Self.fractal(nn) + Self.entropies(nn) + Self.symbolic(nn)
        pairs += Self.fragmentation(nn) + Asymmetry(nn).pairs
        if nn.count <= mostBeatsOfAllPairs ?? .max { pairs += Self.comparingAllPairs(nn) }
        values = MetricValues(present: pairs)
    }

    private static func fractal(_ nn: NNSeries) -> [(MetricKey, Double?)] {
        let fluctuation = DetrendedFluctuation(nn)
        let fractal = FractalDimensions(nn)
        return [
            (.dfaAlpha1, fluctuation.alpha1), (.dfaAlpha2, fluctuation.alpha2),
            (.mfdfaAlpha1Width, multifractalWidth(nn, DetrendedFluctuation.defaultShortBoxes)),
            (.mfdfaAlpha2Width, multifractalWidth(nn, DetrendedFluctuation.defaultLongBoxes)),
            (.higuchi, fractal.higuchi), (.katz, fractal.katz),
        ]
    }

    private static func multifractalWidth(_ nn: NNSeries, _ boxSizes: ClosedRange<Int>) -> Double? {
        MultifractalFluctuation(nn, boxSizes: boxSizes).spectrumWidth
    }

    private static func entropies(_ nn: NNSeries) -> [(MetricKey, Double?)] {
        let length = SampleEntropy.defaultLength
        let relative = SampleEntropy.defaultRelativeTolerance
        var workspace = TemplateWorkspace()
        let counts = MultiscaleCounts(nn, using: &workspace)
        let approximate = ApproximateEntropy(
            nn, length: length, relativeTolerance: relative, using: &workspace)
        let fuzzy = FuzzyEntropy(
            nn, length: length, relativeTolerance: relative, using: &workspace)
        return [
            // The first scale is the series itself.
            (.sampEn, MultiscaleEntropy(counts, method: .multiscale).values.first ?? nil),
            (.apEn, approximate.value), (.fuzzyEn, fuzzy.value), (.shanEn, ShannonEntropy(nn).bits),
            (.msEn, MultiscaleEntropy(counts, method: .multiscale).mean),
            (.cmsEn, MultiscaleEntropy(counts, method: .composite).mean),
            (.rcmsEn, MultiscaleEntropy(counts, method: .refinedComposite).mean),
        ]
    }

    private static func symbolic(_ nn: NNSeries) -> [(MetricKey, Double?)] {
        let symbols = SymbolicDynamics(nn)
        let decelerations = PhaseRectifiedAveraging(nn, anchors: .decelerations)
        let accelerations = PhaseRectifiedAveraging(nn, anchors: .accelerations)
        return [
            (.lempelZiv, LempelZivComplexity(nn).normalised),
            (.symbols0V, symbols.share0V), (.symbols1V, symbols.share1V),
            (.symbols2LV, symbols.share2LV), (.symbols2UV, symbols.share2UV),
            (.stressIndex, StressIndex(nn).value),
            (.decelerationCapacity, decelerations.capacityMs),
            (.accelerationCapacity, accelerations.capacityMs),
        ]
    }

    static func comparingAllPairs(_ nn: NNSeries) -> [(MetricKey, Double?)] {
        let distances = VectorDistances(nn, dimension: CorrelationDimension.defaultDimension)
        let recurrence = RecurrenceQuantification(distances)
        return [
            (.correlationDimension, CorrelationDimension(distances).d2),
            (.recurrence, recurrence.recurrencePercent),
            (.determinism, recurrence.determinismPercent),
            (.meanLine, recurrence.meanLineBeats),
            (.longestLine, recurrence.longestLineBeats.map(Double.init)),
            (.lineEntropy, recurrence.lineEntropy),
        ]
    }

    static func fragmentation(_ nn: NNSeries) -> [(MetricKey, Double?)] {
        let fragmentation = Fragmentation(nn)
        return [
            (.pip, fragmentation.pip), (.ials, fragmentation.ials), (.pss, fragmentation.pss),
            (.pas, fragmentation.pas),
        ]
    }
}
