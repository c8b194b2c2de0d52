import Foundation
package import SessionHistory

/// The one slot of a history as an activity holds it: its row, its lock, and what to say of both.
package struct ActivityReservation: Sendable {
    /// Its row; nil where the activity claims no slot, or the history cannot be written.
    package private(set) var claim: ActivityClaim?
    private var lock: ActivityLock?
    /// A warning that does not prevent it from beginning.
    package private(set) var warning: String?

    /// The reason why an activity does not have it.
    package enum Refusal: Error, Sendable, Equatable {
        /// Another one runs.
        case occupied(Activity)
        /// Another one runs, and its slot cannot be claimed by force: why.
        case notReplaceable(Activity, HistoryError)
        /// Another one runs that could not write the history at this path: it is unknown, and its slot cannot be
        /// claimed.
        case unknownActivity(database: String)
    }

    /// Time that a program has between the lock of its slot and the row, and back; us.
    private static let stepMicroseconds: UInt32 = 20_000
    private static let maxWaitSteps = 50

    /// Creates the reservation of an activity that claims no slot.
    package init() {}

    /// Claims the slot: its lock, and its row in the history.
    ///
    /// The row is what counts. Only where it can be neither written nor read the lock decides.
    ///
    /// - Parameter store: nil where the history cannot be opened.
    /// - Parameter database: where the history lies or would lie.
    /// - Parameter finalizeEntry: credits the entry of a practice whose slot is claimed by force.
    package init(
        _ activity: Activity, isForced: Bool, store: SessionStore?, database: String,
        finalizeEntry: (PracticeEntry) -> PracticeEntry = { $0 }
    ) throws(Refusal) {
        let lock = ActivityLock(database: database)
        let holder = Self.holder(of: lock, store)
        if holder == .anotherProgram, Self.runningActivity(store) == nil {
            throw .unknownActivity(database: database)
        }
        self.lock = lock
        let noLockWarning = "another program may begin a session beside this one"
        do throws(ActivityStartError) {
            claim = try store?.claim(activity, isForced: isForced, finalizeEntry: finalizeEntry)
            if store == nil, holder == .notLockable { warning = noLockWarning }
        } catch {
            switch error {
            case .occupied(let other): throw .occupied(other)
            case .history(let error):
                // A disk that cannot be written may still say which activity has the slot.
                if let other = Self.runningActivity(store) {
                    throw isForced ? .notReplaceable(other, error) : .occupied(other)
                }
                if holder == .anotherProgram { throw .unknownActivity(database: database) }
                warning =
                    holder == .notLockable
                    ? "\(error); \(noLockWarning)"
                    : "\(error); other programs do not see what runs here"
            }
        }
        if holder == .anotherProgram { lock.acquireLater() }
    }

    /// Takes a lock, and waits a moment for another program that has it and no row: it is about to write its row, or
    /// just going.
    private static func holder(of lock: ActivityLock, _ store: SessionStore?) -> ActivityLock.Holder
    {
        for _ in 1..<maxWaitSteps {
            let holder = lock.acquire()
            if holder != .anotherProgram || runningActivity(store) != nil { return holder }
            usleep(stepMicroseconds)
        }
        return lock.acquire()
    }

    /// The activity that has the slot, by its row.
    private static func runningActivity(_ store: SessionStore?) -> Activity? {
        (try? store?.activity()) ?? nil
    }

    /// Gives it up; a second time does nothing.
    package func release() {
        claim?.release()
        lock?.release()
    }
}
