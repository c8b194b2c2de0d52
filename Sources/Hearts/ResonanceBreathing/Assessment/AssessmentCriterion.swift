import PhysioTypes

/// A criterion by which an assessment of the resonance frequency compares rates, in the order of
/// its weight.
///
/// The six follow the practical guide of Shaffer and Meehan. It gives them an order and no weights:
/// the points are ours.
///
/// - SeeAlso: Shaffer and Meehan 2020, Front. Neurosci. 14:570400 (order from memory, not verified).
public enum AssessmentCriterion: String, Sendable, Codable, CaseIterable {
    /// Steadiness of the heart's phase in the breath: (N R^2 - 1) / (N - 1) of
    /// ``PhaseSynchrony``, so that rates with fewer breaths have no advantage; 0 ... 1.
    case phaseSynchrony = "phase_synchrony"
    /// Highest minus lowest heart rate of a breath, mean over the breaths; beats/min.
    case amplitude = "amplitude_bpm"
    /// Power in 0.04 ... 0.15 Hz; ms^2.
    case lfPower = "lf_power_ms2"
    /// Density of the largest peak there; ms^2/Hz.
    case lfPeakHeight = "lf_peak_ms2_per_hz"
    /// R^2 of two harmonics of the breath (``HarmonicCoherence``); 0 ... 1.
    case smoothness
    /// Peaks there above 10 % of the largest; fewest is best.
    case lfPeakCount = "lf_peak_count"

    /// The points for the best rate.
    public var points: Int {
        switch self {
        case .phaseSynchrony, .amplitude: 4
        case .lfPower, .lfPeakHeight: 2
        case .smoothness, .lfPeakCount: 1
        }
    }

    /// The points of all criteria together.
    public static let totalPoints = allCases.reduce(0) { $0 + $1.points }

    /// True if the lowest value is the best.
    public var prefersLower: Bool { self == .lfPeakCount }
}

/// A criterion's value, or why there is none.
public struct AssessmentValue: Sendable, Equatable, Codable {
    /// The value in the criterion's unit; nil where there is none.
    public let value: Double?
    /// ``PhysioTypes/MissingReason/code`` and text of what stands in the way; nil where there is a
    /// value.
    public let reasonCode: String?
    public let reasonText: String?

    init(_ value: Double) {
        self.value = value
        reasonCode = nil
        reasonText = nil
    }

    init(missing reason: MissingReason) {
        value = nil
        reasonCode = reason.code
        reasonText = reason.text
    }

    /// - Parameter compute: a value that is not finite is one over zero.
    init(_ compute: () throws(MissingReason) -> Double) {
        do throws(MissingReason) {
            let value = try compute()
            guard value.isFinite else { throw .zeroDenominator }
            self.init(value)
        } catch {
            self.init(missing: error)
        }
    }
}
