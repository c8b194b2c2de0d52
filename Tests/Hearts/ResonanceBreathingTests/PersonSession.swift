import BeatCorrection
import PhysioSimulation
import PhysioTypes
import ResonanceBreathing

/// A pacer and a simulated person, breath by breath.
struct PersonSession {
    var pacer: any Pacer
    var person: VirtualPerson
    /// Rates as commanded, with the ends of their breaths.
    private(set) var rates: [(endSeconds: Double, breathsPerMinute: Double)] = []
    private(set) var explanations: Set<String> = []
    /// The input of the pacer, breath by breath.
    private(set) var steps: [(breath: BreathCycle, revisions: [NNRevision])] = []
    private(set) var seconds = 0.0

    init(_ pacer: any Pacer, _ person: VirtualPerson) {
        self.pacer = pacer
        self.person = person
    }

    /// - Parameter isOn: whether the strap is on at a time.
    mutating func run(toSeconds end: Double, isOn: (Double) -> Bool = { _ in true }) throws {
        var correction = LiveCorrection()
        var beats: [VirtualPerson.Beat] = []
        var wasOn = true
        while seconds < end {
            guard case .breathe(let rate) = pacer.command else { return }
            let breath = try BreathPattern.paced(breathsPerMinute: rate, limits: .userChoice)
                .cycle(startSeconds: seconds)
            pacer.begin(breath)
            beats.removeAll()
            person.follow(breath)
            person.advance(toSeconds: breath.endSeconds, into: &beats)
            var revisions: [NNRevision] = []
            for beat in beats {
                guard isOn(beat.timeSeconds) else {
                    wasOn = false
                    continue
                }
                revisions.append(
                    correction.push(
                        intervalMs: beat.intervalMs, endSeconds: beat.timeSeconds,
                        marks: wasOn ? [] : .afterGap))
                pacer.revise(revisions[revisions.count - 1])
                wasOn = true
            }
            seconds = breath.endSeconds
            rates.append((seconds, rate))
            steps.append((breath, revisions))
            pacer.breathEnded(atSeconds: seconds)
            explanations.insert(pacer.explanation)
        }
    }
}
