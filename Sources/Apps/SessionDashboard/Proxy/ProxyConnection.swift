import Foundation

/// A client and its connection to the server, and what is on its way between them.
struct ProxyConnection {
    private let client: Int32
    private let server: Int32
    private var bytesToServer: [UInt8] = []
    private var bytesToClient: [UInt8] = []
    private var clientHasEnded = false
    private var serverHasEnded = false
    /// Sent by the client since the server said anything; bytes.
    private var unansweredByteCount = 0
    private var hasResponse = false
    /// True if it became a WebSocket.
    private var isUpgraded = false
    private let beganAt: Double
    private var lastActivityAt: Double
    private(set) var hasEnded = false

    /// The largest number of bytes in transit in one direction; a sender of more waits.
    private static let maxPendingBytes = 262_144
    private static let block = 16_384
    private static let upgradeResponse = Array("HTTP/1.1 101".utf8)

    #if canImport(Darwin)
        static let sendFlags: Int32 = 0
        private static let socketType = SOCK_STREAM
    #else
        static let sendFlags = Int32(MSG_NOSIGNAL)
        private static let socketType = Int32(SOCK_STREAM.rawValue)
    #endif

    /// - Returns: nil where the server cannot be reached; the client stays the caller's.
    init?(client: Int32, socketFile: String, at now: Double) {
        let server = Self.makeSocket(AF_UNIX)
        guard server >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array(socketFile.utf8)
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let status = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else {
            Foundation.close(server)
            return nil
        }
        (self.client, self.server) = (client, server)
        (beganAt, lastActivityAt) = (now, now)
    }

    /// One that does not wait, and is no child's.
    static func makeSocket(_ family: Int32) -> Int32 {
        let descriptor = socket(family, socketType, 0)
        if descriptor >= 0 { configureSocket(descriptor) }
        return descriptor
    }

    static func configureSocket(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            var isOn: Int32 = 1
            setsockopt(
                descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    // MARK: Watching

    private var readsClient: Bool { !clientHasEnded && bytesToServer.count < Self.maxPendingBytes }
    private var readsServer: Bool { !serverHasEnded && bytesToClient.count < Self.maxPendingBytes }

    var clientPollDescriptor: pollfd {
        Self.watch(client, reads: readsClient, writes: !bytesToClient.isEmpty)
    }
    var serverPollDescriptor: pollfd {
        Self.watch(server, reads: readsServer, writes: !bytesToServer.isEmpty)
    }

    /// Returns the time for which it has waited for another request; nil if it does not wait; s.
    func idleSeconds(_ now: Double) -> Double? {
        hasResponse && !isUpgraded ? now - lastActivityAt : nil
    }

    private static func watch(_ descriptor: Int32, reads: Bool, writes: Bool) -> pollfd {
        // A side that hung up would be reported again and again.
        pollfd(
            fd: reads || writes ? descriptor : -1,
            events: Int16((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)), revents: 0)
    }

    /// Moves what can be moved.
    mutating func serve(
        client clientState: Int16, server serverState: Int16, at now: Double,
        _ limits: LimitingProxy.Limits
    ) {
        if clientState & ~Int16(POLLOUT) != 0, readsClient {
            let count = Self.read(client, into: &bytesToServer, &clientHasEnded)
            unansweredByteCount += count
            if count > 0 { lastActivityAt = now }
        }
        if serverState & ~Int16(POLLOUT) != 0, readsServer {
            let previousCount = bytesToClient.count
            if Self.read(server, into: &bytesToClient, &serverHasEnded) > 0 {
                (unansweredByteCount, hasResponse, lastActivityAt) = (0, true, now)
                isUpgraded =
                    isUpgraded || bytesToClient[previousCount...].starts(with: Self.upgradeResponse)
            }
        }
        let isBroken =
            !Self.write(&bytesToServer, to: server) || !Self.write(&bytesToClient, to: client)
        let isDone =
            (clientHasEnded && bytesToServer.isEmpty) || (serverHasEnded && bytesToClient.isEmpty)
        let hasSentTooMuch = unansweredByteCount > limits.maxUnansweredBytes
        let isTooSlow =
            now - lastActivityAt
            > (isUpgraded ? limits.silenceTimeoutSeconds : limits.idleTimeoutSeconds)
            || (!hasResponse && now - beganAt > limits.maxFirstResponseSeconds)
        hasEnded = isBroken || isDone || hasSentTooMuch || isTooSlow
    }

    private static func read(
        _ descriptor: Int32, into bytes: inout [UInt8], _ hasEnded: inout Bool
    ) -> Int {
        var block = [UInt8](repeating: 0, count: Self.block)
        let count = recv(descriptor, &block, block.count, 0)
        if count > 0 {
            bytes += block[..<count]
            return count
        }
        if count == 0 || (errno != EAGAIN && errno != EINTR) { hasEnded = true }
        return 0
    }

    /// - Returns: false where the other side takes nothing any more.
    private static func write(_ bytes: inout [UInt8], to descriptor: Int32) -> Bool {
        guard !bytes.isEmpty else { return true }
        let count = bytes.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, sendFlags)
        }
        if count > 0 { bytes.removeFirst(count) }
        return count >= 0 || errno == EAGAIN || errno == EINTR
    }

    func close() {
        Foundation.close(client)
        Foundation.close(server)
    }
}
