/// The kinds of data in the store that can change under a page that shows them.
package enum HealthChangeKind: Int, Sendable, CaseIterable {
    /// Workouts, and heart rates and distances, of which workouts are made.
    case workouts = 1
    case sleep = 2
    /// Resting heart rate, variability, beats and breathing.
    case vitals = 4
}
