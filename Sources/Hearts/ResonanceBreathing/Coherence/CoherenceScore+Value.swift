public import PhysioTypes

extension CoherenceScore {
    /// The score at the last beat of a series.
    ///
    /// Every score looks at the window before the last beat that its formula names, and at nothing
    /// older.
    ///
    /// - Parameter nn: artefact-corrected intervals.
    /// - Parameter breathing: the breaths commanded.
    /// - Parameter signal: a breathing signal that covers the window; where there is none, the phase
    ///   synchrony is that with the commanded breath.
    /// - Complexity: O(n log n) for n samples of the window; allocates.
    public func value(
        of nn: NNSeries, breathing: CommandedBreathing, signal: BreathingSignal? = nil
    ) -> CoherenceValue {
        do throws(MissingReason) {
            switch self {
            case .harmonic:
                let result = try LiveHarmonicCoherence.lastCoherence(of: nn, breathing: breathing)
                return CoherenceValue(self, result.score, probability: result.fit.pValue)
            case .reference:
                return CoherenceValue(
                    self, try Self.referenceMethodScore(of: nn, breathing: breathing))
            case .mccratyRatio: return CoherenceValue(self, try PeakPower(nn).ratio)
            case .mccratyProduct: return CoherenceValue(self, try PeakPower(nn).product)
            case .peakOverTotal: return CoherenceValue(self, try PeakPower(nn).peakShare)
            case .multitaperF:
                let line = try SpectralLineTest(nn, breathing: breathing)
                return CoherenceValue(self, line.score, probability: line.probability)
            case .magnitudeSquaredCoherence:
                let result = try SignalCoherence(nn, breathing: breathing, signal: signal)
                return CoherenceValue(
                    self, result.biasCorrectedCoherence, probability: result.probability)
            case .phaseSynchrony:
                let result = try PhaseSynchrony(nn, breathing: breathing, signal: signal)
                return CoherenceValue(
                    self, result.unbiasedSquaredResultant, probability: result.probability)
            }
        } catch {
            return CoherenceValue(self, missing: error)
        }
    }

    /// All scores at the last beat of a series.
    public static func values(
        of nn: NNSeries, breathing: CommandedBreathing, signal: BreathingSignal? = nil
    ) -> [CoherenceValue] {
        allCases.map { $0.value(of: nn, breathing: breathing, signal: signal) }
    }

    /// Samples and rate of the reference score's window.
    static let referenceSampleCount = 120
    static let referenceRateHz = 4.0

    /// The reference score of the last 30 s, or of what there is since the first beat.
    static func referenceMethodScore(
        of nn: NNSeries, breathing: CommandedBreathing
    ) throws(MissingReason) -> Double {
        guard nn.count > 0 else { return 0 }
        let window = try ResampledWindow(
            nn, .heartRateBpm, sampleRateHz: referenceRateHz, count: referenceSampleCount,
            canBeShorter: true)
        guard !window.values.isEmpty else { return 0 }
        return PowerShareCoherence(
            sampleCount: window.values.count, sampleRateHz: referenceRateHz
        ).score(
            window.values,
            breathsPerMinute: try breathing.rate(atSeconds: nn.endTimesSeconds[nn.count - 1]))
    }
}

extension CommandedBreathing {
    static let noBreathReason = MissingReason.notMeasured("no breath is commanded")

    /// The rate commanded at a time, or last; breaths/min.
    func rate(atSeconds time: Double) throws(MissingReason) -> Double {
        guard let breath = breath(atSeconds: time) ?? breaths.last else {
            throw Self.noBreathReason
        }
        return breath.breathsPerMinute
    }

    /// The phases at given times, none missing.
    func phases(atSeconds times: [Double]) throws(MissingReason) -> [Double] {
        let phases = times.compactMap(phase(atSeconds:))
        guard phases.count == times.count else { throw Self.noBreathReason }
        return phases
    }
}
