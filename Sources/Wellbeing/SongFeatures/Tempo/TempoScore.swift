import PhysioDSP

/// The log-likelihood of a tempo, up to a constant: the sum of its terms by their weights.
struct TempoScore {
    /// Periods whose correlations are averaged.
    static let periodCount = 8
    /// Shares by which a single period may differ, as musicians do.
    private static let periodDeviationShares = [-0.015, -0.0075, 0, 0.0075, 0.015]
    /// Added before a logarithm, so that nothing counts as little and not as minus infinity.
    private static let meanLogOffset = 0.02
    private static let peakLogOffset = 0.05
    /// The tempo that most music is near to.
    private static let typicalBpm = 110.0

    private let evidence: RhythmEvidence

    init(_ evidence: RhythmEvidence) { self.evidence = evidence }

    /// - Parameter prior: what else is measured of the song.
    func score(of bpm: Double, prior: TempoPrior) -> Double {
        prior.score(of: bpm) + score(of: bpm)
    }

    func score(of bpm: Double) -> Double {
        TempoTerm.allCases.reduce(0) { $0 + $1.weight * value($1, of: bpm) }
    }

    /// Returns the value of one term for a tempo.
    func value(_ term: TempoTerm, of bpm: Double) -> Double {
        switch term {
        case .comb: logComb(evidence.whole, bpm)
        case .lowComb: logComb(evidence.low, bpm)
        case .amplitude: logAmplitude(bpm)
        case .doubleAmplitude: logAmplitude(2 * bpm)
        case .threeHalvesAmplitude: logAmplitude(1.5 * bpm)
        case .logPeriod:
            PlatformMath.log(max(peak(evidence.whole, 1, bpm), 0) + Self.peakLogOffset)
        case .period: peak(evidence.whole, 1, bpm)
        case .twoPeriods: peak(evidence.whole, 2, bpm)
        case .threeHalvesPeriods: peak(evidence.whole, 1.5, bpm)
        case .halfPeriod: peak(evidence.whole, 0.5, bpm)
        case .thirdPeriod: peak(evidence.whole, 1.0 / 3, bpm)
        case .lowPeriod: peak(evidence.low, 1, bpm)
        case .lowTwoPeriods: peak(evidence.low, 2, bpm)
        case .lowFourPeriods: peak(evidence.low, 4, bpm)
        case .lowHalfPeriod: peak(evidence.low, 0.5, bpm)
        case .crossBand: peak(evidence.crossBand, 1, bpm)
        case .crossBandTwoPeriods: peak(evidence.crossBand, 2, bpm)
        case .crossBandHalfPeriod: peak(evidence.crossBand, 0.5, bpm)
        case .preference: Self.squaredOctaveDistance(bpm)
        }
    }

    private func period(_ bpm: Double) -> Double { 60 / bpm * evidence.frameRateHz }

    private func logComb(_ curve: LagCurve, _ bpm: Double) -> Double {
        let period = period(bpm)
        let sum = (1...Self.periodCount).reduce(0) {
            $0 + curve.value(atLag: Double($1) * period)
        }
        return Self.logMean(sum / Double(Self.periodCount))
    }

    private func logAmplitude(_ perMinute: Double) -> Double {
        Self.logMean(evidence.amplitude(atHz: perMinute / 60))
    }

    private func peak(_ curve: LagCurve, _ periods: Double, _ bpm: Double) -> Double {
        let lag = periods * period(bpm)
        return Self.periodDeviationShares.reduce(-.infinity) {
            max($0, curve.value(atLag: lag * (1 + $1)))
        }
    }

    private static func logMean(_ value: Double) -> Double {
        PlatformMath.log(max(value, 0) + meanLogOffset)
    }

    /// Octaves above the tempo that most music is near to.
    static func octavesAboveTypical(_ bpm: Double) -> Double {
        PlatformMath.log(bpm / typicalBpm) / PlatformMath.log(2)
    }

    private static func squaredOctaveDistance(_ bpm: Double) -> Double {
        octavesAboveTypical(bpm) * octavesAboveTypical(bpm)
    }
}
