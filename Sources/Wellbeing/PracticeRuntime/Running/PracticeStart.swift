package import Foundation
package import PracticePlans
package import SessionHistory

/// All that is decided before a practice begins.
package struct PracticeStart: Sendable {
    package var plan: PracticePlan
    /// The name that a person gives it.
    package var title: String
    package var owner: Activity.Owner
    package var language: PracticeLanguage
    /// Loudness; 0 ... 1.
    package var level = PracticeSound.defaultLevel
    /// True if words are spoken.
    package var speaks = false
    /// The sound beneath the cues; nil for nothing.
    package var background: BackgroundSound?
    package var creditRules = CreditRules()
    /// True if an entry is stored.
    package var isStored = true
    /// The session that records the heart beside it.
    package var session: UUID?
    /// Indicates whether it is excluded and counts for nothing: its heart is simulated or replayed.
    package var isExcluded = false
    /// Version of the program.
    package var version: String

    package init(
        _ plan: PracticePlan, title: String, owner: Activity.Owner, language: PracticeLanguage,
        version: String
    ) {
        self.plan = plan
        self.title = title
        self.owner = owner
        self.language = language
        self.version = version
    }
}
