// The only file that imports the C library.
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

package enum SystemClock {
    /// The system's monotonic clock; s since some moment that stays the same while the system runs.
    package static func monotonicSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// A file that another process handed over; closed with the last reference to it.
package final class BusDescriptor: Sendable, Equatable {
    private let number: Int32

    /// - Parameter number: from here on this object's own.
    init(_ number: Int32) { self.number = number }

    deinit { if number >= 0 { close(number) } }

    package static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }
}

/// Lets one thread wake another that waits for a descriptor.
///
/// @unchecked Sendable: the descriptors never change, and reading and writing pipes is safe from
/// any thread.
final class WakePipe: @unchecked Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    init() {
        var descriptors: [Int32] = [-1, -1]
        precondition(pipe(&descriptors) == 0, "no file descriptor is left for a pipe")
        (readEnd, writeEnd) = (descriptors[0], descriptors[1])
        for descriptor in descriptors {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
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

    /// Waits until `descriptor` can be read (or written, if asked for), or `signal` is called.
    ///
    /// - Parameter seconds: at most so long; nil: without end.
    func wait(for descriptor: Int32?, toWrite: Bool, timeoutSeconds seconds: Double?) {
        let pollEvents = Int16(POLLIN) | (toWrite ? Int16(POLLOUT) : 0)
        // poll ignores negative descriptors.
        var pollDescriptors = [
            pollfd(fd: descriptor ?? -1, events: pollEvents, revents: 0),
            pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = seconds.map { Int32(min(max($0 * 1000, 0), 60_000).rounded(.up)) } ?? -1
        _ = poll(&pollDescriptors, 2, milliseconds)
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) == bytes.count {}
    }
}

/// Runs something on a thread of its own.
func startThread(_ body: @escaping @Sendable () -> Void) {
    #if canImport(Darwin)
        var thread: pthread_t?
    #else
        var thread = pthread_t()
    #endif
    let box = Unmanaged.passRetained(ThreadBody(body))
    let code = pthread_create(&thread, nil, { runThread($0) }, box.toOpaque())
    precondition(code == 0, "the system has no room for another thread")
    #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
    #else
        pthread_detach(thread)
    #endif
}

private final class ThreadBody {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runThread(_ raw: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let raw else { return nil }
    Unmanaged<ThreadBody>.fromOpaque(raw).takeRetainedValue().body()
    return nil
}
