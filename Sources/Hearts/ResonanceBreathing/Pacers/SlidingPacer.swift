public import PhysioTypes

/// The sliding protocol: the period of a breath changes by a constant step from breath to breath between
/// 6.75 and 4.25 breaths/min; then the rate at which the heart rate swung most.
///
/// As published it takes 78 breaths, each 67.04 ms longer than the one before: (60 / 4.25 - 60 / 6.75) s /
/// 78. Downwards the breath k = 1 ... 78 lasts 60 / 6.75 s + k steps, in all 899.9 s; upwards the same
/// breaths come in the reverse order. A shorter session takes fewer breaths over the same range, each
/// step the longer for it.
///
/// The rate is read from the RSA amplitudes of single breaths (``SlidingAmplitudes``), corrected for the lag of
/// the answer; what is left of it reverses with the direction, so that the mean of a downward and an
/// upward slide is free of it. It is one of the best tried rates, without an uncertainty.
///
/// It is coded with the RSA amplitudes so far; beats of the breath in progress are lost.
///
/// ```swift
/// var pacer = SlidingPacer()
/// pacer.command  // .breathe(breathsPerMinute: 6.699)
/// ```
///
/// - SeeAlso: Fisher and Lehrer 2022, Appl. Psychophysiol. Biofeedback (the protocol; from memory,
///   not verified).
public struct SlidingPacer: Pacer, Sendable {
    public enum Direction: String, Sendable, Codable, CaseIterable {
        /// A slide from the quickest rate to the slowest.
        case down
        case up
    }

    public static let limits = BreathRateLimits.otherPacers
    /// Ends of the slide; breaths/min.
    public static let rateRange = 4.25...6.75
    public static let defaultBreathCount = 78
    /// Fewer breaths change the rate by more than the heart follows.
    public static let minBreathCount = 20
    /// An hour.
    public static let maxBreathCount = 312
    /// Rows of the criteria stand for so much; breaths/min.
    public static let binWidth = 0.5
    /// The time of a session besides the slide: a breath in progress, and the last beats; s.
    public static let marginSeconds = 30.0

    public let direction: Direction
    /// Breaths of the slide.
    public let breathCount: Int
    public private(set) var command: PacerCommand
    public private(set) var explanation = ""
    /// One for each bin of rates that the slide has left.
    public private(set) var rows: [AssessmentRow] = []
    public private(set) var amplitudes = SlidingAmplitudes()

    private var recorder = AssessmentRecorder()
    /// Breaths that have ended.
    private var endedBreathCount = 0
    /// Breaths whose beats are not yet known.
    private var waitingBreaths: [BreathCycle] = []
    private var bin: Bin?
    private var seconds = -Double.greatestFiniteMagnitude
    private var chosenRate: Double?
    private var isDone = false

    /// A segment of the slide with rates of one bin.
    private struct Bin: Sendable, Codable {
        let breathsPerMinute: Double
        let start: Double
        var end: Double
    }

    /// - Parameter breathCount: clamped to ``minBreathCount`` ... ``maxBreathCount``.
    public init(_ direction: Direction = .down, breathCount: Int = defaultBreathCount) {
        self.direction = direction
        self.breathCount = min(max(Self.minBreathCount, breathCount), Self.maxBreathCount)
        command = .breathe(
            breathsPerMinute: Self.rate(0, direction, breathCount: self.breathCount))
        explanation = explanationText()
    }

    /// The slide in a session of a length: the published one where there is time, 15.5 minutes, else
    /// as many breaths as fit; below 4.5 minutes the session ends before the slide.
    public init(_ direction: Direction = .down, sessionSeconds: Double) {
        let (first, span) = (Self.minPeriodSeconds, Self.periodSpanSeconds)
        // n breaths last n first + span (n + 1) / 2.
        let count = (sessionSeconds - Self.marginSeconds - span / 2) / (first + span / 2)
        let range = Double(Self.minBreathCount)...Double(Self.defaultBreathCount)
        let fittedCount =
            count.isNaN ? range.upperBound : min(max(count, range.lowerBound), range.upperBound)
        self.init(direction, breathCount: Int(fittedCount))
    }

    private static let minPeriodSeconds = 60 / rateRange.upperBound
    private static let periodSpanSeconds = 60 / rateRange.lowerBound - 60 / rateRange.upperBound

    /// The change of the period from breath to breath; s.
    public var periodStepSeconds: Double { Self.periodSpanSeconds / Double(breathCount) }

    /// The periods of the slide's breaths, in their order; s.
    public var periodsSeconds: [Double] {
        let periods = (1...breathCount).map {
            Self.minPeriodSeconds + Double($0) * periodStepSeconds
        }
        return direction == .down ? periods : periods.reversed()
    }

    private func slideRate(_ index: Int) -> Double {
        Self.rate(index, direction, breathCount: breathCount)
    }

    /// Returns the rate of a breath counted from 0.
    private static func rate(
        _ index: Int, _ direction: Direction, breathCount: Int
    ) -> Double {
        let stepIndex = direction == .down ? index + 1 : breathCount - index
        return 60 / (minPeriodSeconds + Double(stepIndex) * periodSpanSeconds / Double(breathCount))
    }

    // MARK: Notifications from a session

    public mutating func begin(_ breath: BreathCycle) {
        guard recorder.begin(breath), !isDone, endedBreathCount < breathCount else { return }
        waitingBreaths.append(breath)
    }

    public mutating func revise(_ revision: NNRevision) { recorder.revise(revision) }

