import PhysioDSP

/// One of the waves of a heart beat in the model of McSharry et al.: an attraction towards or away
/// from the baseline while the phase of the beat passes an angle.
///
/// At a constant interval RR the wave is nearly a Gaussian of the height a b^2 RR / (2 pi) and the
/// standard deviation b RR / (2 pi), before the signal is scaled.
public struct ECGWave: Sendable, Equatable {
    /// The position of the wave in the beat, the R peak being at 0; degrees; -180 ... 180.
    public var angleDegrees: Double
    /// a: strength, above 0 for a wave that points up.
    public var strength: Double
    /// b: radians.
    public var widthRadians: Double
    /// The angle grows with the heart rate to this power, over 60 beats a minute.
    public var rateExponent: Double

    public init(
        angleDegrees: Double, strength: Double, widthRadians: Double, rateExponent: Double = 0
    ) {
        self.angleDegrees = angleDegrees
        self.strength = strength
        self.widthRadians = widthRadians
        self.rateExponent = rateExponent
    }

    /// The same at another heart rate: with q the square root of the rate over 60 a minute, the
    /// width grows by q; the angles of P and T by the root of q, those of Q and S by q.
    func scaled(toBpm rate: Double) -> ECGWave {
        let log = PlatformMath.log(rate / 60)
        var wave = self
        wave.widthRadians *= PlatformMath.exp(0.5 * log)
        wave.angleDegrees *= PlatformMath.exp(rateExponent * log)
        return wave
    }
}

/// The origin of a simulated beat in the heart; it sets the shape of the waves.
public enum SimulatedBeatKind: String, Sendable, CaseIterable {
    case normal
    /// Premature, from the atria: another, smaller P wave before a normal QRS.
    case atrial
    /// A beat from a ventricle: no P wave, a tall wide QRS, a T wave that points the other way.
    case ventricular
    /// The same from another site: the QRS points down.
    case invertedVentricular

    /// The symbol as annotation files of WFDB write it.
    public var symbol: Character {
        switch self {
        case .normal: "N"
        case .atrial: "A"
        case .ventricular, .invertedVentricular: "V"
        }
    }

    /// The waves at 60 beats a minute, in the order of their angles.
    public var waves: [ECGWave] {
        switch self {
        case .normal: [Self.p] + Self.qrst
        case .atrial:
            [ECGWave(angleDegrees: -60, strength: -1.0, widthRadians: 0.2, rateExponent: 0.25)]
                + Self.qrst
        case .ventricular: Self.wide
        case .invertedVentricular:
            Self.wide.map { wave in
                var wave = wave
                wave.strength *= -1
                return wave
            }
        }
    }

    /// P, Q, R, S and T of McSharry et al. 2003, table I, as their program has them.
    private static let p = ECGWave(
        angleDegrees: -70, strength: 1.2, widthRadians: 0.25, rateExponent: 0.25)
    private static let qrst = [
        ECGWave(angleDegrees: -15, strength: -5, widthRadians: 0.1, rateExponent: 0.5),
        ECGWave(angleDegrees: 0, strength: 30, widthRadians: 0.1),
        ECGWave(angleDegrees: 15, strength: -7.5, widthRadians: 0.1, rateExponent: 0.5),
        ECGWave(angleDegrees: 100, strength: 0.75, widthRadians: 0.4, rateExponent: 0.25),
    ]
    /// Ours: a QRS twice as wide and a third higher than R, and a T wave against it.
    private static let wide = [
        ECGWave(angleDegrees: 0, strength: 9, widthRadians: 0.21),
        ECGWave(angleDegrees: 110, strength: -1.2, widthRadians: 0.4, rateExponent: 0.25),
    ]
}
