import PhysioDSP

/// Beats of a heart rate, as a sensor reports them: integral pulse frequency modulation.
///
/// The rate is integrated; each time the integral passes a whole number there is a beat, and the
/// time is found along a straight line within the step. Then beats come early, are missed or are
/// seen where there is none, and their times are rounded to the sensor's clock: intervals are
/// differences of rounded times, so that they add up to the time gone by.
struct HeartBeats {
    /// The time by which an ectopic beat comes early; share of its interval. The next beat comes at
    /// its usual time.
    static let ectopicPrematurityShare = 0.25
    /// The position in the next interval where the sensor reports an extra beat; share of the interval
    /// before.
    static let extraBeatPositionShares = 0.3...0.7
    /// A beat's time is off by at most this share of the interval.
    static let maxJitterShare = 0.1

    private let traits: PersonTraits
    private let tickSeconds: Double
    private var generator: SeededGenerator
    /// The part of the integral since the last whole number.
    private var phase: Double
    private var isNextEarly = false
    private var wasLastEarly = false
    private var lastBeatSeconds: Double
    private var lastTick: Int
    private var missedCount = 0
    private var pendingBeat: (seconds: Double, kind: VirtualPerson.Beat.Kind, isMissed: Bool)?
    private var extraBeatSeconds: Double?

    init(_ traits: PersonTraits, clock: VirtualPerson.SensorClock, generator: SeededGenerator) {
        self.traits = traits
        tickSeconds = clock.tickMs / 1000
        self.generator = generator
        phase = self.generator.uniform()
        lastBeatSeconds = -phase * 60 / traits.heartRateBpm
        lastTick = Int((lastBeatSeconds / tickSeconds).rounded())
    }

    /// Goes on by a step in which the rate changes along a straight line; hands over the beats whose
    /// time has come.
    mutating func advance(
        fromSeconds start: Double, bySeconds step: Double, rateBpm: (Double, Double),
        into beats: inout [VirtualPerson.Beat]
    ) {
        let phaseStep = step * (rateBpm.0 + rateBpm.1) / 120
        let previousPhase = phase
        phase += phaseStep
        let earlyBeatPhase = 1 - Self.ectopicPrematurityShare
        if isNextEarly, phase >= earlyBeatPhase {
            scheduleBeat(
                at: start + step * max(0, earlyBeatPhase - previousPhase) / phaseStep, .ectopic,
                rateBpm.1)
            isNextEarly = false
            wasLastEarly = true
        }
        if phase >= 1 {
            if !wasLastEarly {
                scheduleBeat(at: start + step * (1 - previousPhase) / phaseStep, .normal, rateBpm.1)
            }
            wasLastEarly = false
            phase -= 1
        }
        emitDueBeats(untilSeconds: start + step, into: &beats)
    }

    private mutating func scheduleBeat(
        at time: Double, _ kind: VirtualPerson.Beat.Kind, _ rate: Double
    ) {
        let limit = Self.maxJitterShare * 60 / rate
        let jitter = traits.beatJitterMs / 1000 * generator.normal()
        let errorDraw = generator.uniform()
        let isMissed = errorDraw < traits.sensorErrorShare / 2
        let hasExtraBeat = !isMissed && errorDraw < traits.sensorErrorShare
        pendingBeat = (time + min(max(jitter, -limit), limit), kind, isMissed)
        let shares = Self.extraBeatPositionShares
        let share =
            shares.lowerBound + generator.uniform() * (shares.upperBound - shares.lowerBound)
        if hasExtraBeat { extraBeatSeconds = time + share * 60 / rate }
        // An early beat replaces the next one: the one after that keeps its time.
        let earlyDraw = generator.uniform()
        isNextEarly = kind == .normal && !hasExtraBeat && earlyDraw < traits.ectopicShare
    }

    private mutating func emitDueBeats(
        untilSeconds now: Double, into beats: inout [VirtualPerson.Beat]
    ) {
        if let beat = pendingBeat, beat.seconds <= now {
            if beat.isMissed {
                missedCount += 1
            } else {
                report(beat.seconds, beat.kind, into: &beats)
            }
            pendingBeat = nil
        }
        if let extra = extraBeatSeconds, extra <= now {
            if extra > lastBeatSeconds { report(extra, .extra, into: &beats) }
            extraBeatSeconds = nil
        }
    }

    private mutating func report(
        _ time: Double, _ kind: VirtualPerson.Beat.Kind, into beats: inout [VirtualPerson.Beat]
    ) {
        let tick = Int((time / tickSeconds).rounded())
        guard tick > lastTick else {
            missedCount += 1
            return
        }
        beats.append(
            VirtualPerson.Beat(
                timeSeconds: time, intervalTicks: tick - lastTick, kind: kind,
                missedCount: missedCount, tickMs: tickSeconds * 1000))
        lastBeatSeconds = time
        lastTick = tick
        missedCount = 0
    }
}
