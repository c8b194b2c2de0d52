/// The reason that a reminder, or a request about one, is refused.
package enum ReminderError: Error, Hashable {
    /// A text that is no time of a day, such as `24:00`.
    case invalidTime(found: String, allowed: String)
    /// A text that names no days of the week.
    case invalidDays(found: String, allowed: String)
    /// A text that is neither times nor a number of minutes between two times.
    case invalidSchedule(found: String, allowed: String)
    /// A number outside its range.
    case outOfRange(setting: String, found: Int, allowed: ClosedRange<Int>)
    /// Two times of which the second must be the later one, or another one.
    case invalidTimeRange(setting: String, from: ClockTime, to: ClockTime)
    /// A condition that names no measure.
    case noMeasure
    /// A channel that stands twice in the list of a reminder, or cannot be used.
    case unusableChannel(ReminderChannel)
    /// A reminder that was not announced, or was silenced for the day, cannot be put off.
    case notAnnounced
    /// Put off so often already.
    case tooManySnoozes(limit: Int)
    /// Put off to a moment after the end of its day; ms since 1970.
    case snoozedPastTheDay(untilMs: Int64, endMs: Int64)
}
