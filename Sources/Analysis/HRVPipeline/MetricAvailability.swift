import HRVFeatures
import PhysioTypes

/// Decides which metrics a segment of beats can carry.
struct MetricAvailability {
    let nn: NNSeries
    let spectrum: FrequencyDomain
    let segmentCounts: [Int: Int]
    let corrected: CorrectedShares
    /// Premature beats after which turbulence can be measured.
    let prematureBeatCount: Int
    /// True if only the shape of the premature beats shows their kind: then one is not enough.
    let isKindInferredFromShape: Bool

    /// Premature beats needed where only their shape says that they are ventricular.
    static let minInferredKindBeatCount = 5

    private let coverage: Double
    private let rateChange: RateChangeEffect?
    private let artefactShare: Double
    private let maxNNSeconds: Double

    init(
        nn: NNSeries, spectrum: FrequencyDomain, segmentCounts: [Int: Int], coverage: Double,
        artefacts: ArtefactTally?, rateChange: RateChangeEffect?, prematureBeatCount: Int,
        isKindInferredFromShape: Bool
    ) {
        self.nn = nn
        self.spectrum = spectrum
        self.segmentCounts = segmentCounts
        self.coverage = coverage
        self.rateChange = rateChange
        corrected = CorrectedShares(nn)
        // Of intervals that a caller corrected only the marks are known.
        artefactShare = artefacts?.artefactShare ?? corrected.intervalShare
        self.prematureBeatCount = prematureBeatCount
        self.isKindInferredFromShape = isKindInferredFromShape
        maxNNSeconds = (nn.intervalsMs.max() ?? 0) / 1000
    }

    /// Returns the reason against reporting the metric; nil if there is none.
    func obstacle(to definition: MetricDefinition) -> MissingReason? {
        if let reason = shortageReason(definition) { return reason }
        if let limit = definition.maxBeats, nn.count > limit {
            return .tooMany(limit: limit, found: nn.count)
        }
        // Turbulence looks at the surroundings of premature beats, which cost coverage themselves.
        if coverage < AnalysisSettings.minimumCoverage, definition.family != .turbulence {
            return .coverage(needed: AnalysisSettings.minimumCoverage, found: coverage)
        }
        // Turbulence is measured among raw beats.
        if let reason = artefactObstacle, definition.family != .turbulence { return reason }
        if let reason = rateChange?.obstacle(to: definition) { return reason }
        return bands(of: definition).lazy.compactMap { obstacle(to: $0) }.first
    }

    /// Reason why the estimator cannot give the metric to any caller: a band it cannot resolve, or a
    /// segment beyond its limit.
    func estimatorLimitReason(_ definition: MetricDefinition) -> MissingReason? {
        if definition.family == .frequencyDomain,
            nn.durationSeconds > FrequencyDomain.maxDurationSeconds
        {
            return .notMeasured("the stretch is longer than 48 days: analyse windows of it")
        }
        if definition.family == .frequencyDomain || definition.family == .respiration,
            coverage < AnalysisSettings.minimumCoverageWhenForced
        {
            return .coverage(needed: AnalysisSettings.minimumCoverageWhenForced, found: coverage)
        }
        return bands(of: definition).lazy.compactMap { resolutionObstacle($0) }.first
    }

    /// Returns the reason against the power of a band.
    func obstacle(to band: FrequencyBand, seconds: Double) -> MissingReason? {
        if let reason = shortageReason(seconds: seconds) { return reason }
        if coverage < AnalysisSettings.minimumCoverage {
            return .coverage(needed: AnalysisSettings.minimumCoverage, found: coverage)
        }
        return artefactObstacle ?? rateChange?.reason ?? obstacle(to: band)
    }

    private var artefactObstacle: MissingReason? {
        artefactShare > CorrectedShares.limit
            ? .corrected(limit: CorrectedShares.limit, found: artefactShare) : nil
    }

    private func resolutionObstacle(_ band: FrequencyBand) -> MissingReason? {
        guard !spectrum.isResolved(band) else { return nil }
        return .resolution(
            bandWidthHz: band.highHz - band.lowHz, resolutionHz: spectrum.resolutionHz)
    }

    private func obstacle(to band: FrequencyBand) -> MissingReason? {
        if let reason = resolutionObstacle(band) { return reason }
        if band.lowHz >= spectrum.bands.hf.highHz, band.highHz > spectrum.highestReliableHz {
            return .aboveNyquist(
                bandHighHz: band.highHz, nyquistHz: spectrum.highestReliableHz)
        }
        return nil
    }

    private func shortageReason(_ definition: MetricDefinition) -> MissingReason? {
        switch definition.requirement {
        case .beats(let needed):
            guard nn.count < needed else { return nil }
            return .tooFew(needed: Double(needed), found: Double(nn.count), .beats)
        case .seconds(let needed):
            let isSpectral = definition.family == .frequencyDomain
            return shortageReason(
                seconds: needed,
                found: isSpectral
                    ? min(spectrum.analysedSeconds, nn.analysedSeconds) : nn.analysedSeconds)
        case .segments(let needed, let minutes):
            let found = segmentCounts[minutes] ?? 0
            guard found < needed else { return nil }
            return .tooFew(needed: Double(needed), found: Double(found), .segments)
        case .prematureBeats(let minimum):
            let needed =
                isKindInferredFromShape ? max(minimum, Self.minInferredKindBeatCount) : minimum
            guard prematureBeatCount < needed else { return nil }
            return .tooFew(
                needed: Double(needed), found: Double(prematureBeatCount), .prematureBeats)
        }
    }

    private func shortageReason(seconds needed: Double) -> MissingReason? {
        shortageReason(seconds: needed, found: min(spectrum.analysedSeconds, nn.analysedSeconds))
    }

    private func shortageReason(seconds needed: Double, found: Double) -> MissingReason? {
        // A recording of five minutes ends with the last beat inside them: what is missing to the
        // end is less than the interval that was under way.
        guard found + maxNNSeconds < needed else { return nil }
        return .tooFew(needed: needed, found: found, .seconds)
    }

    private func bands(of definition: MetricDefinition) -> [FrequencyBand] {
        definition.bands.map { spectrum.bands[$0] }
    }
}
