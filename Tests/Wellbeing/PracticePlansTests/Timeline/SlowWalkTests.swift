import PhysioTypes
import ResonanceBreathing
import Testing

@testable import PracticePlans

/// A walk that counts hundredths of a second one after the other: another way to the same states and sounds.
private struct SlowWalk {
    struct Part {
        let name: String
        /// nil: open.
        var left: Int?
        var gone = 0
        let full: Int
    }

    let plan: PracticePlan
    var parts: [Part] = []
    var isPaused = false
    var isCancelled = false
    var hasBegun = false
    var hasRungHalf = false
    /// The middle of a workout: its part of work or rest, and the steps of that part in the plan
    /// before it.
    var middle: (part: String, gone: Int)?
    var sounds: [String] = []
    var now = 0

    init(_ plan: PracticePlan) { self.plan = plan }

    private static func steps(_ seconds: Double) -> Int { Int((seconds * 100).rounded()) }

    private mutating func start() {
        (hasBegun, isCancelled, isPaused, hasRungHalf) = (true, false, false, false)
        parts = []
        add("prepare", plan.prepareSeconds)
        switch plan {
        case .timer(let plan):
            if let seconds = plan.phase1Seconds {
                add("phase1", seconds)
            } else {
                parts.append(Part(name: "phase1", left: nil, full: 0))
            }
            add("phase2", plan.phase2Seconds)
        case .breathing(let plan):
            for breath in 1...plan.repetitions { addBreath(breath, plan.pattern) }
        case .interval(let plan):
            for round in 1...plan.rounds {
                add("work \(round)", plan.workSeconds)
                if round < plan.rounds { add("rest \(round)", plan.restSeconds) }
            }
            let workout = parts.filter { $0.name != "prepare" }
            var until = workout.reduce(0) { $0 + $1.full }
            middle = nil
            if plan.rounds > 1 {
                until /= 2
                for part in workout where middle == nil {
                    if until < part.full { middle = (part.name, until) } else { until -= part.full }
                }
            }
        }
        enter()
    }

    private mutating func add(_ name: String, _ seconds: Double) {
        let steps = Self.steps(seconds)
        if steps > 0 { parts.append(Part(name: name, left: steps, full: steps)) }
    }

    private mutating func addBreath(_ breath: Int, _ pattern: BreathPattern) {
        add("inhale \(breath)", pattern.inhaleSeconds)
        add("hold \(breath)", pattern.holdSeconds)
        add("exhale \(breath)", pattern.exhaleSeconds)
        add("secondHold \(breath)", pattern.secondHoldSeconds)
    }

    private mutating func enter() {
        let name = parts.first?.name.split(separator: " ").first.map(String.init) ?? "end"
        let sound: String? =
            switch (plan.kind, name) {
            case (.interval, "prepare"): "lead-in"
            case (.timer, "phase1"): "gong"
            case (.timer, "phase2"): "gong-triple"
            case (.timer, "end"): "gong-end"
            case (.interval, "work"): "turn-work"
            case (.interval, "rest"): "turn-rest"
            case (.interval, "end"): "close"
            case (.breathe, "end"): hasTones ? "gong-end" : nil
            case (.breathe, "prepare"): nil
            case (.breathe, _): hasTones ? name : nil
            default: nil
            }
        if let sound { sounds.append("\(now) \(sound)") }
    }

    private var hasTones: Bool {
        if case .breathing(let plan) = plan { plan.cues.contains(.tones) } else { false }
    }

    /// Adds the sounds within a part.
    private mutating func ring() {
        guard let part = parts.first, !isPaused else { return }
        switch plan {
        case .timer(let plan) where part.name == "phase1" && part.gone > 0:
            var rings = false
            for bell in plan.bells {
                switch bell {
                case .every(let minutes):
                    rings = rings || part.gone % Self.steps(60 * minutes) == 0
                case .at(let minutes): rings = rings || part.gone == Self.steps(60 * minutes)
                case .half:
                    if !hasRungHalf, part.gone == part.left { (hasRungHalf, rings) = (true, true) }
                }
            }
            if rings { sounds.append("\(now) bell") }
        case .interval:
            let isCounted = part.full >= 500 && [300, 200, 100].contains(part.left)
            let isMiddle = middle.map { $0 == (part.name, part.gone) } ?? false
            if isCounted || isMiddle { sounds.append("\(now) tick") }
        default: break
        }
    }

    mutating func apply(_ input: PracticeInput) {
        guard hasBegun, !isCancelled, let first = parts.first else {
            if input == .start { start() }
            return
        }
        switch input {
        case .start: break
        case .pause: isPaused = true
        case .resume: isPaused = false
        case .next:
            isPaused = false
            if plan.kind == .breathe, first.name != "prepare" {
                let breath = first.name.split(separator: " ")[1]
                parts.removeAll { $0.name.split(separator: " ")[1] != breath }
            } else {
                parts.removeFirst()
                enter()
                ring()
            }
        case .extend(let minutes): extend(Self.steps(60 * minutes))
        case .end:
            if first.name == "prepare" { isCancelled = true }
            parts = []
        case .cancel: isCancelled = true
        }
    }

