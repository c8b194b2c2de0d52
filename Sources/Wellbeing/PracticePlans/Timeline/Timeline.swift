/// An activity as a value: a plan, and the inputs that came.
///
/// It has no clock. Times are s on a clock that the caller owns, which runs on in suspend; they are taken
/// to the microsecond. Inputs come in the order of their times: one that is older than the last counts
/// as of the same moment.
///
/// ```swift
/// var timeline = Timeline(.timer(try TimerPlan()))
/// timeline.apply(.start, at: 100)  // .accepted
/// timeline.state(at: 100).state  // .phase1(left: 900)
/// timeline.state(at: 1000).state  // .phase2(left: 180)
/// timeline.cues(after: 100, through: 1180)  // triple gong at 1000, last gong at 1180
/// ```
package struct Timeline: Sendable, Equatable {
    package let plan: PracticePlan
    /// The inputs that changed something, in order.
    package private(set) var inputs: [TimedInput] = []
    private(set) var schedules: [TimelineSchedule]

    /// An activity that has not begun.
    package init(_ plan: PracticePlan) {
        self.plan = plan
        schedules = [TimelineSchedule(from: -Ticks.distantFuture, .idle, plan: plan)]
    }

    /// The same activity again, from the inputs that were kept of it.
    package init(_ plan: PracticePlan, _ inputs: [TimedInput]) {
        self.init(plan)
        for input in inputs { apply(input.input, at: input.timeSeconds) }
    }

    /// Takes an input.
    ///
    /// A cue that the input itself causes has its time, so `cues(applying:through:)` gives it to a caller who
    /// applies what came before asking for the cues up to now.
    ///
    /// - Parameter time: s; finite.
    @discardableResult package mutating func apply(
        _ input: PracticeInput, at time: Double
    ) -> InputResult {
        precondition(time.isFinite, "an input comes at a finite time")
        let last = schedules[schedules.count - 1]
        let now = max(Ticks.of(time), last.from)
        let (result, schedule) = last.applying(input, at: now, plan)
        if let schedule {
            schedules.append(schedule)
            inputs.append(TimedInput(input, timeSeconds: Ticks.seconds(now)))
        }
        return result
    }

    /// Returns the state of the activity at a time; of an earlier time, its state then.
    package func state(at time: Double) -> PracticeStateSnapshot {
        let schedule = schedule(at: Ticks.of(time))
        return PracticeStateSnapshot(
            state: schedule.state(at: time, plan), isPaused: schedule.isPaused)
    }

    /// Returns the time at which the activity ends if no further input comes, as planned at a time;
    /// s.
    ///
    /// - Returns: nil where it has not begun, where an input has ended it, and before the end of a phase
    ///   that has none.
    package func plannedEndSeconds(at time: Double) -> Double? {
        let now = Ticks.of(time)
        let schedule = schedule(at: now)
        switch schedule.mode {
        case .idle, .ended: return nil
        case .running, .paused:
            guard let end = schedule.parts.last?.end, end < Ticks.distantFuture else { return nil }
            return Ticks.seconds(end + now - schedule.moment(at: now))
        }
    }

    func schedule(at now: Int64) -> TimelineSchedule {
        schedules[schedules.lastIndex { $0.from <= now } ?? 0]
    }
}
