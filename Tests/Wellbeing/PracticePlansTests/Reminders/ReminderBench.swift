import PhysioTypes

@testable import PracticePlans

/// Runners that share one table of states, as the runtime keeps it.
struct ReminderBench {
    /// An announcement, with the moment and the clock that the runner went by.
    struct Announcement: Hashable {
        let occurrence: ReminderOccurrence
        let atMs: Int64
    }

    var rules: [ReminderRule]
    var zone: ZoneRules
    var entries: [CountedEntry] = []
    var isBusy = false
    private(set) var states: [ReminderOccurrence: ReminderState] = [:]
    private(set) var announced: [Announcement] = []

    init(_ rules: [ReminderRule], _ zone: ZoneRules) {
        self.rules = rules
        self.zone = zone
    }

    func nextDueMs(_ nowMs: Int64) -> Int64? {
        ReminderAgenda(rules, states: states, nowMs: nowMs, zone: zone).nextDueMs
    }

    func decisions(_ nowMs: Int64) -> [(occurrence: ReminderOccurrence, decision: ReminderDecision)]
    {
        ReminderAgenda(rules, states: states, nowMs: nowMs, zone: zone)
            .decisions(PracticeDays(entries, nowMs: nowMs, zone: zone), isBusy: isBusy)
    }

    /// One pass of so many runners, which all look before one of them writes.
    mutating func pass(_ nowMs: Int64, runners: Int = 1) {
        let seen = states
        for _ in 0..<runners {
            let decisions = ReminderAgenda(rules, states: seen, nowMs: nowMs, zone: zone)
                .decisions(PracticeDays(entries, nowMs: nowMs, zone: zone), isBusy: isBusy)
            for (occurrence, decision) in decisions {
                guard let state = decision.state(after: seen[occurrence]),
                    states[occurrence] == seen[occurrence]
                else { continue }
                states[occurrence] = state
                if decision == .announce {
                    announced.append(Announcement(occurrence: occurrence, atMs: nowMs))
                }
            }
        }
    }

    /// A runner that is awake: it passes whenever something is due.
    mutating func run(from: Int64, to: Int64) {
        var now = from
        while let next = nextDueMs(now), next < to {
            now = max(now, next)
            pass(now)
        }
    }

    mutating func set(_ state: ReminderState, for occurrence: ReminderOccurrence) {
        states[occurrence] = state
    }
}
