import PhysioTypes

/// The time in which an occurrence can be announced.
struct ReminderWindow {
    let occurrence: ReminderOccurrence
    let rule: ReminderRule
    let zone: ZoneRules
    /// Its time, or the end of its last snooze; ms since 1970.
    let dueMs: Int64
    init(
        _ occurrence: ReminderOccurrence, of rule: ReminderRule, snoozedUntilMs: Int64?,
        zone: ZoneRules
    ) {
        self.occurrence = occurrence
        self.rule = rule
        self.zone = zone
        dueMs = snoozedUntilMs ?? occurrence.momentMs(in: zone)
    }

    /// The last moment at which it can be announced; ms since 1970.
    ///
    /// The day is that of the moment, not the date of the occurrence: clocks may pass over both.
    var lastMs: Int64 {
        min(dueMs + 60_000 * Int64(rule.graceMinutes), Self.endOfDayMs(dueMs, zone) - 1)
    }

    /// The key of the order of windows: of two that are due at one moment, the one with the later
    /// time on the wall is the newer.
    var sortKey: (Int64, CivilDate, ClockTime) { (dueMs, occurrence.date, occurrence.time) }

    /// The end of the day that clocks of a zone show at a moment; ms since 1970.
    static func endOfDayMs(_ unixMs: Int64, _ zone: ZoneRules) -> Int64 {
        zone.unixMs(of: zone.instant(unixMs).date.adding(days: 1), minute: 0)
    }

    /// The effect of quiet hours on a moment of this window.
    enum QuietEffect {
        case notQuiet
        /// They end while it can still be announced; ms since 1970.
        case endsAtMs(Int64)
        case lastsTooLong
    }

    func quiet(at unixMs: Int64) -> QuietEffect {
        guard let end = rule.quiet?.endMs(at: unixMs, zone) else { return .notQuiet }
        return end <= lastMs ? .endsAtMs(end) : .lastsTooLong
    }

    /// Indicates whether there is a moment, from now on, at which it can be announced.
    func canBeAnnounced(from nowMs: Int64) -> Bool {
        guard nowMs <= lastMs else { return false }
        if case .lastsTooLong = quiet(at: max(nowMs, dueMs)) { return false }
        return true
    }

    /// The moment before which nothing is to be done; nil where that is now; ms since 1970.
    func idleUntilMs(_ nowMs: Int64) -> Int64? {
        if nowMs < dueMs { return dueMs }
        if nowMs <= lastMs, case .endsAtMs(let end) = quiet(at: nowMs) { return end }
        return nil
    }
}
