import ArgumentParser
import CommandSupport
import Foundation
import HRVReports
import MusicLibrary
import MusicSelection
import SessionHistory

/// `hrv music mood`: how the person feels, and how much energy they have.
struct MusicMoodCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mood",
        abstract: "Say how you feel; it counts for 15 minutes.",
        discussion: """
            1 is bad, 3 is so-so, 5 is good; of the energy 1 is tired and 5 is full of it. What is not \
            given stays as it was.

            hrv music mood 4
            hrv music mood 5 --energy 2
            hrv music mood --energy 1
            """)

    @Argument(help: "Your mood, 1 to 5.")
    var level: Int?

    @Option(parsing: .unconditional, help: "Your energy, 1 to 5.")
    var energy: Int?

    @OptionGroup var options: MusicOptions

    func validate() throws {
        let levels = [level, energy].compactMap(\.self)
        guard !levels.isEmpty else {
            throw ValidationError("give a mood, --energy, or both: each is from 1 to 5")
        }
        guard levels.allSatisfy(MoodEntry.levels.contains) else {
            throw ValidationError("a mood and an energy are from 1 to 5")
        }
    }

    func run() throws {
        Interruption.install()
        try options.run(makesFile: true) { store, diagnostics in
            try store.save(
                MoodEntry(
                    timeSeconds: Date().timeIntervalSince1970, moodLevel: level,
                    energyLevel: energy))
            let enteredValueTexts = [
                level.map { "mood \($0) of 5" }, energy.map { "energy \($0) of 5" },
            ]
            diagnostics.summary(
                enteredValueTexts.compactMap(\.self).joined(separator: " and ")
                    + (enteredValueTexts.contains(nil) ? " is kept" : " are kept"))
        }
    }
}

/// `hrv music context`: what the person does.
struct MusicContextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "context",
        abstract: "Say what you do, for an hour; or show what is known of it.",
        discussion: """
            \(MusicContext.allCases.filter { $0 != .unknown }.map(\.rawValue).joined(separator: ", ")); \
            none takes back what you said. Only you can say social.
            """)

    @Argument(help: "What you do, or none.")
    var context: String?

    @OptionGroup var options: MusicOptions

    private static let none = "none"

    /// The context by its name, whatever its capitals and hyphens.
    private static func parsedContext(_ word: String) -> MusicContext? {
        func normalized(_ text: String) -> String { text.lowercased().filter { $0.isLetter } }
        return MusicContext.allCases.first {
            $0 != .unknown && normalized($0.rawValue) == normalized(word)
        }
    }

    func validate() throws {
        guard let context, context != Self.none, Self.parsedContext(context) == nil else { return }
        let names = MusicContext.allCases.filter { $0 != .unknown }.map(\.rawValue)
        throw ValidationError(
            "a context is one of \((names + [Self.none]).joined(separator: ", "))")
    }

    func run() throws {
        Interruption.install()
        try options.run(makesFile: context != nil) { store, diagnostics in
            if let context {
                let parsedContext = Self.parsedContext(context)
                try store.saveManualContext(
                    parsedContext, nowMs: Int64(Date().timeIntervalSince1970 * 1000))
                diagnostics.summary(
                    parsedContext.map { "context \($0.rawValue) holds for an hour" }
                        ?? "no context is said any more")
                return
            }
            let moment = try SongChoiceInputs.moment(
                store, PolicyOption.standard.policy, options, diagnostics)
            let row: HealthRows.Row = [
                ("context", .text(moment.context.context.rawValue)),
                ("said", .flag(moment.context.isManual)),
                ("sources", .array(moment.context.sources.map { .text($0.rawValue) })),
            ]
            let sourceNames = moment.context.sources.map(\.rawValue).joined(separator: ", ")
            try options.write(
                HealthRows(columns: [], rows: [row]).text(options.shape) {
                    moment.context.context.rawValue
                        + (moment.context.isManual
                            ? " (you said so)"
                            : sourceNames.isEmpty ? "" : " (from \(sourceNames))") + "\n"
                })
        }
    }
}

/// `hrv music thumb`: what the person thinks of a song.
struct MusicThumbCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumb",
        abstract: "Give a song a thumb up or down.",
        discussion: """
            A song with a thumb up counts as one after which things went well; one with a thumb down \
            is not chosen any more. lift takes either back.
            """)

    enum ThumbChoice: String, ExpressibleByArgument, CaseIterable {
        case up, down, lift
    }

    @Argument(help: "Number of the song, as hrv music songs lists it, or one of its files.")
    var song: String

    @Argument(help: "What you think of it.")
    var thumb: ThumbChoice

    @OptionGroup var options: MusicOptions

    func run() throws {
        Interruption.install()
        try options.run { store, diagnostics in
            let song = try store.song(named: song)
            try store.setThumb(thumb.storedThumb, song: song.id)
            let name = SongText.truncated(song.displayTitle, 64)
            diagnostics.summary(
                thumb == .lift ? "\(name) has no thumb" : "\(name) has a thumb \(thumb.rawValue)")
        }
    }
}

extension MusicThumbCommand.ThumbChoice {
    fileprivate var storedThumb: ThumbRating? {
        switch self {
        case .up: .up
        case .down: .down
        case .lift: nil
        }
    }
}
