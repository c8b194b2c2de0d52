import Foundation
package import LivePipeline
package import LiveProtocol
import ResonanceBreathing
package import SessionHistory

/// The plan of a session: all that is decided before it begins.
package struct SessionPlan: Sendable {
    /// The choice of storing a raw log of the data that arrive.
    package enum Logging: Sendable {
        case none
        /// The session goes on without one where none can be made.
        case ifPossible
        /// A session without one does not begin.
        case required
    }

    /// The session's claim of the one slot of the history.
    package struct Claim: Sendable {
        package let owner: Activity.Owner
        package let kind: String
        /// Indicates whether it takes the slot from another program.
        package let isForced: Bool

        /// - Parameter kind: as of ``Activity/kind``.
        package init(_ owner: Activity.Owner, kind: String = "session", isForced: Bool = false) {
            (self.owner, self.kind, self.isForced) = (owner, kind, isForced)
        }
    }

    package var settings: StreamingSettings
    /// The source of its beats, for the history.
    package var source: SessionSource
    /// The title that a person gave it.
    package var title: String
    /// The name by which the replies introduce the program.
    package var application: String
    /// The clock whose time counts.
    package var clock = BridgeSession.Clock.wall
    /// Length; nil: until it is ended.
    package var minutes: Double?
    /// Name of the pattern that is breathed unchanged.
    package var preset: String?
    /// Key of the device that counts; nil for the first that reports beats.
    package var device: String?
    /// True if beats are found in an ECG.
    package var wantsECG = false
    /// The kind of source that is checked before the session begins; nil: nothing is checked.
    package var readiness: SessionReadiness.Source?
    /// The speed relative to the clock, of a source whose own time counts; infinite: as fast as it
    /// can be read.
    package var speed = 1.0
    package var logging = Logging.none
    /// True if the history stores it.
    package var isStored = true
    /// The claim; nil where it claims no slot, as simulated, replayed and piped sessions.
    package var claim: Claim?

    package init(
        _ source: SessionSource, _ settings: StreamingSettings, title: String, application: String
    ) {
        (self.source, self.settings) = (source, settings)
        (self.title, self.application) = (title, application)
    }
}

extension BridgeSession {
    /// - Throws: where the plan's start rate cannot be breathed.
    init(_ plan: SessionPlan) throws(BreathingError) {
        try self.init(
            plan.settings, clock: plan.clock, durationSeconds: plan.minutes.map { 60 * $0 },
            device: plan.device, wantsECG: plan.wantsECG, applicationName: plan.application)
    }
}

extension SessionStart {
    init(_ plan: SessionPlan, toolkitVersion: String) {
        self.init(
            plan.source, plan.settings, minutes: plan.minutes, preset: plan.preset,
            toolkitVersion: toolkitVersion)
        device = plan.device
        wantsECG = plan.wantsECG
    }
}
