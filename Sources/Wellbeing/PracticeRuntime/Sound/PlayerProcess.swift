import Foundation

/// A player that runs: its standard input takes samples, and never holds up the caller that writes.
final class PlayerProcess {
    /// A player that is gone so soon cannot play here: no server of sound is there, or no device.
    static let minUptimeSeconds = 0.3

    private let process: Process
    private let input: Int32
    private let pipe: Pipe

    /// - Returns: nil where the program is not there or cannot be started.
    init?(_ command: PlayerCommand, environment: [String: String]) {
        guard let name = command.words.first,
            let program = Self.path(of: name, environment: environment)
        else { return nil }
        process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = Array(command.words.dropFirst())
        process.environment = environment
        pipe = Pipe()
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        input = pipe.fileHandleForWriting.fileDescriptor
        do { try process.run() } catch { return nil }
        // This program alone holds the end that is written to, and never waits for it.
        _ = fcntl(input, F_SETFD, FD_CLOEXEC)
        _ = fcntl(input, F_SETFL, fcntl(input, F_GETFL) | O_NONBLOCK)
    }

    /// The file of a program: a path as it is, a name on the PATH.
    static func path(of name: String, environment: [String: String]) -> String? {
        if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
        let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    var isRunning: Bool { process.isRunning }

    /// Writes what the player takes without waiting.
    ///
    /// - Returns: how many bytes it took; nil where it is gone.
    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard !bytes.isEmpty else { return 0 }
        let count = bytes.withUnsafeBytes { Foundation.write(input, $0.baseAddress, $0.count) }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }

    /// Bytes that were written and not yet read by the player.
    var waitingCount: Int {
        var count: Int32 = 0
        #if os(Linux)
            let request = UInt(FIONREAD)
        #else
            let request = UInt(0x4004_667F)
        #endif
        return ioctl(input, request, &count) == 0 ? Int(count) : 0
    }

    /// Says that nothing more comes, and waits until the player has played what it has.
    ///
    /// - Parameter timeoutSeconds: after which it is ended.
    func finish(timeoutSeconds: Double) {
        try? pipe.fileHandleForWriting.close()
        let end = ContinuousClock.now + .seconds(timeoutSeconds)
        while process.isRunning, ContinuousClock.now < end { usleep(20_000) }
        stop()
    }

    /// Ends the player at once.
    func stop() {
        guard process.isRunning else { return }
        process.terminate()
        usleep(100_000)
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
}
