import ArgumentParser
import CommandSupport
import PracticePlans
import PracticeRuntime
import SessionHistory

/// The parts of a reminder, as options; each is left as it is if it is not given.
struct RemindOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Such as 07:00,21:30.", valueName: "times"))
    var at: String?

    @Option(
        help: ArgumentHelp("5 to 720: again and again, with --from and --to.", valueName: "min"))
    var every: Int?

    @Option(help: ArgumentHelp("With --every: the first time.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("With --every: the last time.", valueName: "time"))
    var to: String?

    @Option(help: "Such as mon-fri, or tue,thu, or daily (default: daily).")
    var days: String?

    @Option(help: "What it says; 1 to 200 characters.")
    var text: String?

    @Option(
        help: ArgumentHelp(
            "Not where enough of it was done today: mindful, workout or any.",
            valueName: "measure"))
    var unless: String?

    @Option(
        help: ArgumentHelp(
            "With --unless: within so many hours instead of today; 1 to 72.", valueName: "hours"))
    var within: Int?

    @Option(
        help: ArgumentHelp(
            "Only while today is open in a streak of at least so many days.", valueName: "days"))
    var whileStreak: Int?

    @Option(help: "With --while-streak: mindful, workout or any (default: any).")
    var of: String?

    @Flag(help: "Without a condition; takes one away.")
    var always = false

    @Option(
        help: ArgumentHelp(
            "desktop, page, 'command:PROGRAM ARGUMENTS' or webhook:ADDRESS; several are tried in this order "
                + "(default: desktop, page).", valueName: "way"))
    var via: [String] = []

    @Option(
        help: ArgumentHelp(
            "How late it may still come; 0 to 1440 (default: 120).", valueName: "min"))
    var grace: Int?

    @Option(
        help: ArgumentHelp(
            "By how much it is put off; 5 to 120 (default: 10).", valueName: "min"))
    var snooze: Int?

    @Option(
        help: ArgumentHelp(
            "Hours in which it is not told, such as 22:00-07:00; none takes them away.",
            valueName: "hours"))
    var quietHours: String?

    func validate() throws {
        guard at == nil || every == nil else {
            throw ValidationError("choose one of --at and --every")
        }
        guard (every != nil) == (from != nil), (every != nil) == (to != nil) else {
            throw ValidationError("--every, --from and --to belong together")
        }
        guard [unless != nil, whileStreak != nil, always].count(where: { $0 }) <= 1 else {
            throw ValidationError("choose one of --unless, --while-streak and --always")
        }
        guard within == nil || unless != nil else {
            throw ValidationError("--within belongs to --unless")
        }
        guard of == nil || whileStreak != nil else {
            throw ValidationError("--of belongs to --while-streak")
        }
        for channelText in via where ReminderChannel(text: channelText) == nil {
            throw ValidationError(
                "--via \(channelText): there are desktop, page, 'command:PROGRAM ARGUMENTS' and webhook:ADDRESS"
            )
        }
        // What is wrong with a value is said before anything is looked up.
        _ = try rule(of: ReminderForm(times: "07:00", text: "text"), id: "x", sinceMs: 0)
    }

    private var times: String? {
        if let every, let from, let to { return "every \(every) from \(from) to \(to)" }
        return at
    }

    var hasTimes: Bool { times != nil }
    var isEmpty: Bool {
        !hasTimes && days == nil && text == nil && unless == nil && whileStreak == nil && !always
            && via.isEmpty && grace == nil && snooze == nil && quietHours == nil
    }

    /// The rule of a form in which these options change what they say.
    func rule(of form: ReminderForm, id: String, sinceMs: Int64) throws -> ReminderRule {
        var form = form
        form.times = times ?? form.times
        form.days = days ?? form.days
        form.text = text ?? form.text
        form.condition = try condition ?? form.condition
        if !via.isEmpty { form.channels = via.compactMap { ReminderChannel(text: $0) } }
        form.grace = grace ?? form.grace
        form.snooze = snooze ?? form.snooze
        if let quietHours { form.quiet = quietHours == "none" ? nil : quietHours }
        do throws(ReminderError) {
            return try form.rule(id: id, sinceMs: sinceMs)
        } catch {
            throw ValidationError(error.text)
        }
    }

    /// nil where none is given.
    private var condition: ReminderCondition? {
        get throws {
            if always { return .always }
            if let skipMeasure = unless {
                return .unlessDone(
                    try measures(skipMeasure, "--unless"), within: within.map { .hours($0) } ?? .day
                )
            }
            return try whileStreak.map {
                .whileStreakOpen(try measures(of ?? "any", "--of"), atLeast: $0)
            }
        }
    }

    private func measures(_ word: String, _ option: String) throws -> Set<PracticeMeasure> {
        guard let found = Set<PracticeMeasure>(word: word) else {
            throw ValidationError("\(option) \(word): there are mindful, workout and any")
        }
        return found
    }
}

extension SessionStore {
    /// The reminder of an id, or the end with 66.
    func reminder(_ id: String, _ diagnostics: Diagnostics) throws -> ReminderRule {
        let rules = try reminders()
        if let rule = rules.first(where: { $0.id == id }) { return rule }
        let knownIDs = rules.map(\.id).joined(separator: ", ")
        diagnostics.error(
            "no reminder \(id)" + (knownIDs.isEmpty ? " is kept" : ": there are \(knownIDs)"),
            code: "not_found")
        throw ExitStatus.noInput.exitCode
    }
}
