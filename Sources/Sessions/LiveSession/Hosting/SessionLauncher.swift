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
        /// Another one goes on that could not write the history at this path, so that nobody knows which, and nobody can
        /// take its place.
        case unknown(database: String)
        /// The plan's start rate cannot be breathed.
        case breathing(BreathingError)
    }

    private let store: SessionStore?
    /// Path of the history.
    private let database: String?
    private let logsFolder: String
    private let version: String

    /// How long a program has between the lock of its place and the row, and back; us.
    private static let stepMicroseconds: UInt32 = 20_000
    private static let patienceSteps = 50

    /// - Parameter store: nil where there is no history, or none that can be opened: then nothing is kept.
    /// - Parameter database: where the history lies or would lie; nil: where the store is.
    /// - Parameter version: of the toolkit.
    package init(
        store: SessionStore?, database: String? = nil, logsFolder: String, version: String
    ) {
        (self.store, self.database) = (store, database ?? store?.path)
        (self.logsFolder, self.version) = (logsFolder, version)
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
        let place = try takePlace(plan, start.id)
        let records = SessionRecords(
            start, store: plan.isKept ? store : nil, logging: plan.logging, folder: logsFolder,
            claim: place.claim)
        if let warning = place.warning { records.warn(warning, code: "activity") }
        return SessionLaunch(plan, session, place, records)
    }

    /// Takes the place: its lock, and its row in the history.
    ///
    /// The row is what counts. Only where it can be neither written nor read the lock decides.
    private func takePlace(_ plan: SessionPlan, _ id: UUID) throws(Refusal) -> SessionPlace {
        guard let wish = plan.claim, let database else { return SessionPlace() }
        let lock = ActivityLock(database: database)
        let holder = holder(of: lock)
        if holder == .another, running == nil { throw .unknown(database: database) }
        var place = SessionPlace(lock: lock)
        let alone = "another program may begin a session beside this one"
        do throws(ActivityRefusal) {
            place.claim = try store?.claim(
                Activity(
                    id: id, owner: wish.owner, title: plan.title, kind: wish.kind,
                    endsAt: plan.minutes.map { Date() + 60 * $0 }), isForced: wish.isForced)
            if store == nil, holder == .nobody { place.warning = alone }
        } catch {
            switch error {
            case .occupied(let other): throw .occupied(other)
            case .history(let error):
                // A disk that cannot be written may still say who has the place.
                if let other = running {
                    throw wish.isForced ? .held(other, error) : .occupied(other)
                }
                if holder == .another { throw .unknown(database: database) }
                place.warning =
                    holder == .nobody
                    ? "\(error); \(alone)" : "\(error); other programs do not see what runs here"
            }
        }
        if holder == .another { lock.takeLater() }
        return place
    }

    /// Takes a lock, and waits a moment for another program that has it and no row: it is about to write its row, or
    /// just going.
    private func holder(of lock: ActivityLock) -> ActivityLock.Holder {
        for _ in 1..<Self.patienceSteps {
            let holder = lock.take()
            if holder != .another || running != nil { return holder }
            usleep(Self.stepMicroseconds)
        }
        return lock.take()
    }

    /// What has the place, by its row.
    private var running: Activity? { (try? store?.activity()) ?? nil }
}

/// What a session has of the place of its history.
struct SessionPlace {
    /// Its row; nil where the session claims no place, or the history cannot be written.
    var claim: ActivityClaim?
    var lock: ActivityLock?
    /// What does not keep it from beginning.
    var warning: String?

    /// Gives it up; a second time does nothing.
    func release() {
        claim?.release()
        lock?.release()
    }
}

/// A session that may begin: it has its place.
package final class SessionLaunch {
    private let plan: SessionPlan
    /// nil once it runs.
    private var session: BridgeSession?
    private let place: SessionPlace
    private let records: SessionRecords

    init(
        _ plan: SessionPlan, _ session: consuming BridgeSession, _ place: SessionPlace,
        _ records: SessionRecords
    ) {
        self.plan = plan
        self.session = consume session
        self.place = place
        self.records = records
    }

    deinit { place.release() }

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
            plan, session, source, observers: observers, records: records, place: place, bell: bell)
        return host.run(isStopped: isStopped)
    }
}
