import PhysioDSP
public import PhysioTypes

/// The heart's answers to commanded breaths as they come: one for every three breaths.
///
/// Breaths are taken three by three, none twice: over two the fit cannot separate slow noise from the
/// rhythm, over more the rate has changed. A group is looked at ``settlingSeconds`` after its end,
/// when corrected beats have become final but for rare cases; what is revised later stays as it was.
///
/// Memory is bounded: two minutes of beats.
public struct BreathResponseStream: Sendable {
    /// Breaths in a group.
    public static let groupBreathCount = 3
    /// A correction takes its last word on a beat three beats after it.
    public static let settlingSeconds = 3.0
    /// The weight of the breath before a group in the group's rate: the heart remembers 10 to 20 s.
    static let previousBreathWeight = 0.5
    /// Accepted intervals that a fit of seven terms needs.
    public static let minimumBeatCount = 12

    /// The outcome of a group.
    public enum Outcome: Sendable, Equatable {
        case response(BreathResponse)
        case refused(NoBreathResponseReason)
    }

    /// The breath before the group, once there is one, the group, and what has begun since.
    private var breaths: [BreathCycle] = []
    private var hasBreathBefore = false
    private var beats = BeatBuffer<NNBeat>(seconds: maxSeconds)
    private var samples: HeartRatesByBreathPhase
    private var beatFilter = ValidBeatFilter()
    /// True if the sensor was connected again since the last answer.
    private(set) var isNewConnection = false

    /// Four breaths at two a minute and the settling.
    private static let maxSeconds = 125.0

    public init() {
        samples = HeartRatesByBreathPhase(capacity: beats.capacity)
    }

    private enum CodingKeys: String, CodingKey {
        case breaths, hasBreathBefore, beats, beatFilter = "sound", isNewConnection
    }

    /// Takes the next commanded breath. One that does not begin after the last is passed over.
    public mutating func begin(_ breath: BreathCycle) {
        guard breath.startSeconds > breaths.last?.startSeconds ?? -.infinity else { return }
        breaths.append(breath)
    }

    /// Takes what a correction makes of the stream; beats whose time goes back are passed over.
    public mutating func revise(_ revision: NNRevision) {
        let validRevision = self.beatFilter.filterRevision(revision)
        beats.removeNewest(validRevision.withdrawnCount)
        for beat in validRevision.beats {
            beats.append(beat)
            beats.removeBeats(before: beat.endSeconds - Self.maxSeconds)
        }
    }

    /// Takes the news that the sensor is connected again: the latency of what follows may be another.
    ///
    /// Breaths begun so far belong to no group any more: a group has one latency.
    public mutating func reconnect() {
        isNewConnection = true
        guard let newest = breaths.last else { return }
        breaths = [newest]
        hasBreathBefore = true
    }

    /// The next group, where it is ready.
    ///
    /// - Parameter time: now; s.
    /// - Returns: nil until ``settlingSeconds`` after the end of a group.
    /// - Complexity: O(n) for the n beats in memory.
    public mutating func next(atSeconds time: Double) -> Outcome? {
        let first = hasBreathBefore ? 1 : 0
        let end = first + Self.groupBreathCount
        guard breaths.count >= end, breaths[end - 1].endSeconds + Self.settlingSeconds <= time
        else { return nil }
        let outcome = measureGroup(
            at: breaths[first..<end], after: hasBreathBefore ? breaths[0] : nil)
        breaths.removeFirst(end - 1)
        hasBreathBefore = true
        return outcome
    }

    private mutating func measureGroup(
        at group: ArraySlice<BreathCycle>, after previous: BreathCycle?
    ) -> Outcome {
        guard let first = group.first, let last = group.last,
            zip(group, group.dropFirst()).allSatisfy({ Self.areContiguous($0, $1) })
        else { return .refused(.interruptedBreath) }
        let breathing = CommandedBreathing(Array(group))
        samples.removeAll()
        for beat in beats.retainedBeats where beat.endSeconds > first.startSeconds {
            samples.append(
                PhasedHeartRate(
                    intervalMs: beat.intervalMs, endSeconds: beat.endSeconds, breathing: breathing),
                isCorrected: beat.isCorrected)
        }
        guard samples.count >= Self.minimumBeatCount,
            samples.breathCount >= Double(Self.groupBreathCount) - HarmonicCoherence.maxStepBreaths
        else {
            return .refused(
                samples.correctedShare > HarmonicCoherence.maxCorrectedShare
                    ? .corrected : .missingBeats)
        }
        guard samples.correctedShare <= HarmonicCoherence.maxCorrectedShare else {
            return .refused(.corrected)
        }
        guard let fit = try? samples.fit() else { return .refused(.missingBeats) }
        let volume = group[group.startIndex + 1].volumeHarmonic
        let count = Double(Self.groupBreathCount)
        let rate = 60 * count / (last.endSeconds - first.startSeconds)
        let followsPrevious = previous.map { Self.areContiguous($0, first) } ?? false
        defer { isNewConnection = false }
        let previousRate = followsPrevious ? previous?.breathsPerMinute ?? rate : rate
        return .response(
            BreathResponse(
                startSeconds: first.startSeconds, endSeconds: last.endSeconds,
                breathsPerMinute: (count * rate + Self.previousBreathWeight * previousRate)
                    / (count + Self.previousBreathWeight),
                response: fit.response / volume,
                standardError: fit.responseStandardError
                    / volume.squaredMagnitude.squareRoot(),
                isNewConnection: isNewConnection))
    }

    /// Sums of times round.
    private static func areContiguous(_ breath: BreathCycle, _ next: BreathCycle) -> Bool {
        abs(next.startSeconds - breath.endSeconds) < 1e-6 * max(1, abs(breath.endSeconds))
    }
}

// MARK: Saving

extension BreathResponseStream: Codable {
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        breaths = try values.decode([BreathCycle].self, forKey: .breaths)
        hasBreathBefore = try values.decode(Bool.self, forKey: .hasBreathBefore)
        beats = try values.decode(BeatBuffer<NNBeat>.self, forKey: .beats)
        beatFilter = try values.decode(ValidBeatFilter.self, forKey: .beatFilter)
        isNewConnection =
            try values.decodeIfPresent(Bool.self, forKey: .isNewConnection) ?? false
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(breaths, forKey: .breaths)
        try values.encode(hasBreathBefore, forKey: .hasBreathBefore)
        try values.encode(beats, forKey: .beats)
        try values.encode(beatFilter, forKey: .beatFilter)
        try values.encode(isNewConnection, forKey: .isNewConnection)
    }
}
