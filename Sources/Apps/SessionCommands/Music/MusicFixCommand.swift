import ArgumentParser
import CommandSupport
import MusicLibrary

/// `hrv music fix`.
struct MusicFixCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fix",
        abstract: "Say the tempo or the energy of a song; it counts for good.",
        discussion: """
            What you say is never overwritten by a scan, and follows the song when its file is moved, \
            renamed or tagged anew.
            """)

    @Argument(help: "Number of the song, as hrv music songs lists it, or one of its files.")
    var song: String

    @Flag(help: "Twice the tempo that counts now.")
    var double = false

    @Flag(help: "Half the tempo that counts now.")
    var halve = false

    @Option(help: "Beats in a minute, 30 to 300.")
    var bpm: Double?

    @Option(help: "0 (a slow quiet piano) to 1 (loud and dense).")
    var energy: Double?

    @Flag(help: "Take back what you said of the song.")
    var forget = false

    @OptionGroup var options: MusicOptions

    func validate() throws {
        guard [double, halve, bpm != nil, forget].count(where: { $0 }) <= 1 else {
            throw ValidationError("choose one of --double, --halve, --bpm and --forget")
        }
        guard double || halve || forget || bpm != nil || energy != nil else {
            throw ValidationError("say what to fix: --double, --halve, --bpm, --energy or --forget")
        }
        if forget, energy != nil { throw ValidationError("choose one of --energy and --forget") }
        if let bpm, !TagText.bpmRange.contains(bpm) {
            throw ValidationError("--bpm is from 30 to 300")
        }
        if let energy, !(0...1).contains(energy) {
            throw ValidationError("--energy is from 0 to 1")
        }
    }

    func run() throws {
        Interruption.install()
        try options.run { store, diagnostics in
            let song = try store.song(named: song)
            if forget {
                try store.setCorrectedBpm(nil, of: song.id)
                try store.setCorrectedEnergy(nil, of: song.id)
            }
            if let bpm = try newBpm(song, diagnostics) {
                try store.setCorrectedBpm(bpm, of: song.id)
            }
            if let energy { try store.setCorrectedEnergy(energy, of: song.id) }
            try options.write(SongText.text([store.song(named: "\(song.id)")], options.shape))
        }
    }

    private func newBpm(_ song: StoredSong, _ diagnostics: Diagnostics) throws -> Double? {
        guard double || halve else { return bpm }
        guard let currentBpm = song.tempo.bpm else {
            diagnostics.error(
                "song \(song.id) has no tempo yet: say one with --bpm", code: "no_tempo")
            throw ExitStatus.badData.exitCode
        }
        let result = double ? 2 * currentBpm : currentBpm / 2
        guard TagText.bpmRange.contains(result) else {
            diagnostics.error(
                "\(SongText.number(result, 1)) bpm is no tempo: 30 to 300 are", code: "no_tempo")
            throw ExitStatus.badData.exitCode
        }
        return result
    }
}
