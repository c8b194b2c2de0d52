public import PhysioDSP

/// The answer of the heart to a few commanded breaths.
///
/// The first harmonic of the heart rate at the commanded phase (``HarmonicFit``), over that of the
/// lungs' volume, whose range is 1: its size is half the RSA amplitude from trough to peak, in
/// beats/min, of a heart that is breathed along a sine of that range; its angle states by how much
/// the heart rate leads the breath.
public struct BreathResponse: Sendable, Equatable, Codable {
    /// The times at which the first of the breaths begins, and the last ends; s.
    public let startSeconds: Double
    public let endSeconds: Double
    /// The rate that the heart answers to: the mean of these breaths and, since it remembers, half of
    /// the one before; breaths/min.
    public let breathsPerMinute: Double
    /// Beats/min, per unit of the lungs' range.
    public let real: Double
    public let imaginary: Double
    /// The standard error of each part; beats/min, per unit of the lungs' range.
    public let standardError: Double
    /// True if the angle means anything; a recording without its pacer's phase has the size only.
    public let hasPhase: Bool
    /// True if the sensor was connected again since the answer before: its latency may be another.
    public let isNewConnection: Bool

    /// An answer as it was measured; nothing is checked here.
    public init(
        startSeconds: Double, endSeconds: Double, breathsPerMinute: Double,
        response: ComplexNumber, standardError: Double, hasPhase: Bool = true,
        isNewConnection: Bool = false
    ) {
        self.startSeconds = startSeconds
        self.endSeconds = endSeconds
        self.breathsPerMinute = breathsPerMinute
        real = response.real
        imaginary = response.imaginary
        self.standardError = standardError
        self.hasPhase = hasPhase
        self.isNewConnection = isNewConnection
    }

    /// Beats/min, per unit of the lungs' range; its angle is the phase.
    public var response: ComplexNumber { ComplexNumber(real, imaginary) }
    /// The RSA amplitude from trough to peak; beats/min, per unit of the lungs' range.
    public var rsaAmplitudeBpm: Double { 2 * response.squaredMagnitude.squareRoot() }
    /// The angle by which the heart rate leads the lungs' volume; rad; -pi ... pi.
    public var phase: Double { PlatformMath.angle(response) }
    /// s.
    public var middleSeconds: Double { 0.5 * (startSeconds + endSeconds) }
}

// MARK: Saving

extension BreathResponse {
    private enum CodingKeys: String, CodingKey {
        case startSeconds, endSeconds, breathsPerMinute, real, imaginary, standardError, hasPhase
        case isNewConnection
    }

    /// Answers of earlier versions say nothing of connections.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            startSeconds: try values.decode(Double.self, forKey: .startSeconds),
            endSeconds: try values.decode(Double.self, forKey: .endSeconds),
            breathsPerMinute: try values.decode(Double.self, forKey: .breathsPerMinute),
            response: ComplexNumber(
                try values.decode(Double.self, forKey: .real),
                try values.decode(Double.self, forKey: .imaginary)),
            standardError: try values.decode(Double.self, forKey: .standardError),
            hasPhase: try values.decode(Bool.self, forKey: .hasPhase),
            isNewConnection: try values.decodeIfPresent(Bool.self, forKey: .isNewConnection)
                ?? false)
    }
}

/// Reasons why a few breaths show nothing of the heart's response.
public enum NoBreathResponseReason: String, Sendable, Codable {
    /// Fewer beats than a fit needs, or none for half a breath.
    case missingBeats
    /// More than a fifth of the beats are corrected.
    case corrected
    /// A breath was cut short, or there was a pause between them.
    case interruptedBreath = "brokenBreath"
}
