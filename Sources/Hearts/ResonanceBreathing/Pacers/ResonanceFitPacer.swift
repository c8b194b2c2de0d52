public import PhysioTypes
import PhysioDSP

/// The default pacer: tries the range once, then stays near the rate it finds, moving gently to find
/// it better.
///
/// - A way to begin: a slow slide from 7.2 to 4.2 breaths/min in 8 minutes; the quick one, five
///   rates for a minute each; or none, where an earlier session is known.
/// - From then on a triangle about the estimate with a period of 300 s, to twice its standard deviation
///   either way but no less than 0.3 and no more than 0.9 breaths/min, followed by at most 0.06 a breath:
///   wide triangles are not walked to their corners. The way there from the slide's end goes by 0.3.
///
/// Every three breaths the heart's answer (``BreathResponseStream``) goes into a ``ResonancePosterior``;
/// the estimate that steers is renewed every 6 breaths. While beats are missing or mostly corrected the
/// slide waits; a pause counts as no more than the longest breath.
///
/// It is coded as the answers it has seen, from which the posterior is made again; beats and breaths
/// of the last seconds are lost, so that it goes on with the next whole group. A session that is taken up
/// again goes on counting its time.
public struct ResonanceFitPacer: Pacer, Sendable {
    /// The way in which a session begins.
    public enum StartMode: Sendable, Equatable, Codable {
        /// A slide from 7.2 to 4.2 breaths/min.
        case slide
        /// Five rates.
        case quick
        /// A start at the mean of what an earlier session found.
        case known(ResonancePrior)
    }

    public static let limits = BreathRateLimits.otherPacers
    /// Breaths/min; s.
    public static let slideRates = (from: 7.2, to: 4.2)
    public static let slideSeconds = 480.0
    public static let quickRates = [6.8, 6.2, 5.6, 5.0, 4.4]
    public static let quickStepSeconds = 60.0
    /// Shorter sessions are quick; s.
    public static let minSlideSessionSeconds = 540.0
    /// The period of the triangle; s.
    public static let ditherPeriodSeconds = 300.0
    /// Half of its width; breaths/min.
    public static let ditherHalfWidthRange = 0.3...0.9
    /// The largest change of the rate from breath to breath; breaths/min.
    public static let maxRateStep = 0.06
    /// The largest change of the rate from breath to breath on the way from the end of the slide to
    /// the triangle; breaths/min.
    public static let maxReturnStep = 0.3
    /// Breaths between two estimates that steer.
    public static let estimateIntervalBreaths = 6

    /// Kinds of hearts that a person's is looked for among.
    public static var curveCount: Int { ResponseCurveLibrary.count }

    public let startMode: StartMode
    public private(set) var command: PacerCommand
    public private(set) var phase: PacerPhase
    public private(set) var explanation: String
    /// The newest; nil before the first answer.
    public private(set) var estimate: ResonanceEstimate?
    /// Latency of the sensor, as of ``estimate``.
    public private(set) var latency: LatencyEstimate?

    private var responses = BreathResponseStream()
    private var posterior: ResonancePosterior
    /// The responses that the posterior was made of, for coding.
    private var observedResponses: [BreathResponse] = []
    private var expectedLatency = LatencyPrior.unknown
    /// True if ``expectedLatency`` was stated since the sensor was connected again.
    private var isLatencyRestated = false
    private var lastNoResponseReason: NoBreathResponseReason?
    /// The newest time reported; nil before the first.
    private var seconds: Double?
    /// The time at which the newest breath began; nil before the first, and in a pause.
    private var breathStart: Double?
    private var lastBreathSeconds = 0.0
    /// The part of the slide that is done; s.
    private var slideElapsedSeconds = 0.0
    /// The phase of the triangle, in periods; it begins at its lower end.
    private var ditherPhase = 0.0
    private var steeringEstimate: ResonanceEstimate
    /// The time at which ``estimate`` was made; s.
    private var estimateSeconds: Double?
    private var breathsSinceEstimate = 0
    private var isReturning = true

