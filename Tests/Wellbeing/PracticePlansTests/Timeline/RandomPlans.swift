import ResonanceBreathing

@testable import PracticePlans

/// Plans and inputs from a seed.
struct RandomPlans {
    var random: SplitMix

    /// A short plan; its lengths are multiples of a step, in s.
    mutating func plan(step: Double) throws -> PracticePlan {
        let prepare = Bool.random(using: &random) ? length(1...8, step) : 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            let isOpen = Int.random(in: 0..<4, using: &random) == 0
            var bells: [TimerPlan.Bell] = []
            if Bool.random(using: &random) { bells.append(.every(minutes: 0.1)) }
            if Bool.random(using: &random) { bells.append(.at(minutes: 0.2)) }
            if !isOpen, Bool.random(using: &random) { bells.append(.half) }
            return .timer(
                try TimerPlan(
                    prepareSeconds: prepare, phase1Seconds: isOpen ? nil : length(1...40, step),
                    phase2Seconds: Bool.random(using: &random) ? length(0...15, step) : 0,
                    bells: bells))
        case 1:
            return .breathing(
                try BreathingPlan(
                    prepareSeconds: prepare,
                    pattern: try BreathPattern(
                        inhaleSeconds: length(2...5, step),
                        holdSeconds: Bool.random(using: &random) ? length(2...5, step) : 0,
                        exhaleSeconds: length(2...5, step),
                        secondHoldSeconds: Bool.random(using: &random) ? length(2...5, step) : 0),
                    repetitions: Int.random(in: 1...6, using: &random),
                    cues: Set(
                        BreathingPlan.Cue.allCases.filter { _ in Bool.random(using: &random) }))
            )
        default:
            return .interval(
                try IntervalPlan(
                    prepareSeconds: prepare, workSeconds: length(5...20, step),
                    restSeconds: Bool.random(using: &random) ? length(0...10, step) : 0,
                    rounds: Int.random(in: 1...4, using: &random),
                    countsAloud: Bool.random(using: &random)))
        }
    }

    /// Inputs in order, the first of them a start.
    mutating func inputs(from start: Double, step: Double) -> [TimedInput] {
        let kinds: [PracticeInput] = [
            .pause, .pause, .resume, .resume, .resume, .next, .extend(minutes: 0.1), .start,
        ]
        var time = start
        var inputs = [TimedInput(.start, timeSeconds: time)]
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            time += length(0...12, step)
            let input = kinds.randomElement(using: &random) ?? .pause
            inputs.append(TimedInput(input, timeSeconds: time))
        }
        if Int.random(in: 0..<8, using: &random) == 0 {
            inputs.append(
                TimedInput(Bool.random(using: &random) ? .end : .cancel, timeSeconds: time + step))
        }
        return inputs
    }

    private mutating func length(_ range: ClosedRange<Int>, _ step: Double) -> Double {
        let steps = Int((1 / step).rounded())
        let count = Int.random(
            in: range.lowerBound * steps...range.upperBound * steps, using: &random)
        return Double(count) / Double(steps)
    }
}
