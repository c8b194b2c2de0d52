package import LivePipeline
import PhysioTypes
import ResonanceBreathing
package import SensorProtocol

/// The outputs of a session, as lines to its bridge.
package struct SessionReplyEncoder: Sendable {
    /// Indicates whether whole breaths are reported too.
    package var sendsBreaths = false
    private var nextID = 0

    package init() {}

    /// The length of a tap, and the limit of its delay; ms.
    static let tapDurationMs = 60.0
    static let tapTimeToLiveMs = 150.0

    /// - Parameter now: when they are sent; s of the session.
    /// - Returns: none for what no line says.
    package mutating func replies(to output: LiveOutput, atSeconds now: Double) -> [BeatlineReply] {
        let time = Int((now * 1e6).rounded())
        switch output {
        case .beat(let beat): return [.beat(Self.beat(beat))]
        case .breath(let breath):
            return sendsBreaths ? [.breath(Self.breathParameters(breath, time, now))] : []
        case .phase(let cue):
            return [
                .pace(
                    BeatlineReply.Pace(
                        id: id(), timeMicroseconds: time,
                        leadMs: Self.milliseconds(cue.startSeconds - now),
                        phase: Self.phase(cue.phase),
                        durationMs: Self.milliseconds(cue.durationSeconds),
                        breathsPerMinute: cue.breathsPerMinute, cycle: cue.number))
            ]
        case .tap(let tap):
            return [
                .haptic(
                    BeatlineReply.Haptic(
                        id: id(), timeMicroseconds: time,
                        leadMs: Self.milliseconds(tap.timeSeconds - now),
                        durationMs: Self.tapDurationMs, level: tap.intensity,
                        shape: Self.shape(tap.kind),
                        timeToLiveMs: Self.tapTimeToLiveMs))
            ]
        case .stop:
            return [
                .pace(
                    BeatlineReply.Pace(id: id(), timeMicroseconds: time, leadMs: 0, phase: .stop))
            ]
        case .figures(let figures): return [.metric(Self.metric(figures, time))]
        case .notice(let notice):
            return [
                .warning(
                    BeatlineReply.Warning(line: nil, code: notice.code, text: notice.text))
            ]
        case .decision: return []
        }
    }

    private mutating func id() -> Int {
        defer { nextID += 1 }
        return nextID
    }

    /// Converts to milliseconds, rounded to the microsecond: finer digits are rounding errors.
    private static func milliseconds(_ seconds: Double) -> Double {
        (seconds * 1e6).rounded() / 1000
    }

    private static func phase(_ phase: BreathPhase) -> BeatlineReply.Pace.Phase {
        switch phase {
        case .inhale: .inhale
        case .hold: .hold
        case .exhale: .exhale
        case .secondHold: .secondHold
        }
    }

    private static func shape(_ kind: HapticTap.Kind) -> BeatlineReply.Haptic.Shape {
        switch kind {
        case .up: .rise
        case .down: .fall
        case .click: .tick
        }
    }

    private static func beat(_ beat: LiveBeat) -> BeatlineReply.Beat {
        let flag: BeatlineReply.Beat.Flag =
            switch beat.artefact {
            case nil: .ok
            case .missed, .long: .missed
            case .extra, .short: .extra
            case .ectopic: .ectopic
            case .range: .range
            case .gap: .gap
            }
        return BeatlineReply.Beat(
            timeMicroseconds: Int((beat.timeSeconds * 1e6).rounded()),
            intervalMs: beat.intervalMs, flag: flag)
    }

    private static func breathParameters(
        _ breath: PacedBreath, _ time: Int, _ now: Double
    ) -> BeatlineReply.BreathParameters {
        let cycle = breath.cycle
        return BeatlineReply.BreathParameters(
            inhaleSeconds: cycle.inhaleSeconds, holdSeconds: cycle.holdSeconds,
            exhaleSeconds: cycle.exhaleSeconds, breathsPerMinute: cycle.breathsPerMinute,
            timeMicroseconds: time, leadMs: milliseconds(cycle.startSeconds - now),
            cycle: breath.number)
    }

    static func metric(_ figures: LiveFigures, _ time: Int) -> BeatlineMetric {
        var metric = BeatlineMetric(timeMicroseconds: time)
        func value(_ figure: LiveFigures.Figure, _ name: String) -> Double? {
            if let missing = figure.missing { metric.reasons[name] = missing.code }
            return figure.value
        }
        metric.sessionSeconds = figures.sessionSeconds
        metric.heartRateBpm = value(figures.heartRate, "hr")
        metric.rmssdMs = value(figures.rmssd, "HRV_RMSSD")
        metric.rmssdWindowSeconds = figures.rmssdWindowSeconds
        metric.coherence = value(figures.coherence, "coherence")
        metric.coherenceWindowSeconds = figures.coherenceWindowSeconds
        metric.paceBreathsPerMinute = figures.breathsPerMinute
        switch figures.pacing {
        case .adapting: metric.pacer = .adapting
        case .locked: metric.pacer = .locked
        case .fixed: metric.pacer = .fixed
        case .none: break
        }
        metric.resonanceBreathsPerMinute = figures.resonance.value
        if figures.resonance.value == nil { metric.reasons["resonance_bpm"] = "not_determined" }
        metric.resonanceDeviation = figures.resonanceDeviation
        metric.breathsPerMinute = value(figures.respiration, "resp_bpm")
        metric.coverage = figures.coverage
        metric.state = BeatlineMetric.State(rawValue: figures.stream.rawValue)
        metric.quality = Self.quality(figures)
        metric.latencySeconds = figures.latency?.seconds
        metric.latencyDeviationSeconds = figures.latency?.deviationSeconds
        return metric
    }

    /// Returns the reliability of the numbers: `good`, `fair` or `bad`.
    package static func quality(_ figures: LiveFigures) -> String {
        if figures.stream != .ok || figures.coverage < 0.5 { return "bad" }
        return figures.coverage >= 0.9 && figures.correctedShare <= 0.05 ? "good" : "fair"
    }
}
