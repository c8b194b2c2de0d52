import Foundation

/// A worker: this program once more, which is told of recordings by its standard input.
final class WorkerProcess {
    let pid: pid_t
    let output: Int32
    private let input: Int32
    private var pending: [UInt8] = []

    /// - Parameter words: the program and its arguments.
    init(_ words: [String]) throws(BatchFailure) {
        var toWorker: [Int32] = [0, 0]
        var fromWorker: [Int32] = [0, 0]
        guard pipe(&toWorker) == 0, pipe(&fromWorker) == 0 else {
            throw BatchFailure(.ours, "no pipe to a worker: \(BatchFolder.reason())")
        }
        for descriptor in toWorker + fromWorker { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toWorker[0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, fromWorker[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        // What crashes says so by its signal; a trace of it would only take time.
        setenv("SWIFT_BACKTRACE", "enable=no", 1)
        var child: pid_t = 0
        let status = posix_spawn(&child, words[0], &actions, nil, &arguments, environ)
        close(toWorker[0])
        close(fromWorker[1])
        (pid, input, output) = (child, toWorker[1], fromWorker[0])
        guard status == 0 else {
            close(input)
            close(output)
            throw BatchFailure(
                .ours, "no worker can be started: \(String(cString: strerror(status)))")
        }
    }

    /// Tells the worker of recordings. Where it has ended meanwhile, its output says so.
    func send(_ order: WorkerOrder) {
        guard let data = try? JSONEncoder().encode(order) else { return }
        let bytes = Array(data) + [UInt8(ascii: "\n")]
        var begin = 0
        while begin < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(input, $0.baseAddress?.advanced(by: begin), bytes.count - begin)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            begin += count
        }
    }

    /// What has come since.
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

    func kill() { Foundation.kill(pid, SIGKILL) }

    /// Waits for its end, and forgets it.
    ///
    /// - Returns: the signal that ended it; nil where it ended by itself.
    func end() -> Int32? {
        close(input)
        close(output)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? nil : signal
    }

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
            guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13])
            else { return nil }
            return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
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
