import ArgumentParser
import CommandSupport
import Foundation
import PracticePlans
import PracticeRuntime
import SessionHistory

/// `hrv practice remind add`: a new reminder.
struct RemindAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a reminder.",
        discussion: """
            hrv practice remind add --at 07:00 --text "Time to sit" --unless mindful
            hrv practice remind add --every 90 --from 09:00 --to 17:00 --days mon-fri --text "Stand up"
            hrv practice remind add --at 21:00 --while-streak 3 --text "The streak is open" --quiet-hours 22:00-07:00
            hrv practice remind add --at 12:00 --text Breathe --via 'command:espeak-ng -v en' --via desktop

            A command is run without a shell: the text is its last argument, the environment has RESONANCE_RULE and \
            RESONANCE_TIME; it has 10 s. To a webhook goes POST with {"rule", "text", "time"} as JSON, within 10 s; \
            it is not followed elsewhere.
            """)

    @Option(help: "What it is called here (default: made from the text); a-z, 0-9 and -.")
    var id: String?

    @OptionGroup var reminder: RemindOptions

    @OptionGroup var options: HistoryOptions

    func validate() throws {
        guard reminder.hasTimes else { throw ValidationError("say when: --at or --every") }
        guard reminder.text != nil else { throw ValidationError("say what: --text") }
        if let id, !StoredReminder.isValidID(id) {
            throw ValidationError("--id \(id): an id is \(StoredReminder.idRule)")
        }
    }

    func run() throws {
        try options.run { store, diagnostics in
            let knownIDs = Set(try store.reminders().map(\.id))
            if let id, knownIDs.contains(id) {
                throw ValidationError("there is a reminder \(id) already: edit changes it")
            }
            let text = reminder.text ?? ""
            let rule = try reminder.rule(
                of: ReminderForm(times: "07:00", text: text),
                id: id ?? StoredReminder.newID(text, besides: knownIDs),
                sinceMs: ReminderClock.nowMs)
            try store.save(items: [StoredReminder.item(rule)])
            diagnostics.summary("the reminder is kept as \(rule.id)")
            diagnostics.warnOfMissingPrograms(rule)
            diagnostics.warnIfNotDelivered(store)
        }
    }
}

/// `hrv practice remind edit`: changes a reminder.
struct RemindEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a reminder; what is not said stays as it is.")

    @Argument(help: "The id, as list shows it.")
    var id: String

    @OptionGroup var reminder: RemindOptions

    @OptionGroup var options: HistoryOptions

    func validate() throws {
        guard !reminder.isEmpty else {
            throw ValidationError("say what changes, such as --at 07:00")
        }
    }

    func run() throws {
        try options.run { store, diagnostics in
            let previousRule = try store.reminder(id, diagnostics)
            let rule = try reminder.rule(
                of: ReminderForm(previousRule), id: id, sinceMs: previousRule.sinceMs)
            try store.save(items: [
                StoredReminder.item(
                    try rule.ruleReplacing(previousRule, nowMs: ReminderClock.nowMs))
            ])
            diagnostics.warnOfMissingPrograms(rule)
        }
    }
}

/// `hrv practice remind delete`: takes a reminder away.
struct RemindDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Take a reminder away, and what became of it.")

    @Argument(help: "The id, as list shows it.")
    var id: String

    @OptionGroup var options: HistoryOptions

    func run() throws {
        try options.run { store, diagnostics in
            let rule = try store.reminder(id, diagnostics)
            _ = try StoredReminder.delete(rule.id, store)
            diagnostics.summary("the reminder \(id) is deleted")
        }
    }
}

/// `hrv practice remind snooze`: puts a reminder off that was delivered.
struct RemindSnoozeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze", abstract: "Put a reminder off that was told today.",
        discussion: """
            It asks anew after that time, three times at most and not past the day. --today silences the reminder for \
            the rest of the day instead, also before it was told.
            """)

    @Argument(help: "The id, as list shows it.")
    var id: String

    @Option(
        help: ArgumentHelp("5 to 120 (default: as the reminder has it).", valueName: "min"))
    var minutes: Int?

    @Flag(help: "Not today any more.")
    var today = false

    @OptionGroup var options: HistoryOptions

    func validate() throws {
        if let minutes, !ReminderRule.snoozeMinutesRange.contains(minutes) {
            throw ValidationError("--minutes lies in 5 to 120, not \(minutes)")
        }
        guard minutes == nil || !today else {
            throw ValidationError("choose one of --minutes and --today")
        }
    }

    func run() throws {
        try options.run { store, diagnostics in
            let rule = try store.reminder(id, diagnostics)
            let controller = ReminderController(store, clock: SystemPracticeClock())
            do {
                if today {
                    try controller.silence(rule)
                    diagnostics.summary("the reminder \(id) is silent for today")
                } else {
                    try controller.snooze(rule, minutes: minutes)
                    let length = minutes ?? rule.snoozeMinutes
                    diagnostics.summary("the reminder \(id) comes again in \(length) min")
                }
            } catch let error as ReminderError {
                throw ValidationError(error.text)
            }
        }
    }
}

/// `hrv practice remind suggest`: when the person usually practises.
struct RemindSuggestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Suggest a time: the median start of practice in the last 28 days.")

    @OptionGroup var options: HistoryOptions

    func run() throws {
        try options.run { store, diagnostics in
            let controller = ReminderController(store, clock: SystemPracticeClock())
            guard let time = try controller.suggestion() else {
                diagnostics.error("nothing was practised in the last 28 days", code: "not_found")
                throw ExitStatus.noInput.exitCode
            }
            switch options.shape {
            case .table: try options.write(time.text + "\n")
            case .csv: try options.write("time\n\(time.text)\n")
            case .json, .ndjson: try options.write("{\"time\":\"\(time.text)\"}\n")
            }
        }
    }
}

/// The moment at which a command of a person counts.
enum ReminderClock {
    static var nowMs: Int64 { Int64((Date().timeIntervalSince1970 * 1000).rounded()) }
}

extension Diagnostics {
    /// Says which program of a reminder cannot be found now; it may be installed later.
    func warnOfMissingPrograms(_ rule: ReminderRule) {
        let environment = ProcessInfo.processInfo.environment
        for name in rule.channels.compactMap({ $0.missingProgram(environment) }) {
            summary("there is no program \(name) now: until there is, the reminder fails this way")
        }
    }

    /// Says how a reminder comes to be delivered, where no program delivers any now.
    func warnIfNotDelivered(_ store: SessionStore) {
        guard !ReminderLock(database: store.path).isHeldElsewhere else { return }
        summary(
            "nobody tells reminders now: hrv practice remind run does, or hrv dashboard; "
                + "hrv practice remind install has the system begin it")
    }
}
