import ArgumentParser
import BatchRuns
import CommandSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `hrv batch status DIR`: how far it is, while it works and afterwards.
struct BatchStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Say how far a batch is, and what its workers have.")

    @Argument(help: ArgumentHelp("The folder of the batch.", valueName: "DIR"))
    var folder: String

    @Flag(help: "As one JSON object.")
    var json = false

    func run() throws {
        try BatchRunCommand.runReportingErrors(Diagnostics(isQuiet: false)) {
            () throws(BatchFailure) in
            var (progress, isRunning) = try BatchFolder(folder).progress()
            progress.isRunning = isRunning
            if json {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
                print(
                    (try? encoder.encode(progress)).map { String(decoding: $0, as: UTF8.self) }
                        ?? "")
                return .ok
            }
            print(progress.text)
            for (code, count) in progress.failures.sorted(by: { $0.key < $1.key }) {
                print("  \(code): \(count)")
            }
            if isRunning {
                for worker in progress.workers {
                    let memoryText = worker.memoryBytes.map { ", \($0 >> 20) MiB" } ?? ""
                    let recordText =
                        worker.id.map { "\($0) for \(Int(worker.seconds ?? 0)) s" }
                        ?? "nothing at the moment"
                    print("  worker \(worker.pid): \(recordText)\(memoryText)")
                }
            } else if progress.doneCount < progress.recordCount {
                print("  nobody works on it: the same command goes on")
            }
            return .ok
        }
    }
}