    public mutating func breathEnded(atSeconds seconds: Double) {
        guard seconds.isFinite, seconds > self.seconds else { return }
        self.seconds = seconds
        processKnownBreaths()
        if endedBreathCount < breathCount {
            endedBreathCount += 1
            command = .breathe(breathsPerMinute: slideRate(min(endedBreathCount, breathCount - 1)))
        }
        if endedBreathCount == breathCount, !isDone, waitingBreaths.isEmpty { chooseRate() }
        explanation = explanationText()
    }

    private mutating func processKnownBreaths() {
        while let breath = waitingBreaths.first,
            breath.endSeconds + AssessmentRecorder.settlingSeconds <= seconds
        {
            waitingBreaths.removeFirst()
            addToBin(breath)
            let beats = recorder.series(
                fromSeconds: breath.startSeconds,
                toSeconds: breath.endSeconds + AssessmentRecorder.settlingSeconds)
            amplitudes.append(
                breathsPerMinute: breath.breathsPerMinute,
                rsaAmplitudeBpm: RSAAmplitude.amplitudeBpm(beats, in: breath))
        }
    }

    /// Adds a breath to the bin of its rate; the bin before is complete where that is another.
    private mutating func addToBin(_ breath: BreathCycle) {
        let rate = (breath.breathsPerMinute / Self.binWidth).rounded() * Self.binWidth
        if let previousBin = bin, previousBin.breathsPerMinute != rate { closeBin() }
        if bin == nil {
            bin = Bin(
                breathsPerMinute: rate, start: breath.startSeconds, end: breath.endSeconds)
        }
        bin?.end = breath.endSeconds
    }

    private mutating func closeBin() {
        guard let bin else { return }
        rows.append(
            recorder.row(
                fromSeconds: bin.start, toSeconds: bin.end,
                breathsPerMinute: bin.breathsPerMinute))
        self.bin = nil
    }

    private mutating func chooseRate() {
        closeBin()
        isDone = true
        chosenRate = amplitudes.bestBreathsPerMinute(ofBreaths: breathCount)
        command = .breathe(breathsPerMinute: chosenRate ?? BreathRateLimits.defaultStartRate)
    }

    // MARK: What it knows

    public var phase: PacerPhase { isDone ? .resonanceLock : .exploration }
    public var isLocked: Bool { chosenRate != nil }
    public var isAdaptive: Bool { true }
    public var estimate: ResonanceEstimate? { nil }
    public var densities: [(breathsPerMinute: Double, density: Double)]? { nil }
    public var savedState: SavedPacer? { .sliding(self) }

    /// The criteria of the bins so far.
    public var criteria: AssessmentCriteria { AssessmentCriteria(rows) }

    public var finding: ResonanceFinding {
        guard isDone else { return .notDetermined("The slide is not over yet.") }
        guard let chosenRate else {
            return .notDetermined("Too few beats came to compare the rates.")
        }
        return .bestTried(breathsPerMinute: chosenRate)
    }

    private func explanationText() -> String {
        switch finding {
        case .notDetermined(let reason) where isDone: return reason + " Staying at the usual rate."
        case .bestTried(let rate):
            return
                "Staying at \(AssessmentText.rate(rate)) breaths/min, where your heart rate swung "
                + "most."
        default:
            let remainingSeconds = periodsSeconds.dropFirst(endedBreathCount).reduce(0, +)
            let firstAndLastRates = (
                AssessmentText.rate(slideRate(0)), AssessmentText.rate(slideRate(breathCount - 1))
            )
            return
                "Slowly from \(firstAndLastRates.0) to \(firstAndLastRates.1) breaths/min: \(AssessmentText.minutes(remainingSeconds)) left."
        }
    }
}

// MARK: Saving

extension SlidingPacer: Codable {
    private enum CodingKeys: String, CodingKey {
        case direction, breathCount, command, rows, amplitudes = "swings", recorder,
            endedBreathCount = "doneCount",
            waitingBreaths = "waiting", bin,
            seconds
        case chosenRate = "chosen", isDone
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decode(Direction.self, forKey: .direction),
            breathCount: try values.decode(Int.self, forKey: .breathCount))
        endedBreathCount = min(
            max(0, try values.decode(Int.self, forKey: .endedBreathCount)), breathCount)
        rows = try values.decode([AssessmentRow].self, forKey: .rows)
        amplitudes = try values.decode(SlidingAmplitudes.self, forKey: .amplitudes)
        chosenRate = try values.decodeIfPresent(Double.self, forKey: .chosenRate)
        isDone = try values.decode(Bool.self, forKey: .isDone)
        recorder = try values.decode(AssessmentRecorder.self, forKey: .recorder)
        waitingBreaths = try values.decode([BreathCycle].self, forKey: .waitingBreaths)
        bin = try values.decodeIfPresent(Bin.self, forKey: .bin)
        seconds = try values.decode(Double.self, forKey: .seconds)
        command = try values.decode(PacerCommand.self, forKey: .command)
        guard isWithinLimits(command) else {
            throw DecodingError.invalid(decoder, "a saved slide has a rate outside its limits")
        }
        explanation = explanationText()
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(direction, forKey: .direction)
        try values.encode(breathCount, forKey: .breathCount)
        try values.encode(endedBreathCount, forKey: .endedBreathCount)
        try values.encode(command, forKey: .command)
        try values.encode(rows, forKey: .rows)
        try values.encode(recorder, forKey: .recorder)
        try values.encode(waitingBreaths, forKey: .waitingBreaths)
        try values.encodeIfPresent(bin, forKey: .bin)
        try values.encode(seconds, forKey: .seconds)
        try values.encode(amplitudes, forKey: .amplitudes)
        try values.encodeIfPresent(chosenRate, forKey: .chosenRate)
        try values.encode(isDone, forKey: .isDone)
    }
}
