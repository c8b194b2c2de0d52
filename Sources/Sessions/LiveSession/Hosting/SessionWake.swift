package import Foundation

/// Ends the wait of the thread that runs a session: another thread has something for it.
///
/// It is a descriptor, so that one wait serves sockets and other threads alike.
package final class SessionWake: Sendable {
    private let reader: Int32
    private let writer: Int32

    package init() {
        var ends: [Int32] = [-1, -1]
        // Without a descriptor left nothing rings, and each wait takes its whole time.
        if pipe(&ends) == 0 {
            for end in ends {
                _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
        }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        if reader >= 0 { close(reader) }
        if writer >= 0 { close(writer) }
    }

    /// Ends the wait, or the next one where no thread waits now.
    package func signal() {
        var byte: UInt8 = 1
        // A full pipe rings anyway.
        _ = write(writer, &byte, 1)
    }

    /// Descriptor for the wait of a caller; ``reset()`` comes after it.
    package var descriptor: pollfd { pollfd(fd: reader, events: Int16(POLLIN), revents: 0) }

    /// Waits until it rings, one of some descriptors is ready, or so long.
    package func wait(milliseconds: Int32, besides descriptors: [pollfd] = []) {
        var watched = [descriptor] + descriptors
        if poll(&watched, nfds_t(watched.count), milliseconds) > 0, watched[0].revents != 0 {
            reset()
        }
    }

    /// It has been heard.
    package func reset() {
        var block = [UInt8](repeating: 0, count: 64)
        while read(reader, &block, block.count) == block.count {}
    }
}
