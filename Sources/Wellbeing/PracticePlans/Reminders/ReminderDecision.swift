/// The decision about an occurrence at a moment.
package enum ReminderDecision: Sendable, Hashable {
    case announce
    /// Nothing before a moment; ms since 1970.
    case wait(untilMs: Int64)
    case skip(ReminderSkipReason)

    /// Returns the state of the occurrence that is then stored; nil where nothing changes.
    ///
    /// - Parameter state: what was kept of it before.
    package func state(after state: ReminderState?) -> ReminderState? {
        switch self {
        case .announce: .announced(snoozeCount: state?.snoozeCount ?? 0)
        case .wait: nil
        case .skip(let reason): .skipped(reason)
        }
    }
}

extension ReminderWindow {
    /// - Parameter isReplaced: whether a later occurrence of the rule is due too.
    /// - Parameter isBusy: whether an activity is under way.
    /// - Parameter days: the log at this moment.
    func decision(isReplaced: Bool, isBusy: Bool, days: PracticeDays) -> ReminderDecision {
        let now = days.nowMs
        if !isReplaced, let until = idleUntilMs(now) { return .wait(untilMs: until) }
        // The effect of quiet hours does not depend on whether a runner was awake to see it.
        switch quiet(at: dueMs) {
        case .lastsTooLong: return .skip(.quiet)
        case .endsAtMs: if isReplaced { return .skip(.quiet) }
        case .notQuiet: break
        }
        if isReplaced || now > lastMs { return .skip(.missed) }
        if case .lastsTooLong = quiet(at: now) { return .skip(.quiet) }
        if isBusy { return .skip(.busy) }
        return rule.condition.isMet(days) ? .announce : .skip(.done)
    }
}
