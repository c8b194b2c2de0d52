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

/// A worker: this program once more, which receives recordings on its standard input.
final class WorkerProcess {
    private let child: ChildProcess
    private var pending: [UInt8] = []

    var pid: pid_t { child.pid }
    var output: Int32 { child.output }

    /// - Parameter arguments: the program and its arguments.
    init(_ arguments: [String]) throws(BatchFailure) {
        // A crash is reported by its signal; a trace of it would only take time.
        setenv("SWIFT_BACKTRACE", "enable=no", 1)
        do throws(ChildProcess.Failure) {
            child = try ChildProcess(arguments, hasInput: true)
        } catch {
            throw BatchFailure(.internalError, "no worker can be started: \(error.text)")
        }
    }

    /// Sends recordings to the worker. Where it has ended meanwhile, its output says so.
    func send(_ order: WorkerAssignment) {
        guard let data = try? JSONEncoder().encode(order) else { return }
        let bytes = Array(data) + [UInt8(ascii: "\n")]
        _ = POSIXFiles.write(bytes, to: child.input)
    }

    /// Returns the replies that have come since the last call.
    ///
    /// - Returns: nil where the worker has ended, and all it said was returned before.
    func replies() -> [WorkerReply]? {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(output, &block, block.count)
        if count < 0, errno == EINTR { return [] }
        guard count > 0 else { return nil }
        pending += block[..<count]
        var replies: [WorkerReply] = []
        while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
            if let reply = try? JSONDecoder().decode(WorkerReply.self, from: Data(pending[..<end]))
            {
                replies.append(reply)
            }
            pending.removeSubrange(...end)
        }
        return replies
    }

    func kill() { child.terminate() }

    /// Waits for its end, and forgets it.
    ///
    /// - Returns: the signal that ended it; nil where it ended by itself.
    func end() -> Int32? { child.wait().signal }

    // MARK: What it uses

    /// Time of the processor since its start; s; nil where the system does not say.
    var processorSeconds: Double? {
        #if canImport(Darwin)
            return usage.map { Double($0.ri_user_time + $0.ri_system_time) / 1e9 }
        #else
            guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
                let end = text.lastIndex(of: ")")
            else { return nil }
            // Behind the name, which may hold blanks: fields 14 and 15 of proc(5).
            let fields = text[end...].split(separator: " ")
            guard fields.count > 13, let userTicks = Double(fields[12]),
                let systemTicks = Double(fields[13])
            else { return nil }
            return (userTicks + systemTicks) / Double(sysconf(Int32(_SC_CLK_TCK)))
        #endif
    }

    /// Memory that it has now; bytes; nil where the system does not say.
    var memoryBytes: Int? {
        #if canImport(Darwin)
            return usage.map { Int($0.ri_resident_size) }
        #else
            guard let text = try? String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8)
            else { return nil }
            let fields = text.split(separator: " ")
            guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
            return pages * Int(getpagesize())
        #endif
    }

    #if canImport(Darwin)
        private var usage: rusage_info_v0? {
            var info = rusage_info_v0()
            let status = withUnsafeMutablePointer(to: &info) { info in
                info.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
                    proc_pid_rusage(pid, RUSAGE_INFO_V0, $0)
                }
            }
            return status == 0 ? info : nil
        }
    #endif
}
