import ArgumentParser
import Foundation
import LiveSession
import SessionHistory

/// Which history sessions are kept in.
struct HistoryOptions: ParsableArguments {
    @Option(help: ArgumentHelp("File of the history.", valueName: "path"))
    var database: String?

    private var environment: [String: String] { ProcessInfo.processInfo.environment }

    var path: String { database ?? SessionStore.defaultPath(environment: environment) }

    var logsFolder: String { RawLog.folder(environment: environment) }

    /// Browsers that have a key, beside the history.
    var devicesPath: String {
        URL(fileURLWithPath: path).deletingLastPathComponent()
            .appendingPathComponent("browsers.json").path
    }

    /// - Throws: the exit code of a history that cannot be used.
    func store(_ diagnostics: Diagnostics) throws -> SessionStore {
        do throws(HistoryError) {
            return try SessionStore(path: path)
        } catch {
            diagnostics.error(error.description, code: "history")
            throw ExitStatus.cannotCreate.exitCode
        }
    }
}
