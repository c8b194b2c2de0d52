import PhysioSimulation
import ResonanceBreathing

/// The method that leads a person to their resonance frequency.
public enum PacerMethod: String, Sendable, CaseIterable {
    case resonanceFit = "resonance-fit"
    case reference
    case stepped
    case sliding
    /// 5.6 breaths/min for everybody.
    case constant = "always 5.6"

    /// The rate of ``constant``; the mean of the standard prior.
    static let constantBreathsPerMinute = ResonancePrior.adults.mean

    /// Returns the estimate of the best rate at the end of a session; breaths/min.
    func belief(_ pacer: any Pacer) -> Double? {
        switch self {
        // Also where it is not sure enough to be shown.
        case .resonanceFit: pacer.estimate?.breathsPerMinute
        // Where it has led; what it found in its exploration counts for no more.
        case .reference: pacer.command.breathsPerMinute
        case .constant: Self.constantBreathsPerMinute
        case .stepped, .sliding: pacer.finding.breathsPerMinute
        }
    }

    /// The pacer for a session of a length, without an earlier one.
    func pacer(sessionSeconds: Double) throws -> any Pacer {
        switch self {
        case .resonanceFit:
            ResonanceFitPacer(
                sessionSeconds < ResonanceFitPacer.minSlideSessionSeconds ? .quick : .slide)
        case .reference: LiveReferencePacer(try ReferencePacer())
        case .stepped: SteppedPacer(sessionSeconds: sessionSeconds)
        case .sliding: SlidingPacer(sessionSeconds: sessionSeconds)
        case .constant: try FixedPacer(breathsPerMinute: Self.constantBreathsPerMinute)
        }
    }
}
