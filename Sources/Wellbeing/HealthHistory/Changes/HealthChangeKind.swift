/// What of the store can change under a page that shows it.
package enum HealthChangeKind: Int, Sendable, CaseIterable {
    /// Workouts, and heart rates and distances, of which workouts are made.
    case workouts = 1
    case sleep = 2
    /// Resting heart rate, variability, beats and breathing.
    case vitals = 4
}
