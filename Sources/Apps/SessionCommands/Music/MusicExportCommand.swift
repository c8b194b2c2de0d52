import ArgumentParser
import CommandSupport
import Foundation
import HRVReports
import MusicLibrary
import MusicSelection

/// `hrv music export`: what may leave this machine.
struct MusicExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract:
            "Write songs, counts, thumbs, corrections, plays and preferences as JSON, without the heart.",
        discussion: """
            The file holds no heart value, nothing that was learnt from one, no context, no mood and \
            no place: nobody can tell from it how you were, or where. hrv backup keeps everything.

            hrv music export --out music.json
            """)

    @OptionGroup var location: MusicLocationOption

    @Option(help: "File to write (default: standard output).")
    var out: String?

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func run() throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: quiet)
        do {
            let store = try MusicStore.openWithoutCreating(path: location.path)
            try store.forgetDeletedSessions(of: location.history, diagnostics)
            let songs = try store.songs()
            guard !songs.isEmpty else {
                diagnostics.error(
                    "there are no songs at \(store.path) yet: hrv music scan FOLDER finds some",
                    code: "empty")
                throw ExitStatus.noInput.exitCode
            }
            let sink = try OutputSink(path: out)
            try sink.write(MusicExport.text(store, songs) + "\n")
            try sink.finish()
        } catch let error as MusicStoreError {
            throw error.exitCode(diagnostics)
        } catch let failure as OutputSink.Failure {
            throw failure.exitCode(diagnostics)
        }
    }
}

/// The export: each value is named here, so that a new column of the store is not in it by itself.
enum MusicExport {
    static let version = 1

    static func text(_ store: MusicStore, _ songs: [StoredSong]) throws -> String {
        let thumbs = try store.thumbs()
        let counts = Dictionary(
            uniqueKeysWithValues: try store.counts().map { ($0.song, $0) })
        let plays = try store.plays().reversed()
        // The age is no heart value; those at rest and at most, and the usual HRV, are.
        let settings = try store.settings()
        let age = settings.values[.ageYears].map { [("age_years", OrderedJSON.number($0))] } ?? []
        let preferences = SelectionPreference.allCases.compactMap { preference in
            settings.preferences[preference].map { (preference.rawValue, OrderedJSON.number($0)) }
        }
        return OrderedJSON.object([
            ("format", .text("hrv-music")), ("version", .integer(version)),
            ("songs", .array(songs.map { song($0, thumbs[$0.id], counts[$0.id]) })),
            ("plays", .array(plays.map(play))),
            ("settings", .object(age)), ("preferences", .object(preferences)),
        ]).prettyText
    }

    private static func song(
        _ song: StoredSong, _ thumb: ThumbRating?, _ counts: MusicStore.SongCounts?
    ) -> OrderedJSON {
        .object([
            ("id", .integer(Int(song.id))), ("audio_key", .text(song.audioKey)),
            ("recording_mbid", OrderedJSON(song.tags.recordingID)),
            ("plays", .integer(counts?.plays ?? 0)), ("skips", .integer(counts?.skipCount ?? 0)),
            ("last_played_ms", OrderedJSON(counts?.lastPlayedMs)),
            ("thumb", OrderedJSON(thumb?.rawValue)),
            ("person_bpm", OrderedJSON(song.personTempoBpm)),
            ("person_energy", OrderedJSON(song.correctedEnergy)),
        ])
    }

    private static func play(_ play: StoredPlay) -> OrderedJSON {
        let facts = play.facts
        return .object([
            ("song", .integer(Int(facts.songID))),
            ("started_ms", .integer(Int((1000 * facts.startSeconds).rounded()))),
            ("ended_ms", .integer(Int((1000 * facts.endSeconds).rounded()))),
            ("heard_s", .number(facts.playedSeconds)), ("heard_share", .number(facts.playedShare)),
            ("outcome", .text(facts.outcome.rawValue)),
            ("chosen_by", OrderedJSON(play.choosingPolicy)),
            ("score", OrderedJSON(play.score)), ("probability", OrderedJSON(play.probability)),
        ])
    }
}
