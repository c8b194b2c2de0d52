import ArgumentParser
import CommandSupport
import Foundation
import LiveSession
import SessionHistory

/// `hrv history rebuild`: sessions from their raw logs.
struct HistoryRebuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Make sessions again from their raw logs.",
        discussion: """
            Without LOG, every raw log whose session is not in the history, or was interrupted. A \
            log that is named takes the place of its session as it is there.
            """)

    @Argument(help: ArgumentHelp("Raw logs of sessions.", valueName: "log"))
    var logs: [String] = []

    @OptionGroup var location: DatabaseOption

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: quiet)
        let store = try location.open(diagnostics)
        var (count, hasFailed) = (0, false)
        for path in logs.isEmpty ? allLogPaths : logs {
            do throws(LoggedSession.Failure) {
                if try rebuild(path, store, diagnostics) { count += 1 }
            } catch {
                // Of all logs, those of older versions say nothing of their session.
                if logs.isEmpty, case .missingHeader = error { continue }
                if logs.isEmpty, case .empty = error { continue }
                diagnostics.error("\(error)", code: "rebuild")
                hasFailed = true
            }
        }
        diagnostics.summary("\(count) \(count == 1 ? "session" : "sessions") rebuilt")
        if hasFailed { throw ExitStatus.someFailed.exitCode }
    }

    private var allLogPaths: [String] {
        let names =
            (try? FileManager.default.contentsOfDirectory(atPath: location.logsFolder)) ?? []
        return names.filter { $0.hasSuffix(".beatline") }.sorted()
            .map { location.logsFolder + "/" + $0 }
    }

    /// - Returns: whether there was something to do.
    private func rebuild(
        _ path: String, _ store: SessionStore, _ diagnostics: Diagnostics
    ) throws(LoggedSession.Failure) -> Bool {
        let loggedSession = try LoggedSession(path: path)
        let state: SessionState?
        do throws(HistoryError) {
            state = try store.session(loggedSession.start.id).state
        } catch .noSession {
            state = nil
        } catch {
            throw .history(error)
        }
        if logs.isEmpty, state == .ended || state == .running { return false }
        // How it ended is in no log.
        let id = try loggedSession.rebuild(
            into: store, as: state == .running ? .interrupted : state ?? .ended)
        diagnostics.summary("rebuilt \(id.uuidString)")
        return true
    }
}
