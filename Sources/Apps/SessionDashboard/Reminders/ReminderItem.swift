import PracticePlans
import PracticeRuntime
import SessionHistory

/// A reminder as the page shows it, without what a command runs or where a webhook posts to.
struct ReminderItem: Encodable {
    private struct NextOccurrence: Encodable {
        let occurrence: String
        let atMs: Int64

        private enum CodingKeys: String, CodingKey {
            case occurrence = "time"
            case atMs
        }
    }

    private struct LastOccurrence: Encodable {
        let time: String
        let state: String
        let snoozes: Int
        let atMs: Int64
        let via: String?

        private enum CodingKeys: CodingKey { case time, state, snoozes, atMs, via }

        /// Writes nil values as null.
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(time, forKey: .time)
            try values.encode(state, forKey: .state)
            try values.encode(snoozes, forKey: .snoozes)
            try values.encode(atMs, forKey: .atMs)
            try values.encode(via, forKey: .via)
        }
    }

    private let status: ReminderController.Status

    init(_ status: ReminderController.Status) { self.status = status }

    private enum CodingKeys: CodingKey {
        case id, times, days, condition, text, via, grace, snooze, quiet, next, last, canSnooze
    }

    /// Writes nil values as null.
    func encode(to encoder: any Encoder) throws {
        let form = ReminderForm(status.rule)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(status.rule.id, forKey: .id)
        try values.encode(form.times, forKey: .times)
        try values.encode(form.days, forKey: .days)
        try values.encode(form.condition, forKey: .condition)
        try values.encode(form.text, forKey: .text)
        try values.encode(form.channels.map(\.name), forKey: .via)
        try values.encode(form.grace, forKey: .grace)
        try values.encode(form.snooze, forKey: .snooze)
        try values.encode(form.quiet, forKey: .quiet)
        try values.encode(
            status.next.map { NextOccurrence(occurrence: $0.occurrence.text, atMs: $0.atMs) },
            forKey: .next)
        let last = status.last.map {
            LastOccurrence(
                time: $0.occurrence, state: $0.state, snoozes: $0.snoozeCount, atMs: $0.changedAtMs,
                via: $0.channelName)
        }
        try values.encode(last, forKey: .last)
        try values.encode(status.canSnooze, forKey: .canSnooze)
    }
}
