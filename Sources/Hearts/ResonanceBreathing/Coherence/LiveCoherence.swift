public import PhysioTypes

/// Every coherence score of a stream, after every beat.
///
/// Each is what ``CoherenceScore/value(of:breathing:signal:)`` gives of the beats so far: the
/// harmonic from its window in memory of its own, the reference by a recursion from sample to sample
/// (within 1e-10), the others anew from their windows, with allocation.
///
/// Memory is bounded: two minutes of beats.
///
/// ```swift
/// var live = LiveCoherence()
/// live.begin(breath)
/// live.push(beat)
/// live.value(.harmonic).value
/// ```
public struct LiveCoherence: Sendable {
    private var harmonicCoherence = LiveHarmonicCoherence()
    private var referenceCoherence = LivePowerShareCoherence()
    private var beats = BeatBuffer<NNBeat>(seconds: CoherenceScore.maxWindowSeconds)

    public init() {}

    public var breathing: CommandedBreathing { harmonicCoherence.breathing }

    /// Takes the next commanded breath; before the beats that fall into it.
    ///
    /// - Precondition: it begins after the last one.
    public mutating func begin(_ breath: BreathCycle) { harmonicCoherence.begin(breath) }

    /// Takes the next interval.
    ///
    /// - Precondition: its end is finite and not before the last.
    /// - Complexity: O(1); allocates nothing.
    public mutating func push(_ beat: NNBeat) {
        harmonicCoherence.push(beat)
        store(beat)
        referenceCoherence.push(beat, breathing: breathing)
    }

    /// Takes what a correction makes of the stream.
    ///
    /// - Complexity: that of its beats; O(n) for the n beats in memory where some are taken back.
    public mutating func revise(_ revision: NNRevision) {
        harmonicCoherence.revise(revision)
        beats.removeNewest(revision.withdrawnCount)
        if revision.withdrawnCount > 0 {
            referenceCoherence = LivePowerShareCoherence()
            for beat in beats.retainedBeats { referenceCoherence.push(beat, breathing: breathing) }
        }
        for beat in revision.beats {
            store(beat)
            referenceCoherence.push(beat, breathing: breathing)
        }
    }

    /// Forgets beats and breaths.
    public mutating func reset() { self = LiveCoherence() }

    /// A score at the newest beat.
    ///
    /// - Parameter signal: a breathing signal that covers the window.
    public mutating func value(
        _ score: CoherenceScore, signal: BreathingSignal? = nil
    ) -> CoherenceValue {
        if score == .harmonic { return harmonicValue() }
        if score == .reference, let value = referenceCoherence.score {
            return CoherenceValue(.reference, value)
        }
        return score.value(of: beats.series, breathing: breathing, signal: signal)
    }

    /// All scores at the newest beat.
    public mutating func values(signal: BreathingSignal? = nil) -> [CoherenceValue] {
        CoherenceScore.allCases.map { value($0, signal: signal) }
    }

    private mutating func harmonicValue() -> CoherenceValue {
        do throws(MissingReason) {
            let coherence = try harmonicCoherence.coherence()
            return CoherenceValue(.harmonic, coherence.score, probability: coherence.fit.pValue)
        } catch {
            return CoherenceValue(.harmonic, missing: error)
        }
    }

    private mutating func store(_ beat: NNBeat) {
        beats.append(beat)
        beats.removeBeats(before: beat.endSeconds - CoherenceScore.maxWindowSeconds)
    }
}

// MARK: Saving

/// The recursion is begun anew with the beats in memory: it may differ by 1e-10.
extension LiveCoherence: Codable {
    private enum CodingKeys: String, CodingKey {
        case harmonic, beats
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        harmonicCoherence = try values.decode(LiveHarmonicCoherence.self, forKey: .harmonic)
        beats = try values.decode(BeatBuffer<NNBeat>.self, forKey: .beats)
        for beat in beats.retainedBeats { referenceCoherence.push(beat, breathing: breathing) }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(harmonicCoherence, forKey: .harmonic)
        try values.encode(beats, forKey: .beats)
    }
}

/// The reference score by recursion: 4 Hz samples as beats come, each pushed once.
struct LivePowerShareCoherence: Sendable {
    /// The score at the newest beat; nil until 30 s without a gap have passed, and where no sample
    /// is newer than the beat before.
    private(set) var score: Double?
    /// The longest time between the ends of two intervals that follow each other, whatever a clock
    /// says.
    private static let maxStepSeconds = 10.0
    private var stream = StreamingPowerShareCoherence(
        PowerShareCoherence(
            sampleCount: CoherenceScore.referenceSampleCount,
            sampleRateHz: CoherenceScore.referenceRateHz))
    private var last: NNBeat?
    private var nextTick = 0

    /// Pushes the samples after the last beat, up to this one; one lost beat between them counts.
    mutating func push(_ beat: NNBeat, breathing: CommandedBreathing) {
        guard let last, !beat.isAdjacentToPrevious,
            let lostBeat = beat.singleLostBeat(after: last)
        else { return advance(to: beat, isAdjacent: beat.isAdjacentToPrevious, breathing) }
        advance(to: lostBeat, isAdjacent: true, breathing)
        let previousScore = score
        advance(to: beat, isAdjacent: true, breathing)
        score = score ?? previousScore
    }

    private mutating func advance(
        to beat: NNBeat, isAdjacent: Bool, _ breathing: CommandedBreathing
    ) {
        defer { last = beat }
        let rate = CoherenceScore.referenceRateHz
        let value = 60_000 / beat.intervalMs
        // Without a commanded breath no score is reported.
        let breathsPerMinute = (try? breathing.rate(atSeconds: beat.endSeconds)) ?? 0
        guard let last, isAdjacent,
            beat.endSeconds - last.endSeconds <= Self.maxStepSeconds
        else {
            stream.reset()
            nextTick = Int((beat.endSeconds * rate).rounded(.up))
            if Double(nextTick) / rate == beat.endSeconds {
                _ = stream.push(value, breathsPerMinute: breathsPerMinute)
                nextTick += 1
            }
            score = nil
            return
        }
        let previousValue = 60_000 / last.intervalMs
        score = nil
        while Double(nextTick) / rate <= beat.endSeconds {
            let share =
                (Double(nextTick) / rate - last.endSeconds) / (beat.endSeconds - last.endSeconds)
            let newScore = stream.push(
                previousValue + (value - previousValue) * share, breathsPerMinute: breathsPerMinute)
            score = breathing.breaths.isEmpty ? nil : newScore
            nextTick += 1
        }
    }
}
