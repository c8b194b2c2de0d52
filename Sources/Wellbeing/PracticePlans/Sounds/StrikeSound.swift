/// Strikes of a gong or a bell: partials that are no harmonics, each dying away at its own pace.
///
/// One strike is w(t) sum of a_k exp(-t / T_k) sin(2 pi f r_k t) / sum of a_k, so it never exceeds 1.
/// It ends at 6.91 T_1, where the slowest partials are at a thousandth (-60 dB), and its last 50 ms
/// are faded.
struct StrikeSound: Sendable {
    struct Partial {
        /// r_k: frequency over that of the fundamental.
        let ratio: Double
        /// a_k
        let weight: Double
        /// T_k over T_1.
        let decayRatio: Double
    }

    /// The second lies so near to the first that both beat, as they do in a gong.
    static let partials = [
        Partial(ratio: 1, weight: 1, decayRatio: 1),
        Partial(ratio: 1.004, weight: 0.7, decayRatio: 1),
        Partial(ratio: 1.47, weight: 0.5, decayRatio: 0.6),
        Partial(ratio: 2.09, weight: 0.4, decayRatio: 0.45),
        Partial(ratio: 2.56, weight: 0.25, decayRatio: 0.3),
        Partial(ratio: 3.36, weight: 0.15, decayRatio: 0.2),
        Partial(ratio: 4.49, weight: 0.1, decayRatio: 0.12),
    ]
    /// Length of a strike over T_1: ln 1000, rounded.
    static let decayTimesPerStrike = 6.91

    /// f; Hz.
    let fundamentalHz: Double
    /// T_1; s.
    let decaySeconds: Double
    /// The time at which each strike begins, ascending. A strike that still rings goes on beneath
    /// the next.
    let startTimesSeconds: [Double]

    var strikeSeconds: Double { Self.decayTimesPerStrike * decaySeconds }
    var durationSeconds: Double { (startTimesSeconds.last ?? 0) + strikeSeconds }

    /// All strikes added up, each of peak 1 at most.
    func samples(rateHz: Int) -> [Double] {
        let oneStrike = strikeSamples(rateHz: rateHz)
        let rate = Double(rateHz)
        let starts = startTimesSeconds.map { Int(($0 * rate).rounded()) }
        var sum = [Double](repeating: 0, count: (starts.last ?? 0) + oneStrike.count)
        for start in starts {
            for index in oneStrike.indices { sum[start + index] += oneStrike[index] }
        }
        return sum
    }

    private func strikeSamples(rateHz: Int) -> [Double] {
        let count = Int((strikeSeconds * Double(rateHz)).rounded())
        var samples = [Double](repeating: 0, count: count)
        let weightSum = Self.partials.reduce(0) { $0 + $1.weight }
        for partial in Self.partials {
            DecayingSine(
                frequencyHz: fundamentalHz * partial.ratio,
                amplitude: partial.weight / weightSum,
                decaySeconds: decaySeconds * partial.decayRatio
            ).add(to: &samples, rateHz: rateHz)
        }
        SoundFade.apply(
            to: &samples, durationSeconds: strikeSeconds,
            fadeOutSeconds: SoundFade.strikeEndSeconds, rateHz: rateHz)
        return samples
    }
}
