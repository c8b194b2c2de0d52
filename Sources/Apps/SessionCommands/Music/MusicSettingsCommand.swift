import ArgumentParser
import CommandSupport
import Foundation
import HRVReports
import MusicLibrary
import MusicSelection

/// `hrv music settings`: what the state is measured against, and what a choice goes by.
struct MusicSettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract:
            "Show or set heart rates at rest and at most, age, usual HRV, and how songs are chosen.",
        discussion: """
            Of the heart, what is not set is measured where there are enough samples, and assumed otherwise: 60 at \
            rest, 220 less the age at most, an age of 30, an SDNN of 50 ms. Of the choice, \
            what is not set is as the table says; a list of songs names what you have set in its reasons.

            hrv music settings --rest 55 --age 41
            hrv music settings --tempo-weight 40 --artist-limit 1 --night-hour 22
            hrv music settings --forget rest --forget tempo-weight
            """)

    /// A setting as it is spelled here: as it is stored, without units, and with hyphens.
    struct Name: ExpressibleByArgument, Equatable {
        let word: String

        init(_ name: MusicSettings.Name) {
            word =
                switch name {
                case .restBpm: "rest"
                case .maxBpm: "max"
                case .ageYears: "age"
                case .hrvBaselineMs: "hrv-baseline"
                }
        }

        init(_ preference: SelectionPreference) {
            word = preference.rawValue.replacingOccurrences(of: "_", with: "-")
        }

        static let all =
            MusicSettings.Name.allCases.map(Name.init) + SelectionPreference.allCases.map(Name.init)

        init?(argument: String) {
            guard let name = Self.all.first(where: { $0.word == argument }) else { return nil }
            self = name
        }

        static var allValueStrings: [String] { all.map(\.word) }
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

    @OptionGroup var preferences: MusicPreferenceOptions

    @Option(help: "Take a setting back; may be given several times.")
    var forget: [Name] = []

    @OptionGroup var options: MusicOptions

    private var givenValues: [(MusicSettings.Name, Double)] {
        [(.restBpm, rest), (.maxBpm, max), (.ageYears, age), (.hrvBaselineMs, hrvBaseline)]
            .compactMap {
                name, value in value.map { (name, $0) }
            }
    }

    func validate() throws {
        for (name, value) in givenValues {
            try check(Name(name), isAccepted: name.range.contains(value), name.range)
        }
        for (preference, value) in preferences.givenPreferences {
            try check(
                Name(preference), isAccepted: preference.accepts(value), preference.range,
                isWhole: preference.isWhole)
        }
    }

    private func check(
        _ name: Name, isAccepted: Bool, _ range: ClosedRange<Double>, isWhole: Bool = false
    ) throws {
        guard isAccepted else {
            throw ValidationError(
                "--\(name.word) is \(isWhole ? "a whole number " : "")from "
                    + "\(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        if forget.contains(name) {
            throw ValidationError("choose one of --\(name.word) and --forget")
        }
    }

    func run() throws {
        Interruption.install()
        let hasChanges =
            !givenValues.isEmpty || !preferences.givenPreferences.isEmpty || !forget.isEmpty
        try options.run(makesFile: hasChanges) { store, diagnostics in
            var settings = try store.settings()
            for (name, value) in givenValues { settings.values[name] = value }
            for (name, value) in preferences.givenPreferences { settings.preferences[name] = value }
            for name in MusicSettings.Name.allCases where forget.contains(Name(name)) {
                settings.values[name] = nil
            }
            for name in SelectionPreference.allCases where forget.contains(Name(name)) {
                settings.preferences[name] = nil
            }
            if hasChanges {
                try checkHeartRates(settings)
                if settings.hasNoWeight { throw ValidationError("one of the weights is above 0") }
                try store.save(settings)
                diagnostics.summary("the settings are kept")
            }
            let row: HealthRows.Row =
                MusicSettings.Name.allCases.map { ($0.rawValue, OrderedJSON(settings.values[$0])) }
                + SelectionPreference.allCases.map {
                    ($0.rawValue, OrderedJSON(settings.preferences[$0]))
                }
            try options.write(
                HealthRows(columns: [], rows: [row]).text(options.shape) { table(settings) })
        }
    }

    private func table(_ settings: MusicSettings) -> String {
        let heart = MusicSettings.Name.allCases.map { name in
            (Name(name).word, settings.values[name].map { "\($0)" } ?? "not set")
        }
        let choice = SelectionPreference.allCases.map { preference in
            let standard = SongText.number(preference.standard, 0)
            let value = settings.preferences[preference].map { own in
                SongText.number(own, own == own.rounded() ? 0 : 2) + " (usually \(standard))"
            }
            return (
                Name(preference).word,
                (value ?? "\(standard), not set") + ". "
                    + preference.text(.en)
            )
        }
        return NameValueLines.text(heart + choice)
    }

    private func checkHeartRates(_ settings: MusicSettings) throws {
        let rest = settings.values[.restBpm] ?? HeartRateRange.assumedRestBpm
        let maxHeartRateBpm =
            settings.values[.maxBpm] ?? HeartRateRange.maxBpm(ageYears: settings.values[.ageYears])
        guard HeartRateRange(restBpm: rest, maxBpm: maxHeartRateBpm) != nil else {
            throw ValidationError(
                "the highest heart rate, \(maxHeartRateBpm), is to be 30 or more above the one at rest, "
                    + "\(rest)")
        }
    }
}

/// The options that a person may set for the choice of songs. Each option describes its effect.
struct MusicPreferenceOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: help(.tempoWeight))
    var tempoWeight: Double?

    @Option(parsing: .unconditional, help: help(.energyWeight))
    var energyWeight: Double?

    @Option(parsing: .unconditional, help: help(.familiarityWeight))
    var familiarityWeight: Double?

    @Option(parsing: .unconditional, help: help(.historyWeight))
    var historyWeight: Double?

    @Option(parsing: .unconditional, help: help(.contextWeight))
    var contextWeight: Double?

    @Option(parsing: .unconditional, help: help(.recencyMinutes))
    var recentMinutes: Double?

    @Option(parsing: .unconditional, help: help(.artistLimit))
    var artistLimit: Double?

    @Option(parsing: .unconditional, help: help(.maxNightBpm))
    var nightBpm: Double?

    @Option(parsing: .unconditional, help: help(.maxMorningBpm))
    var morningBpm: Double?

    @Option(parsing: .unconditional, help: help(.nightHour))
    var nightHour: Double?

    @Option(parsing: .unconditional, help: help(.morningEndHour))
    var morningEndHour: Double?

    @Option(parsing: .unconditional, help: help(.prefersFamiliar))
    var preferFamiliar: Double?

    private static func help(_ preference: SelectionPreference) -> ArgumentHelp {
        let (range, usual) = (preference.range, SongText.number(preference.standard, 0))
        return ArgumentHelp(
            stringLiteral: preference.text(.en) + " \(Int(range.lowerBound)) to "
                + "\(Int(range.upperBound)), usually \(usual).")
    }

    var givenPreferences: [(SelectionPreference, Double)] {
        let values: [(SelectionPreference, Double?)] = [
            (.tempoWeight, tempoWeight),
            (.energyWeight, energyWeight),
            (.familiarityWeight, familiarityWeight),
            (.historyWeight, historyWeight),
            (.contextWeight, contextWeight),
            (.recencyMinutes, recentMinutes),
            (.artistLimit, artistLimit),
            (.maxNightBpm, nightBpm),
            (.maxMorningBpm, morningBpm),
            (.nightHour, nightHour),
            (.morningEndHour, morningEndHour),
            (.prefersFamiliar, preferFamiliar),
        ]
        return values.compactMap { name, value in value.map { (name, $0) } }
    }
}
