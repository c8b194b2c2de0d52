import Foundation

/// Lets one thread wake another that waits for a descriptor.
///
/// Its two descriptors never change, and pipes may be read and written from any thread.
final class PlayerWakePipe: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    init() {
        var pipeEnds: [Int32] = [-1, -1]
        precondition(pipe(&pipeEnds) == 0, "no file descriptor is left for a pipe")
        (readEnd, writeEnd) = (pipeEnds[0], pipeEnds[1])
        for end in pipeEnds {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Ends the wait under way, or the next one.
    func signal() {
        var byte: UInt8 = 1
        // A full pipe wakes as well.
        _ = write(writeEnd, &byte, 1)
    }

    /// Waits until `descriptor` can be read, or `signal` is called.
    ///
    /// - Parameter seconds: at most so long; nil: without end.
    /// - Returns: whether it was rung.
    func wait(for descriptor: Int32?, timeoutSeconds seconds: Double?) -> Bool {
        // poll ignores negative descriptors.
        var pollDescriptors = [
            pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = seconds.map { Int32(min(max($0 * 1000, 0), 100_000).rounded(.up)) } ?? -1
        _ = poll(&pollDescriptors, 2, milliseconds)
        var bytes = [UInt8](repeating: 0, count: 64)
        var isSignalled = false
        while read(readEnd, &bytes, bytes.count) > 0 { isSignalled = true }
        return isSignalled
    }
}
