public import PhysioTypes

/// Leads a person breath by breath, by what the heart answers.
///
/// A session gives it the breaths as they are commanded and the corrected beats as they become
/// known, notifies it when a breath has ended, and then commands what ``command`` says. It has no clock:
/// every time comes from outside, in seconds of one clock; a session that is taken up again continues
/// counting.
///
/// Times that go back or are not finite are passed over, as are beats and breaths with such times.
///
/// ```swift
/// var pacer: any Pacer = ResonanceFitPacer(.slide)
/// pacer.begin(breath)
/// pacer.revise(correction.push(intervalMs: 812, endSeconds: 3.4))
/// pacer.breathEnded(atSeconds: breath.endSeconds)
/// pacer.command  // .breathe(breathsPerMinute: 7.148)
/// ```
public protocol Pacer: Sendable {
    /// Rates that it may command.
    static var limits: BreathRateLimits { get }

    /// The next command; a breath in progress is never changed.
    var command: PacerCommand { get }
    var phase: PacerPhase { get }
    /// True if the rate is the one found, as far as it is known.
    var isLocked: Bool { get }
    /// True if the pacer changes the rate by the heart's answers.
    var isAdaptive: Bool { get }
    /// The pacer's knowledge of the resonance frequency.
    var finding: ResonanceFinding { get }
    /// The newest estimate of the resonance frequency, also where it is too unsure to be reported; nil
    /// before the first, and for a pacer that estimates none.
    var estimate: ResonanceEstimate? { get }
    /// The probability of each rate as the resonance frequency: rates in their order, breaths/min,
    /// and densities per breath/min; nil before the first estimate, and for a pacer that estimates
    /// none.
    var densities: [(breathsPerMinute: Double, density: Double)]? { get }
    /// Latency of the sensor's beats, from the answers measured so far; nil before the first, and for a
    /// pacer that estimates none.
    var latency: LatencyEstimate? { get }
    /// The last decision, in one line for the person.
    var explanation: String { get }
    /// The pacer as it is kept and taken up again; nil for one that cannot be.
    var savedState: SavedPacer? { get }

    /// A commanded breath begins.
    mutating func begin(_ breath: BreathCycle)
    /// Takes in a change that the correction makes to the stream of beats.
    mutating func revise(_ revision: NNRevision)
    /// A breath or a rest has ended: decides what comes next.
    mutating func breathEnded(atSeconds seconds: Double)
    /// Takes what is known of the sensor's latency, at any time.
    mutating func expectLatency(_ latency: LatencyPrior)
    /// The sensor is connected again: its latency may be another.
    mutating func reconnect()
}

/// Pacers that go by sizes alone have no use for the latency.
extension Pacer {
    public var latency: LatencyEstimate? { nil }
    public mutating func expectLatency(_ latency: LatencyPrior) {}
    public mutating func reconnect() {}
}

/// The next command of a pacer.
public enum PacerCommand: Sendable, Equatable, Codable {
    /// One breath at a rate, within the pacer's limits.
    case breathe(breathsPerMinute: Double)
    /// Breathing as one likes.
    case rest(seconds: Double)

    /// nil for a rest.
    public var breathsPerMinute: Double? {
        guard case .breathe(let rate) = self else { return nil }
        return rate
    }
}

/// The part of a session.
public enum PacerPhase: String, Sendable, Codable, CaseIterable {
    /// The part at the start rate.
    case calibration
    /// The part over the range of rates.
    case exploration
    /// The part about the rate found.
    case resonanceLock
}

/// The knowledge that a pacer has of the resonance frequency.
public enum ResonanceFinding: Sendable, Equatable, Codable {
    /// An estimate with its uncertainty.
    case estimate(ResonanceEstimate)
    /// The best of the rates tried; breaths/min.
    case bestTried(breathsPerMinute: Double)
    /// The reason that there is none.
    case notDetermined(String)

    /// Breaths/min; nil where none is known.
    public var breathsPerMinute: Double? {
        switch self {
        case .estimate(let estimate): estimate.breathsPerMinute
        case .bestTried(let rate): rate
        case .notDetermined: nil
        }
    }
}
