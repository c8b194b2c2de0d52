package import PhysioTypes

/// A way on which a reminder reaches a person.
package enum ReminderChannel: Sendable, Hashable {
    /// A notification of the desktop.
    case desktop
    /// A notification of the page in a browser.
    case page
    /// A program with its arguments, run without a shell.
    case command([String])
    /// An address that is posted to.
    case webhook(String)

    fileprivate var isUsable: Bool {
        switch self {
        case .desktop, .page: true
        case .command(let words): words.first?.isEmpty == false
        case .webhook(let address):
            ["http://", "https://"].contains {
                address.lowercased().hasPrefix($0) && address.count > $0.count
            }
        }
    }
}

/// Times at which a person wants to be reminded, of what, and how.
package struct ReminderRule: Sendable, Hashable {
    package static let textLengthRange = 1...200
    package static let channelCountRange = 1...4
    package static let graceMinutesRange = 0...1440
    package static let snoozeMinutesRange = 5...120
    package static let maxSnoozes = 3

    /// The same as long as the rule is kept; each of its occurrences is announced once under it.
    package let id: String
    package let times: ReminderTimes
    package let days: Weekdays
    package let condition: ReminderCondition
    package let text: String
    /// The channels in this order, until one succeeds.
    package let channels: [ReminderChannel]
    /// Delay with which it may still be announced on the same day; min; 0...1440.
    package let graceMinutes: Int
    /// Time by which it is put off where none is given; min; 5...120.
    package let snoozeMinutes: Int
    package let quiet: QuietHours?
    /// The time at which the rule was made or its times last changed: occurrences due before do not
    /// count; ms since 1970.
    package let sinceMs: Int64

    /// - Throws: `ReminderError` for a number outside its range, a condition without measures, a
    ///   channel twice, a command without a name, an address that is not of the web.
    package init(
        id: String, times: ReminderTimes, days: Weekdays = .daily,
        condition: ReminderCondition = .always, text: String,
        channels: [ReminderChannel] = [.desktop, .page], graceMinutes: Int = 120,
        snoozeMinutes: Int = 10, quiet: QuietHours? = nil, sinceMs: Int64
    ) throws(ReminderError) {
        try Self.check("text", text.count, Self.textLengthRange)
        try Self.check("via", channels.count, Self.channelCountRange)
        try Self.check("grace", graceMinutes, Self.graceMinutesRange)
        try Self.check("snooze", snoozeMinutes, Self.snoozeMinutesRange)
        try condition.check()
        for (index, channel) in channels.enumerated()
        where !channel.isUsable || channels[..<index].contains(channel) {
            throw .unusableChannel(channel)
        }
        self.id = id
        self.times = times
        self.days = days
        self.condition = condition
        self.text = text
        self.channels = channels
        self.graceMinutes = graceMinutes
        self.snoozeMinutes = snoozeMinutes
        self.quiet = quiet
        self.sinceMs = sinceMs
    }

    /// Returns the occurrences of the rule on a date, ascending.
    package func occurrences(on date: CivilDate) -> [ReminderOccurrence] {
        guard days.contains(date) else { return [] }
        return times.times.map { ReminderOccurrence(ruleID: id, date: date, time: $0) }
    }

    static func check(
        _ setting: String, _ found: Int, _ allowed: ClosedRange<Int>
    ) throws(ReminderError) {
        guard allowed.contains(found) else {
            throw .outOfRange(setting: setting, found: found, allowed: allowed)
        }
    }
}
