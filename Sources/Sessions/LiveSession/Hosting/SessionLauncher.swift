package import Foundation
import LiveProtocol
package import ResonanceBreathing
package import SessionHistory

/// Begins the sessions of one history: one at a time, whichever program begins them.
///
/// ```swift
/// let launch = try SessionLauncher(store: store, logsFolder: folder, version: version).prepare(plan)
/// let outcome = launch.run(source, observers: [printer], wake: wake) { isStopped }
/// ```
package struct SessionLauncher: Sendable {
    /// The reason why a session does not begin.
    package enum Refusal: Error, Sendable, Equatable {
        case reservation(ActivityReservation.Refusal)
        /// The plan's start rate cannot be breathed.
        case breathing(BreathingError)
    }

    private let store: SessionStore?
    /// Path of the history.
    private let database: String?
    private let logsFolder: String
    private let version: String
    /// Credits a practice whose slot is claimed by force.
    private let finalizeEntry: @Sendable (PracticeEntry) -> PracticeEntry

    /// - Parameter store: nil where there is no history, or none that can be opened: then nothing is kept.
    /// - Parameter database: where the history lies or would lie; nil: where the store is.
    /// - Parameter version: of the toolkit.
    /// - Parameter finalizeEntry: credits the entry of a practice whose slot is claimed by force, up to then.
    package init(
        store: SessionStore?, database: String? = nil, logsFolder: String, version: String,
        finalizeEntry: @escaping @Sendable (PracticeEntry) -> PracticeEntry = { $0 }
    ) {
        (self.store, self.database) = (store, database ?? store?.path)
        (self.logsFolder, self.version) = (logsFolder, version)
        self.finalizeEntry = finalizeEntry
    }

    /// Claims the slot for a session, which holds it until it has run, or is released.
    package func prepare(_ plan: SessionPlan) throws(Refusal) -> PreparedSession {
        let session: BridgeSession
        do throws(BreathingError) {
            session = try BridgeSession(plan)
        } catch {
            throw .breathing(error)
        }
        let start = SessionStart(plan, toolkitVersion: version)
        let reservation = try reserve(plan, start.id)
        let records = SessionRecordingObserver(
            start, store: plan.isStored ? store : nil, logging: plan.logging, folder: logsFolder,
            claim: reservation.claim)
        if let warning = reservation.warning { records.warn(warning, code: "activity") }
        return PreparedSession(start.id, plan, session, reservation, records)
    }

    private func reserve(_ plan: SessionPlan, _ id: UUID) throws(Refusal) -> ActivityReservation {
        guard let claim = plan.claim, let database else { return ActivityReservation() }
        do throws(ActivityReservation.Refusal) {
            return try ActivityReservation(
                Activity(
                    id: id, owner: claim.owner, title: plan.title, kind: claim.kind,
                    endsAt: plan.minutes.map { Date() + 60 * $0 }), isForced: claim.isForced,
                store: store, database: database, finalizeEntry: finalizeEntry)
        } catch {
            throw .reservation(error)
        }
    }
}

/// A session that may begin: it has its slot.
package final class PreparedSession {
    /// The identifier of the session in the history, once it is stored there.
    package let id: UUID
    private let plan: SessionPlan
    /// nil once it runs.
    private var session: BridgeSession?
    private let reservation: ActivityReservation
    private let records: SessionRecordingObserver

    init(
        _ id: UUID, _ plan: SessionPlan, _ session: consuming BridgeSession,
        _ reservation: ActivityReservation,
        _ records: SessionRecordingObserver
    ) {
        self.id = id
        self.plan = plan
        self.session = consume session
        self.reservation = reservation
        self.records = records
    }

    deinit { reservation.release() }

    /// Runs it on the calling thread.
    ///
    /// - Precondition: it is called once.
    /// - Parameter wake: ends the host's waits.
    /// - Parameter isStopped: whether the program ends; asked in each step.
    package func run(
        _ source: any LiveSource, observers: [any SessionObserver], wake: WakeSignal,
        isStopped: @escaping () -> Bool
    ) -> SessionOutcome {
        guard let session = session.take() else {
            preconditionFailure("a launch runs one session")
        }
        var host = SessionHost(
            plan, session, source, observers: observers, records: records, reservation: reservation,
            wake: wake)
        return host.run(isStopped: isStopped)
    }
}
