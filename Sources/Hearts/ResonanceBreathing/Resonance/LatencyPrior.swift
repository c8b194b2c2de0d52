public import PhysioTypes

/// Expected latency of a sensor's beats, before any answer of the heart was measured.
///
/// The probability ``statedProbability`` belongs to a normal distribution, the rest to that of an unknown
/// sensor (``BreathTiming``), so that a wrong statement is found out by the answers.
public struct LatencyPrior: Sendable, Equatable, Codable {
    /// Latency that is stated.
    public let statedLatency: LatencyEstimate
    /// Probability that the statement holds; 0 ... 1.
    public let statedProbability: Double

    /// Change of a sensor's latency from one connection to the next, as a standard deviation; s.
    static let sessionDeviationSeconds = 0.25

    /// - Precondition: finite numbers, a deviation above 0, a share in 0 ... 1.
    public init(_ statedLatency: LatencyEstimate, statedProbability: Double = 0.9) {
        precondition(
            statedLatency.seconds.isFinite && statedLatency.deviationSeconds > 0
                && statedLatency.deviationSeconds.isFinite && (0...1).contains(statedProbability),
            "a latency has a mean and a deviation")
        self.statedLatency = statedLatency
        self.statedProbability = statedProbability
    }

    /// - Throws: `DecodingError` also for numbers that are no latency.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        statedLatency = try values.decode(LatencyEstimate.self, forKey: .statedLatency)
        statedProbability = try values.decode(Double.self, forKey: .statedProbability)
        guard statedLatency.seconds.isFinite, statedLatency.deviationSeconds > 0,
            statedLatency.deviationSeconds.isFinite, (0...1).contains(statedProbability)
        else {
            throw DecodingError.invalid(decoder, "a latency has a mean and a deviation")
        }
    }

    private enum CodingKeys: String, CodingKey {
        case statedLatency = "stated", statedProbability = "statedShare"
    }

    /// A sensor of which nothing is known.
    public static let unknown = LatencyPrior(
        LatencyEstimate(seconds: 2.5, deviationSeconds: 2), statedProbability: 0)

    /// Beats whose own times are known: `beat` lines of a bridge, recordings whose start is stated.
    public static let exact = LatencyPrior(
        LatencyEstimate(seconds: 0.05, deviationSeconds: 0.1))

    /// Beats found in an ECG that the sensor streams: the time that a block of samples takes.
    package static let streamedECG = LatencyPrior(
        LatencyEstimate(seconds: 0.2, deviationSeconds: 0.2))

    /// The latency that an earlier session estimated, widened by what may have changed since.
    public init(learned: LatencyEstimate) {
        self.init(learned.widened(bySeconds: Self.sessionDeviationSeconds))
    }
}

extension LatencyEstimate {
    /// The same mean with the deviation of a sum of two independent errors.
    func widened(bySeconds deviation: Double) -> LatencyEstimate {
        LatencyEstimate(
            seconds: seconds,
            deviationSeconds: (deviationSeconds * deviationSeconds + deviation * deviation)
                .squareRoot())
    }
}

/// Knowledge of when the breaths were taken that an answer of the heart belongs to.
enum BreathTiming: Sendable, Equatable {
    /// Commanded by this program, which knows start and division of every breath; beats arrive with a
    /// latency of 0 to 6 s.
    case commanded
    /// Commanded by another source: the first breath began 5 s before to 6 s after its stated time, and
    /// was divided anyhow.
    case recorded

    /// Means of the lag before anything is measured, in s, with their probabilities: the latency and the
    /// person's own lag together.
    ///
    /// One breath in ten seconds determines the lag but for multiples of ten seconds. Each mean stands for the
    /// lags within half a breath of it.
    var lagModes: [(seconds: Double, share: Double)] {
        switch self {
        case .commanded: [(2.5 + Self.followLagSeconds, 1)]
        case .recorded: [(-2.5, 0.25), (0.3, 0.5), (3.1, 0.25)]
        }
    }

    /// Standard deviation of the lag about each of its means; s.
    var lagDeviationSeconds: Double { self == .commanded ? 2 : 1.4 }

    /// Offset of the angle by a breath that is not divided as thought, as mean and standard deviation; rad.
    ///
    /// Of breaths divided 1:1, 40:60, 60:40 and with holds instead of 38:5:57 the first harmonic peaks 0.05
    /// rad earlier to 1.0 rad later.
    var angleOffset: (mean: Double, deviation: Double) {
        self == .commanded ? (0, 0.1) : (-0.35, 0.45)
    }

    /// The person's own lag from command to breath; s. Simulated people have 0.1 to 0.5 s, evenly.
    static let followLagSeconds = 0.3
    static let followLagDeviationSeconds = 0.12
}
