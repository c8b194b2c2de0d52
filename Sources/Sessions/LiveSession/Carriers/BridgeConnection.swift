import Foundation
import LiveProtocol
import SensorProtocol

/// One connected bridge: its lines, and the replies that wait for it. It is never waited for.
final class BridgeConnection {
    let descriptor: Int32
    private var framer = LineFramer()
    private var queue = ReplyQueue()
    /// The rest of the line that is being sent.
    private var unsentBytes: ArraySlice<UInt8> = []
    /// True if the connection is lost, or can no longer be used.
    private(set) var isBroken = false

    private static let blockByteCount = 16_384

    /// - Parameter descriptor: of a connected socket, which is closed with the connection.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        BridgeListener.makeNonblocking(descriptor)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var isOn: Int32 = 1
        let length = socklen_t(MemoryLayout<Int32>.size)
        // Short lines go at once; fails on a socket file, which has no delay.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, length)
        #if canImport(Darwin)
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, length)
        #endif
    }

    deinit { close(descriptor) }

    var hasUnsentReplies: Bool { !queue.isEmpty || !unsentBytes.isEmpty }

    /// Reads what is there, a block at most.
    func read() -> [LineFramer.Line] {
        var lines: [LineFramer.Line] = []
        var block = [UInt8](repeating: 0, count: Self.blockByteCount)
        let count = recv(descriptor, &block, block.count, 0)
        if count > 0 {
            framer.push(Array(block[..<count])) { lines.append($0) }
        } else if count == 0 || ![EAGAIN, EWOULDBLOCK, EINTR].contains(errno) {
            isBroken = true
            framer.finish { lines.append($0) }
        }
        return lines
    }

    func send(_ reply: BeatlineReply) {
        queue.push(reply)
        flush()
        if queue.count > ReplyQueue.maxPendingReplies { isBroken = true }
    }

    /// Sends what is taken now.
    func flush() {
        while !isBroken {
            if unsentBytes.isEmpty {
                guard let line = queue.next() else { return }
                unsentBytes = (Array(line.utf8) + [0x0A])[...]
            }
            let count = unsentBytes.withUnsafeBytes {
                systemSend(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                unsentBytes = unsentBytes.dropFirst(count)
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                return
            } else if errno != EINTR {
                isBroken = true
            }
        }
    }
}

/// `send(2)` without a signal; inside the class the name means its own method.
private func systemSend(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
) -> Int {
    #if canImport(Darwin)
        send(descriptor, bytes, count, 0)
    #else
        send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
}
