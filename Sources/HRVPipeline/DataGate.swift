import HRVFeatures
import PhysioTypes

/// Decides which metrics a stretch of beats can carry.
struct DataGate {
    let nn: NNSeries
    let spectrum: FrequencyDomain
    let segmentCounts: [Int: Int]

    private let coverage: Double
    private let meanNNSeconds: Double

    init(nn: NNSeries, spectrum: FrequencyDomain, segmentCounts: [Int: Int], coverage: Double) {
        self.nn = nn
        self.spectrum = spectrum
        self.segmentCounts = segmentCounts
        self.coverage = coverage
        meanNNSeconds = nn.count > 0 ? nn.coveredSeconds / Double(nn.count) : 0
    }

    /// Half the mean beat rate: the highest frequency that beats can show without ambiguity.
    var nyquistHz: Double { meanNNSeconds > 0 ? 0.5 / meanNNSeconds : 0 }

    /// What speaks against reporting the metric; nil where nothing does.
    func obstacle(to definition: MetricDefinition) -> MissingReason? {
        if let reason = shortage(definition) { return reason }
        if coverage < AnalysisSettings.minimumCoverage {
            return .coverage(needed: AnalysisSettings.minimumCoverage, found: coverage)
        }
        if let band = band(of: definition.key) { return obstacle(to: band) }
        return nil
    }

    /// What speaks against the power of a band.
    func obstacle(to band: FrequencyBand, seconds: Double) -> MissingReason? {
        if let reason = shortage(seconds: seconds) { return reason }
        if coverage < AnalysisSettings.minimumCoverage {
            return .coverage(needed: AnalysisSettings.minimumCoverage, found: coverage)
        }
        return obstacle(to: band)
    }

    private func obstacle(to band: FrequencyBand) -> MissingReason? {
        if !spectrum.isResolved(band) {
            return .resolution(
                bandWidthHz: band.highHz - band.lowHz, resolutionHz: spectrum.resolutionHz)
        }
        if band.lowHz >= spectrum.bands.hf.highHz, band.highHz > nyquistHz {
            return .aboveNyquist(bandHighHz: band.highHz, nyquistHz: nyquistHz)
        }
        return nil
    }

    private func shortage(_ definition: MetricDefinition) -> MissingReason? {
        switch definition.requirement {
        case .beats(let needed):
            guard nn.count < needed else { return nil }
            return .tooFew(needed: Double(needed), found: Double(nn.count), .beats)
        case .seconds(let needed):
            let isSpectral = definition.family == .frequencyDomain
            return shortage(
                seconds: needed,
                found: isSpectral ? spectrum.stretchSeconds : nn.durationSeconds)
        case .segments(let needed, let minutes):
            let found = segmentCounts[minutes] ?? 0
            guard found < needed else { return nil }
            return .tooFew(needed: Double(needed), found: Double(found), .segments)
        }
    }

    private func shortage(seconds needed: Double) -> MissingReason? {
        shortage(seconds: needed, found: spectrum.stretchSeconds)
    }

    private func shortage(seconds needed: Double, found: Double) -> MissingReason? {
        // A recording of five minutes ends with the last beat inside them.
        guard found + meanNNSeconds < needed else { return nil }
        return .tooFew(needed: needed, found: found, .seconds)
    }

    private func band(of key: MetricKey) -> FrequencyBand? {
        let bands = spectrum.bands
        switch key {
        case .ulf, .ulfMsSquared: return bands.ulf
        case .vlf, .vlfMsSquared, .vlfPeak: return bands.vlf
        case .lf, .lfMsSquared, .lfPeak: return bands.lf
        case .hf, .hfMsSquared, .hfPeak, .lnHF: return bands.hf
        case .vhf, .vhfMsSquared: return bands.vhf
        default: return nil
        }
    }
}
