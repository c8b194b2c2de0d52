import ArgumentParser
import CommandSupport
import Foundation
import PracticePlans
import PracticeRuntime
import SessionHistory

/// `hrv practice remind list`: all reminders, and when they come next.
struct RemindListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List reminders: when they come next, what became of the last.")

    @OptionGroup var options: HistoryOptions

    func run() throws {
        try options.run { store, diagnostics in
            let clock = SystemPracticeClock()
            let statuses = try ReminderController(store, clock: clock).statuses()
            let rows = statuses.map { ReminderRow($0, clock.zone) }
            try options.write(ReminderRow.text(rows, options.shape))
            if !rows.isEmpty { diagnostics.warnIfNotDelivered(store) }
        }
    }
}

/// A reminder as a row.
struct ReminderRow: Encodable {
    let id: String
    let times: String
    let days: String
    let condition: String
    let text: String
    let via: [String]
    let graceMinutes: Int
    let snoozeMinutes: Int
    let quiet: String?
    let nextAt: String?
    let last: String?
    let lastState: String?
    let lastVia: String?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, times, days, condition, text, via = "via"
        case graceMinutes = "grace_min"
        case snoozeMinutes = "snooze_min"
        case quiet
        case nextAt = "next_at"
        case last
        case lastState = "last_state"
        case lastVia = "last_via"
    }

    init(_ status: ReminderController.Status, _ zone: TimeZone) {
        let form = ReminderForm(status.rule)
        id = status.rule.id
        times = form.times
        days = form.days
        condition = form.condition.words
        text = form.text
        via = form.channels.map(\.text)
        graceMinutes = form.grace
        snoozeMinutes = form.snooze
        quiet = form.quiet
        nextAt = status.next.map {
            let date = Date(timeIntervalSince1970: Double($0.atMs / 1000))
            return LocalTime.text(date, utcOffsetSeconds: zone.secondsFromGMT(for: date))
        }
        last = status.last?.occurrence
        lastState = status.last?.state
        lastVia = status.last?.channelName
    }

    /// Encodes all values; nil is written as null.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(times, forKey: .times)
        try values.encode(days, forKey: .days)
        try values.encode(condition, forKey: .condition)
        try values.encode(text, forKey: .text)
        try values.encode(via, forKey: .via)
        try values.encode(graceMinutes, forKey: .graceMinutes)
        try values.encode(snoozeMinutes, forKey: .snoozeMinutes)
        try values.encode(quiet, forKey: .quiet)
        try values.encode(nextAt, forKey: .nextAt)
        try values.encode(last, forKey: .last)
        try values.encode(lastState, forKey: .lastState)
        try values.encode(lastVia, forKey: .lastVia)
    }

    private var cells: [String] {
        [
            id, times, days, condition, text, via.joined(separator: "; "), "\(graceMinutes)",
            "\(snoozeMinutes)", quiet ?? "", nextAt ?? "", last ?? "", lastState ?? "",
            lastVia ?? "",
        ]
    }

    static func text(_ rows: [ReminderRow], _ shape: HistoryShape) -> String {
        switch shape {
        case .csv:
            PracticeTable.csv(CodingKeys.allCases.map(\.rawValue), rows.map(\.cells))
        case .json: PracticeJSON.text(rows, isPretty: true) + "\n"
        case .ndjson: rows.map { PracticeJSON.text($0) + "\n" }.joined()
        case .table:
            rows.isEmpty ? "No reminders: hrv practice remind add makes one.\n" : table(rows)
        }
    }

    private static func table(_ rows: [ReminderRow]) -> String {
        func minuteText(_ text: String?) -> String {
            text.map { $0.prefix(16).replacingOccurrences(of: "T", with: " ") } ?? "–"
        }
        return TextColumns.text(
            titles: ["id", "times", "days", "condition", "text", "next", "last", ""],
            rows: rows.map { row in
                [
                    row.id, row.times, row.days, row.condition, row.text, minuteText(row.nextAt),
                    minuteText(row.last), row.lastState ?? "",
                ]
            }, rightAligned: Array(repeating: false, count: 8))
    }
}
