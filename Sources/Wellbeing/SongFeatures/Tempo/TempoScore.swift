import PhysioDSP

/// The log-likelihood of a tempo, up to a constant: a weighted sum of what the onsets say of it.
///
/// The weights are those of a multinomial logistic regression (which of the tempos of the grid is the
/// true one), fitted on the 500 generated pieces, the 39 MIDI pieces of freedoom1 and planetblupi and
/// click tracks. `Guides/song-features.md` says what each term hears.
struct TempoScore {
    /// Periods whose correlations are averaged.
    static let periodCount = 8
    /// Shares by which a single period may differ, as musicians do.
    private static let leeway = [-0.015, -0.0075, 0, 0.0075, 0.015]
    /// Added before a logarithm, so that nothing counts as little and not as minus infinity.
    private static let leastMean = 0.02
    private static let leastPeak = 0.05
    /// Mean correlation at eight periods, of all bands and of the low ones.
    private static let combWeight = 0.85
    private static let lowCombWeight = 1.23
    /// Amplitude at the tempo's frequency and at twice it.
    private static let amplitudeWeight = 0.90
    private static let doubleAmplitudeWeight = 0.53
    /// Correlation at one period: its logarithm, and itself; at two periods and at half a one.
    private static let logPeriodWeight = 1.36
    private static let periodWeight = -1.74
    private static let twoPeriodsWeight = 0.70
    private static let halfPeriodWeight = 1.80
    /// The same of the low bands.
    private static let lowPeriodWeight = -0.57
    private static let lowTwoPeriodsWeight = -0.28
    private static let lowHalfPeriodWeight = -1.00
    /// High bands that answer low ones after one period, as a snare drum does a bass drum, and after
    /// half a one.
    private static let answerWeight = 2.07
    private static let halfAnswerWeight = -1.02
    /// The tempo that most music is near to, and the weight of the squared octaves from it.
    private static let preferredBpm = 110.0
    private static let preferenceWeight = -3.05

    private let evidence: RhythmEvidence

    init(_ evidence: RhythmEvidence) { self.evidence = evidence }

    func score(of bpm: Double) -> Double {
        let period = 60 / bpm * evidence.frameRateHz
        return periodicity(period) + frequency(bpm / 60) + pattern(period) + preference(bpm)
    }

    private func periodicity(_ period: Double) -> Double {
        Self.combWeight * Self.logMean(Self.comb(evidence.whole, period))
            + Self.lowCombWeight * Self.logMean(Self.comb(evidence.low, period))
    }

    private func frequency(_ hz: Double) -> Double {
        Self.amplitudeWeight * Self.logMean(evidence.amplitude(atHz: hz))
            + Self.doubleAmplitudeWeight * Self.logMean(evidence.amplitude(atHz: 2 * hz))
    }

    private func pattern(_ period: Double) -> Double {
        let one = Self.peak(evidence.whole, period)
        let whole =
            Self.logPeriodWeight * PlatformMath.log(max(one, 0) + Self.leastPeak)
            + Self.periodWeight * one
            + Self.twoPeriodsWeight * Self.peak(evidence.whole, 2 * period)
            + Self.halfPeriodWeight * Self.peak(evidence.whole, period / 2)
        let low =
            Self.lowPeriodWeight * Self.peak(evidence.low, period)
            + Self.lowTwoPeriodsWeight * Self.peak(evidence.low, 2 * period)
            + Self.lowHalfPeriodWeight * Self.peak(evidence.low, period / 2)
        let answer =
            Self.answerWeight * Self.peak(evidence.answer, period)
            + Self.halfAnswerWeight * Self.peak(evidence.answer, period / 2)
        return whole + low + answer
    }

    private func preference(_ bpm: Double) -> Double {
        let octaves = PlatformMath.log(bpm / Self.preferredBpm) / PlatformMath.log(2)
        return Self.preferenceWeight * octaves * octaves
    }

    private static func comb(_ curve: LagCurve, _ period: Double) -> Double {
        let sum = (1...periodCount).reduce(0) { $0 + curve.value(atLag: Double($1) * period) }
        return sum / Double(periodCount)
    }

    private static func peak(_ curve: LagCurve, _ lag: Double) -> Double {
        leeway.reduce(-.infinity) { max($0, curve.value(atLag: lag * (1 + $1))) }
    }

    private static func logMean(_ value: Double) -> Double {
        PlatformMath.log(max(value, 0) + leastMean)
    }
}