    /// Makes a pacer before its first breath, on any clock.
    ///
    /// - Complexity: makes 32,640 hypotheses; below 1 ms but for the first in a process.
    public init(_ startMode: StartMode) {
        self.startMode = startMode
        let prior: ResonancePrior
        switch startMode {
        case .slide: (command, prior) = (.breathe(breathsPerMinute: Self.slideRates.from), .adults)
        case .quick: (command, prior) = (.breathe(breathsPerMinute: Self.quickRates[0]), .adults)
        case .known(let known):
            (command, prior) = (.breathe(breathsPerMinute: Self.clamped(known.mean)), known)
        }
        posterior = ResonancePosterior(prior: prior)
        steeringEstimate = posterior.estimate(atSeconds: 0)
        phase = .exploration
        explanation = ""
        if case .known = startMode {
            phase = .resonanceLock
            // From the middle of the triangle upwards.
            ditherPhase = 0.25
            isReturning = false
        }
        explanation = explanationText()
    }

    // MARK: Notifications from a session

    public mutating func begin(_ breath: BreathCycle) {
        if breath.startSeconds >= seconds ?? -.infinity { breathStart = breath.startSeconds }
        responses.begin(breath)
    }

    public mutating func revise(_ revision: NNRevision) { responses.revise(revision) }

    public mutating func expectLatency(_ latency: LatencyPrior) {
        guard latency != expectedLatency else { return }
        expectedLatency = latency
        // After a new connection it is stated of the answers to come.
        if !responses.isNewConnection { posterior.expectLatency(latency) }
        isLatencyRestated = responses.isNewConnection
    }

    public mutating func reconnect() {
        responses.reconnect()
        isLatencyRestated = false
    }

    public mutating func breathEnded(atSeconds seconds: Double) {
        guard seconds.isFinite, seconds > self.seconds ?? -.infinity else { return }
        let start = breathStart ?? self.seconds ?? seconds
        lastBreathSeconds = min(max(0, seconds - start), 60 / Self.limits.lowest)
        self.seconds = seconds
        breathStart = nil
        collectResponses(atSeconds: seconds)
        breathsSinceEstimate += 1
        if phase == .exploration { explore() }
        if phase == .resonanceLock { dither() }
        explanation = explanationText()
    }

    private mutating func collectResponses(atSeconds seconds: Double) {
        while let outcome = responses.next(atSeconds: seconds) {
            switch outcome {
            case .refused(let refusal): lastNoResponseReason = refusal
            case .response(let response):
                lastNoResponseReason = nil
                posterior.observe(response)
                if response.isNewConnection, isLatencyRestated {
                    posterior.expectLatency(expectedLatency)
                }
                observedResponses.append(response)
                if observedResponses.count > Self.maxObservedResponseCount {
                    observedResponses.removeFirst()
                }
                estimateSeconds = seconds
            }
        }
        if estimateSeconds == seconds { updateEstimates(atSeconds: seconds) }
    }

    private mutating func updateEstimates(atSeconds seconds: Double) {
        let estimates = posterior.estimates(atSeconds: seconds)
        estimate = estimates.resonance
        latency = posterior.latencyObservationCount > 0 ? estimates.latency : nil
    }

    /// Answers kept for coding: two hours of the quickest; one that is taken up again after more knows
    /// no older ones, which are nearly forgotten.
    private static let maxObservedResponseCount = 300

    // MARK: What it decides

    private mutating func explore() {
        // What the heart does not show need not be breathed.
        if !lacksBeats { slideElapsedSeconds += lastBreathSeconds }
        guard slideElapsedSeconds < explorationSeconds else {
            phase = .resonanceLock
            updateSteering()
            return
        }
        command = .breathe(breathsPerMinute: explorationRate)
    }

    /// True if the newest breaths had no usable beats.
    private var lacksBeats: Bool {
        lastNoResponseReason == .missingBeats || lastNoResponseReason == .corrected
    }

    private var explorationSeconds: Double {
        startMode == .quick
            ? Self.quickStepSeconds * Double(Self.quickRates.count) : Self.slideSeconds
    }

    private var explorationRate: Double {
        let (from, to) = Self.slideRates
        return startMode == .quick
            ? Self.quickRates[Int(slideElapsedSeconds / Self.quickStepSeconds)]
            : from + (to - from) * slideElapsedSeconds / Self.slideSeconds
    }

    private mutating func updateSteering() {
        // Estimates are dear: one made at this breath's end is not made again.
        if let estimate, estimateSeconds == seconds {
            steeringEstimate = estimate
        } else {
            steeringEstimate = posterior.estimate(atSeconds: seconds ?? 0)
        }
        breathsSinceEstimate = 0
    }

