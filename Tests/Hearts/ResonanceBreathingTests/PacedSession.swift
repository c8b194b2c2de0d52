import PhysioDSP
import PhysioSimulation
import PhysioTypes

@testable import ResonanceBreathing

/// Sessions for tests of pacers: a pacer, and a person or something that breathes as it says.
enum PacedSession {
    /// Runs until a time, or until `hasEnded`: beats come as the heart gives them, all after each breath.
    ///
    /// - Parameter look: sees the pacer, and may disturb it, before each breath or rest.
    static func run<Subject: Pacer>(
        _ pacer: inout Subject, untilSeconds end: Double,
        hasEnded: (Subject) -> Bool = { _ in false },
        look: (inout Subject, _ now: Double) -> Void = { _, _ in },
        beats: (_ from: Double, _ to: Double, BreathCycle?) -> [NNBeat]
    ) -> [BreathCycle] {
        var (now, breaths) = (0.0, [BreathCycle]())
        while now < end, !hasEnded(pacer) {
            let start = now
            look(&pacer, now)
            switch pacer.command {
            case .rest(let seconds):
                now += seconds
                pacer.revise(NNRevision(beats: beats(start, now, nil)))
            case .breathe(let rate):
                let period = 60 / rate
                let breath = BreathCycle(
                    startSeconds: start, inhaleSeconds: 0.38 * period,
                    holdSeconds: 0.05 * period, exhaleSeconds: 0.57 * period)
                pacer.begin(breath)
                breaths.append(breath)
                now = breath.endSeconds
                pacer.revise(NNRevision(beats: beats(start, now, breath)))
            }
            pacer.breathEnded(atSeconds: now)
        }
        return breaths
    }

    /// A heart whose rate is 70 plus half an RSA amplitude times the sine of the breath, and steady in a rest.
    ///
    /// - Parameter isSilent: segments without beats.
    static func sine(
        rsaAmplitudeBpm: @escaping (Double) -> Double,
        isSilent: @escaping (Double) -> Bool = { _ in false }
    ) -> (Double, Double, BreathCycle?) -> [NNBeat] {
        var (last, turns, wasSilent) = (0.0, 0.0, true)
        let step = 0.01
        return { from, to, breath in
            var beats: [NNBeat] = []
            for index in Int((from / step).rounded())..<Int((to / step).rounded()) {
                let time = step * (Double(index) + 0.5)
                let oscillation =
                    breath.map {
                        0.5 * rsaAmplitudeBpm($0.breathsPerMinute)
                            * PlatformMath.sin(2 * .pi * $0.share(atSeconds: time))
                    } ?? 0
                let rise = (70 + oscillation) / 60 * step
                if turns + rise >= 1 {
                    let beat = step * Double(index) + step * (1 - turns) / rise
                    if isSilent(beat) {
                        wasSilent = true
                    } else {
                        beats.append(
                            NNBeat(
                                intervalMs: (beat - last) * 1000, endSeconds: beat,
                                isAdjacentToPrevious: !wasSilent, isCorrected: false, rawIndex: 0))
                        wasSilent = false
                    }
                    last = beat
                    turns -= 1
                }
                turns += rise
            }
            return beats
        }
    }

    /// A simulated person.
    static func person(_ person: VirtualPerson) -> (Double, Double, BreathCycle?) -> [NNBeat] {
        var (person, isFirst) = (person, true)
        return { _, to, breath in
            var beats: [VirtualPerson.Beat] = []
            if let breath { person.follow(breath) }
            person.advance(toSeconds: to, into: &beats)
            return beats.map {
                defer { isFirst = false }
                return NNBeat(
                    intervalMs: $0.intervalMs, endSeconds: $0.timeSeconds,
                    isAdjacentToPrevious: !isFirst, isCorrected: false, rawIndex: 0)
            }
        }
    }
}
