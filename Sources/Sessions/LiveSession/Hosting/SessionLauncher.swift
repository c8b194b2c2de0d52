import Foundation
package import ResonanceBreathing
package import SessionHistory

/// Begins the sessions of one history: one at a time, whichever program begins them.
///
/// ```swift
/// let launch = try SessionLauncher(store: store, logsFolder: folder, version: version).prepare(plan)
/// let outcome = launch.run(source, observers: [printer], bell: bell) { isStopped }
/// ```
package struct SessionLauncher: Sendable {
    /// Why a session does not begin.
    package enum Refusal: Error, Sendable, Equatable {
        /// Another one goes on.
        case occupied(Activity)
        /// Another one goes on, and its place cannot be taken by force: why.
        case held(Activity, HistoryError)
        /// The plan's start rate cannot be breathed.
        case breathing(BreathingError)
    }

    private let store: SessionStore?
    private let logsFolder: String
    private let version: String

    /// - Parameter store: nil where there is no history: then nothing is kept, and nobody else is known of.
    /// - Parameter version: of the toolkit.
    package init(store: SessionStore?, logsFolder: String, version: String) {
        (self.store, self.logsFolder, self.version) = (store, logsFolder, version)
    }

    /// Takes the place for a session, which it holds until it has run, or is let go.
    package func prepare(_ plan: SessionPlan) throws(Refusal) -> SessionLaunch {
        let session: BridgeSession
        do throws(BreathingError) {
            session = try BridgeSession(plan)
        } catch {
            throw .breathing(error)
        }
        let start = SessionStart(plan, toolkitVersion: version)
        var claim: ActivityClaim?
        var fault: HistoryError?
        do throws(ActivityRefusal) {
            claim = try self.claim(plan, start.id)
        } catch {
            switch error {
            case .occupied(let other): throw .occupied(other)
            case .history(let error):
                // A disk that cannot be written may still say who has the place.
                if let other = (try? store?.activity()) ?? nil {
                    throw plan.claim?.isForced == true ? .held(other, error) : .occupied(other)
                }
                fault = error
            }
        }
        let records = SessionRecords(
            start, store: plan.isKept ? store : nil, logging: plan.logging, folder: logsFolder,
            claim: claim)
        if let fault {
            records.warn(
                "\(fault); another program may begin a session beside this one", code: "activity")
        }
        return SessionLaunch(plan, session, claim, records)
    }

    private func claim(
        _ plan: SessionPlan, _ id: UUID
    ) throws(ActivityRefusal) -> ActivityClaim? {
        guard let wish = plan.claim, let store else { return nil }
        let activity = Activity(
            id: id, owner: wish.owner, title: plan.title, kind: wish.kind,
            endsAt: plan.minutes.map { Date() + 60 * $0 })
        return try store.claim(activity, isForced: wish.isForced)
    }
}

/// A session that may begin: it has its place.
package final class SessionLaunch {
    private let plan: SessionPlan
    /// nil once it runs.
    private var session: BridgeSession?
    private let claim: ActivityClaim?
    private let records: SessionRecords

    init(
        _ plan: SessionPlan, _ session: consuming BridgeSession, _ claim: ActivityClaim?,
        _ records: SessionRecords
    ) {
        self.plan = plan
        self.session = consume session
        self.claim = claim
        self.records = records
    }

    deinit { claim?.release() }

    /// Runs it on the calling thread.
    ///
    /// - Precondition: it is called once.
    /// - Parameter bell: ends the host's waits.
    /// - Parameter isStopped: whether the program ends; asked in each step.
    package func run(
        _ source: any LiveSource, observers: [any SessionObserver], bell: SessionBell,
        isStopped: @escaping () -> Bool
    ) -> SessionOutcome {
        guard let session = session.take() else {
            preconditionFailure("a launch runs one session")
        }
        var host = SessionHost(
            plan, session, source, observers: observers, records: records, claim: claim, bell: bell)
        return host.run(isStopped: isStopped)
    }
}