    private mutating func dither() {
        if breathsSinceEstimate >= Self.estimateIntervalBreaths { updateSteering() }
        ditherPhase += lastBreathSeconds / Self.ditherPeriodSeconds
        let position = ditherPhase - ditherPhase.rounded(.down)
        let triangle = position < 0.5 ? 4 * position - 1 : 3 - 4 * position
        let target = Self.clamped(steeringEstimate.breathsPerMinute + ditherHalfWidth * triangle)
        let rate = command.breathsPerMinute ?? target
        let maxStep = isReturning ? Self.maxReturnStep : Self.maxRateStep
        if abs(target - rate) <= maxStep { isReturning = false }
        let step = min(max(target - rate, -maxStep), maxStep)
        command = .breathe(breathsPerMinute: Self.clamped(rate + step))
    }

    private var ditherHalfWidth: Double {
        min(
            max(2 * steeringEstimate.deviation, Self.ditherHalfWidthRange.lowerBound),
            Self.ditherHalfWidthRange.upperBound)
    }

    private static func clamped(_ rate: Double) -> Double {
        min(max(rate, limits.lowest), limits.highest)
    }

    // MARK: What it knows

    /// The newest estimate, where it is sure enough and the heart follows; else why there is none.
    public var finding: ResonanceFinding {
        guard let estimate else { return .notDetermined("No usable beats yet.") }
        if posterior.isNotFollowing { return .notDetermined("The heart does not follow the pace.") }
        guard estimate.isDetermined, posterior.isFollowing else {
            return .notDetermined("Not yet determined.")
        }
        return .estimate(estimate)
    }

    /// Indicates whether the slide has ended and a rate is reported.
    public var isLocked: Bool {
        guard phase == .resonanceLock, case .estimate = finding else { return false }
        return true
    }

    public var isAdaptive: Bool { true }
    public var savedState: SavedPacer? { .resonanceFit(self) }

    /// The prior with which the next session may begin; nil where nothing is determined.
    public var nextSessionPrior: ResonancePrior? {
        guard case .estimate(let estimate) = finding else { return nil }
        return ResonancePrior(estimate)
    }

    /// The probability of each rate as the resonance frequency, as of the newest answer: rates in
    /// their order, breaths/min, and densities per breath/min; nil before the first answer.
    ///
    /// - Complexity: O(hypotheses).
    public var densities: [(breathsPerMinute: Double, density: Double)]? {
        estimateSeconds.map { posterior.densities(atSeconds: $0) }
    }

    private func explanationText() -> String {
        if lacksBeats {
            let problem =
                lastNoResponseReason == .corrected
                ? "Too few sound beats came" : "Too few beats came"
            return problem
                + (phase == .exploration ? ": waiting at this rate." : ": going on gently.")
        }
        if case .known(let prior) = startMode, estimate == nil {
            let rate = Self.text(Self.clamped(prior.mean))
            return "Beginning at \(rate), where an earlier session ended."
        }
        if phase == .exploration {
            return startMode == .quick ? quickStepText : slideText
        }
        switch finding {
        case .notDetermined(let reason): return reason + " Moving gently to learn more."
        case .bestTried(let rate): return "Staying near \(Self.text(rate))."
        case .estimate(let found):
            return "Your resonance is near \(Self.text(found.breathsPerMinute)) breaths/min "
                + "(\(Self.text(found.low)) to \(Self.text(found.high))): moving gently around it."
        }
    }

    private var quickStepText: String {
        let step = Int(slideElapsedSeconds / Self.quickStepSeconds)
        return
            "Rate \(step + 1) of \(Self.quickRates.count): \(Self.text(explorationRate)) breaths/min."
    }

    private var slideText: String {
        let remainingMinutes = Int(((Self.slideSeconds - slideElapsedSeconds) / 60).rounded(.up))
        return "Slowly from \(Self.text(Self.slideRates.from)) to \(Self.text(Self.slideRates.to)) "
            + "breaths/min, to see where your heart answers most: \(remainingMinutes) min left."
    }

