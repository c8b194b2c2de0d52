/// The kind of plan that an activity follows.
package enum PracticeKind: String, Sendable, Hashable, CaseIterable {
    /// A sit: a first phase, and a second one to come back in.
    case timer
    /// Breaths of one pattern, counted.
    case breathe
    /// Rounds of work and rest.
    case interval
}
