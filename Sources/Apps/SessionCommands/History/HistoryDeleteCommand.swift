import ArgumentParser
import CommandSupport
import Foundation
import MusicLibrary
import SessionHistory

/// `hrv history delete`: takes sessions out for good.
struct HistoryDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a session, or all of them.",
        discussion: """
            With a session go its beats and its raw log, and what it told the next session of the \
            resonance frequency, and what its heart taught of songs; what was written is overwritten. \
            Backups and exports remain.
            """)

    @Argument(help: "Ids of the sessions, their first digits, or last.")
    var sessions: [String] = []

    @Flag(help: "Every session and every raw log.")
    var everything = false

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var location: DatabaseOption

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func validate() throws {
        guard everything != !sessions.isEmpty else {
            throw ValidationError("name sessions, or --everything")
        }
        guard yes || isatty(STDIN_FILENO) == 1 else {
            throw ValidationError("nobody can be asked here: --yes deletes without asking")
        }
    }

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: quiet)
        do {
            try delete(in: SessionStore(path: location.path), diagnostics)
        } catch let error as HistoryError {
            throw error.exitCode(diagnostics)
        } catch let error as MusicStoreError {
            throw error.exitCode(diagnostics)
        }
    }

    private func delete(
        in store: SessionStore, _ diagnostics: Diagnostics
    ) throws {
        if everything {
            let count = try store.sessions(SessionQuery(nil, limit: 0)).total
            let practiceCount = try store.practices().count
            let itemSummary =
                (count == 1 ? "1 session" : "\(count) sessions")
                + (practiceCount == 1 ? ", 1 practice" : ", \(practiceCount) practices")
            guard
                askForConfirmation(
                    "\(itemSummary), own presets, rest days, reminders and every raw log")
            else { return }
            try location.deleteMusicHeartData(try store.deletableSessionIDs())
            try store.deleteEverything(logsFolder: location.logsFolder)
            diagnostics.summary("deleted \(itemSummary); settings, backups and exports remain")
            return
        }
        // All names are looked at before the first session goes.
        var chosenSessions: [BreathingSession] = []
        for word in sessions {
            chosenSessions.append(try store.session(try store.session(named: word)))
        }
        for session in chosenSessions {
            let startText = LocalTime.text(
                session.startedAt, utcOffsetSeconds: session.utcOffsetSeconds)
            guard askForConfirmation("the session of \(startText)") else { continue }
            guard session.state != .running else { throw HistoryError.isRunning }
            try location.deleteMusicHeartData([session.id])
            try store.delete(session.id, logsFolder: location.logsFolder)
            diagnostics.summary(
                "deleted \(session.id.uuidString); backups and exports remain")
        }
    }

    private func askForConfirmation(_ itemSummary: String) -> Bool {
        if yes { return true }
        let question = "Delete \(itemSummary)? [y/N] "
        try? FileHandle.standardError.write(contentsOf: Data(question.utf8))
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }
}
