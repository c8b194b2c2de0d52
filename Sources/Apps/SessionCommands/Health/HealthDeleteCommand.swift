import ArgumentParser
import CommandSupport
import Foundation
import HealthHistory

/// `hrv health delete`: takes every health record away for good.
struct HealthDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete every health record.",
        discussion: """
            The file of the records goes, with its log and with exports that were uploaded and wait; \
            what was written is overwritten first. The exports themselves, and files that were made \
            from the records, remain where they are.
            """)

    @Flag(help: "Every record, import and watched path.")
    var everything = false

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var location: HealthLocationOption

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func validate() throws {
        guard everything else { throw ValidationError("what is deleted is all: --everything") }
        guard yes || isatty(STDIN_FILENO) == 1 else {
            throw ValidationError("nobody can be asked here: --yes deletes without asking")
        }
    }

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: quiet)
        let path = location.path
        guard FileManager.default.fileExists(atPath: path) else {
            try removeUploads(path, diagnostics)
            diagnostics.summary("there are no health records at \(path)")
            return
        }
        do throws(HealthStoreError) {
            let status = try HealthStore.open(path: path).status()
            guard
                askForConfirmation(
                    "\(status.workoutCount) workouts, \(status.sleepCount) pieces of sleep and "
                        + "\(status.sampleCount) samples")
            else { return }
            let isRemoved = try HealthStore.remove(path: path)
            do { try removeUploads(path, diagnostics) } catch {
                throw HealthStoreError.failed(
                    path: path, reason: "files that were sent to the page could not be removed")
            }
            diagnostics.summary(
                isRemoved
                    ? "deleted \(path); breathing sessions (hrv history), exports and files made from them remain"
                    : "deleted every record of \(path), which another program has open: the empty "
                        + "file remains, and so do exports and files made from it")
        } catch {
            throw error.exitCode(diagnostics)
        }
    }

    /// Removes the files that pages sent and that a killed program left.
    private func removeUploads(_ path: String, _ diagnostics: Diagnostics) throws {
        let folder = HealthStore.uploadsFolder(path: path)
        guard FileManager.default.fileExists(atPath: folder) else { return }
        do { try FileManager.default.removeItem(atPath: folder) } catch {
            diagnostics.error(
                "\(folder) cannot be removed: \(error.localizedDescription)", code: "io")
            throw ExitStatus.ioError.exitCode
        }
    }

    private func askForConfirmation(_ itemSummary: String) -> Bool {
        if yes { return true }
        let question = "Delete \(itemSummary)? [y/N] "
        try? FileHandle.standardError.write(contentsOf: Data(question.utf8))
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }
}
