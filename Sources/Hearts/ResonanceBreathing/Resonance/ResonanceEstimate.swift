/// The position of a person's resonance frequency, as far as it is known.
public struct ResonanceEstimate: Sendable, Equatable, Codable {
    /// Mean of what is thought possible; breaths/min.
    public let breathsPerMinute: Double
    /// Standard deviation; breaths/min.
    public let deviation: Double
    /// 5 % and 95 % points; breaths/min.
    public let low: Double
    public let high: Double

    /// The deviation above which nothing is said of the resonance frequency; breaths/min.
    public static let maxDeviation = 0.5

    /// An estimate as it was found; nothing is checked here.
    public init(breathsPerMinute: Double, deviation: Double, low: Double, high: Double) {
        self.breathsPerMinute = breathsPerMinute
        self.deviation = deviation
        self.low = low
        self.high = high
    }

    /// True if it is known well enough to be shown.
    public var isDetermined: Bool { deviation <= Self.maxDeviation }

    /// The rates among some that the data cannot distinguish from the best one: those within the interval.
    public func inseparableRates(among rates: [Double]) -> [Double] {
        rates.filter { $0 >= low && $0 <= high }
    }
}

/// The assumption about a person's resonance frequency before anything is measured: a normal
/// distribution.
public struct ResonancePrior: Sendable, Equatable, Codable {
    /// Breaths/min.
    public let mean: Double
    public let deviation: Double

    /// Adults: 5.6, standard deviation 0.65 breaths/min. A working value: published medians are 5.5
    /// to 6, ranges 4.5 to 7.
    public static let adults = ResonancePrior(mean: 5.6, deviation: 0.65)
    /// The smallest deviation of a prior that was found in another session; breaths/min.
    public static let minDeviation = 0.5

    private init(mean: Double, deviation: Double) {
        self.mean = mean
        self.deviation = deviation
    }

    /// Makes the prior from an earlier session's estimate, widened to ``minDeviation``.
    ///
    /// - Precondition: the numbers are finite and the rate is above 0.
    public init(_ earlier: ResonanceEstimate) {
        precondition(
            earlier.breathsPerMinute > 0 && earlier.breathsPerMinute.isFinite
                && earlier.deviation.isFinite, "an earlier estimate is a rate")
        mean = earlier.breathsPerMinute
        deviation = max(Self.minDeviation, earlier.deviation)
    }

    private enum CodingKeys: String, CodingKey {
        case mean, deviation
    }

    /// - Throws: `DecodingError` also for numbers that are no rate or no deviation.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        mean = try values.decode(Double.self, forKey: .mean)
        deviation = try values.decode(Double.self, forKey: .deviation)
        guard mean > 0, mean.isFinite, deviation >= Self.minDeviation, deviation.isFinite else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "an earlier resonance is a rate and its deviation"))
        }
    }
}
