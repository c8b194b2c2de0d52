public import PhysioTypes

/// The coherence scores, by name.
///
/// All but ``reference`` have no value, and a reason, where they cannot be stated. Null levels are those
/// of heart rates without any relation to the breath.
public enum CoherenceScore: String, Sendable, CaseIterable {
    case harmonic
    case reference
    case mccratyRatio = "mccraty_ratio"
    case mccratyProduct = "mccraty_product"
    case peakOverTotal = "peak_over_total"
    case multitaperF = "multitaper_f"
    case magnitudeSquaredCoherence = "magnitude_squared_coherence"
    case phaseSynchrony = "phase_synchrony"

    /// The score that is shown where nothing else is asked for.
    public static let defaultScore = CoherenceScore.harmonic

    /// The formula that is computed.
    public var formula: String {
        switch self {
        case .harmonic:
            "adjusted R^2 of two harmonics of the commanded phase over a quadratic trend, 60 s of beats"
        case .reference:
            "power in the breathing bin +-1 over power in .04 ... .15 Hz, 30 s at 4 Hz"
        case .mccratyRatio:
            "P / (T - P): P within .015 Hz of the highest peak in .04 ... .26 Hz, T in .0033 ... .4 Hz"
        case .mccratyProduct:
            "(P / power below) (P / power above), P and T as in mccraty_ratio"
        case .peakOverTotal: "P / T, P and T as in mccraty_ratio"
        case .multitaperF:
            "F / (F + K - 1), Thomson's F for a line at the commanded phase, NW 3, K 5, 120 s at 4 Hz"
        case .magnitudeSquaredCoherence:
            "C - (1 - C)^2 / K, C of heart rate and breathing signal at the commanded rate, "
                + "segments of 40 s in 120 s"
        case .phaseSynchrony:
            "(N R^2 - 1) / (N - 1), R = |mean exp(i phase difference)| over N breaths in 120 s"
        }
    }

    /// The source of the formula.
    public var source: String {
        switch self {
        case .harmonic: "least squares of a known rhythm, as HarmonicFit"
        case .reference: "the first design of this toolkit"
        case .mccratyRatio, .mccratyProduct, .peakOverTotal:
            "McCraty and others 2009, Integral Review 5:10 (not verified)"
        case .multitaperF: "Thomson 1982, Proc. IEEE 70:1055"
        case .magnitudeSquaredCoherence:
            "Carter, Knapp and Nuttall 1973, IEEE Trans. Audio Electroacoust. 21:337"
        case .phaseSynchrony: "mean resultant length: Mardia and Jupp 2000, Directional Statistics"
        }
    }

    /// True if the score compares with a breathing signal and has no value without one.
    public var needsBreathingSignal: Bool { self == .magnitudeSquaredCoherence }

    /// Beats before the last that no score looks at; s.
    static let maxWindowSeconds = 121.0
}

/// A score, or why there is none.
public struct CoherenceValue: Sendable, Equatable {
    public let score: CoherenceScore
    /// 0 ... 1, but for the two of McCraty, which have no upper limit.
    public let value: Double?
    /// The probability that heart rates without relation to the breath reach so high a value; nil
    /// for scores without a test.
    public let probability: Double?
    /// The reason that there is no value; nil where there is one.
    public let reason: MissingReason?

    init(_ score: CoherenceScore, _ value: Double, probability: Double? = nil) {
        self.score = score
        self.value = value
        self.probability = probability
        reason = nil
    }

    init(_ score: CoherenceScore, missing reason: MissingReason) {
        self.score = score
        value = nil
        probability = nil
        self.reason = reason
    }
}
