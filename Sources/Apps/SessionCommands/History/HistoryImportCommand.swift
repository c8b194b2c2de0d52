import ArgumentParser
import CommandSupport
import Foundation
import LiveSession
import PhysioTypes
import RecordingFiles
import SessionHistory

/// `hrv history import`: sessions of files.
struct HistoryImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take sessions of files into the history.",
        discussion: """
            CSV and JSON of hrv history export come back as they were; one that is there already stays \
            as it is. Any other recording of beats (hrv formats) becomes a session of its own, whose \
            breath nobody led: it begins when the file says, or else ended when the file was last \
            changed.
            """)

    @Argument(help: "Files.")
    var files: [String]

    @OptionGroup var fileOptions: BeatFileOptions
    @OptionGroup var location: DatabaseOption

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    private enum Outcome { case added, existing }

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: quiet)
        let store = try location.open(diagnostics)
        var (added, existing, hasFailed) = (0, 0, false)
        for file in files {
            do {
                switch try importFile(file, store, diagnostics) {
                case .added: added += 1
                case .existing: existing += 1
                }
            } catch let error as RecordingError {
                diagnostics.error(file, error)
                hasFailed = true
            } catch let error as HistoryError {
                // What is wrong with the history is wrong for every file.
                guard case .notASession = error else { throw error.exitCode(diagnostics) }
                diagnostics.error(file, "\(error)", code: "import")
                hasFailed = true
            }
        }
        diagnostics.summary(
            "\(added) imported" + (existing > 0 ? ", \(existing) there already" : ""))
        if hasFailed {
            throw (files.count > 1 ? ExitStatus.someFailed : .badData).exitCode
        }
    }

    private func importFile(
        _ file: String, _ store: SessionStore, _ diagnostics: Diagnostics
    ) throws -> Outcome {
        if Self.isOwnExport(file), let data = FileManager.default.contents(atPath: file),
            let details = try SessionImport.details(data)
        {
            return try store.add(details) ? .added : .existing
        }
        let recording = try RecordingFile.read(
            path: fileOptions.part.map { "\(file)#\($0)" } ?? file,
            options: fileOptions.recordingOptions)
        for notice in recording.notices { diagnostics.notice(file, notice) }
        let start = Self.start(recording, file)
        let beats = RecordedBeats(
            recording.rr, startedAt: start,
            utcOffsetSeconds: TimeZone.current.secondsFromGMT(for: start),
            toolkitVersion: ToolkitVersion.current)
        guard try beats.save(in: store) != nil else {
            throw RecordingError.empty("no beat that counts")
        }
        return .added
    }

    /// Files of other programs may be too large to be read as a whole.
    private static func isOwnExport(_ file: String) -> Bool {
        guard let handle = FileHandle(forReadingAtPath: file) else { return false }
        defer { try? handle.close() }
        let head = try? handle.read(upToCount: SessionImport.headByteCount)
        return head.map(SessionImport.mayBeSession) ?? false
    }

    /// A date without a zone is one of the clock on the wall here.
    private static func start(_ recording: Recording, _ file: String) -> Date {
        if let text = recording.startDate {
            if let (date, _) = LocalTime.read(text) { return date }
            var style = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
                .dateTimeSeparator(.standard).time(includingFractionalSeconds: false)
            style.timeZone = .current
            if let date = try? style.parse(String(text.prefix(19))) { return date }
        }
        let modificationDate = try? FileManager.default.attributesOfItem(atPath: file)[
            .modificationDate]
        return ((modificationDate as? Date) ?? Date()) - recording.rr.durationSeconds
    }
}
