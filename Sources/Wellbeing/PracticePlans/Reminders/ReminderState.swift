package import PhysioTypes

/// The reason why an occurrence is not announced.
package enum ReminderSkipReason: String, Sendable, Hashable, CaseIterable {
    /// No program was there to announce it within its grace and its day, or a later one replaced it.
    case missed
    /// Quiet hours lasted longer than its grace or its day.
    case quiet
    /// An activity was under way.
    case busy
    /// A reminder of something that was done already, or of a streak that is not open.
    case done
    /// The person wants to hear no more of the rule on that day.
    case notToday = "not-today"
}

/// The state of an occurrence; nothing is stored of one that still waits.
package enum ReminderState: Sendable, Hashable {
    /// A reminder that was announced, after having been put off this number of times.
    case announced(snoozeCount: Int)
    /// A reminder that is put off up to a moment, for the first, second or third time; ms since
    /// 1970.
    case snoozed(untilMs: Int64, snoozeCount: Int)
    case skipped(ReminderSkipReason)

    /// The number of times that it was put off.
    package var snoozeCount: Int {
        switch self {
        case .announced(let snoozeCount), .snoozed(_, let snoozeCount): snoozeCount
        case .skipped: 0
        }
    }

    /// Puts a reminder off that was announced.
    ///
    /// - Parameter minutes: 5...120.
    /// - Throws: `ReminderError`: outside the range, not announced, put off three times before, or to
    ///   a moment after the end of its day.
    package func snoozed(
        _ occurrence: ReminderOccurrence, minutes: Int, nowMs: Int64, zone: ZoneRules
    ) throws(ReminderError) -> ReminderState {
        try ReminderRule.check("snooze", minutes, ReminderRule.snoozeMinutesRange)
        guard case .announced(let snoozeCount) = self else { throw .notAnnounced }
        guard snoozeCount < ReminderRule.maxSnoozes else {
            throw .tooManySnoozes(limit: ReminderRule.maxSnoozes)
        }
        let until = nowMs + 60_000 * Int64(minutes)
        let end = ReminderWindow.endOfDayMs(occurrence.momentMs(in: zone), zone)
        guard until < end else { throw .snoozedPastTheDay(untilMs: until, endMs: end) }
        return .snoozed(untilMs: until, snoozeCount: snoozeCount + 1)
    }
}
