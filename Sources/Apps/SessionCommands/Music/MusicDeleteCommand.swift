import ArgumentParser
import CommandSupport
import Foundation
import MusicLibrary

/// `hrv music delete`: takes the whole library away for good.
struct MusicDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete the plays, or all that is known of songs; the songs themselves stay.")

    @Flag(help: "Every song, correction and playlist of the library.")
    var everything = false

    @Flag(
        help: """
            Every play, with all that was learnt and all that is kept of the heart, of moods and of \
            contexts; songs, corrections, thumbs and settings stay.
            """)
    var playHistory = false

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var location: MusicLocationOption

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func validate() throws {
        guard everything != playHistory else {
            throw ValidationError("say what is deleted: --everything, or --play-history")
        }
        guard yes || isatty(STDIN_FILENO) == 1 else {
            throw ValidationError("nobody can be asked here: --yes deletes without asking")
        }
    }

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: quiet)
        let path = location.path
        guard FileManager.default.fileExists(atPath: path) else {
            diagnostics.summary("there is no music library at \(path)")
            return
        }
        do throws(MusicStoreError) {
            if playHistory {
                let store = try MusicStore.open(path: path)
                let count = try store.plays().count
                guard askForConfirmation("\(count) plays and what was learnt from them") else {
                    return
                }
                try store.deletePlays()
                diagnostics.summary(
                    "deleted \(count) plays and what was learnt from them; backups remain")
                return
            }
            let count = try MusicStore.open(path: path).songs().count
            guard askForConfirmation("what is known of \(count) songs") else { return }
            let isRemoved = try MusicStore.remove(path: path)
            diagnostics.summary(
                isRemoved
                    ? "deleted \(path); the songs themselves and backups remain"
                    : "deleted all that \(path) had, which another program has open: the empty file "
                        + "remains, and so do the songs themselves and backups")
        } catch {
            throw error.exitCode(diagnostics)
        }
    }

    private func askForConfirmation(_ itemSummary: String) -> Bool {
        if yes { return true }
        let question = "Delete \(itemSummary)? [y/N] "
        try? FileHandle.standardError.write(contentsOf: Data(question.utf8))
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }
}
