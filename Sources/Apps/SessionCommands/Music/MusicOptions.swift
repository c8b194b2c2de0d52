import ArgumentParser
import CommandSupport
import Foundation
import MusicLibrary

/// The option for the music library to use. Spelled the same in every command.
struct MusicLocationOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "File of the music library (default: beside the history).", valueName: "path"))
    var music: String?

    // Declared here and not as a group: in debug builds, each group inside a group is checked several times.
    @Option(help: DatabaseOption.help)
    var database: String?

    var history: DatabaseOption { DatabaseOption(database: database) }

    var path: String { music ?? history.musicPath }
}

/// The options for the music library to use, and for how it is given. Spelled the same in every
/// command.
struct MusicOptions: ParsableArguments {
    @OptionGroup var location: MusicLocationOption

    @Option(help: "Shape of the result (default: table on a terminal, csv otherwise).")
    var output: HistoryShape?

    @OptionGroup var delivery: DeliveryOptions

    func validate() throws {
        try delivery.validateShape(isOtherChosen: output != nil)
    }

    var shape: HistoryShape { delivery.shape(output) }

    var diagnostics: Diagnostics { Diagnostics(isQuiet: delivery.quiet) }

    /// Does something with the library, and turns what goes wrong into a sentence and a code.
    ///
    /// - Parameter makesFile: whether the file is made where there is none; who only reads makes none.
    func run(
        makesFile: Bool = false, _ work: (MusicStore, Diagnostics) throws -> Void
    ) throws {
        let diagnostics = diagnostics
        do {
            let store =
                makesFile
                ? try MusicStore.open(path: location.path)
                : try MusicStore.openWithoutCreating(path: location.path)
            try store.forgetDeletedSessions(of: location.history, diagnostics)
            try work(store, diagnostics)
        } catch let error as MusicStoreError {
            throw error.exitCode(diagnostics)
        } catch let failure as OutputSink.Failure {
            throw failure.exitCode(diagnostics)
        }
    }

    /// Writes the whole result.
    func write(_ text: String) throws(OutputSink.Failure) {
        let sink = try OutputSink(path: delivery.out)
        try sink.write(text)
        try sink.finish()
    }
}

extension MusicStoreError {
    /// Reports why, and gives the code to end with.
    func exitCode(_ diagnostics: Diagnostics) -> ExitCode {
        diagnostics.error("\(self)", code: "music")
        let status: ExitStatus =
            switch self {
            case .cannotOpen, .diskFull: .cannotCreate
            case .readOnly: .noPermission
            case .damaged, .newerVersion, .notAMusicStore: .badData
            case .noSuchSong, .noSuchFolder: .noInput
            case .busy, .failed: .ioError
            }
        return status.exitCode
    }
}
