package import Foundation

/// Ends the wait of the thread that runs a session: another thread has something for it.
///
/// It is a descriptor, so that one wait serves sockets and other threads alike.
package final class WakeSignal: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    package init() {
        var pipeEnds: [Int32] = [-1, -1]
        // Without a descriptor left nothing rings, and each wait takes its whole time.
        if pipe(&pipeEnds) == 0 {
            for end in pipeEnds {
                _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
        }
        (readEnd, writeEnd) = (pipeEnds[0], pipeEnds[1])
    }

    deinit {
        if readEnd >= 0 { close(readEnd) }
        if writeEnd >= 0 { close(writeEnd) }
    }

    /// Ends the wait, or the next one where no thread waits now.
    package func signal() {
        var byte: UInt8 = 1
        // A full pipe rings anyway.
        _ = write(writeEnd, &byte, 1)
    }

    /// Descriptor for the wait of a caller; ``reset()`` comes after it.
    package var descriptor: pollfd { pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0) }

    /// Waits until it rings, one of some descriptors is ready, or so long.
    package func wait(milliseconds: Int32, besides descriptors: [pollfd] = []) {
        var watched = [descriptor] + descriptors
        if poll(&watched, nfds_t(watched.count), milliseconds) > 0, watched[0].revents != 0 {
            reset()
        }
    }

    /// Clears the signal once it has been noticed.
    package func reset() {
        var block = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &block, block.count) == block.count {}
    }
}
