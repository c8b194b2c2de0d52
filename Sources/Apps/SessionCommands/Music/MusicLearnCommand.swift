import ArgumentParser
import CommandSupport
import HRVReports
import MusicLibrary
import MusicSelection

/// `hrv music learn`: what the plays have taught.
struct MusicLearnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn",
        abstract: "Show what was learnt of the songs, and how sure it is.",
        discussion: """
            calm, energy and focus are 0 to 1, 0.5 before the first play. What came after a song is \
            the mean change of the heart rate with its standard error: it came after the song, and \
            not always because of it.
            """)

    @Flag(help: "Learn everything anew from the plays; it gives the same.")
    var rebuild = false

    @Option(help: "Only this song: its number, or one of its files.")
    var song: String?

    @Option(help: ArgumentHelp("At most so many.", valueName: "count"))
    var limit: Int?

    @OptionGroup var options: MusicOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
    }

    func run() throws {
        Interruption.install()
        try options.run { store, diagnostics in
            RecordedHeartData.addNights(to: store, of: options.location.history)
            if rebuild {
                try store.relearnAll()
                diagnostics.summary("all is learnt anew")
            }
            let wantedID = try song.map { try store.song(named: $0).id }
            let songs = Dictionary(uniqueKeysWithValues: try store.songs().map { ($0.id, $0) })
            var facts = try store.songFacts().filter { facts in
                facts.effects.overallEffect != nil && (wantedID.map { $0 == facts.id } ?? true)
            }.sorted { (-$0.playCount, $0.id) < (-$1.playCount, $1.id) }
            let count = facts.count
            if let limit { facts = Array(facts.prefix(limit)) }
            try options.write(
                facts.isEmpty && options.shape == .table
                    ? "" : text(facts, songs, try store.dayPartEffects()))
            if count == 0 { diagnostics.summary("nothing is learnt yet: no song was played") }
        }
    }

    private func text(
        _ facts: [SongFacts], _ songs: [Int64: StoredSong],
        _ parts: [Int64: [DayPart: SongEffects]]
    ) -> String {
        HealthRows(
            columns: Self.columns,
            rows: facts.map { row($0, songs[$0.id], parts[$0.id] ?? [:]) }
        )
        .text(options.shape) { table(facts, songs) }
    }

    private static let columns = [
        "id", "title", "artist", "plays", "skips", "familiarity", "calm", "energy", "focus",
        "mood_lift", "confidence", "n", "bpm_change", "bpm_change_se", "n_bpm", "sdnn_change_ms",
        "sdnn_change_se_ms", "n_sdnn", "contexts", "day_parts", "reasons",
    ]

    private func row(
        _ facts: SongFacts, _ song: StoredSong?, _ parts: [DayPart: SongEffects]
    ) -> HealthRows.Row {
        let effect = facts.effects.overallEffect ?? SongEffect()
        let contexts = facts.effects.effectsByContext.sorted { $0.key.rawValue < $1.key.rawValue }
        let head: HealthRows.Row = [
            ("id", .integer(Int(facts.id))), ("title", OrderedJSON(song?.displayTitle)),
            ("artist", OrderedJSON(song?.tags.artist)), ("plays", .integer(facts.playCount)),
            ("skips", .integer(facts.skipCount)), ("familiarity", .number(facts.familiarity)),
        ]
        return head + values(effect) + [
            (
                "contexts",
                .array(
                    contexts.map {
                        .object([("context", .text($0.key.rawValue))] + values($0.value))
                    })
            ), ("day_parts", dayParts(parts)), ("reasons", reasons(effect)),
        ]
    }

    /// Returns the parts of the day in their order; those in which the song was not played are left
    /// out.
    private func dayParts(_ parts: [DayPart: SongEffects]) -> OrderedJSON {
        .array(
            DayPart.allCases.compactMap { part in
                parts[part]?.overallEffect.map {
                    .object([("day_part", .text(part.rawValue))] + values($0))
                }
            })
    }

    private func values(_ effect: SongEffect) -> HealthRows.Row {
        func mean(_ summary: ChangeSummary) -> OrderedJSON {
            OrderedJSON(summary.count > 0 ? summary.mean : nil)
        }
        return [
            ("calm", .number(effect.calm)), ("energy", .number(effect.energy)),
            ("focus", .number(effect.focus)),
            ("mood_lift", OrderedJSON(effect.moodCount > 0 ? effect.moodLift : nil)),
            ("confidence", .number(effect.confidence)), ("n", .integer(effect.count)),
            ("bpm_change", mean(effect.heartRate)),
            ("bpm_change_se", OrderedJSON(effect.heartRate.standardError)),
            ("n_bpm", .integer(effect.heartRate.count)), ("sdnn_change_ms", mean(effect.hrv)),
            ("sdnn_change_se_ms", OrderedJSON(effect.hrv.standardError)),
            ("n_sdnn", .integer(effect.hrv.count)),
        ]
    }

    private func reasons(_ effect: SongEffect) -> OrderedJSON {
        var reasons: [(String, OrderedJSON)] = []
        func add(_ name: String, _ error: String, _ count: Int) {
            if count == 0 { reasons.append((name, .text("no_heart"))) }
            if count < 2 { reasons.append((error, .text(count == 0 ? "no_heart" : "too_few"))) }
        }
        add("bpm_change", "bpm_change_se", effect.heartRate.count)
        add("sdnn_change_ms", "sdnn_change_se_ms", effect.hrv.count)
        if effect.moodCount == 0 { reasons.append(("mood_lift", .text("not_said"))) }
        return .object(reasons)
    }

    private func table(_ facts: [SongFacts], _ songs: [Int64: StoredSong]) -> String {
        TextColumns.text(
            titles: [
                "id", "title", "artist", "plays", "skips", "calm", "energy", "focus", "sure",
                "after it the heart rate was",
            ],
            rows: facts.map { facts in
                let effect = facts.effects.overallEffect ?? SongEffect()
                let song = songs[facts.id]
                return [
                    "\(facts.id)", SongText.truncated(song?.displayTitle ?? "", 36),
                    SongText.truncated(song?.tags.artist ?? "", 24), "\(facts.playCount)",
                    "\(facts.skipCount)", SongText.number(effect.calm, 2),
                    SongText.number(effect.energy, 2), SongText.number(effect.focus, 2),
                    SongText.number(effect.confidence, 2), changeText(effect.heartRate),
                ]
            },
            rightAligned: [true, false, false, true, true, true, true, true, true, false])
    }

    private func changeText(_ changes: ChangeSummary) -> String {
        guard changes.count >= Explanation.minPlayCount, let error = changes.standardError else {
            return "not enough plays yet"
        }
        return (changes.mean < 0 ? "lower by " : "higher by ")
            + "\(SongText.number(abs(changes.mean), 0)) ± \(SongText.number(error, 0)), "
            + "\(changes.count) plays"
    }
}
