import Synchronization

/// Plans in use, by what they are for: each is made at most once or so, and then shared.
///
/// Values in use keep their plan whatever happens to the table.
final class PlanCache<Key: Hashable & Sendable, Plan: Sendable>: Sendable {
    /// Plans kept; beyond it the table starts anew.
    private let capacity: Int
    private let plans = Mutex<[Key: Plan]>([:])

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The plan for `key`. Making one may take long, so it is done outside the lock: of two threads
    /// that ask at once for the first time both may make it, and one of the plans is kept.
    func plan(_ key: Key, make: () -> Plan) -> Plan {
        if let plan = plans.withLock({ $0[key] }) { return plan }
        let newPlan = make()
        return plans.withLock { plans in
            if let plan = plans[key] { return plan }
            if plans.count >= capacity { plans.removeAll() }
            plans[key] = newPlan
            return newPlan
        }
    }
}
