import Foundation

/// A look at the folders of a library and at the play histories that it was given, once a week while music runs.
///
/// New and changed songs are measured, one at a time, and plays that the histories have gained are kept. Where a folder
/// is missing or empty, the disk with the songs may be away: then nothing is done, and the look stays due.
package struct WeeklyUpdate: Sendable {
    /// The results of a look.
    package struct Report: Sendable, Equatable {
        package var newSongCount = 0
        package var goneFileCount = 0
        package var newPlayCount = 0
        /// Sentences on folders and files that could not be read.
        package var errors: [String] = []

        /// Indicates whether the library has other songs or plays than before.
        package var hasChanged: Bool { newSongCount + goneFileCount + newPlayCount > 0 }

        /// The sentences for the person: the errors, and what was found.
        package var sentences: [String] {
            let parts = [
                (newSongCount, "new song"), (goneFileCount, "missing file"),
                (newPlayCount, "new play"),
            ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
            return errors
                + (parts.isEmpty ? [] : ["The weekly look: " + parts.joined(separator: ", ") + "."])
        }
    }

    /// The time between two looks; ms.
    package static let intervalMs: Int64 = 7 * 86_400_000

    let programs: DecoderPrograms?
    let inputs: @Sendable () throws -> HistoryImportDependencies

    /// - Parameter programs: what reads songs that are not WAV; nil where there is none.
    /// - Parameter inputs: hearts and nights for plays of the histories.
    package init(
        programs: DecoderPrograms?,
        inputs: @escaping @Sendable () throws -> HistoryImportDependencies = {
            HistoryImportDependencies()
        }
    ) {
        self.programs = programs
        self.inputs = inputs
    }

    /// Looks once, due or not; it takes as long as the new songs need.
    ///
    /// - Parameter isCancelled: asked often; true ends the look, and the next one goes on.
    package func run(
        _ store: MusicStore, nowMs: Int64, isCancelled: @escaping @Sendable () -> Bool
    ) throws -> Report {
        var report = Report()
        let roots = try store.roots()
        for root in roots where Self.isMissingOrEmpty(root) {
            report.errors.append(
                "The weekly look waits: the folder \(root.text) is missing or empty.")
        }
        guard report.errors.isEmpty else { return report }
        if !roots.isEmpty {
            var options = MusicScan.Options(nowMs: nowMs)
            options.programs = programs
            let scan = try MusicScan(
                store: store, options: options, isCancelled: isCancelled, notify: { _ in }
            ).run(roots)
            report.newSongCount = scan.measuredCount
            report.goneFileCount = scan.goneFileCount
        }
        guard !isCancelled() else { return report }
        try readHistories(store, nowMs: nowMs, into: &report)
        try store.saveRescanTime(atMs: nowMs)
        return report
    }

    private static func isMissingOrEmpty(_ root: SongPath) -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: root.text, isDirectory: &isFolder) else {
            return true
        }
        return isFolder.boolValue
            && (try? FileManager.default.contentsOfDirectory(atPath: root.text))?.isEmpty != false
    }

    /// Reads the histories again that have changed since they were read, all of them together.
    private func readHistories(
        _ store: MusicStore, nowMs: Int64, into report: inout Report
    ) throws {
        let files = try store.historyFiles()
        var current: [HistoryFile] = []
        var histories: [PlayHistory] = []
        for file in files {
            guard let now = HistoryFile(path: file.path) else {
                report.errors.append(
                    "The play history \(file.path) is not there any more: its plays stay.")
                continue
            }
            current.append(now)
            guard now != file else { continue }
            do {
                let bytes = try Data(
                    contentsOf: URL(fileURLWithPath: file.path), options: .mappedIfSafe)
                histories.append(try PlayHistoryFile.read(bytes, nowMs: nowMs))
            } catch {
                report.errors.append("The play history \(file.path) cannot be read: \(error).")
            }
        }
        if !histories.isEmpty {
            let inputs = try inputs()
            for history in PlayHistory.merged(histories) {
                report.newPlayCount += try store.importHistory(history, inputs).newCount
            }
        }
        if current != files { try store.save(current) }
    }
}
