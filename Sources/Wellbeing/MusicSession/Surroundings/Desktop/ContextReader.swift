import Foundation

/// One look at a file or a program that reports on the desktop.
enum ContextReader {
    enum Failure: Error, Equatable {
        case missing
        case tooLong
        case tooSlow
        case failed(status: Int32)
    }

    /// A program has so long for one report; s.
    static let timeoutSeconds = 2.0

    static func bytes(_ origin: ContextOrigin) throws(Failure) -> [UInt8] {
        switch origin {
        case .file(let path): try file(path)
        case .program(let path, let arguments): try output(path, arguments)
        }
    }

    private static func file(_ path: String) throws(Failure) -> [UInt8] {
        // A pipe at this path must not be waited for.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .missing }
        defer { close(descriptor) }
        var fileStatus = stat()
        guard fstat(descriptor, &fileStatus) == 0, fileStatus.st_mode & S_IFMT == S_IFREG else {
            throw .missing
        }
        return try drain(descriptor, until: .now + .seconds(timeoutSeconds))
    }

    private static func output(_ path: String, _ arguments: [String]) throws(Failure) -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        let exitSemaphore = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in exitSemaphore.signal() }
        let end = ContinuousClock.now + .seconds(timeoutSeconds)
        do { try process.run() } catch { throw .missing }
        let id = process.processIdentifier
        do throws(Failure) {
            let bytes = try drain(pipe.fileHandleForReading.fileDescriptor, until: end)
            let remainingSeconds = max(0, (end - .now) / .seconds(1))
            guard exitSemaphore.wait(timeout: .now() + remainingSeconds) == .success else {
                throw .tooSlow
            }
            guard process.terminationReason == .exit, process.terminationStatus == 0 else {
                throw .failed(status: process.terminationStatus)
            }
            return bytes
        } catch {
            if process.isRunning { stop(id) }
            throw error
        }
    }

    /// Ends a program, and what it has started where it leads a group of its own.
    private static func stop(_ id: pid_t) {
        if getpgid(id) == id { kill(-id, SIGKILL) } else { kill(id, SIGKILL) }
    }

    /// - Throws: `tooLong` where there is more than a report may have, `tooSlow` where its end does not come in time.
    private static func drain(
        _ descriptor: Int32, until end: ContinuousClock.Instant
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        while true {
            let remainingMs = (end - .now) / .milliseconds(1)
            guard remainingMs > 0 else { throw .tooSlow }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let readyCount = poll(&waiting, 1, Int32(remainingMs.rounded(.up)))
            if readyCount < 0, errno != EINTR { throw .missing }
            guard readyCount > 0 else { continue }
            let count = read(descriptor, &piece, piece.count)
            if count < 0 {
                guard errno == EINTR || errno == EAGAIN else { throw .missing }
                continue
            }
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
            guard bytes.count <= DesktopReportText.maxByteCount else { throw .tooLong }
        }
    }
}
