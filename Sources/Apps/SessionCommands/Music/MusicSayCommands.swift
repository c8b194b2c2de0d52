import ArgumentParser
import CommandSupport
import Foundation
import HRVReports
import MusicLibrary
import MusicSelection
import SessionHistory

/// `hrv music mood`: how the person feels.
struct MusicMoodCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mood",
        abstract: "Say how you feel; it counts for 15 minutes.",
        discussion: "1 is bad, 3 is so-so, 5 is good.")

    @Argument(help: "1 to 5.")
    var level: Int

    @OptionGroup var options: MusicOptions

    func validate() throws {
        guard (1...5).contains(level) else { throw ValidationError("a mood is from 1 to 5") }
    }

    func run() throws {
        Interruption.install()
        try options.run(makesFile: true) { store, diagnostics in
            let mood = MoodEntry(timeSeconds: Date().timeIntervalSince1970, level: level)
            try store.save(mood)
            diagnostics.summary("mood \(level) of 5 is kept")
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
            let moment = try MusicSelector.moment(
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
    fileprivate var storedThumb: Thumb? {
        switch self {
        case .up: .up
        case .down: .down
        case .lift: nil
        }
    }
}

/// `hrv music settings`: what the state is measured against.
struct MusicSettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or set heart rates at rest and at most, age, and usual HRV.",
        discussion: """
            What is not set is measured where there are enough samples, and assumed otherwise: 60 at \
            rest, 220 less the age at most, an age of 30, an SDNN of 50 ms.

            hrv music settings --rest 55 --age 41
            hrv music settings --forget rest
            """)

    enum Name: String, ExpressibleByArgument, CaseIterable {
        case rest, max, age, hrvBaseline = "hrv-baseline"

        var storedName: MusicSettings.Name {
            switch self {
            case .rest: .rest
            case .max: .max
            case .age: .age
            case .hrvBaseline: .baseline
            }
        }
    }

    @Option(parsing: .unconditional, help: "Heart rate at rest, 25 to 150 beats in a minute.")
    var rest: Double?

    @Option(
        parsing: .unconditional,
        help: "Highest heart rate, 80 to 250 beats in a minute; it goes before the age.")
    var max: Double?

    @Option(parsing: .unconditional, help: "Age, 1 to 120 years.")
    var age: Double?

    @Option(parsing: .unconditional, help: "Usual SDNN at rest, 1 to 500 ms.")
    var hrvBaseline: Double?

    @Option(help: "Take a setting back; may be given several times.")
    var forget: [Name] = []

    @OptionGroup var options: MusicOptions

    private var givenValues: [(Name, Double)] {
        [(.rest, rest), (.max, max), (.age, age), (.hrvBaseline, hrvBaseline)].compactMap {
            name, value in value.map { (name, $0) }
        }
    }

    func validate() throws {
        for (name, value) in givenValues {
            let range = name.storedName.range
            guard range.contains(value) else {
                throw ValidationError(
                    "--\(name.rawValue) is from \(Int(range.lowerBound)) to "
                        + "\(Int(range.upperBound))")
            }
            if forget.contains(name) {
                throw ValidationError("choose one of --\(name.rawValue) and --forget")
            }
        }
    }

    func run() throws {
        Interruption.install()
        let hasChanges = !givenValues.isEmpty || !forget.isEmpty
        try options.run(makesFile: hasChanges) { store, diagnostics in
            var settings = try store.settings()
            for (name, value) in givenValues { settings.values[name.storedName] = value }
            for name in forget { settings.values[name.storedName] = nil }
            if hasChanges {
                try checkHeartRates(settings)
                try store.save(settings)
                diagnostics.summary("the settings are kept")
            }
            let row: HealthRows.Row = MusicSettings.Name.allCases.map {
                ($0.rawValue, JSONText(settings.values[$0]))
            }
            try options.write(
                HealthRows(columns: [], rows: [row]).text(options.shape) {
                    MusicLines.text(
                        Name.allCases.map { name in
                            let value = settings.values[name.storedName]
                            return (name.rawValue, value.map { "\($0)" } ?? "not set")
                        })
                })
        }
    }

    private func checkHeartRates(_ settings: MusicSettings) throws {
        let rest = settings.values[.rest] ?? HeartRateRange.assumedRestBpm
        let highest =
            settings.values[.max] ?? HeartRateRange.maxBpm(ageYears: settings.values[.age])
        guard HeartRateRange(restBpm: rest, maxBpm: highest) != nil else {
            throw ValidationError(
                "the highest heart rate, \(highest), is to be 30 or more above the one at rest, "
                    + "\(rest)")
        }
    }
}
