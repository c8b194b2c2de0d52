import ArgumentParser
import CommandSupport
import HRVReports
import MusicLibrary
import MusicSelection

/// `hrv music next`: the songs that would come next.
struct MusicNextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "List the songs that would come next, with their scores and why.",
        discussion: """
            The state is that of the last minutes, as far as a heart was heard. What came after a song \
            is told from five plays with a heart on.

            hrv music next --count 5
            hrv music next --playlist Evening
            """)

    @Option(parsing: .unconditional, help: "How many songs, 1 to 1000.")
    var count = 1

    @Option(help: "Number or name of a playlist, whose songs alone are chosen among.")
    var playlist: String?

    @Option(help: "How songs are chosen.")
    var policy: PolicyOption = .standard

    @Option(help: "Language of the sentences.")
    var language: MusicLanguage = .en

    @OptionGroup var surroundings: MusicSurroundingsOptions
    @OptionGroup var options: MusicOptions

    func validate() throws {
        guard (1...1000).contains(count) else {
            throw ValidationError("--count is from 1 to 1000")
        }
    }

    func run() throws {
        Interruption.install()
        try options.run { store, diagnostics in
            let allowedSongs = try playlist.map { try store.songIDs(ofPlaylist: $0, diagnostics) }
            let selector = try SongChoiceInputs(store, policy, options, diagnostics, surroundings)
            let choices = selector.next(count, allowedSongs: allowedSongs)
            guard !choices.isEmpty else {
                diagnostics.error(
                    "no song is left to choose: thumbs down are lifted by hrv music thumb SONG lift",
                    code: "no_song")
                throw ExitStatus.noInput.exitCode
            }
            try options.write(SongChoiceText.text(choices, selector, language, options.shape))
        }
    }
}

extension MusicStore {
    /// The songs of a playlist of a number or a name.
    ///
    /// - Throws: `ExitCode`, once it is reported that there is no such playlist.
    func songIDs(ofPlaylist word: String, _ diagnostics: Diagnostics) throws -> [Int64] {
        let allPlaylists = try playlists()
        guard
            let list = allPlaylists.first(where: { "\($0.id)" == word })
                ?? allPlaylists.first(where: { $0.name == word })
        else {
            diagnostics.error(
                "there is no playlist \(word): hrv music playlists lists those there are",
                code: "not_found")
            throw ExitStatus.noInput.exitCode
        }
        return try songs(of: list.id).map(\.id)
    }
}

/// Choices in every shape.
enum SongChoiceText {
    static func text(
        _ choices: [SongChoice], _ selector: SongChoiceInputs, _ language: MusicLanguage,
        _ shape: HistoryShape
    ) -> String {
        HealthRows(columns: [], rows: choices.map { row($0, selector, language) }).text(shape) {
            table(choices, selector, language)
        }
    }

    static func row(
        _ choice: SongChoice, _ selector: SongChoiceInputs, _ language: MusicLanguage
    ) -> HealthRows.Row {
        let song = selector.song(choice.id)
        let facts = selector.facts(of: choice)
        return [
            ("id", .integer(Int(choice.id))), ("title", OrderedJSON(song?.displayTitle)),
            ("artist", OrderedJSON(song?.tags.artist)), ("bpm", OrderedJSON(facts.bpm)),
            ("energy", OrderedJSON(facts.energy)), ("score", .number(choice.score)),
            ("base", .number(choice.baseScore)),
            ("transition", OrderedJSON(choice.transitionScore)),
            ("confidence", .number(choice.confidence)),
            ("target_bpm", .number(choice.target.bpm)),
            ("target_energy", .number(choice.target.energy)),
            ("context", .text(selector.moment.context.context.rawValue)),
            ("need", .text(selector.moment.need.rawValue)),
            ("policy", .text(choice.policy.rawValue)),
            (
                "parts",
                .array(
                    choice.parts.map {
                        .object([
                            ("part", .text($0.kind.rawValue)), ("amount", .number($0.amount + 0)),
                            ("value", .number($0.value)),
                        ])
                    })
            ),
            ("why", .array(selector.sentences(choice, language).map { .text($0) })),
            ("path", OrderedJSON(song?.path.text)), ("reasons", reasons(choice, facts)),
        ]
    }

    private static func reasons(_ choice: SongChoice, _ facts: SongFacts) -> OrderedJSON {
        var reasons: [(String, OrderedJSON)] = []
        if facts.bpm == nil { reasons.append(("bpm", .text("not_measured"))) }
        if facts.energy == nil { reasons.append(("energy", .text("not_measured"))) }
        if choice.transitionScore == nil { reasons.append(("transition", .text("first_song"))) }
        return .object(reasons)
    }

    private static func table(
        _ choices: [SongChoice], _ selector: SongChoiceInputs, _ language: MusicLanguage
    ) -> String {
        choices.map { choice in
            let song = selector.song(choice.id)
            let name = [song?.displayTitle, song?.tags.artist].compactMap(\.self)
                .map { SongText.truncated($0, 48) }.joined(separator: " - ")
            let explanation = selector.explanation(choice)
            return "\(SongText.number(choice.score, 3))  \(choice.id)  \(name)\n"
                + "       \(selector.sentences(choice, language).joined(separator: " "))\n"
                + "       \(explanation.partTexts(language).joined(separator: ", "))\n"
        }.joined()
    }
}
