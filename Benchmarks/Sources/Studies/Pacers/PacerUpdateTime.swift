import BeatCorrection
@_spi(Studies) import KernelBenchmarks
import PhysioSimulation
import PhysioTypes
import ResonanceBreathing

/// The cost of the end of a breath for the default pacer: a session of 15 minutes, everything
/// included but the correction of its beats.
struct PacerUpdateTime: Sendable {
    /// CPU time of one thread; ms.
    let medianMs: Double
    /// The time of the breaths that bring an answer, one in three.
    let responseMs: Double
    let maxMs: Double

    init(_ person: VirtualPerson) throws {
        var person = person
        var correction = LiveCorrection()
        var pacer = ResonanceFitPacer(.slide)
        var beats: [VirtualPerson.Beat] = []
        var (now, times) = (0.0, [Double]())
        while now < 900, let rate = pacer.command.breathsPerMinute {
            let breath = try BreathPattern.paced(
                breathsPerMinute: rate, limits: ResonanceFitPacer.limits
            ).cycle(startSeconds: now)
            now = breath.endSeconds
            beats.removeAll(keepingCapacity: true)
            person.follow(breath)
            person.advance(toSeconds: now, into: &beats)
            let revisions = beats.map {
                correction.push(intervalMs: $0.intervalMs, endSeconds: $0.timeSeconds)
            }
            let before = CPUClock.threadNanoseconds()
            pacer.begin(breath)
            for revision in revisions { pacer.revise(revision) }
            pacer.breathEnded(atSeconds: now)
            times.append(Double(CPUClock.threadNanoseconds() - before) / 1e6)
        }
        medianMs = PacerScores.quantile(times, 0.5)
        // The dearest third are those with an answer.
        responseMs = PacerScores.quantile(times, 5.0 / 6)
        maxMs = times.max() ?? 0
    }
}
