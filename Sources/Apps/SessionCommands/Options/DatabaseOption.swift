import ArgumentParser
import CommandSupport
import Foundation
import HealthHistory
import LiveSession
import MusicLibrary
import SessionHistory

/// The option for the history to use. Spelled the same in every command.
struct DatabaseOption: ParsableArguments {
    static let help = ArgumentHelp(
        "File of the history (default: where the system keeps data).", valueName: "path")

    @Option(help: Self.help)
    var database: String?

    init() {}

    init(database: String?) {
        self.database = database
    }

    private var environment: [String: String] { ProcessInfo.processInfo.environment }

    var path: String { database ?? SessionStore.defaultPath(environment: environment) }

    /// The folder of the raw logs of its sessions: each history has a folder of its own, so that a
    /// deletion in one is no loss to another.
    var logsFolder: String {
        database.map { $0 + "-logs" } ?? RawLog.folder(environment: environment)
    }

    /// The health records beside the history; a history that was named has records of its own.
    var healthPath: String {
        database.map { $0 + "-health" }
            ?? HealthStore.defaultPath(folder: SessionStore.folder(environment: environment))
    }

    /// The music library beside the history; a history that was named has a library of its own.
    var musicPath: String {
        database.map { $0 + "-music" }
            ?? MusicStore.defaultPath(folder: SessionStore.folder(environment: environment))
    }

    /// Browsers that may use the page; beside the history.
    var devicesPath: String {
        URL(fileURLWithPath: path).deletingLastPathComponent()
            .appendingPathComponent("browsers.json").path
    }

    /// The history, or none: one that cannot be opened does not prevent breathing, but one that was named must be
    /// there.
    ///
    /// - Parameter consequence: what is said behind the reason.
    func openIfPossible(
        _ consequence: String, _ diagnostics: Diagnostics
    ) throws -> SessionStore? {
        do throws(HistoryError) {
            return try SessionStore(path: path)
        } catch {
            guard database == nil else { throw error.exitCode(diagnostics) }
            diagnostics.error("\(error); \(consequence)", code: "history")
            return nil
        }
    }

    /// The history, or the end with a sentence.
    func open(_ diagnostics: Diagnostics) throws -> SessionStore {
        do throws(HistoryError) {
            return try SessionStore(path: path)
        } catch {
            throw error.exitCode(diagnostics)
        }
    }
}

extension HistoryError {
    /// Reports why, and gives the code to end with.
    func exitCode(_ diagnostics: Diagnostics) -> ExitCode {
        diagnostics.error("\(self)", code: "history")
        let status: ExitStatus =
            switch self {
            case .cannotOpen, .diskFull: .cannotCreate
            case .readOnly: .noPermission
            case .damaged, .newerVersion, .notAHistory, .notASession: .badData
            case .noSession, .noPractice: .noInput
            case .invalidSetting, .isRunning: .usage
            case .replaced: .occupied
            case .busy, .failed, .diskTooSlow: .ioError
            }
        return status.exitCode
    }
}
