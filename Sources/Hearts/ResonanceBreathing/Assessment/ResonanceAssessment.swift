import HRVFeatures
public import PhysioTypes

/// What a recorded protocol says of somebody's resonance frequency: the published comparison of its
/// rates, and an estimate between them with its uncertainty.
///
/// ```swift
/// let assessment = ResonanceAssessment(trials: [(first, 6.5), (second, 6), (third, 5.5)])
/// assessment.criteria.winner  // one of the trials
/// assessment.estimate?.low  // between them
/// ```
public struct ResonanceAssessment: Sendable {
    /// A row of the comparison beside what it cannot hold.
    public struct Trial: Sendable, Equatable {
        public let row: AssessmentRow
        /// Whether all its breaths were commanded at one rate.
        public let isStep: Bool
        /// Read from the intervals alone, whatever was commanded
        /// (``ResonanceAssessment/breathsPerMinute(of:)``).
        public let measuredBreathsPerMinute: Double?
    }

    public let trials: [Trial]
    /// nil without a single answer of the heart.
    public let estimate: ResonanceEstimate?
    /// Answers that the estimate is made of.
    public let responseCount: Int
    /// Whether the heart kept to the commanded breaths; nil where their phase is not known.
    public let isFollowing: Bool?

    /// Where a breathing rate is looked for: at every rate that a person can choose.
    public static let breathingBand = FrequencyBand(
        lowHz: BreathRateLimits.ownChoice.lowest / 60,
        highHz: BreathRateLimits.ownChoice.highest / 60)

    public var criteria: AssessmentCriteria { AssessmentCriteria(trials.map(\.row)) }

    /// One recording of commanded breaths.
    ///
    /// - Parameter nn: corrected intervals on the clock of the breaths.
    /// - Parameter breaths: in the order of their times.
    /// - Parameter hasPhase: whether the breaths began when they say; else their rate alone counts.
    public init(_ nn: NNSeries, breaths: [BreathCycle], hasPhase: Bool = true) {
        let breathing = CommandedBreathing(breaths)
        let trials = AssessmentStretch.all(in: breaths).map { stretch in
            Trial(
                nn.window(startSeconds: stretch.startSeconds, endSeconds: stretch.endSeconds),
                breathing, stretch.breathsPerMinute, isStep: stretch.isStep)
        }
        let responses = RecordedResponses.responses(of: nn, to: breaths, hasPhase: hasPhase)
        self.init(trials: trials, responses: responses, hasPhase: hasPhase)
    }

    /// A recording for each rate, taken whole, one after the other; where in a breath each began is
    /// not known.
    ///
    /// - Parameter recordings: corrected intervals and the rate commanded in breaths/min, above 0 and
    ///   finite; rates may repeat.
    public init(trials recordings: [(nn: NNSeries, breathsPerMinute: Double)]) {
        var (trials, responses, length) = ([Trial](), [BreathResponse](), 0.0)
        for (nn, rate) in recordings {
            let breaths = Self.breaths(in: nn, breathsPerMinute: rate)
            trials.append(Trial(nn, CommandedBreathing(breaths), rate, isStep: true))
            responses += RecordedResponses.responses(
                of: nn, to: breaths, hasPhase: false, shiftSeconds: length - nn.startSeconds)
            length += nn.durationSeconds
        }
        self.init(trials: trials, responses: responses, hasPhase: false)
    }

    /// The breathing rate read from intervals alone: the peak of their Lomb-Scargle spectrum in
    /// ``breathingBand``; breaths/min; nil where there is none.
    public static func breathsPerMinute(of nn: NNSeries) -> Double? {
        breathingBand.flatMap { BreathingRate(nn, band: $0).breathsPerMinute }
    }

    private init(trials: [Trial], responses: [BreathResponse], hasPhase: Bool) {
        var posterior = ResonancePosterior()
        for response in responses { posterior.observe(response) }
        self.trials = trials
        responseCount = posterior.observationCount
        estimate =
            posterior.observationCount > 0
            ? posterior.estimate(atSeconds: responses.last?.endSeconds ?? 0) : nil
        isFollowing = hasPhase ? posterior.isFollowing : nil
    }

    /// Whole breaths at a rate from the first beat on.
    private static func breaths(
        in nn: NNSeries, breathsPerMinute: Double
    ) -> [BreathCycle] {
        let period = 60 / breathsPerMinute
        let count = Int((nn.durationSeconds / period).rounded(.down))
        return (0..<count).map {
            BreathCycle(
                startSeconds: nn.startSeconds + Double($0) * period, inhaleSeconds: 0.4 * period,
                exhaleSeconds: 0.6 * period)
        }
    }

    // MARK: What is found

    public var finding: ResonanceFinding {
        guard let estimate else { return .notDetermined("no three breaths have enough beats") }
        if isFollowing == false {
            return .notDetermined("the heart does not follow the commanded breaths")
        }
        guard estimate.isDetermined else {
            return .notDetermined(
                "not determined: the standard deviation is above "
                    + "\(ResonanceEstimate.largestDeviation) breaths/min")
        }
        return .estimate(estimate)
    }

    /// The rates commanded that lie in the estimate's interval, each once, in their order: the data
    /// cannot tell them from the best.
    public var inseparableRates: [Double] {
        var rates: [Double] = []
        for trial in trials where !rates.contains(trial.row.breathsPerMinute) {
            rates.append(trial.row.breathsPerMinute)
        }
        return estimate?.inseparable(among: rates) ?? []
    }
}

extension ResonanceAssessment.Trial {
    fileprivate init(
        _ nn: NNSeries, _ breathing: CommandedBreathing, _ rate: Double, isStep: Bool
    ) {
        row = AssessmentRow(nn, breathing: breathing, breathsPerMinute: rate)
        self.isStep = isStep
        measuredBreathsPerMinute = ResonanceAssessment.breathsPerMinute(of: nn)
    }
}
