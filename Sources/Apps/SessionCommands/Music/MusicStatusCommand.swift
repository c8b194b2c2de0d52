import ArgumentParser
import CommandSupport
import HRVReports
import MusicLibrary
import MusicSelection

/// `hrv music status`: what was played last, and why.
struct MusicStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say what was played last and why; --line for a status bar.",
        discussion: "A status bar is seen by others: the line holds no heart value.")

    @Flag(help: "One line of text.")
    var line = false

    @Option(help: "Language of the line.")
    var language: MusicLanguage = .en

    @OptionGroup var options: MusicOptions

    func validate() throws {
        if line, options.output != nil {
            throw ValidationError("choose one of --line and --output")
        }
    }

    func run() throws {
        Interruption.install()
        try options.run { store, diagnostics in
            guard let play = try store.plays(MusicStore.PlayQuery(limit: 1)).first else {
                diagnostics.error("no song was played yet", code: "no_song")
                throw ExitStatus.noInput.exitCode
            }
            let song = try store.song(named: "\(play.facts.songID)")
            if line {
                try options.write(text(play, song) + "\n")
            } else {
                try options.write(
                    HealthRows(columns: [], rows: [row(play, song)]).text(options.shape) {
                        text(play, song) + "\n"
                    })
            }
        }
    }

    private func row(_ play: StoredPlay, _ song: StoredSong) -> HealthRows.Row {
        let parts = play.parts?.sorted { $0.key < $1.key } ?? []
        return [
            ("started_at", .text(PlayText.startedAt(play))), ("song", .integer(Int(song.id))),
            ("title", .text(song.displayTitle)), ("artist", OrderedJSON(song.tags.artist)),
            ("context", .text(play.facts.context.rawValue)),
            ("need", OrderedJSON(play.need?.rawValue)),
            ("chosen_by", OrderedJSON(play.choosingPolicy)),
            ("score", OrderedJSON(play.score)),
            ("parts", .object(parts.map { ($0.key, .number($0.value)) })),
            (
                "reasons",
                .object(
                    play.choosingPolicy == nil
                        ? ["need", "chosen_by", "score"].map { ($0, .text("not_chosen_here")) } : []
                )
            ),
        ]
    }

    private func text(_ play: StoredPlay, _ song: StoredSong) -> String {
        let name = [song.displayTitle, song.tags.artist].compactMap(\.self)
            .map { SongText.truncated($0, 48) }.joined(separator: " - ")
        guard play.choosingPolicy != nil else {
            return name
                + (language == .en
                    ? " (not chosen by hrv)" : " (nicht von hrv gewählt)")
        }
        var reasonText = MusicTexts.text(.nameKey(play.facts.context), language)
        if let need = play.need { reasonText += ": " + MusicTexts.text(.naming(need), language) }
        if let largest = largestScorePartText(play) { reasonText += ", " + largest }
        return name + " (" + reasonText + ")"
    }

    private func largestScorePartText(_ play: StoredPlay) -> String? {
        let knownParts = (play.parts ?? [:]).compactMap { name, amount in
            ScorePart.Kind(rawValue: name).map { ($0, amount) }
        }
        let largestPart = knownParts.max {
            (abs($0.1), $1.0.rawValue) < (abs($1.1), $0.0.rawValue)
        }
        guard let (kind, amount) = largestPart else { return nil }
        return MusicTexts.text(.naming(kind), language) + (amount < 0 ? " -" : " +")
            + SongText.number(abs(amount), 2)
    }
}
