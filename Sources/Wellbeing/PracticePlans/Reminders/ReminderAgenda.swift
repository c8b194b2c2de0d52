package import PhysioTypes

/// The occurrences of some rules that are not settled yet, and what is to be done about them.
///
/// A runner settles an occurrence in the table of states before it announces it, and only where the
/// state is still the one that the agenda was made with. So of several runners one announces it.
package struct ReminderAgenda: Sendable {
    /// Number of days back for which occurrences are looked for that are not settled.
    package static let lookbackDays = 7
    /// The number of days ahead for which occurrences are looked for: the next one of a weekly rule
    /// lies no further.
    package static let lookaheadDays = 7

    private let nowMs: Int64
    private let windows: [ReminderWindow]
    /// Rules that the person wants to hear no more of on a date.
    private let silencedRuleDates: Set<RuleDate>

    private struct RuleDate: Hashable {
        let ruleID: String
        let date: CivilDate

        init(_ occurrence: ReminderOccurrence) {
            ruleID = occurrence.ruleID
            date = occurrence.date
        }
    }

    /// - Parameter states: what became of occurrences; those of the last eight days are enough.
    package init(
        _ rules: [ReminderRule], states: [ReminderOccurrence: ReminderState], nowMs: Int64,
        zone: ZoneRules
    ) {
        let today = zone.instant(nowMs).date
        self.nowMs = nowMs
        windows = rules.flatMap { rule in
            func windows(_ days: Int) -> [ReminderWindow] {
                rule.occurrences(on: today.adding(days: days)).compactMap {
                    Self.window($0, rule, states[$0], zone)
                }
            }
            // Of the days ahead, the first is enough: it has the next occurrence.
            return (-Self.lookbackDays...0).flatMap(windows)
                + ((1...Self.lookaheadDays).lazy.map(windows).first { !$0.isEmpty } ?? [])
        }
        silencedRuleDates = Set(
            states.filter { $0.value == .skipped(.notToday) }.map { RuleDate($0.key) })
    }

    /// The moment at which something is to be done next; ms since 1970.
    ///
    /// Now, where something is to be done now. nil where no rule asks for anything.
    package var nextDueMs: Int64? { windows.map { $0.idleUntilMs(nowMs) ?? nowMs }.min() }

    /// The next occurrence that can be announced, and when that is; ms since 1970; nil where there is none.
    ///
    /// What the condition of its rule says then is not known yet.
    package var next: (occurrence: ReminderOccurrence, atMs: Int64)? {
        windows.filter {
            !silencedRuleDates.contains(RuleDate($0.occurrence)) && $0.canBeAnnounced(from: nowMs)
        }
        .map { ($0.occurrence, $0.idleUntilMs(nowMs) ?? nowMs) }
        .min { ($0.1, $0.0.date, $0.0.time) < ($1.1, $1.0.date, $1.0.time) }
    }

    /// Returns the decisions about the occurrences that are due, in the order in which they were
    /// due.
    ///
    /// - Parameter days: the log at the moment that the agenda was made for.
    /// - Parameter isBusy: whether an activity is under way.
    package func decisions(
        _ days: PracticeDays, isBusy: Bool
    ) -> [(occurrence: ReminderOccurrence, decision: ReminderDecision)] {
        let due = windows.filter { $0.dueMs <= days.nowMs }
            .sorted { $0.sortKey < $1.sortKey }
        var seenRuleIDs: Set<String> = []
        // The newest of each rule comes first here, and replaces the others.
        return due.reversed().map { window in
            let isReplaced = !seenRuleIDs.insert(window.rule.id).inserted
            let decision =
                silencedRuleDates.contains(RuleDate(window.occurrence))
                ? .skip(.notToday)
                : window.decision(isReplaced: isReplaced, isBusy: isBusy, days: days)
            return (window.occurrence, decision)
        }.reversed()
    }

    private static func window(
        _ occurrence: ReminderOccurrence, _ rule: ReminderRule, _ state: ReminderState?,
        _ zone: ZoneRules
    ) -> ReminderWindow? {
        var snoozedUntilMs: Int64?
        switch state {
        case .announced, .skipped: return nil
        case .snoozed(let untilMs, _): snoozedUntilMs = untilMs
        case nil: break
        }
        let window = ReminderWindow(
            occurrence, of: rule, snoozedUntilMs: snoozedUntilMs, zone: zone)
        return window.dueMs >= rule.sinceMs ? window : nil
    }
}
