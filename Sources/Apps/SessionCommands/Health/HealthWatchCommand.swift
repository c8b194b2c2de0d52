import ArgumentParser
import CommandSupport
import Foundation
import HRVReports
import HealthHistory

/// `hrv health watch`: imports what changes.
struct HealthWatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Import exports as they come into a folder.",
        discussion: """
            Watches files, and in folders every zip, XML and FIT file, one level deep; also those that \
            were watched before. A file is read when it has not changed for 5 s; one that vanishes \
            changes nothing. A line of JSON tells of each file that was read. Ctrl-C ends it.
            """)

    @Argument(help: "Files and folders (default: those watched before).")
    var paths: [String] = []

    @Flag(help: "Look once, import what is there, and end.")
    var once = false

    @Option(
        help: ArgumentHelp("Watch this path no more; repeatable.", valueName: "path"))
    var forget: [String] = []

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    @OptionGroup var location: HealthLocationOption

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: quiet)
        try WatchablePath.check(paths, diagnostics)
        try HealthOptions.run(at: location, makesFile: !paths.isEmpty, diagnostics) { store, _ in
            for path in forget { try store.unwatch(path) }
            for path in paths { try store.watch(path) }
            let watchedPaths = try store.watchedPaths()
            if watchedPaths.isEmpty {
                guard forget.isEmpty else { return }
                diagnostics.error(
                    "nothing is watched yet: name a file or a folder, as in hrv health watch ~/Downloads",
                    code: "usage")
                throw ExitStatus.usage.exitCode
            }
            diagnostics.summary("watching \(watchedPaths.joined(separator: ", "))")
            let sink = try OutputSink(path: nil)
            var watcher = try HealthWatcher(store)
            var status = ExitStatus.ok
            repeat {
                let newStatus = try importChangedFiles(&watcher, sink, diagnostics)
                if status == .ok { status = newStatus }
                if once, !watcher.hasUnreadFiles { break }
                Thread.sleep(forTimeInterval: HealthWatcher.pollSeconds)
            } while true
            if status != .ok { throw status.exitCode }
        }
    }

    private func importChangedFiles(
        _ watcher: inout HealthWatcher, _ sink: OutputSink, _ diagnostics: Diagnostics
    ) throws -> ExitStatus {
        let nowMs = Int64((Date().timeIntervalSince1970 * 1000).rounded())
        let reports = try watcher.importChanges(
            options: ImportOptions(systemZone: SystemZones.systemName, nowMs: nowMs))
        var status = ExitStatus.ok
        for report in reports {
            for file in report.files {
                ImportMessages.report(file, diagnostics)
                try sink.write(OrderedJSON.object(ImportMessages.row(file)).compactText + "\n")
            }
            try sink.flush()
            if status == .ok { status = ImportMessages.status(report, isStrict: false) }
        }
        return status
    }
}
