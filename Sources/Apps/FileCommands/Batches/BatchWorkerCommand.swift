import ArgumentParser
import BatchRuns
import CommandSupport
import Dispatch
import RecordingFiles

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

/// `hrv batch worker`: analyses the recordings that standard input lists. Only a runner starts it.
struct BatchWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Analyse what standard input tells of.",
        shouldDisplay: false)

    @Option var names: OutputOptions.NamingSchemeOption?

    @OptionGroup var rows: RowOptions

    func run() throws {
        // A worker without a reader ends.
        signal(SIGPIPE, SIG_DFL)
        Self.endWithParent()
        while let line = readLine(strippingNewline: true) {
            let order = try JSONDecoder().decode(WorkerAssignment.self, from: Data(line.utf8))
            var work = try ChunkWorker(order, rows, names)
            for item in order.items {
                try send(WorkerReply(recordIndex: item.recordIndex, isDone: false))
                InjectedFailure.triggerIfListed(item.record.id)
                let reply = try work.analyse(item)
                try send(reply)
                if reply.workerError != nil { throw ExitStatus.ioError.exitCode }
            }
        }
    }

    /// A recording that takes for ever must not outlive the runner.
    private static func endWithParent() {
        let parentPID = getppid()
        DispatchQueue(label: "parent").async {
            while getppid() == parentPID { sleep(1) }
            _exit(ExitStatus.occupied.rawValue)
        }
    }

    private func send(_ reply: WorkerReply) throws {
        var (reply, processorTime) = (reply, timespec())
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &processorTime)
        reply.processorSeconds = Double(processorTime.tv_sec) + Double(processorTime.tv_nsec) / 1e9
        let line = try JSONEncoder().encode(reply) + Data("\n".utf8)
        guard POSIXFiles.write(line, to: STDOUT_FILENO) == nil else {
            throw ExitStatus.ioError.exitCode
        }
    }
}

/// The failures that a recording may cause in its worker in debug builds, as bad recordings do:
/// RESONANCE_BATCH_FAULTS names some, such as `crash:ID,loop:ID,eat:ID`.
private enum InjectedFailure {
    static func triggerIfListed(_ id: String) {
        #if DEBUG
            guard let failures = ProcessInfo.processInfo.environment["RESONANCE_BATCH_FAULTS"]
            else {
                return
            }
            for failure in failures.split(separator: ",") {
                let parts = failure.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, parts[1] == id else { continue }
                switch parts[0] {
                case "crash": abort()
                case "loop": while true {}
                case "eat":
                    var allocatedBlocks: [[UInt8]] = []
                    while true {
                        allocatedBlocks.append([UInt8](repeating: 1, count: 1 << 24))
                        usleep(10_000)
                    }
                default: break
                }
            }
        #endif
    }
}
