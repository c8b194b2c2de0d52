public import PhysioTypes

/// The stepped protocol: 6.5, 6.0, 5.5, 5.0 and 4.5 breaths/min one after the other, with rests between;
/// then the one that the six criteria choose (``AssessmentCriteria``).
///
/// Published are 2 to 3 minutes a rate and 1 to 2 minutes of rest. A step ends with the first breath that
/// ends after ``stepSeconds``; what is looked at is all of it but its first ``settlingSeconds``. A
/// step in which too many beats are missing has no values, and the others go on. After the last one a
/// further breath at its rate passes until its beats are known.
///
/// It is coded as the rows so far; the step in progress is lost and begins anew.
///
/// ```swift
/// var pacer = SteppedPacer(sessionSeconds: 900)  // steps of 120 s, rests of 60 s
/// pacer.command  // .breathe(breathsPerMinute: 6.5)
/// ```
///
/// - SeeAlso: Lehrer, Vaschillo and Vaschillo 2000, Appl. Psychophysiol. Biofeedback 25:177; Lehrer and
///   others 2013, Biofeedback 41 (the protocol; second hand).
public struct SteppedPacer: Pacer, Sendable {
    public static let limits = BreathRateLimits.otherPacers
    /// The rates in their order; breaths/min.
    public static let rates = [6.5, 6.0, 5.5, 5.0, 4.5]
    /// The range in which the duration of a step may lie; s.
    public static let stepSecondsRange = 60.0...300.0
    public static let defaultStepSeconds = 120.0
    /// The longest that a session's length is filled with; s.
    public static let maxFittedStepSeconds = 180.0
    /// The range in which the duration of a rest may lie; s.
    public static let restSecondsRange = 0.0...300.0
    public static let defaultRestSeconds = 60.0
    /// The beginning of a step, which is not looked at; s.
    public static let settlingSeconds = 30.0
    /// The time of a session besides the steps and rests: steps end with a whole breath, and the
    /// last one's beats have to come; s.
    public static let marginSeconds = 60.0

    public let stepSeconds: Double
    public let restSeconds: Double
    public private(set) var command: PacerCommand
    public private(set) var explanation = ""
    /// One for every step whose beats are known.
    public private(set) var rows: [AssessmentRow] = []

    private var recorder = AssessmentRecorder()
    private var stepIndex = 0
    /// The start of the step's first breath.
    private var stepStart: Double?
    /// A step that has ended, until its beats are known.
    private var pendingSegment: Segment?
    private var seconds = -Double.greatestFiniteMagnitude

    private struct Segment: Sendable, Codable {
        let start: Double
        let end: Double
        let breathsPerMinute: Double
    }

    /// - Parameter stepSeconds: clamped to ``stepSecondsRange``; not a number: the usual.
    /// - Parameter restSeconds: clamped to ``restSecondsRange``, 0 for none; not a number: the usual.
    public init(
        stepSeconds: Double = defaultStepSeconds, restSeconds: Double = defaultRestSeconds
    ) {
        self.stepSeconds = Self.clamped(
            stepSeconds, to: Self.stepSecondsRange, Self.defaultStepSeconds)
        self.restSeconds = Self.clamped(
            restSeconds, to: Self.restSecondsRange, Self.defaultRestSeconds)
        command = .breathe(breathsPerMinute: Self.rates[0])
        explanation = explanationText()
    }

    /// The protocol in a session of a length: steps of 2 to 3 minutes with rests of one where there is
    /// time (from 15 minutes on), else shorter or longer ones without rests.
    ///
    /// Below 6 minutes a session ends before the protocol does: steps are not shorter than a minute.
    public init(sessionSeconds: Double) {
        let count = Double(Self.rates.count)
        let totalRestSeconds = (count - 1) * Self.defaultRestSeconds
        let stepSecondsWithRests = (sessionSeconds - Self.marginSeconds - totalRestSeconds) / count
        let isLong = stepSecondsWithRests >= Self.defaultStepSeconds
        let step = isLong ? stepSecondsWithRests : (sessionSeconds - Self.marginSeconds) / count
        self.init(
            stepSeconds: min(step, Self.maxFittedStepSeconds),
            restSeconds: isLong ? Self.defaultRestSeconds : 0)
    }

    private static func clamped(
        _ value: Double, to range: ClosedRange<Double>, _ defaultValue: Double
    ) -> Double {
        value.isNaN ? defaultValue : min(max(value, range.lowerBound), range.upperBound)
    }

    // MARK: Notifications from a session

    public mutating func begin(_ breath: BreathCycle) {
        guard recorder.begin(breath), stepIndex < Self.rates.count, stepStart == nil,
            command.breathsPerMinute != nil
        else { return }
        stepStart = breath.startSeconds
    }

    public mutating func revise(_ revision: NNRevision) { recorder.revise(revision) }

