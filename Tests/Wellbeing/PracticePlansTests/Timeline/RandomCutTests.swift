import Testing

@testable import PracticePlans

@Suite struct RandomCutTests {
    /// An owner who looks at random times meets the same cues and states as one who looks once, later.
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func cutsChangeNothing(seed: UInt64) throws {
        var plans = RandomPlans(random: SplitMix(state: seed))
        for number in 0..<250 {
            let plan = try plans.plan(step: 0.001)
            let start = Double.random(in: 0...1e6, using: &plans.random)
            let inputs = plans.inputs(from: start, step: 0.001)
            let end = (inputs.last?.timeSeconds ?? 0) + 150
            let whole = Timeline(plan, inputs)
            let expected = whole.cues(after: -.infinity, through: end)

            var live = Timeline(plan)
            var seen = -Double.infinity
            var found: [PracticeCue] = []
            var moments: [(Double, PracticeStateSnapshot)] = []
            func look(until time: Double) {
                while seen < time {
                    // Some cuts fall on the very moment of a cue or of an input.
                    var cut =
                        max(seen, start - 5) + Double.random(in: 0.05...9, using: &plans.random)
                    if let cue = expected.first(where: { $0.timeSeconds > seen }),
                        Int.random(in: 0..<4, using: &plans.random) == 0
                    {
                        cut = cue.timeSeconds
                    }
                    // What came before a moment is applied before one looks at it.
                    if Ticks.of(cut) >= Ticks.of(time) { return }
                    found += live.cues(after: seen, through: cut)
                    moments.append((cut, live.state(at: cut)))
                    seen = cut
                }
            }
            for input in inputs {
                look(until: input.timeSeconds)
                live.apply(input.input, at: input.timeSeconds)
            }
            look(until: end)
            found += live.cues(after: seen, through: end)
            #expect(found == expected, "seed \(seed), plan \(number): \(plan) \(inputs)")
            #expect(live == whole)
            for (time, moment) in moments { #expect(whole.state(at: time) == moment) }
            #expect(
                zip(expected, expected.dropFirst()).allSatisfy { $0.timeSeconds <= $1.timeSeconds })
        }
    }
}
