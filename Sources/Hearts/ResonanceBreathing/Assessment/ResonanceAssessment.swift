import HRVFeatures
public import PhysioTypes

/// Resonance frequency of a person by a recorded protocol: the published comparison of its rates,
/// and an estimate between them with its uncertainty.
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
        /// True if all its breaths were commanded at one rate.
        public let isStep: Bool
        /// Read from the intervals alone, whatever was commanded
        /// (``ResonanceAssessment/breathsPerMinute(of:)``).
        public let measuredBreathsPerMinute: Double?

        /// True if the breath followed the rate commanded, within
        /// ``ResonanceAssessment/maxRateDifference``; nil where the breath's rate is not known.
        public var isFollowed: Bool? {
            measuredBreathsPerMinute.map {
                abs($0 - row.breathsPerMinute) <= ResonanceAssessment.maxRateDifference
            }
        }
    }

    public let trials: [Trial]
    /// nil without a single answer of the heart, and where it does not follow: then nothing is known
    /// but the prior.
    public let estimate: ResonanceEstimate?
    /// Answers that the estimate is made of.
    public let responseCount: Int
    /// True if the heart followed the commanded breaths; nil where their phase is not known.
    public let isFollowing: Bool?
    /// Time by which the recording's breaths began later than stated, and its beats are late: the two
    /// cannot be separated. nil where only sizes counted, and without an answer.
    public let latency: LatencyEstimate?

    /// The knowledge of when the breaths of a recording began, and of how they were divided.
    public enum Timing: String, Sendable, CaseIterable {
        /// Both exactly.
        case exact
        /// Neither: the first breath began 5 s before to 6 s after its stated time, and the start is
        /// estimated together with the resonance.
        case estimated
        /// A recording of which only the rates are known: angles count for nothing.
        case ratesOnly

        fileprivate var posterior: ResonancePosterior {
            switch self {
            case .exact: ResonancePosterior(latency: .exact)
            case .estimated, .ratesOnly: ResonancePosterior(timing: .recorded)
            }
        }
    }

    /// Larger differences of the rate commanded and the one read mean that it was not followed;
    /// breaths/min.
    public static let maxRateDifference = 0.3

    /// The rates compared, whether the heart follows or not.
    public var criteria: AssessmentCriteria { AssessmentCriteria(trials.map(\.row)) }

    /// The rate that wins the comparison; nil where no row has any value, and where the heart does
    /// not follow: then the rows differ by what the heart does of itself.
    public var winner: AssessmentCriteria.BestRow? { isFollowing == false ? nil : criteria.winner }

    /// Points of each rate; nil where the heart does not follow.
    package var points: [Int]? { isFollowing == false ? nil : criteria.points }

    /// One recording of commanded breaths.
    ///
    /// - Parameter nn: corrected intervals on the clock of the breaths.
    /// - Parameter breaths: in the order of their times.
    /// - Parameter timing: what is known of the times of the breaths.
    public init(_ nn: NNSeries, breaths: [BreathCycle], timing: Timing = .estimated) {
        let breathing = CommandedBreathing(breaths)
        let trials = AssessmentSegment.segments(in: breaths).map { segment in
            Trial(
                nn.window(startSeconds: segment.startSeconds, endSeconds: segment.endSeconds),
                breathing, segment.breathsPerMinute, isStep: segment.isStep)
        }
        let responses = RecordedResponses.responses(
            of: nn, to: breaths, hasPhase: timing != .ratesOnly)
        self.init(trials: trials, responses: responses, timing: timing)
    }

    /// A recording for each rate, taken whole, one after the other; where in a breath each began is
    /// not known.
    ///
    /// - Parameter recordings: corrected intervals and the rate commanded in breaths/min, above 0 and
    ///   finite; rates may repeat.
    public init(trials recordings: [(nn: NNSeries, breathsPerMinute: Double)]) {
        var (trials, responses, offsetSeconds) = ([Trial](), [BreathResponse](), 0.0)
        for (nn, rate) in recordings {
            let breaths = Self.breaths(in: nn, breathsPerMinute: rate)
            trials.append(Trial(nn, CommandedBreathing(breaths), rate, isStep: true))
            responses += RecordedResponses.responses(
                of: nn, to: breaths, hasPhase: false, shiftSeconds: offsetSeconds - nn.startSeconds)
            offsetSeconds += nn.durationSeconds
        }
        self.init(trials: trials, responses: responses, timing: .ratesOnly)
    }

    /// The time by which the breaths of a recording belong later than stated, latency included.
    ///
    /// - Parameter nn: corrected intervals on the clock of the breaths.
    /// - Parameter breaths: in the order of their times.
    /// - Returns: nil where the heart does not show it to a second (standard deviation): too few breaths,
    ///   too few rates, or a heart that does not follow.
    public static func startDelay(of nn: NNSeries, breaths: [BreathCycle]) -> LatencyEstimate? {
        let responses = RecordedResponses.responses(of: nn, to: breaths, hasPhase: true)
        var posterior = Timing.estimated.posterior
        for response in responses { posterior.observe(response) }
        guard posterior.isFollowing else { return nil }
        let latency = posterior.latency
        return latency.deviationSeconds <= 1 ? latency : nil
    }

    /// The breathing rate read from intervals alone (`BreathingRate`); breaths/min; nil where they
    /// do not show it.
    ///
    /// Nothing is read from beats that cover less than half of their time.
    public static func breathsPerMinute(of nn: NNSeries) -> Double? {
        guard nn.coverage >= AssessmentMeasurement.minCoverage else { return nil }
        return BreathingRate(GapFilling(nn).series).breathsPerMinute
    }

    private init(trials: [Trial], responses: [BreathResponse], timing: Timing) {
        var posterior = timing.posterior
        for response in responses { posterior.observe(response) }
        self.trials = trials
        responseCount = posterior.observationCount
        isFollowing = timing == .ratesOnly ? nil : posterior.isFollowing
        guard posterior.observationCount > 0, isFollowing != false else {
            (estimate, latency) = (nil, nil)
            return
        }
        let estimates = posterior.estimates(atSeconds: responses.last?.endSeconds ?? 0)
        estimate = estimates.resonance
        latency = posterior.latencyObservationCount > 0 ? estimates.latency : nil
    }

    /// Whole breaths at a rate from the first beat on.
    private static func breaths(
        in nn: NNSeries, breathsPerMinute: Double
    ) -> [BreathCycle] {
        let period = 60 / breathsPerMinute
        return SteadyBreathing.startTimes(
            periodSeconds: period, offsetSeconds: nn.startSeconds, along: nn
        ).map {
            BreathCycle(
                startSeconds: $0, inhaleSeconds: 0.4 * period, exhaleSeconds: 0.6 * period)
        }.filter { $0.endSeconds <= nn.endSeconds }
    }

    // MARK: What is found

    public var finding: ResonanceFinding {
        guard responseCount > 0 else {
            return .notDetermined("no three breaths have enough beats")
        }
        guard let estimate else {
            return .notDetermined("the heart does not follow the commanded breaths")
        }
        guard estimate.isDetermined else {
            return .notDetermined(
                "not determined: the standard deviation is above "
                    + "\(ResonanceEstimate.maxDeviation) breaths/min")
        }
        return .estimate(estimate)
    }

    /// The rates commanded that lie in the estimate's interval, each once, in their order: the data
    /// cannot distinguish them from the best.
    public var inseparableRates: [Double] {
        var rates: [Double] = []
        for trial in trials where !rates.contains(trial.row.breathsPerMinute) {
            rates.append(trial.row.breathsPerMinute)
        }
        return estimate?.inseparableRates(among: rates) ?? []
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
