#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program that runs as a child, with a pipe from its standard output and, where wanted, one to its standard input.
///
/// Its standard error goes nowhere; without a pipe its standard input is empty.
package final class ChildProcess: Sendable {
    package let pid: Int32
    /// Reads what the child writes.
    package let output: Int32
    /// Writes what the child reads; -1 without a pipe.
    package let input: Int32

    /// The reason that a child process cannot be started.
    package struct Failure: Error {
        package let number: Int32
        /// A sentence without a subject.
        package var text: String { String(cString: strerror(number)) }
    }

    /// Starts a program.
    ///
    /// - Parameter command: the program, by its path or found in `PATH`, and its arguments.
    package init(_ command: [String], hasInput: Bool) throws(Failure) {
        var inputPipe: [Int32] = [-1, -1]
        var outputPipe: [Int32] = [-1, -1]
        guard pipe(&outputPipe) == 0 else { throw Failure(number: errno) }
        if hasInput, pipe(&inputPipe) != 0 {
            let number = errno
            for descriptor in outputPipe { close(descriptor) }
            throw Failure(number: number)
        }
        for descriptor in inputPipe + outputPipe where descriptor >= 0 {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if hasInput {
            posix_spawn_file_actions_adddup2(&actions, inputPipe[0], STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, outputPipe[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var childPid: Int32 = 0
        let status = posix_spawnp(&childPid, command[0], &actions, nil, &arguments, environ)
        close(outputPipe[1])
        if hasInput { close(inputPipe[0]) }
        guard status == 0 else {
            close(outputPipe[0])
            if hasInput { close(inputPipe[1]) }
            throw Failure(number: status)
        }
        (pid, output, input) = (childPid, outputPipe[0], inputPipe[1])
    }

    /// Ends the child at once.
    package func terminate() { kill(pid, SIGKILL) }

    /// Closes the pipes and waits for the child's end. Called once.
    ///
    /// - Returns: its exit code, and the signal that ended it; one of them is nil.
    package func wait() -> (code: Int32?, signal: Int32?) {
        if input >= 0 { close(input) }
        close(output)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8 & 0xff, nil) : (nil, signal)
    }
}
