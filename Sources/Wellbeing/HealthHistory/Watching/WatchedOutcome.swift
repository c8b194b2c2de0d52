/// The outcome for a watched file that changed.
package struct WatchedOutcome: Sendable {
    package let path: String
    /// Its own report, or why the store could not take it.
    package let result: Result<ImportReport, HealthStoreError>
}
