public import PhysioTypes

/// The harmonic coherence of the last minute of a stream, after every beat.
///
/// The window ends at the newest beat, at t, and holds the intervals whose end lies in [t - W, t]; W is
/// 60 s, or 4 commanded breaths where they last longer, up to ``maxWindowSeconds``. What it gives
/// is what ``HarmonicCoherence`` gives of those intervals. It gives nothing until 30 s of commanded
/// breathing with beats have passed.
///
/// Memory is bounded and allocated at creation.
///
/// ```swift
/// var live = LiveHarmonicCoherence()
/// live.begin(breath)
/// live.push(beat)
/// let coherence = try? live.coherence()
/// ```
public struct LiveHarmonicCoherence: Sendable {
    /// Length of the window; s.
    public static let windowSeconds = 60.0
    /// Commanded breaths that the window holds at least.
    public static let minWindowBreathCount = 4.0
    /// 4 breaths at 2 a minute; s.
    public static let maxWindowSeconds = 120.0
    /// The shortest time from the first interval with a commanded breath to the newest beat; s.
    public static let minimumSeconds = 30.0

    public private(set) var breathing = CommandedBreathing()
    /// Latency of the beats: a beat belongs to the breath commanded so long before its time; s.
    public private(set) var latencySeconds = 0.0
    /// The newest beats, each with its sample by the breaths commanded so far.
    private var beats = BeatBuffer<PhasedBeat>(seconds: maxWindowSeconds)
    private var samples: HeartRatesByBreathPhase

    public init() {
        samples = HeartRatesByBreathPhase(capacity: beats.capacity)
    }

    private enum CodingKeys: String, CodingKey {
        case breathing, beats, latencySeconds
    }

    /// The score at the last beat of a series, as the stream would have it.
    static func lastCoherence(
        of nn: NNSeries, breathing: CommandedBreathing
    ) throws(MissingReason) -> HarmonicCoherence {
        var live = LiveHarmonicCoherence()
        live.breathing = breathing
        for index in 0..<nn.count {
            live.push(
                NNBeat(
                    intervalMs: nn.intervalsMs[index], endSeconds: nn.endTimesSeconds[index],
                    isAdjacentToPrevious: nn.isAdjacentToPrevious[index],
                    isCorrected: nn.isCorrected[index], rawIndex: index))
        }
        return try live.coherence()
    }

    /// Takes the next commanded breath; before the beats that fall into it.
    ///
    /// - Precondition: it begins after the last one.
    /// - Complexity: O(n) for n beats in memory; allocates nothing.
    public mutating func begin(_ breath: BreathCycle) {
        breathing.begin(breath)
        updateSamples()
    }

    /// A new breath changes the phase of beats that end after it begins, and of those in a breath that
    /// is forgotten for it.
    private mutating func updateSamples() {
        let breathing = self.breathing
        let latencySeconds = self.latencySeconds
        beats.update { $0.updateSample(breathing, latencySeconds: latencySeconds) }
    }

    /// Sets the latency of the beats, those in memory included.
    ///
    /// - Complexity: O(n) for n beats in memory where it changes; allocates nothing.
    public mutating func setLatency(seconds: Double) {
        guard seconds.isFinite, seconds != latencySeconds else { return }
        latencySeconds = seconds
        updateSamples()
    }

    /// Takes the next interval.
    ///
    /// - Precondition: its end is finite and not before the last.
    /// - Complexity: O(log m) for m breaths, and two sines; allocates nothing.
    public mutating func push(_ beat: NNBeat) {
        beats.append(
            PhasedBeat(beat, breathing: breathing, latencySeconds: latencySeconds))
        let start = beat.endSeconds - Self.maxWindowSeconds
        beats.removeBeats(before: start - NNSeries.edgeToleranceSeconds(atSeconds: start))
    }

    /// Takes what a correction makes of the stream.
    public mutating func revise(_ revision: NNRevision) {
        beats.removeNewest(revision.withdrawnCount)
        for beat in revision.beats { push(beat) }
    }

    /// Forgets beats and breaths; allocates nothing.
    public mutating func reset() {
        beats.removeAll()
        breathing.reset()
    }

    /// The time at which the window begins; s; nil without a beat.
    public var windowStartSeconds: Double? {
        guard let end = beats.retainedBeats.last?.endSeconds else { return nil }
        let latestStart = end - Self.windowSeconds
        guard let newest = breathing.breaths.last else { return latestStart }
        // The newest beat may end after what is commanded so far.
        let currentPhase = breathing.phase(
            atSeconds: min(end - latencySeconds, newest.endSeconds.nextDown))
        let start = currentPhase.flatMap {
            breathing.seconds(
                atPhase: max($0 - Self.minWindowBreathCount, Double(breathing.forgottenCount)))
        }.map { $0 + latencySeconds }
        return max(end - Self.maxWindowSeconds, min(latestStart, start ?? latestStart))
    }

    /// The score at the newest beat.
    ///
    /// - Throws: `tooFew` before 30 s; else as ``HarmonicCoherence``.
    /// - Complexity: O(n) for n intervals in the window, some 70 n multiplications, or 130 n where
    ///   residuals stand out; allocates nothing once the window was full.
    public mutating func coherence() throws(MissingReason) -> HarmonicCoherence {
        samples.removeAll()
        var coveredStart: Double?
        let start = windowStartSeconds ?? 0
        let windowStart = start - NNSeries.edgeToleranceSeconds(atSeconds: start)
        for beat in beats.retainedBeats where beat.endSeconds >= windowStart {
            samples.append(beat.sample, isCorrected: beat.beat.isCorrected)
            if coveredStart == nil, samples.count > 0 {
                coveredStart = beat.endSeconds - beat.beat.intervalMs / 1000
            }
        }
        let end = beats.retainedBeats.last?.endSeconds ?? 0
        let seconds = end - (coveredStart ?? end)
        guard seconds >= Self.minimumSeconds - NNSeries.edgeToleranceSeconds(atSeconds: end) else {
            throw .tooFew(needed: Self.minimumSeconds, found: seconds, .seconds)
        }
        return try HarmonicCoherence(&samples)
    }
}

// MARK: Saving

extension LiveHarmonicCoherence: Codable {
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        breathing = try values.decode(CommandedBreathing.self, forKey: .breathing)
        beats = try values.decode(BeatBuffer<PhasedBeat>.self, forKey: .beats)
        latencySeconds = try values.decodeIfPresent(Double.self, forKey: .latencySeconds) ?? 0
        updateSamples()
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(breathing, forKey: .breathing)
        try values.encode(beats, forKey: .beats)
        try values.encode(latencySeconds, forKey: .latencySeconds)
    }
}
