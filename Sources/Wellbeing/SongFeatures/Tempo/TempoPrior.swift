import PhysioDSP

/// The log-odds by which a song of few notes is slower than the periods of its onsets alone suggest.
///
///     4.08 log2(tempo / 110) min(0, log2(strong onsets per second / 3.75))
///
/// Two notes a second are the halves of slow beats far more often than fast beats. Songs with more onsets
/// than 3.75 a second are left alone. `make report-tempo-kinds` fits the weight.
struct TempoPrior: Sendable, Equatable {
    static let weight = 4.08
    private static let neutralOnsetsPerSecond = 3.75
    private static let minOnsetsPerSecond = 0.2

    /// Log-odds for each octave above the preferred tempo; 0 or less.
    let slope: Double

    /// - Parameter strongOnsetsPerSecond: ``OnsetPeaks/strongCount(on:)`` over the length in s.
    init(strongOnsetsPerSecond: Double) {
        let ratio =
            max(Self.minOnsetsPerSecond, strongOnsetsPerSecond) / Self.neutralOnsetsPerSecond
        slope = Self.weight * min(0, PlatformMath.log(ratio) / PlatformMath.log(2))
    }

    func score(of bpm: Double) -> Double { slope * TempoScore.octavesAboveTypical(bpm) }
}
