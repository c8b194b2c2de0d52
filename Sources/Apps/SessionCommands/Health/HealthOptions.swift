import ArgumentParser
import CommandSupport
import Foundation
import HealthHistory
import HealthTimeline
import PhysioTypes
import SessionDashboard
import SessionHistory

/// The option for the health records to use. Spelled the same in every command.
struct HealthLocationOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "File of the health records (default: beside the history).", valueName: "path"))
    var health: String?

    // Declared here and not as a group: in debug builds, each group inside a group is checked several times.
    @Option(help: DatabaseOption.help)
    var database: String?

    var history: DatabaseOption { DatabaseOption(database: database) }

    var path: String { health ?? history.healthPath }

    /// The health records for a page, or none where they cannot be opened: sessions go on without them.
    ///
    /// - Throws: the exit code where the person named the file.
    func openForPage(
        watching paths: [String], _ diagnostics: Diagnostics
    ) throws -> HealthResources? {
        try WatchablePath.check(paths, diagnostics)
        do throws(HealthStoreError) {
            let store = try HealthStore.open(path: path)
            for path in paths { try store.watch(path) }
            return HealthResources(store: store, isWatching: true)
        } catch {
            guard health == nil, paths.isEmpty else { throw error.exitCode(diagnostics) }
            diagnostics.error("\(error); the page shows no health records", code: "health")
            return nil
        }
    }
}

/// The options for the health records to use, and for how they are given. Spelled the same in every
/// command.
struct HealthOptions: ParsableArguments {
    @OptionGroup var location: HealthLocationOption

    @Option(help: "Shape of the result (default: table on a terminal, csv otherwise).")
    var output: HistoryShape?

    @OptionGroup var delivery: DeliveryOptions

    func validate() throws {
        try delivery.validateShape(isOtherChosen: output != nil)
    }

    var shape: HistoryShape { delivery.shape(output) }

    var diagnostics: Diagnostics { Diagnostics(isQuiet: delivery.quiet) }

    /// Does something with the records, and turns what goes wrong into a sentence and a code.
    ///
    /// - Parameter makesFile: whether the file of the records is made where there is none; who only reads makes none.
    func run(
        makesFile: Bool = false, _ action: (HealthStore, Diagnostics) throws -> Void
    ) throws {
        try Self.run(at: location, makesFile: makesFile, diagnostics, action)
    }

    static func run(
        at location: HealthLocationOption, makesFile: Bool = false, _ diagnostics: Diagnostics,
        _ action: (HealthStore, Diagnostics) throws -> Void
    ) throws {
        Interruption.install()
        do {
            let store =
                makesFile
                ? try HealthStore.open(path: location.path)
                : try HealthStore.openWithoutCreating(path: location.path)
            try action(store, diagnostics)
        } catch let error as HealthStoreError {
            throw error.exitCode(diagnostics)
        } catch let error as HistoryError {
            throw error.exitCode(diagnostics)
        } catch let failure as OutputSink.Failure {
            throw failure.exitCode(diagnostics)
        }
    }

    /// Writes the whole result.
    func write(_ text: String) throws(OutputSink.Failure) {
        let sink = try OutputSink(path: delivery.out)
        try sink.write(text)
        try sink.finish()
    }
}

extension HealthStore {
    /// States what to do where an answer is empty: import something, or look at other days.
    ///
    /// - Parameter emptyMessage: what the answer does not have, such as `no nights on these days`.
    /// - Parameter remedy: how the days with the newest record are seen, behind their date; nil where there is no way.
    func reportNoResults(
        _ emptyMessage: String, _ diagnostics: Diagnostics, remedy: ((CivilDate) -> String)? = nil
    ) throws(HealthStoreError) {
        guard let newest = try newestDay() else {
            if try reportIfEmpty(diagnostics) { return }
            return diagnostics.summary(emptyMessage)
        }
        let remedyText = remedy.map { ": " + $0(newest) } ?? ""
        diagnostics.summary(
            "\(emptyMessage); the newest records are of \(newest.text)\(remedyText)")
    }

    /// States what to do where nothing was ever imported.
    ///
    /// - Returns: whether that is so.
    @discardableResult
    func reportIfEmpty(_ diagnostics: Diagnostics) throws(HealthStoreError) -> Bool {
        guard try newestDay() == nil, try status().isEmpty else { return false }
        diagnostics.summary("no health records at \(path) yet: hrv health import export.zip")
        return true
    }
}

extension HealthStoreError {
    /// Reports why, and gives the code to end with.
    func exitCode(_ diagnostics: Diagnostics) -> ExitCode {
        diagnostics.error("\(self)", code: "health")
        let status: ExitStatus =
            switch self {
            case .cannotOpen, .diskFull: .cannotCreate
            case .readOnly: .noPermission
            case .damaged, .newerVersion, .notAHealthStore: .badData
            case .noSuchSource: .noInput
            case .noSuchZone: .usage
            case .busy, .failed: .ioError
            case .cancelled: .someFailed
            }
        return status.exitCode
    }
}
