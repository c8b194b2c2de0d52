package import PracticePlans

extension ReminderError {
    /// One sentence for a person.
    package var text: String {
        switch self {
        case .invalidTime(let found, let allowed): "\"\(found)\" is no time: times are \(allowed)"
        case .invalidDays(let found, let allowed):
            "\"\(found)\" names no days: there are \(allowed)"
        case .invalidSchedule(let found, let allowed):
            "\"\(found)\" cannot be read: wanted are \(allowed)"
        case .outOfRange(let setting, let found, let allowed):
            "\(Self.subject(setting)) lies in \(allowed.lowerBound) to \(allowed.upperBound), not \(found)"
        case .invalidTimeRange("quiet", let from, _):
            "quiet hours from \(from.text) have to end at another time"
        case .invalidTimeRange(_, let from, let to):
            "\(to.text) is not later than \(from.text), where the repetition begins"
        case .noMeasure: "the condition names no measure: mindful, workout or any"
        case .unusableChannel(.command): "the command has no program, or stands there twice"
        case .unusableChannel(.webhook(let address)):
            "\"\(address)\" is no address that begins with http:// or https://, or stands there twice"
        case .unusableChannel(let channel): "\(channel.name) stands there twice"
        case .notAnnounced: "the reminder was not told today, so there is nothing to put off"
        case .tooManySnoozes(let limit): "the reminder was put off \(limit) times already"
        case .snoozedPastTheDay: "a reminder is not put off past the end of its day"
        }
    }

    private static func subject(_ setting: String) -> String {
        switch setting {
        case "text": "the number of characters of the text"
        case "via": "the number of ways"
        case "times": "the number of times"
        case "grace": "grace, in minutes,"
        case "snooze": "snooze, in minutes,"
        case "every": "the repetition, in minutes,"
        case "hours": "the number of hours"
        case "streak": "the length of the streak, in days,"
        default: setting
        }
    }
}