    /// One decimal.
    private static func text(_ rate: Double) -> String {
        let tenths = Int((10 * rate).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

// MARK: Saving

extension ResonanceFitPacer: Codable {
    private enum CodingKeys: String, CodingKey {
        case startMode = "beginning", command, phase, responses, observedResponses = "observed",
            lastNoResponseReason = "lastRefusal", seconds, breathStart
        case lastBreathSeconds, slideElapsedSeconds = "slideProgress", ditherPhase,
            steeringEstimate = "steering",
            estimateSeconds
        case breathsSinceEstimate, isReturning, expectedLatency = "expected"
    }

    /// - Throws: `DecodingError` also for numbers that no pacer has: a rate outside the limits, a slide
    ///   beyond its end.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try values.decode(StartMode.self, forKey: .startMode))
        command = try values.decode(PacerCommand.self, forKey: .command)
        phase = try values.decode(PacerPhase.self, forKey: .phase)
        observedResponses = try values.decode([BreathResponse].self, forKey: .observedResponses)
        responses = try values.decode(BreathResponseStream.self, forKey: .responses)
        lastNoResponseReason = try values.decodeIfPresent(
            NoBreathResponseReason.self, forKey: .lastNoResponseReason)
        seconds = try values.decodeIfPresent(Double.self, forKey: .seconds)
        breathStart = try values.decodeIfPresent(Double.self, forKey: .breathStart)
        lastBreathSeconds = try values.decode(Double.self, forKey: .lastBreathSeconds)
        steeringEstimate = try values.decode(ResonanceEstimate.self, forKey: .steeringEstimate)
        estimateSeconds = try values.decodeIfPresent(Double.self, forKey: .estimateSeconds)
        breathsSinceEstimate = try values.decode(Int.self, forKey: .breathsSinceEstimate)
        slideElapsedSeconds = try values.decode(Double.self, forKey: .slideElapsedSeconds)
        ditherPhase = try values.decode(Double.self, forKey: .ditherPhase)
        isReturning = try values.decode(Bool.self, forKey: .isReturning)
        guard isValid else {
            throw DecodingError.invalid(decoder, "a saved pacer has numbers that none can have")
        }
        expectedLatency =
            try values.decodeIfPresent(LatencyPrior.self, forKey: .expectedLatency) ?? .unknown
        posterior.expectLatency(expectedLatency)
        for response in observedResponses { posterior.observe(response) }
        if let estimateSeconds { updateEstimates(atSeconds: estimateSeconds) }
        explanation = explanationText()
    }

    /// True if this is a state that a pacer can be in.
    private var isValid: Bool {
        guard let rate = command.breathsPerMinute else { return false }
        let exploration = 0..<(phase == .exploration ? explorationSeconds : .infinity)
        return rate >= Self.limits.lowest && rate <= Self.limits.highest
            && phase != .calibration && exploration.contains(slideElapsedSeconds)
            && ditherPhase >= 0 && ditherPhase.isFinite && seconds?.isFinite != false
            && observedResponses.count <= Self.maxObservedResponseCount && breathsSinceEstimate >= 0
            && steeringEstimate.breathsPerMinute.isFinite && steeringEstimate.deviation.isFinite
            && (0...60 / Self.limits.lowest).contains(lastBreathSeconds)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(startMode, forKey: .startMode)
        try values.encode(command, forKey: .command)
        try values.encode(phase, forKey: .phase)
        try values.encode(responses, forKey: .responses)
        try values.encode(expectedLatency, forKey: .expectedLatency)
        try values.encode(observedResponses, forKey: .observedResponses)
        try values.encodeIfPresent(lastNoResponseReason, forKey: .lastNoResponseReason)
        try values.encodeIfPresent(seconds, forKey: .seconds)
        try values.encodeIfPresent(breathStart, forKey: .breathStart)
        try values.encode(lastBreathSeconds, forKey: .lastBreathSeconds)
        try values.encode(steeringEstimate, forKey: .steeringEstimate)
        try values.encodeIfPresent(estimateSeconds, forKey: .estimateSeconds)
        try values.encode(breathsSinceEstimate, forKey: .breathsSinceEstimate)
        try values.encode(slideElapsedSeconds, forKey: .slideElapsedSeconds)
        try values.encode(ditherPhase, forKey: .ditherPhase)
        try values.encode(isReturning, forKey: .isReturning)
    }
}