    public mutating func breathEnded(atSeconds seconds: Double) {
        guard seconds.isFinite, seconds > self.seconds else { return }
        self.seconds = seconds
        measurePendingSegment()
        if case .rest = command {
            startStep()
        } else if let start = stepStart, seconds >= start + stepSeconds {
            endStep(from: start)
        }
        explanation = explanationText()
    }

    private mutating func endStep(from start: Double) {
        pendingSegment = Segment(
            start: start + Self.settlingSeconds, end: seconds,
            breathsPerMinute: Self.rates[stepIndex])
        stepStart = nil
        stepIndex += 1
        guard stepIndex < Self.rates.count else { return }
        if restSeconds > 0 { command = .rest(seconds: restSeconds) } else { startStep() }
    }

    private mutating func startStep() {
        command = .breathe(breathsPerMinute: Self.rates[stepIndex])
    }

    private mutating func measurePendingSegment() {
        guard let segment = pendingSegment,
            seconds >= segment.end + AssessmentRecorder.settlingSeconds
        else { return }
        pendingSegment = nil
        rows.append(
            recorder.row(
                fromSeconds: segment.start, toSeconds: segment.end,
                breathsPerMinute: segment.breathsPerMinute))
        if isDone { command = .breathe(breathsPerMinute: lockedRate) }
    }

    // MARK: What it knows

    public var phase: PacerPhase { isDone ? .resonanceLock : .exploration }
    public var isLocked: Bool { isDone && finding.breathsPerMinute != nil }
    public var isAdaptive: Bool { true }
    public var estimate: ResonanceEstimate? { nil }
    public var densities: [(breathsPerMinute: Double, density: Double)]? { nil }
    public var savedState: SavedPacer? { .stepped(self) }
    private var isDone: Bool { rows.count == Self.rates.count }

    private var lockedRate: Double {
        finding.breathsPerMinute ?? BreathRateLimits.defaultStartRate
    }

    /// The criteria of the rates so far.
    public var criteria: AssessmentCriteria { AssessmentCriteria(rows) }

    public var finding: ResonanceFinding {
        guard isDone else { return .notDetermined("Not all rates are tried yet.") }
        guard let winner = criteria.winner else {
            return .notDetermined("Too few beats came to compare the rates.")
        }
        return .bestTried(breathsPerMinute: rows[winner.index].breathsPerMinute)
    }

    private func explanationText() -> String {
        if isDone {
            guard let winner = criteria.winner else {
                return "Too few beats came to compare the rates. Staying at the usual rate."
            }
            return
                "Staying at \(AssessmentText.rate(lockedRate)) breaths/min, the best of the rates: "
                + "\(criteria.points[winner.index]) of \(AssessmentCriterion.totalPoints) points."
        }
        if case .rest = command { return "Rest: breathe as you like." }
        let step = min(stepIndex, Self.rates.count - 1)
        return "Rate \(step + 1) of \(Self.rates.count): "
            + "\(AssessmentText.rate(Self.rates[step])) breaths/min."
    }
}

// MARK: Saving

extension SteppedPacer: Codable {
    private enum CodingKeys: String, CodingKey {
        case stepSeconds, restSeconds, command, rows, recorder, stepIndex, stepStart,
            pendingSegment = "pending",
            seconds
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            stepSeconds: try values.decode(Double.self, forKey: .stepSeconds),
            restSeconds: try values.decode(Double.self, forKey: .restSeconds))
        let saved = try values.decode([AssessmentRow].self, forKey: .rows)
        rows = Array(saved.prefix(Self.rates.count))
        command = try values.decode(PacerCommand.self, forKey: .command)
        recorder = try values.decode(AssessmentRecorder.self, forKey: .recorder)
        stepIndex = try values.decode(Int.self, forKey: .stepIndex)
        stepStart = try values.decodeIfPresent(Double.self, forKey: .stepStart)
        pendingSegment = try values.decodeIfPresent(Segment.self, forKey: .pendingSegment)
        seconds = try values.decode(Double.self, forKey: .seconds)
        guard (0...Self.rates.count).contains(stepIndex), isWithinLimits(command) else {
            throw DecodingError.invalid(
                decoder, "a saved protocol has a step or a rate that it does not have")
        }
        explanation = explanationText()
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(stepSeconds, forKey: .stepSeconds)
        try values.encode(restSeconds, forKey: .restSeconds)
        try values.encode(command, forKey: .command)
        try values.encode(rows, forKey: .rows)
        try values.encode(recorder, forKey: .recorder)
        try values.encode(stepIndex, forKey: .stepIndex)
        try values.encodeIfPresent(stepStart, forKey: .stepStart)
        try values.encodeIfPresent(pendingSegment, forKey: .pendingSegment)
        try values.encode(seconds, forKey: .seconds)
    }
}
