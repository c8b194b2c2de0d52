package import PracticePlans

/// A reminder as people and files write it: texts and numbers.
///
/// Its JSON is that of the history and of the page. What has a field too many, or a value that no reminder has, is
/// refused.
package struct ReminderForm: Sendable, Equatable {
    /// Such as `07:00,21:30` or `every 90 from 09:00 to 17:00`.
    package var times: String
    /// Such as `mon-fri`.
    package var days = Weekdays.daily.text
    package var condition = ReminderCondition.always
    package var text: String
    package var channels: [ReminderChannel] = [.desktop, .page]
    /// Delay with which it may still be announced; min.
    package var grace = 120
    /// Time by which it is put off where none is given; min.
    package var snooze = 10
    /// Such as `22:00-07:00`; nil: none.
    package var quiet: String?

    package init(times: String, text: String) { (self.times, self.text) = (times, text) }

    /// A rule as it is written down.
    package init(_ rule: ReminderRule) {
        times = rule.times.text
        days = rule.days.text
        condition = rule.condition
        text = rule.text
        channels = rule.channels
        grace = rule.graceMinutes
        snooze = rule.snoozeMinutes
        quiet = rule.quiet?.text
    }

    /// The rule that it describes.
    ///
    /// - Parameter sinceMs: what was due before does not count; ms since 1970.
    package func rule(id: String, sinceMs: Int64) throws(ReminderError) -> ReminderRule {
        try ReminderRule(
            id: id, times: ReminderTimes(times), days: Weekdays(days), condition: condition,
            text: text, channels: channels, graceMinutes: grace, snoozeMinutes: snooze,
            quiet: quiet.map { text throws(ReminderError) in try QuietHours(text) },
            sinceMs: sinceMs)
    }

    // MARK: JSON

    package static let fieldNames = [
        "times", "days", "condition", "text", "via", "grace", "snooze", "quiet",
    ]

    /// All but the ways, which are as usual: who reads a form says which of them may be in it.
    ///
    /// - Parameter fields: what is missing but for `times` and `text` is as usual.
    package init(_ fields: StrictFields) throws {
        times = try fields.value("times", ReminderTimes.allowedValuesText)
        text = try fields.value("text", "a text of 1 to 200 characters")
        days = try fields.optionalValue("days", Weekdays.allowedValuesText) ?? days
        condition = try fields.optionalValue("condition", "a condition") ?? condition
        grace = try fields.optionalValue("grace", "a whole number of minutes") ?? grace
        snooze = try fields.optionalValue("snooze", "a whole number of minutes") ?? snooze
        quiet = try fields.optionalValue("quiet", "two times such as 22:00-07:00")
    }
}

extension ReminderRule {
    /// The rule as it follows another one: where its times or days are others, what was due before does not count.
    ///
    /// - Parameter nowMs: ms since 1970.
    package func ruleReplacing(_ previous: ReminderRule, nowMs: Int64) throws(ReminderError)
        -> ReminderRule
    {
        let isSame = times == previous.times && days == previous.days
        return try ReminderForm(self).rule(id: id, sinceMs: isSame ? previous.sinceMs : nowMs)
    }
}