    private mutating func extend(_ steps: Int) {
        switch plan {
        case .interval: break
        case .timer:
            let index = parts[0].name == "prepare" ? 1 : 0
            if let left = parts[index].left { parts[index].left = left + steps }
        case .breathing(let plan):
            let last = parts.last?.name.split(separator: " ").last.flatMap { Int($0) } ?? 0
            var added = 0
            var breath = last
            while added < steps {
                breath += 1
                let before = parts.reduce(0) { $0 + ($1.left ?? 0) }
                addBreath(breath, plan.pattern)
                added += parts.reduce(0) { $0 + ($1.left ?? 0) } - before
            }
        }
    }

    /// One hundredth of a second goes by.
    mutating func step() {
        now += 1
        guard hasBegun, !isCancelled, !isPaused, let left = parts.first?.left else {
            if hasBegun, !isCancelled, !isPaused, !parts.isEmpty {
                parts[0].gone += 1
                ring()
            }
            return
        }
        parts[0].left = left - 1
        parts[0].gone += 1
        if left == 1 {
            parts.removeFirst()
            enter()
        }
        ring()
    }

    var state: String {
        guard hasBegun else { return "idle" }
        guard !isCancelled else { return "cancelled" }
        guard let part = parts.first else { return "finished" }
        return "\(part.name) \(part.left ?? part.gone)" + (isPaused ? " paused" : "")
    }
}

@Suite struct SlowWalkTests {
    private static func text(_ moment: PracticeStateSnapshot) -> String {
        func steps(_ seconds: Double) -> Int { Int((seconds * 100).rounded()) }
        let text =
            switch moment.state {
            case .idle: "idle"
            case .preparing(let left): "prepare \(steps(left))"
            case .phase1(let left): "phase1 \(steps(left))"
            case .openPhase1(let elapsed): "phase1 \(steps(elapsed))"
            case .phase2(let left): "phase2 \(steps(left))"
            case .breathing(let phase, let breath, let phaseLeft, _):
                "\(phase.rawValue) \(breath) \(steps(phaseLeft))"
            case .work(let round, let left): "work \(round) \(steps(left))"
            case .rest(let round, let left): "rest \(round) \(steps(left))"
            case .finished: "finished"
            case .cancelled: "cancelled"
            }
        return text + (moment.isPaused ? " paused" : "")
    }

    private static func halvesLieOnTheGrid(_ plan: PracticePlan) -> Bool {
        let seconds: Double =
            switch plan {
            case .timer(let plan): plan.phase1Seconds ?? 0
            case .breathing: 0
            case .interval(let plan): plan.lengthSeconds - plan.prepareSeconds
            }
        return Int((seconds * 100).rounded()) % 2 == 0
    }

    private static func sounds(_ cues: [PracticeCue], from start: Double) -> [String] {
        cues.compactMap { cue -> String? in
            let steps = Int(((cue.timeSeconds - start) * 100).rounded())
            return switch cue.content {
            case .sound(.named(let name)): "\(steps) \(name.rawValue)"
            case .sound(.breath(let phase, _)): "\(steps) \(phase.rawValue)"
            case .words, .tap: nil
            }
        }
    }

    @Test(arguments: [11, 12, 13] as [UInt64]) func statesAndSoundsAreThoseOfASlowWalk(
        seed: UInt64
    ) throws {
        var plans = RandomPlans(random: SplitMix(state: seed))
        for number in 0..<40 {
            let plan = try plans.plan(step: 0.01)
            guard Self.halvesLieOnTheGrid(plan) else { continue }
            let start = Double(Int.random(in: 0...1_000_000, using: &plans.random))
            let inputs = plans.inputs(from: start, step: 0.01)
            let timeline = Timeline(plan, inputs)
            var walk = SlowWalk(plan)
            var index = 0
            let last = Int(((inputs.last?.timeSeconds ?? start) - start) * 100) + 8000
            for step in 0...last {
                while index < inputs.count,
                    Int(((inputs[index].timeSeconds - start) * 100).rounded()) == step
                {
                    walk.apply(inputs[index].input)
                    index += 1
                }
                let time = start + Double(step) / 100
                let found = Self.text(timeline.state(at: time))
                if found != walk.state {
                    Issue.record(
                        "seed \(seed), plan \(number), step \(step): \(found), not \(walk.state); \(plan) \(inputs)"
                    )
                    break
                }
                walk.step()
            }
            let cues = timeline.cues(after: -.infinity, through: start + Double(last + 1) / 100)
            #expect(
                Self.sounds(cues, from: start).sorted() == walk.sounds.sorted(),
                "seed \(seed), plan \(number): \(plan) \(inputs)")
        }
    }
}
