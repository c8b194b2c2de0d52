import PhysioTypes
package import PracticePlans
package import SessionHistory

extension ReminderOccurrence {
    /// Local date and time, as the history has them: `2026-11-24T07:00`.
    package var text: String { "\(date.text)T\(time.text)" }

    /// - Returns: nil where the text is none of a date and a time.
    package init?(ruleID: String, text: String) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let date = CivilDate(String(parts[0])),
            let time = try? ClockTime(parts[1])
        else { return nil }
        self.init(ruleID: ruleID, date: date, time: time)
    }
}

extension ReminderEvent {
    /// Words of the table that stand for no state of a plan.
    package enum StateText {
        /// A program announces it now, or was killed while it did: it is not announced a second time.
        package static let announcing = "telling"
        package static let failed = "failed"
    }

    /// Creates the event of an occurrence that enters a state.
    package init(
        _ occurrence: ReminderOccurrence, _ state: ReminderState, atMs: Int64, via: String? = nil
    ) {
        self.init(
            reminderID: occurrence.ruleID, occurrence: occurrence.text, state: state.word,
            changedAtMs: atMs, snoozeCount: state.snoozeCount, channelName: via)
        if case .snoozed(let untilMs, _) = state { dueAtMs = untilMs }
    }

    /// The state of the occurrence; nil for a word of a later version.
    package var occurrenceState: ReminderState? {
        switch state {
        case StateText.announcing, "told": .announced(snoozeCount: snoozeCount)
        case "snoozed": dueAtMs.map { .snoozed(untilMs: $0, snoozeCount: snoozeCount) }
        case "dismissed": .skipped(.notToday)
        case StateText.failed: .skipped(.missed)
        default: ReminderSkipReason(rawValue: state).map { .skipped($0) }
        }
    }
}

extension ReminderState {
    fileprivate var word: String {
        switch self {
        case .announced: "told"
        case .snoozed: "snoozed"
        case .skipped(.notToday): "dismissed"
        case .skipped(let reason): reason.rawValue
        }
    }
}
