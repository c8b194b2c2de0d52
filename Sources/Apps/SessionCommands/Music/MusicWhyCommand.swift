import ArgumentParser
import CommandSupport
import HRVReports
import MusicLibrary
import MusicSelection

/// `hrv music why`: the score of a song, part by part.
struct MusicWhyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Say why a song would come next: all parts, which add up to its score.",
        discussion: "Without a song it is the one that would come next.")

    @Argument(help: "Number of the song, as hrv music songs lists it, or one of its files.")
    var song: String?

    @Option(help: "How songs are chosen.")
    var policy: PolicyOption = .standard

    @Option(help: "Language of the sentences.")
    var language: MusicLanguage = .en

    @OptionGroup var options: MusicOptions

    func run() throws {
        Interruption.install()
        try options.run { store, diagnostics in
            let song = try song.map { try store.song(named: $0) }
            let selector = try SongChoiceInputs(store, policy, options, diagnostics)
            guard let choice = selector.next(1, allowedSongs: song.map { [$0.id] }).first else {
                diagnostics.error(reason(song, selector), code: "no_song")
                throw ExitStatus.noInput.exitCode
            }
            try options.write(text(choice, selector))
        }
    }

    private func reason(_ song: StoredSong?, _ selector: SongChoiceInputs) -> String {
        guard let song else {
            return "no song is left to choose: thumbs down are lifted by hrv music thumb SONG lift"
        }
        if song.isGone { return "song \(song.id) is gone: no file of it is there any more" }
        return "song \(song.id) never comes: it has a thumb down, which hrv music thumb "
            + "\(song.id) lift takes back"
    }

    private func text(_ choice: SongChoice, _ selector: SongChoiceInputs) -> String {
        let row = SongChoiceText.row(choice, selector, language)
        switch options.shape {
        case .json: return OrderedJSON.object(row).prettyText + "\n"
        case .ndjson: return OrderedJSON.object(row).compactText + "\n"
        case .csv: return HealthRows(columns: [], rows: [row]).text(.csv) { "" }
        case .table: return table(choice, selector)
        }
    }

    private func table(_ choice: SongChoice, _ selector: SongChoiceInputs) -> String {
        let song = selector.song(choice.id)
        let name = [song?.displayTitle, song?.tags.artist].compactMap(\.self)
            .map { SongText.truncated($0, 64) }.joined(separator: " - ")
        let sentences = selector.sentences(choice, language).map { $0 + "\n" }.joined()
        let sum = choice.parts.reduce(0) { $0 + $1.amount }
        let rows =
            choice.parts.map {
                [
                    MusicTexts.text(.naming($0.kind), language), SongText.number($0.value, 3),
                    SongText.number($0.amount + 0, 4),
                ]
            } + [["sum", "", SongText.number(sum, 4)]]
        return name + "\n" + sentences
            + TextColumns.text(
                titles: ["part", "value", "adds"], rows: rows, rightAligned: [false, true, true])
    }
}
