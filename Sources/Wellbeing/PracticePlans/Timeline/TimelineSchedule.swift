import PhysioTypes

/// The course of an activity from an input on, as long as no other one comes.
///
/// An activity is a row of views. What a view said of the time before the next input stays true.
struct TimelineSchedule: Sendable, Equatable {
    enum Mode: Sendable, Equatable {
        case idle
        case running
        /// Time stands still at this moment.
        case paused(at: Int64)
        case ended(isCancelled: Bool)
    }

    /// The time of the input.
    let from: Int64
    let mode: Mode
    let parts: [TimelinePart]
    /// True if the input itself begins a part, or ends the last one: that cue belongs to this view.
    let startsPart: Bool
    /// Cues of intervals, in order; other plans make theirs as they are asked for.
    let intervalCues: [TickCue]

    init(
        from: Int64, _ mode: Mode, _ parts: [TimelinePart] = [], startsPart: Bool = false,
        plan: PracticePlan
    ) {
        self.from = from
        self.mode = mode
        self.parts = parts
        self.startsPart = startsPart
        if mode == .running, case .interval(let plan) = plan {
            intervalCues = IntervalCues(plan, parts).cues
        } else {
            intervalCues = []
        }
    }

    /// True if the activity is paused.
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
        func remainingSeconds(until end: Int64) -> Double { Ticks.seconds(end) - seconds }
        switch part.kind {
        case .prepare: return .preparing(leftSeconds: remainingSeconds(until: part.end))
        case .phase1 where part.isOpen:
            return .openPhase1(elapsedSeconds: max(0, seconds - Ticks.seconds(part.start)))
        case .phase1: return .phase1(leftSeconds: remainingSeconds(until: part.end))
        case .phase2: return .phase2(leftSeconds: remainingSeconds(until: part.end))
        case .work(let round):
            return .work(round: round, leftSeconds: remainingSeconds(until: part.end))
        case .rest(let round):
            return .rest(round: round, leftSeconds: remainingSeconds(until: part.end))
        case .breathing:
            guard case .breathing(let plan) = plan else { return .finished }
            let phasePosition = plan.phasePosition(now - part.start)
            return .breathing(
                phasePosition.phase, breath: phasePosition.breath,
                phaseLeftSeconds: remainingSeconds(until: part.start + phasePosition.end),
                leftSeconds: remainingSeconds(until: part.end))
        }
    }
}

extension BreathingPlan {
    /// The start of each phase of a breath, without phases of 0 s; ticks from the start of the
    /// breath.
    var phaseStarts: [(phase: BreathPhase, start: Int64)] {
        let cycle = pattern.cycle(startSeconds: 0)
        return BreathPhase.allCases.filter { cycle.durationSeconds(of: $0) > 0 }
            .map { ($0, Ticks.of(cycle.startSeconds(of: $0))) }
    }

    /// The phase at a time, and when it ends; ticks from the start of the first breath.
    fileprivate func phasePosition(
        _ elapsed: Int64
    ) -> (phase: BreathPhase, breath: Int, end: Int64) {
        let (number, within) = elapsed.quotientAndRemainder(dividingBy: breathTicks)
        let starts = phaseStarts
        let index = starts.lastIndex { $0.start <= within } ?? 0
        let end = index + 1 < starts.count ? starts[index + 1].start : breathTicks
        return (starts[index].phase, Int(number) + 1, number * breathTicks + end)
    }
}
