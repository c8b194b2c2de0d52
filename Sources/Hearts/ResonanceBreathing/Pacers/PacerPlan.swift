/// The pacers, by name.
public enum PacerName: String, Sendable, Codable, CaseIterable {
    case resonanceFit = "resonance-fit"
    case reference
    case stepped
    case sliding
    case fixed

    /// The one that leads where nothing else is asked for.
    public static let defaultPacer = PacerName.resonanceFit

    /// The rates at which a session with it can begin, where it begins at the start rate of the
    /// settings; nil for a pacer that has its own.
    public var startRateLimits: BreathRateLimits? {
        switch self {
        case .reference: .startRate
        case .fixed: FixedPacer.limits
        case .resonanceFit, .stepped, .sliding: nil
        }
    }

    /// True if a session with this pacer begins at the start rate of the settings; the others have
    /// their own.
    public var usesStartRate: Bool { startRateLimits != nil }

    /// The pacer's work, in one line.
    public var summary: String {
        switch self {
        case .resonanceFit: "finds your resonance frequency and stays near it (default)"
        case .reference: "three phases and small steps by coherence: the first design, kept"
        case .stepped: "five rates, one after the other, then the best of them"
        case .sliding: "from quick to slow in small steps, then where your heart swung most"
        case .fixed: "one rate, never adapted"
        }
    }
}

/// The finding of an earlier session, and its age.
public struct EarlierResonance: Sendable, Equatable, Codable {
    /// The estimate that was found.
    public let estimate: ResonanceEstimate
    /// The time since it was found; days; not negative.
    public let ageDays: Double

    /// Older ones are not used; days.
    public static let maxAgeDays = 90.0

    /// Nothing is checked here: see ``isUsable``.
    public init(estimate: ResonanceEstimate, ageDays: Double) {
        self.estimate = estimate
        self.ageDays = ageDays
    }

    /// True if a session may begin with it: determined, a rate that a pacer may command, and no
    /// older than ``maxAgeDays``. An age below 0, of a clock that was set back, is not usable.
    public var isUsable: Bool {
        let limits = ResonanceFitPacer.limits
        return (0..<Self.maxAgeDays).contains(ageDays) && estimate.isDetermined
            && limits.contains(estimate.breathsPerMinute)
    }
}

/// The pacer that the settings of a session result in.
///
/// ```swift
/// var plan = PacerPlan(.resonanceFit, sessionSeconds: 600)
/// plan.earlier = EarlierResonance(estimate: found, ageDays: 12)
/// let pacer = try plan.pacer()  // begins at what was found
/// ```
public struct PacerPlan: Sendable, Codable {
    /// The pacer that leads.
    public var name: PacerName
    /// s; not a number counts as long.
    public var sessionSeconds: Double
    /// The rate at which a pacer that has ``PacerName/startRateLimits`` begins, within them;
    /// breaths/min.
    public var startBreathsPerMinute = BreathRateLimits.defaultStartRate
    /// The finding of the last session; nil where there is none.
    public var earlier: EarlierResonance?
    /// A flag that the whole range is searched although an earlier session is known.
    public var findsAnew = false

    /// A session without an earlier one, at the usual start rate.
    public init(_ name: PacerName, sessionSeconds: Double) {
        self.name = name
        self.sessionSeconds = sessionSeconds
    }

    /// The start of the default pacer: at what is known, else quickly in a session below
    /// ``ResonanceFitPacer/minSlideSessionSeconds``, else with the slide.
    public var startMode: ResonanceFitPacer.StartMode {
        if let earlier, earlier.isUsable, !findsAnew {
            return .known(ResonancePrior(earlier.estimate))
        }
        return sessionSeconds < ResonanceFitPacer.minSlideSessionSeconds ? .quick : .slide
    }

    /// The pacer, before its first breath.
    ///
    /// - Throws: `rateNotFinite` and `rateOutOfRange` for a start rate that the pacer uses and that is
    ///   none, or outside its limits.
    public func pacer() throws(BreathingError) -> any Pacer {
        switch name {
        case .resonanceFit: return ResonanceFitPacer(startMode)
        case .reference:
            let start = try BreathRateLimits.startRate.validated(startBreathsPerMinute)
            return LiveReferencePacer(try ReferencePacer(startBreathsPerMinute: start))
        case .stepped: return SteppedPacer(sessionSeconds: sessionSeconds)
        case .sliding: return SlidingPacer(sessionSeconds: sessionSeconds)
        case .fixed: return try FixedPacer(breathsPerMinute: startBreathsPerMinute)
        }
    }
}
