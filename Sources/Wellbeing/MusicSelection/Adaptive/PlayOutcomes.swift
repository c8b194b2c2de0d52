/// An outcome of a play that `adaptive` predicts.
enum Outcome: Int, CaseIterable {
    /// Change of the heart rate; 1/min.
    case heartRate
    /// Change of the SDNN; ms.
    case hrv
    /// Completion and skip: .2 (heard - .5), less .3 for a skip.
    case liking

    /// Standard deviation of a song's own effect.
    @inline(__always) var songDeviation: Double {
        switch self {
        case .heartRate: 1.2
        case .hrv: 3
        case .liking: 0.12
        }
    }

    /// Standard deviation of what has nothing to do with the song.
    @inline(__always) var noiseDeviation: Double {
        switch self {
        case .heartRate: 4
        case .hrv: 12
        case .liking: 0.15
        }
    }

    /// Standard deviations of the intercept, of each slope, and of the return to the mean.
    var priorDeviations: SIMD8<Double> {
        let (intercept, slope, back): (Double, Double, Double) =
            [(2, 1.5, 3), (4, 3, 5), (0.15, 0.08, 0)][rawValue]
        return [intercept, slope, slope, slope, slope, slope, back, back]
    }

    /// The weights assumed before the first play: as the design assumes, with small values.
    var priorMean: SIMD8<Double> {
        switch self {
        case .heartRate: [0, 1, 0, 0.7, 0, 0, 0, 0]
        case .hrv: [0, -0.8, 0, -0.5, 0, 0, 0, 0]
        case .liking: [0, 0, 0, 0, 0, 0.04, 0, 0]
        }
    }

    /// Count of features: the liking has no return to the mean.
    var featureCount: Int { self == .liking ? 6 : 8 }

    /// Returns the value that one unit of the outcome adds to a song for a need.
    func valueWeight(_ need: MusicNeed) -> Double {
        switch (need, self) {
        case (.calm, .heartRate): -0.03
        case (.calm, .hrv): 0.05
        case (.energize, .heartRate): 0.03
        case (.maintain, .hrv): 0.025
        case (.calm, .liking), (.energize, .liking), (.focus, .liking), (.maintain, .liking): 1
        default: 0
        }
    }
}

/// The features that a play is predicted from: 1, x, x^2, energy, density, familiarity, heart rate
/// and SDNN before.
///
/// x = (bpm - 110)/50, as the mean over the tempos that the song might have; energy and density less .5 over .25;
/// familiarity less .35 over .25; heart rate over 5/min and SDNN over 10 ms, each above the median of the last
/// 30 min. What is unknown is 0.
package struct PlayFeatures: Sendable, Hashable {
    let values: SIMD8<Double>

    /// Makes the features of a play: of the song as it was known before the play, and of the heart
    /// before it.
    package init(_ song: SongFacts, _ play: PlayFacts) {
        let table = SongTable([song])
        var values = Self.songFeatures(table.rows[0])
        values[6] = Self.known(play.startBpmAboveMedian) / 5
        values[7] = Self.known(play.startSDNNAboveMedianMs) / 10
        self.values = values
    }

    @inline(__always) static func songFeatures(_ song: SongRow) -> SIMD8<Double> {
        SIMD8(
            1, song.scaledTempo, song.scaledTempoSquare,
            song.energy < 0 ? 0 : (song.energy - 0.5) / 0.25,
            song.density < 0 ? 0 : (song.density - 0.5) / 0.25,
            (song.familiarity - 0.35) / 0.25, 0, 0)
    }

    private static func known(_ value: Double?) -> Double {
        value.flatMap { $0.isFinite ? $0 : nil } ?? 0
    }
}
