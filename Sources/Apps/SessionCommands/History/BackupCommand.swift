import ArgumentParser
import CommandSupport
import Foundation
import MusicLibrary
import SessionHistory

/// `hrv backup`: the whole history in another file.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the whole history to another file.",
        discussion: """
            The copy is whole as of one moment, also while a session runs; its owner alone may read \
            it. hrv history --database PATH reads it. Raw logs are no part of it. The music library, where there \
            is one, is copied to PATH-music.
            """)

    @Argument(help: ArgumentHelp("File that is made; it must not be there yet.", valueName: "path"))
    var path: String

    @OptionGroup var location: DatabaseOption

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: quiet)
        let store = try location.open(diagnostics)
        do throws(HistoryError) {
            try store.backUp(to: path)
            let count = try SessionStore(path: path).sessions(SessionQuery(nil, limit: 0)).total
            diagnostics.summary("\(count) sessions are in \(path)")
        } catch {
            throw error.exitCode(diagnostics)
        }
        try backUpMusic(diagnostics)
    }

    /// The library is a file of its own beside the history, and so is its copy.
    private func backUpMusic(_ diagnostics: Diagnostics) throws {
        guard FileManager.default.fileExists(atPath: location.musicPath) else { return }
        do throws(MusicStoreError) {
            let store = try MusicStore.open(path: location.musicPath)
            try store.backUp(to: path + "-music")
            diagnostics.summary("\(try store.songs().count) songs are in \(path)-music")
        } catch {
            throw error.exitCode(diagnostics)
        }
    }
}
