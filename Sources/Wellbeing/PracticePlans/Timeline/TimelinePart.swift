import ResonanceBreathing

/// A part of an activity, on the clock of its owner; ticks.
struct TimelinePart: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case prepare
        case phase1
        case phase2
        case breathing
        /// Number of the round, from 1.
        case work(Int)
        /// Number of the work before it.
        case rest(Int)
    }

    let kind: Kind
    /// Moves on by each pause within the part.
    var start: Int64 = 0
    var length: Int64
    /// The time from the start of the part to half of the phase or of the workout, if that falls in
    /// it.
    var halfwayOffset: Int64?

    var end: Int64 { isOpen || start >= Ticks.distantFuture ? Ticks.distantFuture : start + length }
    var isOpen: Bool { length >= Ticks.distantFuture }
}

extension [TimelinePart] {
    /// Lets the parts after one of them follow each other without a gap.
    mutating func realign(after index: Int) {
        for next in indices where next > index { self[next].start = self[next - 1].end }
    }

    /// Ends a part at a moment, and begins the next one there.
    mutating func truncate(_ index: Int, at now: Int64) {
        self[index].length = now - self[index].start
        realign(after: index)
    }

    /// Moves the part at a moment, and those after it, by a pause.
    mutating func delay(from index: Int, by pause: Int64) {
        self[index].start += pause
        realign(after: index)
    }
}

extension PracticePlan {
    /// Every part of the plan; none lasts 0 s.
    func parts(start: Int64) -> [TimelinePart] {
        var parts = [TimelinePart(kind: .prepare, length: Ticks.of(prepareSeconds))]
        switch self {
        case .timer(let plan): parts += plan.parts
        case .breathing(let plan): parts += [plan.part]
        case .interval(let plan): parts += plan.parts
        }
        parts.removeAll { $0.length == 0 }
        parts[0].start = start
        parts.realign(after: 0)
        return parts
    }
}

extension TimerPlan {
    fileprivate var parts: [TimelinePart] {
        let first = phase1Seconds.map(Ticks.of)
        return [
            TimelinePart(
                kind: .phase1, length: first ?? Ticks.distantFuture,
                halfwayOffset: bells.contains(.half) ? first.map { $0 / 2 } : nil),
            TimelinePart(kind: .phase2, length: Ticks.of(phase2Seconds)),
        ]
    }
}

extension BreathingPlan {
    /// Length of a breath; ticks.
    var breathTicks: Int64 { Ticks.of(pattern.durationSeconds) }

    fileprivate var part: TimelinePart {
        TimelinePart(kind: .breathing, length: Int64(repetitions) * breathTicks)
    }
}

extension IntervalPlan {
    fileprivate var parts: [TimelinePart] {
        let (work, rest) = (Ticks.of(workSeconds), Ticks.of(restSeconds))
        var halfwayOffset = (Int64(rounds) * work + Int64(rounds - 1) * rest) / 2
        var parts: [TimelinePart] = []
        for round in 1...rounds {
            parts.append(TimelinePart(kind: .work(round), length: work))
            if round < rounds { parts.append(TimelinePart(kind: .rest(round), length: rest)) }
        }
        guard rounds > 1 else { return parts }
        for index in parts.indices {
            if halfwayOffset < parts[index].length {
                parts[index].halfwayOffset = halfwayOffset
                break
            }
            halfwayOffset -= parts[index].length
        }
        return parts
    }
}
