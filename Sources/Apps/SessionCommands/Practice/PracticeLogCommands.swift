import ArgumentParser
import CommandSupport
import Foundation
import PhysioTypes
import PracticePlans
import PracticeRuntime
import SessionHistory

/// The options that choose entries of the log. Spelled the same in every command.
struct PracticeFilterOptions: ParsableArguments {
    @OptionGroup var dates: DateRangeOptions

    @Option(help: "Only entries of this kind; may be repeated.")
    var kind: [PracticeEntryKind] = []

    @Option(help: "Only entries that were run here, written down, or imported; may be repeated.")
    var origin: [PracticeEntry.Origin] = []

    @Option(
        help: ArgumentHelp("Only entries of which so much counts, or more.", valueName: "min"))
    var atLeast: Double?

    @Option(
        help: ArgumentHelp("Only entries of which so much counts, or less.", valueName: "min"))
    var atMost: Double?

    func validate() throws {
        for (name, minutes) in [("--at-least", atLeast), ("--at-most", atMost)] {
            guard minutes.map(Self.minutesRange.contains) ?? true else {
                throw ValidationError("\(name) lies in 0 to 1440")
            }
        }
        if let minMinutes = atLeast, let maxMinutes = atMost, minMinutes > maxMinutes {
            throw ValidationError("--at-least \(minMinutes) is more than --at-most \(maxMinutes)")
        }
    }

    private static let minutesRange = 0.0...1440.0

    var query: PracticeQuery {
        var query = PracticeQuery()
        query.minCreditMs = atLeast.map { Int64(($0 * 60_000).rounded()) }
        query.maxCreditMs = atMost.map { Int64(($0 * 60_000).rounded()) }
        query.kinds = Set(kind.map(\.rawValue))
        query.origins = Set(origin)
        query.startedFrom = dates.first
        query.startedBefore = dates.end
        return query
    }
}

enum PracticeEntryKind: String, ExpressibleByArgument, CaseIterable {
    case timer, breathe, interval, session
}

extension PracticeEntry.Origin: ExpressibleByArgument {}

/// `hrv practice list`: the log, newest first.
struct PracticeListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List practices and led sessions, newest first.")

    @OptionGroup var filter: PracticeFilterOptions

    @Flag(
        name: .customLong("apart"),
        help: "Also those that are kept apart, since their heart was simulated or replayed.")
    var excluded = false

    @Option(help: "How many at most.")
    var limit = 50

    @OptionGroup var options: HistoryOptions

    func validate() throws {
        guard (1...1_000_000).contains(limit) else {
            throw ValidationError("--limit is 1 to 1000000")
        }
    }

    func run() throws {
        try options.run { store, _ in
            var query = filter.query
            query.limit = limit
            query.includesExcluded = excluded
            try options.write(PracticeTable.text(store.practiceLog(query), options.shape))
        }
    }
}

/// `hrv practice show`: one entry, and the heart beside it.
struct PracticeShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an entry, and the heart beside it.",
        discussion:
            "With --json it has the plan and each input, as hrv practice export writes them.")

    @Argument(help: ArgumentHelp("An id, the beginning of one, or last.", valueName: "id"))
    var entry: String

    @OptionGroup var options: HistoryOptions

    func run() throws {
        try options.run { store, _ in
            let found = try store.practice(store.practice(named: entry))
            switch options.shape {
            case .table: try options.write(PracticeText.text(found))
            case .csv: try options.write(PracticeTableFile.text([found]))
            case .json: try options.write(PracticeDocument.text([found], isPretty: true))
            case .ndjson: try options.write(PracticeDocument.text([found], isPretty: false))
            }
        }
    }
}

/// `hrv practice add`: writes down what was practised without this program.
struct PracticeAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Write down a practice that was done without this program.",
        discussion: "hrv practice add --at 2026-11-22T07:00 --minutes 20")

    @Option(
        help: ArgumentHelp("When it began, such as 2026-11-22T07:00.", valueName: "time"))
    var at: String

    @Option(parsing: .unconditional, help: ArgumentHelp("How long, 1 to 1440.", valueName: "min"))
    var minutes: Double

    @Option(help: "timer, breathe or interval.")
    var kind = PracticeEntryKind.timer

    @Option(help: "What it is called.")
    var title: String?

    @Option(help: "1 to 5.")
    var rating: Int?

    @Option(help: "A note.")
    var note: String?

    @OptionGroup var options: HistoryOptions

    func validate() throws {
        guard ManualPractice.minutesRange.contains(minutes) else {
            throw ValidationError("--minutes lies in 1 to 1440")
        }
        guard kind != .session else {
            throw ValidationError("--kind is timer, breathe or interval")
        }
        guard PracticeTimeParser.read(at, zone: .current) != nil else {
            throw ValidationError("--at \(at): no time such as 2026-11-22T07:00")
        }
    }

    func run() throws {
        try options.run { store, diagnostics in
            var practice = ManualPractice(
                at: at, minutes: minutes, kind: PracticeKind(rawValue: kind.rawValue) ?? .timer)
            (practice.title, practice.rating, practice.note) = (title, rating, note)
            let entry = try practice.entry(
                zone: .current, now: Date(), store.practiceLanguage())
            try store.save(entry)
            diagnostics.summary("kept as \(entry.id.uuidString.prefix(8))")
        }
    }
}

/// `hrv practice edit`: changes what a person says of an entry.
struct PracticeEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change the title, the rating or the note of an entry.")

    @Argument(help: ArgumentHelp("An id, the beginning of one, or last.", valueName: "id"))
    var entry: String

    @Option(help: "What it is called.")
    var title: String?

    @Option(help: "1 to 5; 0 takes it away.")
    var rating: Int?

    @Option(help: "A note; an empty one takes it away.")
    var note: String?

    @OptionGroup var options: HistoryOptions

    func validate() throws {
        guard title != nil || rating != nil || note != nil else {
            throw ValidationError("say what changes: --title, --rating or --note")
        }
    }

    func run() throws {
        try options.run { store, diagnostics in
            let found = try store.practice(store.practice(named: entry))
            let editedEntry = try PracticeEdit(title: title, rating: rating, note: note)
                .applied(to: found)
            try store.save(editedEntry)
            diagnostics.summary(
                "\(editedEntry.title) of \(PracticeText.startText(editedEntry)) is changed")
        }
    }
}

/// `hrv practice delete`: takes entries out of the history.
struct PracticeDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Take an entry out of the history, and overwrite it.")

    @Argument(help: ArgumentHelp("An id, the beginning of one, or last.", valueName: "id"))
    var entry: String

    @OptionGroup var options: HistoryOptions

    func run() throws {
        try options.run { store, diagnostics in
            let id = try store.practice(named: entry)
            try store.deletePractice(id)
            diagnostics.summary("\(id.uuidString.prefix(8)) is deleted")
        }
    }
}

extension SessionStore {
    /// The entry that a word on the command line means: an id, the beginning of one, or `last`.
    func practice(named word: String) throws(HistoryError) -> UUID {
        if word == "last" {
            guard let last = try practices().last else { throw .noPractice("is there yet") }
            return last.id
        }
        let ids = try practiceIDs(beginningWith: word)
        if ids.count > 1 {
            throw .invalidSetting(
                "\(word) begins the ids of \(ids.count) practices: "
                    + ids.prefix(4).map(\.uuidString).joined(separator: ", "))
        }
        guard let id = ids.first else { throw .noPractice(word) }
        return id
    }
}
