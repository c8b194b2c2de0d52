package import Foundation
package import PracticePlans
package import SessionHistory

/// A practice as it is read back from its entry.
package struct StoredPractice: Sendable {
    package let entry: PracticeEntry
    package let plan: PracticePlan
    /// The events on the present clock.
    package let events: PracticeEvents
    package let timeline: Timeline

    /// - Returns: nil where the entry has no plan or no events that can be read, such as one that was written down
    ///   afterwards.
    package init?(_ entry: PracticeEntry, clock: any PracticeClock) {
        guard
            let plan = try? JSONDecoder().decode(PracticePlan.self, from: Data(entry.plan.utf8)),
            let events = PracticeEvents(json: entry.events)
        else { return nil }
        self.entry = entry
        self.plan = plan
        self.events = events.convertedToClock(clock)
        timeline = Timeline(plan, self.events.inputs)
    }

    /// A sit without an end is taken up so long after its last sign of life; s.
    package static let maxOpenAgeSeconds = 3600.0

    /// Returns true if the practice can be taken up, or has ended meanwhile; one with too little
    /// credit only until its planned end.
    package func canResume(_ clock: any PracticeClock) -> Bool {
        let now = clock.seconds
        guard let endSeconds = timeline.plannedEndSeconds(at: events.lastSeenSeconds) else {
            return now - events.lastSeenSeconds <= Self.maxOpenAgeSeconds
        }
        return endSeconds > now || max(entry.mindfulMs, entry.workoutMs) >= Timeline.minCreditMs
    }

    /// The end if no further input comes; nil for a practice without an end.
    package var plannedEnd: Date? {
        timeline.plannedEndSeconds(at: events.lastSeenSeconds).map {
            Date(
                timeIntervalSince1970: Double(events.originMs) / 1000 + $0 - events.originSeconds)
        }
    }
}

extension PracticeEntry {
    /// The entry with the credit up to now, for a practice whose slot is claimed by force.
    package func credited(_ clock: any PracticeClock) -> PracticeEntry {
        guard let stored = StoredPractice(self, clock: clock) else { return self }
        let rules = CreditRules(
            sittingIsYoga: kind != PracticeKind.interval.rawValue && workoutMs > 0,
            workoutIsMindful: kind == PracticeKind.interval.rawValue && mindfulMs > 0)
        let credit = stored.timeline.credit(
            at: clock.seconds, rules, suspended: stored.events.suspendedRanges)
        guard let credit else { return self }
        var entry = self
        entry.endedAt = max(endedAt, clock.date)
        entry.mindfulMs = credit.mindfulMs
        entry.workoutMs = credit.workoutMs
        entry.pauseMs = credit.pauseMs
        entry.sleptMs = credit.sleptMs
        return entry
    }
}
