/// The terms by which the onsets describe one tempo, each with its weight in ``TempoScore``.
///
/// The weights are those of a multinomial logistic regression: which of the tempos of the grid is the true
/// one. `make fit-tempo` fits them to the pieces that may be fitted to, and prints them as they stand here.
/// `Guides/song-features.md` says what each term hears and what the fit is.
package enum TempoTerm: String, Sendable, CaseIterable {
    /// Logarithm of the mean correlation at eight periods, of all bands and of the low ones.
    case comb, lowComb
    /// Logarithm of the amplitude at the tempo's frequency and at twice and 3/2 times it.
    case amplitude, doubleAmplitude, threeHalvesAmplitude
    /// Correlation of all bands at one period: its logarithm, and itself.
    case logPeriod, period
    /// The same at 2, 3/2, 1/2 and 1/3 periods.
    case twoPeriods, threeHalvesPeriods, halfPeriod, thirdPeriod
    /// Correlation of the low bands at 1, 2, 4 and 1/2 periods.
    case lowPeriod, lowTwoPeriods, lowFourPeriods, lowHalfPeriod
    /// High bands that answer low ones after one period, as a snare drum does a bass drum, after two
    /// and after half a one.
    case crossBand = "answer", crossBandTwoPeriods = "twoPeriodsAnswer", crossBandHalfPeriod =
        "halfAnswer"
    /// Square of the octaves from the tempo that most music is near to.
    case preference

    package var weight: Double {
        switch self {
        case .comb: 0.81
        case .lowComb: 1.20
        case .amplitude: 1.00
        case .doubleAmplitude: 0.50
        case .threeHalvesAmplitude: 0.33
        case .logPeriod: 1.47
        case .period: -2.07
        case .twoPeriods: 0.70
        case .threeHalvesPeriods: 0.13
        case .halfPeriod: 2.39
        case .thirdPeriod: 0.51
        case .lowPeriod: -0.31
        case .lowTwoPeriods: -0.42
        case .lowFourPeriods: 0.97
        case .lowHalfPeriod: -0.87
        case .crossBand: 3.33
        case .crossBandTwoPeriods: 0.02
        case .crossBandHalfPeriod: -1.64
        case .preference: -3.02
        }
    }
}
