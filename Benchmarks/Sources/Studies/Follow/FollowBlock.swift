import BeatCorrection
import PhysioDSP
public import PhysioSimulation
public import PhysioTypes
public import ResonanceBreathing

/// Two minutes of a simulated person in front of a pacer, with what is known of how they breathe.
public struct FollowBlock: Sendable {
    /// The behaviour of the person.
    public enum Behaviour: String, Sendable, CaseIterable {
        /// Breathes as the pacer says.
        case follows
        /// Breathes 12 to 18 times a minute.
        case quick
        /// Breathes about as slowly as the pacer, 5.5 to 6.5 times a minute, but not with it.
        case slow

        public var isFollowing: Bool { self == .follows }
    }

    /// The person has lived so long when the block begins; s.
    static let leadSeconds = 40.0
    public static let seconds = 120.0
    /// The sample rate of the belt.
    static let beltRateHz = 10.0

    public let behaviour: Behaviour
    /// The NN intervals as a detector and the usual correction would leave them.
    public let nn: NNSeries
    public let breathing: CommandedBreathing
    /// The lungs' volume with noise and a slow drift.
    public let belt: BreathingSignal
    /// One value a beat that grows or falls with the lungs' volume, and is noisy.
    public let amplitudes: BreathingTrace

    /// - Parameter seed: of person, pace, breathing and noise; together with the index.
    public init(
        _ behaviour: Behaviour, scenario: PersonScenario, seed: UInt64, index: Int
    ) {
        let draw = UInt64(index) &* 3 &+ UInt64(Behaviour.allCases.firstIndex(of: behaviour) ?? 0)
        var generator = SeededGenerator(seed: seed &* 1_000_003 &+ draw)
        let pace = Pace(behaviour, &generator)
        var person = PersonPopulation(seed: seed, scenario: scenario).person(
            index, breathing: behaviour.breathing(&generator))
        var (beats, volumes) = ([VirtualPerson.Beat](), [Double]())
        for breath in pace.breaths {
            person.follow(breath)
            person.advance(
                toSeconds: min(breath.endSeconds, Self.leadSeconds + Self.seconds), into: &beats,
                volumes: &volumes)
        }
        self.behaviour = behaviour
        breathing = CommandedBreathing(pace.breaths)
        nn = Self.corrected(beats)
        let noise = scenario == .noisy ? 2.0 : 1.0
        belt = Self.belt(volumes, noise: noise, &generator)
        amplitudes = Self.amplitudes(beats, volumes, noise: noise, &generator)
    }

    private static func corrected(_ beats: [VirtualPerson.Beat]) -> NNSeries {
        let start = beats[0].timeSeconds - beats[0].intervalMs / 1000
        let all = ArtefactCorrection().correct(
            RRSeries(intervalsMs: beats.map(\.intervalMs), startSeconds: start)
        ).nn
        return all.window(startSeconds: leadSeconds, endSeconds: leadSeconds + seconds)
    }

    /// Noise of a quarter of a breath at 6 a minute, and a drift of half of one within a minute.
    private static func belt(
        _ volumes: [Double], noise: Double, _ generator: inout SeededGenerator
    ) -> BreathingSignal {
        let step = Int((1 / (beltRateHz * VirtualPerson.stepSeconds)).rounded())
        var drift = SlowDrift(seconds: 30, deviation: 0.5 * noise, &generator)
        let samples = stride(from: step - 1, to: volumes.count, by: step).map { index in
            drift.advance(seconds: 1 / beltRateHz, &generator)
            return volumes[index] + drift.value + 0.25 * noise * generator.normal()
        }
        return BreathingSignal(
            startSeconds: 1 / beltRateHz, sampleRateHz: beltRateHz, samples: samples)
    }

    /// Returns the amplitudes of the beats, relative to an R peak of 1: 0.1 for a breath at 6 a
    /// minute, up or down; noise and drift of 0.04 each.
    private static func amplitudes(
        _ beats: [VirtualPerson.Beat], _ volumes: [Double], noise: Double,
        _ generator: inout SeededGenerator
    ) -> BreathingTrace {
        let amplitude = generator.uniform() < 0.5 ? -0.05 : 0.05
        var drift = SlowDrift(seconds: 30, deviation: 0.04 * noise, &generator)
        var (times, values) = ([Double](), [Double]())
        for beat in beats where beat.kind == .normal {
            drift.advance(seconds: beat.intervalMs / 1000, &generator)
            let index = Int((beat.timeSeconds / VirtualPerson.stepSeconds).rounded()) - 1
            let volume = volumes[min(max(0, index), volumes.count - 1)]
            times.append(beat.timeSeconds)
            values.append(1 + amplitude * volume + drift.value + 0.04 * noise * generator.normal())
        }
        return BreathingTrace(times: times, values: values, polarity: .unknown)
    }
}

extension FollowBlock.Behaviour {
    func breathing(_ generator: inout SeededGenerator) -> VirtualPerson.Breathing {
        switch self {
        case .follows: .paced
        case .quick: .free(breathsPerMinute: 12 + 6 * generator.uniform())
        case .slow: .free(breathsPerMinute: 5.5 + generator.uniform())
        }
    }
}

/// The breaths that the pacer commands.
private struct Pace {
    var breaths: [BreathCycle] = []

    /// Draws a pace of 4.5 to 7 a minute, sliding by up to half a breath a minute within the two minutes; for
    /// a person who breathes slowly by themselves 5.5 to 6.5, without sliding.
    init(_ behaviour: FollowBlock.Behaviour, _ generator: inout SeededGenerator) {
        let isSlow = behaviour == .slow
        let first = isSlow ? 5.5 + generator.uniform() : 4.5 + 2.5 * generator.uniform()
        let slide = isSlow ? 0 : generator.uniform() - 0.5
        let end = FollowBlock.leadSeconds + FollowBlock.seconds
        var start = 0.0
        while start < end {
            let share = max(0, (start - FollowBlock.leadSeconds) / FollowBlock.seconds)
            let rate = min(max(4.5, first + slide * share), 7)
            let length = 60 / rate
            breaths.append(
                BreathCycle(
                    startSeconds: start, inhaleSeconds: 0.4 * length, exhaleSeconds: 0.6 * length))
            start += length
        }
    }
}

/// A process that forgets exponentially.
private struct SlowDrift {
    let seconds: Double
    let deviation: Double
    private(set) var value: Double

    init(seconds: Double, deviation: Double, _ generator: inout SeededGenerator) {
        self.seconds = seconds
        self.deviation = deviation
        value = deviation * generator.normal()
    }

    mutating func advance(seconds step: Double, _ generator: inout SeededGenerator) {
        let decay = PlatformMath.exp(-step / seconds)
        value = decay * value + (1 - decay * decay).squareRoot() * deviation * generator.normal()
    }
}
