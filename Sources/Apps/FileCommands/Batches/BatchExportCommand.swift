import ArgumentParser
import BatchRuns
import CommandSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// `hrv batch export DIR`: all rows as one table.
struct BatchExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all rows of a batch as one table of comma-separated values.",
        discussion: "As Parquet: python -m resonance_hrv parquet DIR OUT.parquet")

    @Argument(help: ArgumentHelp("The folder of the batch.", valueName: "DIR"))
    var folder: String

    @Option(help: ArgumentHelp("Write to a file instead of standard output.", valueName: "path"))
    var out: String?

    @Flag(help: "The recordings that failed, in place of the rows.")
    var failed = false

    func run() throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: false)
        do {
            // Where there is no batch no file is begun.
            guard FileManager.default.fileExists(atPath: folder + "/batch.json") else {
                return try BatchRunCommand.runReportingErrors(diagnostics) {
                    () throws(BatchFailure) in
                    throw BatchFailure(.noInput, "there is no batch in \(folder)")
                }
            }
            let sink = try OutputSink(path: out)
            try BatchRunCommand.runReportingErrors(diagnostics) { () throws(BatchFailure) in
                let openChunkCount = try BatchFolder(folder).export(failed: failed) {
                    piece throws(BatchFailure) in
                    do throws(OutputSink.Failure) {
                        try sink.write(piece)
                    } catch {
                        throw Self.failure(error)
                    }
                }
                do throws(OutputSink.Failure) {
                    try sink.finish()
                } catch {
                    throw Self.failure(error)
                }
                guard openChunkCount > 0 else { return .ok }
                diagnostics.summary(
                    "\(openChunkCount) chunks are not done: their recordings are missing (hrv batch status \(folder))"
                )
                return .someFailed
            }
        } catch let failure as OutputSink.Failure {
            throw failure.exitCode(diagnostics)
        }
    }

    private static func failure(_ failure: OutputSink.Failure) -> BatchFailure {
        switch failure {
        case .closed: BatchFailure(.closed, "nobody reads the table any more")
        case .cannotCreate(let text): BatchFailure(.cannotCreate, text)
        case .cannotWrite(let text): BatchFailure(.io, text)
        }
    }
}
