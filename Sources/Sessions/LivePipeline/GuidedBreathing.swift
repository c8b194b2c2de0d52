import PhysioTypes
import ResonanceBreathing

/// Breathing that is led, and whether heart and lungs follow.
struct GuidedBreathing: Sendable, Codable {
    private(set) var pacing: PacedBreathing
    /// The verdict at the beginning of the last breath.
    private var verdict: FollowVerdict?
    private(set) var breathCount = 0
    private var coherence = LiveHarmonicCoherence()
    private var follow = LiveFollowVerdict(traces: [.inhaleIsPositive])
    private var lastSampleSeconds = -Double.greatestFiniteMagnitude
    private let isPatternFixed: Bool
    private var latencyPrior = LatencyPrior.unknown

    /// - Throws: where the plan's start rate cannot be breathed.
    init?(_ settings: StreamingSettings) throws(BreathingError) {
        guard let plan = settings.plan else { return nil }
        isPatternFixed = settings.pattern != nil
        pacing = PacedBreathing(
            try plan.pacer(), pattern: settings.pattern, hasHold: settings.hasHold,
            haptics: settings.haptics)
        pacing.begin(atSeconds: 0)
    }

    mutating func revise(_ revision: NNRevision) {
        coherence.revise(revision)
        follow.revise(revision)
        pacing.revise(revision)
    }

    /// A sample of the lungs' volume; one that comes before the last is left out.
    mutating func push(volume: Double, atSeconds time: Double) {
        guard time >= lastSampleSeconds else { return }
        lastSampleSeconds = time
        follow.push(volume, atSeconds: time, trace: 0)
    }

    /// Announces what is due.
    mutating func advance(toSeconds now: Double, into outputs: inout [LiveOutput]) {
        let first = outputs.count
        var dueOutputs: [LiveOutput] = []
        pacing.advance(toSeconds: now) { dueOutputs.append($0) }
        outputs += dueOutputs
        for case .breath(let breath) in outputs[first...] {
            coherence.begin(breath.cycle)
            follow.begin(breath.cycle)
            applyLatency()
            breathCount += 1
            verdict = follow.verdict(atSeconds: now)
        }
    }

    // MARK: Latency

    mutating func expectLatency(_ latency: LatencyPrior) {
        latencyPrior = latency
        pacing.expectLatency(latency)
        applyLatency()
    }

    mutating func reconnect() { pacing.reconnect() }

    /// The present knowledge of the sensor's latency; nil where there is none.
    private var latency: LatencyEstimate? {
        if let latency = pacing.pacer.latency { return latency }
        return latencyPrior.statedProbability > 0 ? latencyPrior.statedLatency : nil
    }

    /// Lays the heart beside the breath as the latency has it. Beats in memory are laid anew only where it
    /// has changed by more than they are exact.
    private mutating func applyLatency() {
        let seconds = latency?.seconds ?? 0
        guard abs(seconds - follow.latencySeconds) >= Self.minLatencyChangeSeconds else { return }
        follow.latencySeconds = seconds
        coherence.setLatency(seconds: seconds)
    }

    /// s.
    private static let minLatencyChangeSeconds = 0.05

    mutating func begin(atSeconds now: Double) { pacing.begin(atSeconds: now) }
    mutating func stop() { pacing.stop() }

    /// The default score at the newest beat.
    mutating func score() -> LiveFigures.Figure {
        do throws(MissingReason) {
            return .init(try coherence.coherence().score)
        } catch {
            return .init(missing: error)
        }
    }

    /// Breaths/min. It changes nothing: a reading access of a value in an optional would copy all of it.
    mutating func respiration() -> LiveFigures.Figure {
        guard let verdict else { return .init(missing: .notMeasured("no breath was paced yet")) }
        let found = verdict.decidingIndex.flatMap { verdict.evidence[$0] }
        return .init(
            found?.bestBreathsPerMinute,
            else: verdict.heartMissingReason ?? .notMeasured("no rhythm is clear enough"))
    }

    /// The values that guided breathing shows, without a score.
    struct Snapshot {
        var breathsPerMinute: Double?
        var pacing = LiveFigures.Pacing.none
        var phase: PacerPhase?
        var resonance: LiveFigures.Figure
        var resonanceDeviation: Double?
        var followOutcome: FollowVerdict.Outcome?
        var latency: LatencyEstimate?
        var isLatencyMeasured = false
    }

    /// Changes nothing: a reading access of a value in an optional copies all of it, this one does not.
    mutating func snapshot() -> Snapshot {
        Snapshot(
            breathsPerMinute: commandedRate, pacing: pacingState, phase: pacing.pacer.phase,
            resonance: resonance, resonanceDeviation: resonanceDeviation,
            followOutcome: verdict?.outcome, latency: latency,
            isLatencyMeasured: pacing.pacer.latency != nil)
    }

    /// Breaths/min; nil while nothing is paced.
    private var commandedRate: Double? {
        pacing.isPacing ? pacing.breath?.cycle.breathsPerMinute : nil
    }

    private var pacingState: LiveFigures.Pacing {
        if isPatternFixed || !pacing.pacer.isAdaptive { return .fixed }
        return pacing.pacer.isLocked ? .locked : .adapting
    }

    private var resonance: LiveFigures.Figure {
        switch pacing.pacer.finding {
        case .notDetermined(let reason): .init(missing: .notMeasured(reason))
        case .estimate(let found): .init(found.breathsPerMinute)
        case .bestTried(let rate): .init(rate)
        }
    }

    /// Standard deviation of the estimate; breaths/min; also where it is too large to determine a rate.
    private var resonanceDeviation: Double? { pacing.pacer.estimate?.deviation }

    private enum CodingKeys: String, CodingKey {
        case pacing, verdict, breathCount, coherence, follow, lastSampleSeconds, isPatternFixed
        case latencyPrior = "expectedLatency"
    }
}
