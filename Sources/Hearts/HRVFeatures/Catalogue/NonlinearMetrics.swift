import PhysioDSP
public import PhysioTypes

/// The nonlinear, fragmentation and asymmetry metrics of the reports, by key, with their default
/// parameters.
public struct NonlinearMetrics: Sendable, Equatable {
    public let values: MetricValues

    /// - Parameter maxBeatsForAllPairs: longer series go without the metrics that compare all pairs
    ///   (those with ``MetricDefinition/maxBeats``); nil for no limit.
    /// - Complexity: O(N log N) but for the entropies, below N^1.7 on heart beats, and those that
    ///   compare all pairs, O(N^2) up to their limit.
    public init(_ nn: NNSeries, maxBeatsForAllPairs: Int? = MetricDefinition.maxBeatsForAllPairs) {
        self.init(nn, maxBeatsForAllPairs: maxBeatsForAllPairs, bins: HistogramBins())
    }

    /// The same with other bins of the histogram behind the Shannon entropy.
    package init(_ nn: NNSeries, maxBeatsForAllPairs: Int?, bins: HistogramBins) {
        let comparesAllPairs = nn.count <= maxBeatsForAllPairs ?? .max
        var values = MetricValues(
            of: NonlinearResults(nn, bins, comparesAllPairs: comparesAllPairs))
        values.merge(MetricValues(of: Fragmentation(nn.emptyIfCancelled))) { first, _ in first }
        values.merge(Asymmetry(nn.emptyIfCancelled).values) { first, _ in first }
        self.values = values
    }
}

/// The results that the nonlinear metrics are read from, each computed once.
private struct NonlinearResults: MetricFamily {
    private let fluctuation: DetrendedFluctuation
    private let shortScaleMultifractal: MultifractalFluctuation
    private let longScaleMultifractal: MultifractalFluctuation
    private let fractalDimensions: FractalDimensions
    private let entropies: Entropies
    private let complexity: LempelZivComplexity
    private let symbols: SymbolicDynamics
    private let stress: StressIndex
    private let decelerations: PhaseRectifiedAveraging
    private let accelerations: PhaseRectifiedAveraging
    /// nil where the series is too long for them.
    private let allPairs: AllPairsResults?

    init(_ nn: NNSeries, _ bins: HistogramBins, comparesAllPairs: Bool) {
        fluctuation = DetrendedFluctuation(nn.emptyIfCancelled)
        shortScaleMultifractal = MultifractalFluctuation(
            nn.emptyIfCancelled, boxSizes: DetrendedFluctuation.defaultShortBoxes)
        longScaleMultifractal = MultifractalFluctuation(
            nn.emptyIfCancelled, boxSizes: DetrendedFluctuation.defaultLongBoxes)
        fractalDimensions = FractalDimensions(nn.emptyIfCancelled)
        entropies = Entropies(nn.emptyIfCancelled, bins)
        complexity = LempelZivComplexity(nn.emptyIfCancelled)
        symbols = SymbolicDynamics(nn.emptyIfCancelled)
        stress = StressIndex(nn.emptyIfCancelled)
        decelerations = PhaseRectifiedAveraging(nn.emptyIfCancelled, anchors: .decelerations)
        accelerations = PhaseRectifiedAveraging(nn.emptyIfCancelled, anchors: .accelerations)
        allPairs = comparesAllPairs ? AllPairsResults(nn) : nil
    }

    func value(of metric: NonlinearMetrics.Metric) -> Double? {
        switch metric {
        case .dfaAlpha1: fluctuation.alpha1
        case .dfaAlpha2: fluctuation.alpha2
        case .mfdfaAlpha1Width: shortScaleMultifractal.spectrumWidth
        case .mfdfaAlpha2Width: longScaleMultifractal.spectrumWidth
        case .higuchi: fractalDimensions.higuchi
        case .katz: fractalDimensions.katz
        case .lempelZiv: complexity.normalised
        // The first scale is the series itself.
        case .sampEn: entropies.multiscaleEntropy.values.first ?? nil
        case .apEn: entropies.approximateEntropy.value
        case .fuzzyEn: entropies.fuzzyEntropy.value
        case .shanEn: entropies.shannonEntropy.bits
        case .msEn: entropies.multiscaleEntropy.mean
        case .cmsEn: entropies.compositeEntropy.mean
        case .rcmsEn: entropies.refined.mean
        case .symbols0V: symbols.share0V
        case .symbols1V: symbols.share1V
        case .symbols2LV: symbols.share2LV
        case .symbols2UV: symbols.share2UV
        case .stressIndex: stress.value
        case .decelerationCapacity: decelerations.capacityMs
        case .accelerationCapacity: accelerations.capacityMs
        case .correlationDimension: allPairs?.correlation.d2
        case .recurrence: allPairs?.recurrence.recurrencePercent
        case .determinism: allPairs?.recurrence.determinismPercent
        case .meanLineLength: allPairs?.recurrence.meanLineLengthBeats
        case .maxLineLength: allPairs?.recurrence.maxLineLengthBeats.map(Double.init)
        case .lineEntropy: allPairs?.recurrence.lineEntropy
        }
    }
}

/// The entropies of a series, which share their counts and their memory.
private struct Entropies {
    let multiscaleEntropy: MultiscaleEntropy
    let compositeEntropy: MultiscaleEntropy
    let refined: MultiscaleEntropy
    let approximateEntropy: ApproximateEntropy
    let fuzzyEntropy: FuzzyEntropy
    let shannonEntropy: ShannonEntropy

    init(_ nn: NNSeries, _ bins: HistogramBins) {
        let length = SampleEntropy.defaultLength
        let relativeTolerance = SampleEntropy.defaultRelativeTolerance
        var workspace = TemplateWorkspace()
        let counts = MultiscaleCounts(nn.emptyIfCancelled, using: &workspace)
        multiscaleEntropy = MultiscaleEntropy(counts, method: .multiscale)
        compositeEntropy = MultiscaleEntropy(counts, method: .composite)
        refined = MultiscaleEntropy(counts, method: .refinedComposite)
        approximateEntropy = ApproximateEntropy(
            nn.emptyIfCancelled, length: length, relativeTolerance: relativeTolerance,
            using: &workspace)
        fuzzyEntropy = FuzzyEntropy(
            nn.emptyIfCancelled, length: length, relativeTolerance: relativeTolerance,
            using: &workspace)
        shannonEntropy = ShannonEntropy(nn.emptyIfCancelled, bins: bins)
    }
}

/// The metrics that compare every vector of a series with every other.
struct AllPairsResults {
    let correlation: CorrelationDimension
    let recurrence: RecurrenceQuantification

    init(_ nn: NNSeries) {
        let distances = VectorDistances(nn, dimension: CorrelationDimension.defaultDimension)
        correlation = CorrelationDimension(distances)
        recurrence = RecurrenceQuantification(distances)
    }
}

extension NNSeries {
    /// The series; an empty one, of which everything is known at once, where a `Cancellation` is wanted.
    fileprivate var emptyIfCancelled: NNSeries {
        Cancellation.isRequested ? NNSeries(intervalsMs: []) : self
    }
}
