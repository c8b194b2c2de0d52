import PhysioDSP
import PhysioTypes

/// The heart rate of one interval, at the phase of the commanded breaths.
struct PhasedHeartRate: Sendable {
    /// Heart rate in beats/min, at the interval's midpoint.
    let heartRate: HarmonicFit.Sample
    /// Breath number plus the share of the breath that has gone by.
    let phase: Double

    init(time: Double, heartRateBpm: Double, phase: Double) {
        heartRate = HarmonicFit.Sample(time: time, value: heartRateBpm, phase: phase)
        self.phase = phase
    }

    /// The sample of an interval; nil where no breath is commanded at its midpoint.
    ///
    /// - Parameter latencySeconds: of the interval's end.
    init?(
        intervalMs: Double, endSeconds: Double, breathing: CommandedBreathing,
        latencySeconds: Double = 0
    ) {
        let middle = endSeconds - intervalMs / 2000
        guard let phase = breathing.phase(atSeconds: middle - latencySeconds) else { return nil }
        self.init(time: middle, heartRateBpm: 60_000 / intervalMs, phase: phase)
    }
}

/// A beat of a stream that keeps its sample, so that the sines of its phase are computed once.
struct PhasedBeat: TimedBeat {
    let beat: NNBeat
    /// nil where no breath is commanded.
    private(set) var sample: PhasedHeartRate?

    init(_ beat: NNBeat, breathing: CommandedBreathing, latencySeconds: Double = 0) {
        self.beat = beat
        sample = PhasedHeartRate(
            intervalMs: beat.intervalMs, endSeconds: beat.endSeconds, breathing: breathing,
            latencySeconds: latencySeconds)
    }

    var endSeconds: Double { beat.endSeconds }

    /// Follows a change of the commanded breaths, or of the latency: the sample becomes what it would be
    /// had the beat come after it.
    mutating func updateSample(_ breathing: CommandedBreathing, latencySeconds: Double = 0) {
        let middle = beat.endSeconds - beat.intervalMs / 2000
        guard sample?.phase != breathing.phase(atSeconds: middle - latencySeconds) else { return }
        self = PhasedBeat(beat, breathing: breathing, latencySeconds: latencySeconds)
    }
}

// MARK: Saving

/// The beat alone; the caller that decodes it calls ``PhasedBeat/updateSample(_:)``.
extension PhasedBeat: Codable {
    init(from decoder: any Decoder) throws {
        beat = try NNBeat(from: decoder)
        sample = nil
    }

    func encode(to encoder: any Encoder) throws { try beat.encode(to: encoder) }
}
