import Foundation
import Synchronization

/// A decoder as a child process: no shell, nothing on its input, its output read in pieces, within limits.
///
/// It leads a process group of its own, so that what it started ends with it, and Ctrl-C reaches it through us alone.
struct DecoderProcess {
    enum Outcome: Equatable {
        case exited(status: Int32)
        /// A signal ended it that was not ours.
        case crashed(signal: Int32)
        case timedOut
        /// The reader wanted no more.
        case stopped
        case cancelled
        case notStarted
    }

    /// Each word as the bytes that the child gets.
    let words: [[UInt8]]
    let limits: DecoderLimits

    private static let pieceByteCount = 1 << 16

    /// Runs the child to its end on this thread.
    ///
    /// - Parameters:
    ///   - isCancelled: asked ten times a second and with each piece.
    ///   - receive: gets each piece of the output; false ends the child.
    func run(
        isCancelled: () -> Bool, receive: (UnsafeRawBufferPointer) -> Bool
    ) -> Outcome {
        guard let (child, output) = start() else { return .notStarted }
        defer { close(output) }
        if let outcome = read(output, isCancelled: isCancelled, receive: receive) {
            kill(-child, SIGKILL)
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            return outcome
        }
        return wait(for: child)
    }

    private func start() -> (child: pid_t, output: Int32)? {
        // A child of another thread must not inherit the pipe in the moment before it is marked.
        Self.spawnLock.withLock { _ in spawn() }
    }

    private static let spawnLock = Mutex(())

    private func spawn() -> (child: pid_t, output: Int32)? {
        var pipeEnds: [Int32] = [-1, -1]
        guard pipe(&pipeEnds) == 0 else { return nil }
        for end in pipeEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(pipeEnds[1]) }
        #if os(Linux)
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #else
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, pipeEnds[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // What this program ignores, a child would ignore too: a closed pipe must end it.
        var defaultSignals = sigset_t()
        sigemptyset(&defaultSignals)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGXCPU] {
            sigaddset(&defaultSignals, signal)
        }
        posix_spawnattr_setsigdefault(&attributes, &defaultSignals)
        // Threads of a queue block most signals, and a child would block them too.
        var emptySignalMask = sigset_t()
        sigemptyset(&emptySignalMask)
        posix_spawnattr_setsigmask(&attributes, &emptySignalMask)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGDEF)
                | Int16(POSIX_SPAWN_SETSIGMASK))
        var child: pid_t = 0
        let status = Self.withCStrings(words) { arguments in
            Self.withCStrings(Self.environment) { environment in
                guard let program = arguments[0] else { return EINVAL }
                return posix_spawn(&child, program, &actions, &attributes, arguments, environment)
            }
        }
        guard status == 0 else {
            close(pipeEnds[0])
            return nil
        }
        applyLimits(child)
        return (child, pipeEnds[0])
    }

    /// Nothing of our own environment: variables of FFmpeg could make it write files.
    private static let environment = ["PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8"].map {
        Array($0.utf8)
    }

    /// The kernel ends or refuses a child that goes beyond; elsewhere than on Linux only the clock does.
    private func applyLimits(_ child: pid_t) {
        #if os(Linux)
            for (resource, size) in [
                (LinuxLimit.processorSeconds, limits.processorSeconds),
                (.addressSpaceBytes, limits.addressSpaceBytes), (.fileBytes, 0),
                (.coreDumpBytes, 0),
            ] {
                var value = rlimit()
                value.rlim_cur = numericCast(size)
                value.rlim_max = numericCast(size)
                _ = setLimit(child, resource.rawValue, &value, nil)
            }
        #endif
    }

    /// - Returns: why the child must be ended; nil where its output is at its end.
    private func read(
        _ output: Int32, isCancelled: () -> Bool, receive: (UnsafeRawBufferPointer) -> Bool
    ) -> Outcome? {
        let clock = ContinuousClock()
        let start = clock.now
        var last = start
        let piece = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.pieceByteCount, alignment: 16)
        defer { piece.deallocate() }
        while true {
            if isCancelled() { return .cancelled }
            if clock.now - start > .seconds(limits.totalSeconds) { return .timedOut }
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, 100)
            if ready == 0, clock.now - last > .seconds(limits.idleSeconds) { return .timedOut }
            guard ready > 0 else { continue }
            let count = Foundation.read(output, piece.baseAddress, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            last = clock.now
            guard receive(UnsafeRawBufferPointer(rebasing: piece[..<count])) else {
                return .stopped
            }
        }
    }

    /// The output is closed, so the end is near; who stays is ended.
    private func wait(for child: pid_t) -> Outcome {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(min(limits.idleSeconds, 5))
        var isTimedOut = false
        while !hasEnded(child) {
            if clock.now > end {
                isTimedOut = true
                break
            }
            usleep(500)
        }
        // Before it is reaped, while its number is still its own: what it left behind ends too.
        kill(-child, SIGKILL)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return .notStarted }
        }
        if isTimedOut { return .timedOut }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status: status >> 8 & 0xFF) : .crashed(signal: signal)
    }

    /// Returns true if the child has ended; it remains to be reaped.
    private func hasEnded(_ child: pid_t) -> Bool {
        var info = siginfo_t()
        let found = waitid(P_PID, id_t(child), &info, WEXITED | WNOHANG | WNOWAIT)
        return found == 0 ? info.si_signo == SIGCHLD : errno != EINTR
    }

    /// Words as C has them; a word ends at its first zero byte.
    private static func withCStrings<Result>(
        _ words: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = words.map { word in
            (word + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { characters in
                characters.baseAddress.flatMap { strdup($0) }
            }
        }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}

#if os(Linux)
    /// Numbers of limits, the same on every processor that Linux runs on here.
    private enum LinuxLimit: Int32 {
        case processorSeconds = 0
        case fileBytes = 1
        case coreDumpBytes = 4
        case addressSpaceBytes = 9
    }

    /// `prlimit(2)`, which the module of the C library hides.
    @_silgen_name("prlimit")
    private func setLimit(
        _ process: pid_t, _ resource: Int32, _ new: UnsafePointer<rlimit>?,
        _ old: UnsafeMutablePointer<rlimit>?
    ) -> Int32
#endif
