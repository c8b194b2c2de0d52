/// The plan that an activity follows.
package enum PracticePlan: Sendable, Equatable {
    case timer(TimerPlan)
    case breathing(BreathingPlan)
    case interval(IntervalPlan)

    package var kind: PracticeKind {
        switch self {
        case .timer: .timer
        case .breathing: .breathe
        case .interval: .interval
        }
    }

    package var prepareSeconds: Double {
        switch self {
        case .timer(let plan): plan.prepareSeconds
        case .breathing(let plan): plan.prepareSeconds
        case .interval(let plan): plan.prepareSeconds
        }
    }

    /// The length from the start to the planned end; s; nil where an open phase has none.
    package var lengthSeconds: Double? {
        switch self {
        case .timer(let plan): plan.lengthSeconds
        case .breathing(let plan): plan.lengthSeconds
        case .interval(let plan): plan.lengthSeconds
        }
    }
}
