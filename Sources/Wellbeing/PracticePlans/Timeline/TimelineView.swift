import PhysioTypes

/// How an activity goes on from an input, as long as no other one comes.
///
/// An activity is a row of views. What a view said of the time before the next input stays true.
struct TimelineView: Sendable, Equatable {
    enum Mode: Sendable, Equatable {
        case idle
        case running
        /// Time stands still at this moment.
        case paused(at: Int64)
        case ended(isCancelled: Bool)
    }

    /// When the input came.
    let from: Int64
    let mode: Mode
    let parts: [TimelinePart]
    /// Whether the input itself begins a part, or ends the last one: that cue belongs to this view.
    let isEntry: Bool
    /// Cues of intervals, in order; other plans make theirs as they are asked for.
    let intervalCues: [PlacedCue]

    init(
        from: Int64, _ mode: Mode, _ parts: [TimelinePart] = [], isEntry: Bool = false,
        plan: PracticePlan
    ) {
        self.from = from
        self.mode = mode
        self.parts = parts
        self.isEntry = isEntry
        if mode == .running, case .interval(let plan) = plan {
            intervalCues = IntervalCues(plan, parts).placed
        } else {
            intervalCues = []
        }
    }

    /// Whether time goes on.
    var isPaused: Bool {
        if case .paused = mode { true } else { false }
    }

    /// The moment that the parts are at.
    func moment(at now: Int64) -> Int64 {
        if case .paused(let moment) = mode { moment } else { now }
    }

    /// The part that a moment lies in; nil where all are over, or none has begun.
    func index(at now: Int64) -> Int? {
        switch mode {
        case .idle, .ended: nil
        case .running, .paused: parts.firstIndex { moment(at: now) < $0.end }
        }
    }

    /// - Parameter time: now, not rounded; s.
    func state(at time: Double, _ plan: PracticePlan) -> PracticeState {
        switch mode {
        case .idle: return .idle
        case .ended(let isCancelled): return isCancelled ? .cancelled : .finished
        case .running, .paused: break
        }
        let now = moment(at: Ticks.of(time))
        guard let index = index(at: now) else { return .finished }
        let part = parts[index]
        let seconds = isPaused ? Ticks.seconds(now) : time
        func left(until end: Int64) -> Double { Ticks.seconds(end) - seconds }
        switch part.kind {
        case .prepare: return .preparing(left: left(until: part.end))
        case .phase1 where part.isOpen:
            return .openPhase1(elapsed: max(0, seconds - Ticks.seconds(part.start)))
        case .phase1: return .phase1(left: left(until: part.end))
        case .phase2: return .phase2(left: left(until: part.end))
        case .work(let round): return .work(round: round, left: left(until: part.end))
        case .rest(let round): return .rest(round: round, left: left(until: part.end))
        case .breathing:
            guard case .breathing(let plan) = plan else { return .finished }
            let position = plan.position(now - part.start)
            return .breathing(
                position.phase, breath: position.breath,
                phaseLeft: left(until: part.start + position.end), left: left(until: part.end))
        }
    }
}

extension BreathingPlan {
    /// Where each phase of a breath begins, without those of 0 s; ticks from the start of the breath.
    var phaseStarts: [(phase: BreathPhase, start: Int64)] {
        let cycle = pattern.cycle(startSeconds: 0)
        return BreathPhase.allCases.filter { cycle.durationSeconds(of: $0) > 0 }
            .map { ($0, Ticks.of(cycle.startSeconds(of: $0))) }
    }

    /// The phase at a time, and when it ends; ticks from the start of the first breath.
    fileprivate func position(
        _ elapsed: Int64
    ) -> (phase: BreathPhase, breath: Int, end: Int64) {
        let (number, within) = elapsed.quotientAndRemainder(dividingBy: breath)
        let starts = phaseStarts
        let index = starts.lastIndex { $0.start <= within } ?? 0
        let end = index + 1 < starts.count ? starts[index + 1].start : breath
        return (starts[index].phase, Int(number) + 1, number * breath + end)
    }
}
