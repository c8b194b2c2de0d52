import PhysioDSP
import PhysioTypes

/// The volume of a person's lungs while they follow a pacer, or breathe as they like.
///
/// A breath rises and falls along half cosines between -2 m V and 2 (1 - m) V, V being its depth
/// and m the mean of its shape between 0 and 1: so breaths that are all alike have the mean 0 and
/// the range 2 V. Each rise begins where the lungs are, so that the volume never jumps.
struct LungMotion {
    /// Breathing without a pacer: rise, pause and fall as shares of a breath.
    static let freeBreathShares = (inhale: 0.38, hold: 0.05, exhale: 0.57)
    /// The share of one breath's deviation in depth that remains in the next one's.
    static let depthAutocorrelation = 0.6
    /// Depth of a sigh over that of a breath.
    static let sighDepthRatio = 1.6
    /// No breath is shallower than this share of what it should be.
    static let minDepthRatio = 0.2
    /// Time that a person waits for the next command before they breathe by themselves; s.
    static let commandTimeoutSeconds = 2.0

    private let traits: PersonTraits
    private let breathing: VirtualPerson.Breathing
    private var generator: SeededGenerator
    private var currentBreath: Breath
    private var commandedBreath: Breath?
    /// Half breaths still to come after the current one, of a breath taken twice as fast.
    private var remainingHalfBreathCount = 0
    private var isPaced = false
    private var depthNoise: Double

    init(
        _ traits: PersonTraits, breathing: VirtualPerson.Breathing, generator: SeededGenerator
    ) {
        self.traits = traits
        self.breathing = breathing
        self.generator = generator
        depthNoise = traits.depthJitter * self.generator.normal()
        currentBreath = Breath(start: 0, inhale: 1, hold: 0, exhale: 1, depth: 0, startVolume: 0)
        let share = self.generator.uniform()
        beginFreeBreath(at: 0)
        currentBreath.start = -share * currentBreath.duration
        currentBreath.startVolume = currentBreath.trough
    }

    /// Takes a command in: the breath will begin after the lag, never before it is commanded.
    mutating func command(_ cycle: BreathCycle, now: Double) {
        guard breathing == .paced else { return }
        let duration = cycle.durationSeconds
        let timingError = traits.periodJitter / 2.0.squareRoot() * duration * generator.normal()
        let start = max(cycle.startSeconds, cycle.startSeconds + traits.lagSeconds + timingError)
        commandedBreath = Breath(
            start: max(now, start), inhale: cycle.inhaleSeconds, hold: cycle.holdSeconds,
            exhale: cycle.exhaleSeconds, secondHold: cycle.secondHoldSeconds,
            depth: PersonTruth.depth(traits.depthExponent, breathsPerMinute: 60 / duration),
            startVolume: 0)
    }

    /// The volume at a time; times must not go back.
    mutating func volume(atSeconds time: Double) -> Double {
        if var next = commandedBreath, time >= next.start {
            next.startVolume = currentBreath.volume(at: next.start)
            commandedBreath = nil
            isPaced = true
            begin(next)
        }
        while time >= currentBreath.end, !isWaiting(at: time) {
            let end = currentBreath.end
            if remainingHalfBreathCount > 0 {
                remainingHalfBreathCount -= 1
                currentBreath.startVolume = currentBreath.trough
                currentBreath.start = end
            } else {
                beginFreeBreath(at: isPaced ? max(end, time) : end)
            }
        }
        return currentBreath.volume(at: time)
    }

    /// Returns true if the next command is due, or at least not long overdue.
    private func isWaiting(at time: Double) -> Bool {
        let dueTime = commandedBreath.map { $0.start - Self.commandTimeoutSeconds } ?? .infinity
        return isPaced && remainingHalfBreathCount == 0
            && (time >= dueTime || time < currentBreath.end + Self.commandTimeoutSeconds)
    }

    /// Begins a commanded breath, as far as the person follows the command.
    private mutating func begin(_ breath: Breath) {
        currentBreath = breath
        remainingHalfBreathCount = 0
        varyDepth()
        let missedInstructionDraw = generator.uniform()
        if missedInstructionDraw < traits.missedInstructionShare / 2 {
            currentBreath.depth *= Self.sighDepthRatio
        } else if missedInstructionDraw < traits.missedInstructionShare {
            currentBreath.halve()
            currentBreath.depth *= PersonTruth.depth(traits.depthExponent, breathsPerMinute: 12)
            remainingHalfBreathCount = 1
        }
    }

    private mutating func beginFreeBreath(at time: Double) {
        isPaced = false
        let rate =
            switch breathing {
            case .paced: traits.freeBreathsPerMinute
            case .free(let breathsPerMinute): breathsPerMinute
            }
        let period = 60 / rate * max(0.5, 1 + traits.periodJitter * generator.normal())
        let startVolume = currentBreath.volume(at: time)
        currentBreath = Breath(
            start: time, inhale: Self.freeBreathShares.inhale * period,
            hold: Self.freeBreathShares.hold * period,
            exhale: Self.freeBreathShares.exhale * period,
            depth: PersonTruth.depth(traits.depthExponent, breathsPerMinute: rate),
            startVolume: startVolume)
        varyDepth()
    }

    private mutating func varyDepth() {
        let memory = Self.depthAutocorrelation
        depthNoise =
            memory * depthNoise
            + (1 - memory * memory).squareRoot() * traits.depthJitter * generator.normal()
        currentBreath.depth *= max(Self.minDepthRatio, 1 + depthNoise)
    }
}

/// One breath as it is taken.
private struct Breath {
    var start: Double
    var inhale: Double
    var hold: Double
    var exhale: Double
    var secondHold = 0.0
    var depth: Double
    /// The volume at its start.
    var startVolume: Double

    var duration: Double { inhale + hold + exhale + secondHold }
    var end: Double { start + duration }
    private var mean: Double { (inhale / 2 + hold + exhale / 2) / duration }
    var peak: Double { 2 * depth * (1 - mean) }
    var trough: Double { -2 * depth * mean }

    mutating func halve() {
        inhale /= 2
        hold /= 2
        exhale /= 2
        secondHold /= 2
    }

    func volume(at time: Double) -> Double {
        var elapsed = time - start
        if elapsed < inhale {
            return Self.halfCosine(startVolume, peak, max(0, elapsed) / inhale)
        }
        elapsed -= inhale + hold
        if elapsed < 0 { return peak }
        return elapsed < exhale ? Self.halfCosine(peak, trough, elapsed / exhale) : trough
    }

    /// Along half a cosine.
    private static func halfCosine(_ a: Double, _ b: Double, _ share: Double) -> Double {
        a + (b - a) * (1 - PlatformMath.cos(.pi * share)) / 2
    }
}
