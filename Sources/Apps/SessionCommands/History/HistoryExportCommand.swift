import ArgumentParser
import CommandSupport
import Foundation
import RecordingFiles
import SessionHistory

/// `hrv history export`: sessions as files of other programs.
struct HistoryExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write sessions as CSV, JSON, R-R text or WFDB.",
        discussion: """
            csv and json have everything and can be imported again, the same to the last digit; rr \
            has the R-R intervals alone, one a line; wfdb is a record of beats (.hea, .atr). One \
            session goes to standard output or --out; several, and wfdb, go into the folder --out.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case csv, json, rr, wfdb
    }

    @Argument(help: "Ids of the sessions, their first digits, or last.")
    var sessions: [String] = []

    @Flag(help: "Every session, also those apart.")
    var all = false

    @Option(help: "Format of the files.")
    var format: Format = .json

    @Option(
        help: ArgumentHelp("File, or folder for several sessions and wfdb.", valueName: "path"))
    var out: String?

    @OptionGroup var location: DatabaseOption

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func validate() throws {
        guard all != !sessions.isEmpty else {
            throw ValidationError("name sessions, or --all")
        }
        guard out != nil || (!needsFolder) else {
            throw ValidationError("several sessions, and wfdb, need a folder: --out PATH")
        }
    }

    private var needsFolder: Bool { all || sessions.count > 1 || format == .wfdb }

    func run() throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: quiet)
        let store = try location.open(diagnostics)
        do {
            let ids = try chosenIDs(store)
            if needsFolder, let out {
                try FileManager.default.createDirectory(
                    atPath: out, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            }
            for id in ids { try export(try store.details(id)) }
            diagnostics.summary(
                "\(ids.count) \(ids.count == 1 ? "session" : "sessions") exported"
                    + (out.map { " to \($0)" } ?? ""))
        } catch let error as HistoryError {
            throw error.exitCode(diagnostics)
        } catch let failure as OutputSink.Failure {
            throw failure.exitCode(diagnostics)
        } catch let error as CocoaError {
            diagnostics.error("\(out ?? ""): \(error.localizedDescription)", code: "cannot_create")
            throw ExitStatus.cannotCreate.exitCode
        }
    }

    private func chosenIDs(_ store: SessionStore) throws(HistoryError) -> [UUID] {
        var ids: [UUID] = []
        if all {
            var query = SessionQuery(nil)
            repeat {
                let page = try store.sessions(query)
                ids += page.sessions.map(\.id)
                query.cursor = page.next
            } while query.cursor != nil
        }
        for word in sessions { ids.append(try store.session(named: word)) }
        return ids
    }

    private func export(_ details: SessionDetails) throws {
        guard let export = SessionExportFormat(rawValue: format.rawValue) else {
            try WFDBSession(details).write(to: out ?? ".")
            return
        }
        let name = needsFolder ? export.fileName(of: details.session) : nil
        let path = out.map { folder in name.map { "\(folder)/\($0)" } ?? folder }
        let sink = try OutputSink(path: path)
        try sink.write(export.text(of: details))
        try sink.finish()
    }
}
