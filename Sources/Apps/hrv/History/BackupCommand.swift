import ArgumentParser
import Foundation
import SessionHistory

/// `hrv backup`: the whole history in another file.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the whole history to another file.",
        discussion: """
            The copy is whole as of one moment, also while a session runs; its owner alone may read \
            it. hrv history --database PATH reads it. Raw logs are no part of it.
            """)

    @Argument(help: ArgumentHelp("File that is made; it must not be there yet.", valueName: "path"))
    var path: String

    @OptionGroup var place: DatabaseOption

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: quiet)
        let store = try place.open(diagnostics)
        do throws(HistoryError) {
            try store.backUp(to: path)
            let count = try SessionStore(path: path).sessions(SessionQuery(nil, limit: 0)).total
            diagnostics.summary("\(count) sessions are in \(path)")
        } catch {
            throw error.exit(diagnostics)
        }
    }
}
