import Foundation
import LiveSession
import Synchronization

/// Stands before an HTTP server that listens at a socket file, and lets in as many as it can bear.
///
/// The library behind it takes every connection and reads a request to its end, however long. Here at most
/// ``Limits/connectionCount`` are let through at once. A client that sends on and on without an answer is disconnected,
/// and so is one that says nothing for a long time. Bytes pass as they are.
final class LimitingProxy: Sendable {
    struct Limits: Sendable {
        /// The number of simultaneous connections; each needs three descriptors of the process.
        var connectionCount = maxConnections
        /// The bytes that a client may send before a response: a piece of a file, and its head.
        var maxUnansweredBytes = 1_310_720
        /// The silence after which a WebSocket without a byte in either direction is closed; s.
        var silenceTimeoutSeconds = 120.0
        /// The idle time after which any other connection is closed; longer than a response may
        /// take; s.
        var idleTimeoutSeconds = 20.0
        /// The longest time to the first response; s.
        var maxFirstResponseSeconds = 20.0

        private static var maxConnections: Int {
            var limit = rlimit()
            #if canImport(Darwin)
                let status = getrlimit(RLIMIT_NOFILE, &limit)
            #else
                let status = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #endif
            let descriptors = status == 0 ? Int(clamping: limit.rlim_cur) : 256
            return max(4, min(128, (descriptors - 64) / 4))
        }
    }

    /// Reason why no client can connect.
    struct Failure: Error, Sendable {
        let text: String
    }

    /// The port that was chosen.
    let port: UInt16
    /// Signalled when the proxy is closed.
    private let closeSignal = WakeSignal()
    private let isClosed = ClosedFlag()

    /// True once the proxy is closed, for its thread.
    private final class ClosedFlag: Sendable {
        let value = Mutex(false)
    }

    /// Begins to listen, and to let in.
    ///
    /// - Parameter host: `127.0.0.1`, or `0.0.0.0` for everybody in reach.
    /// - Parameter port: 0 for any.
    /// - Parameter socketFile: socket at which the server listens.
    init(host: String, port: UInt16, socketFile: String, limits: Limits = Limits()) throws(Failure)
    {
        let listener = try Self.listen(host, port)
        guard let chosenPort = Self.port(of: listener) else {
            Foundation.close(listener)
            throw Failure(text: "no socket")
        }
        self.port = chosenPort
        let (isClosed, closeWake) = (isClosed, closeSignal)
        Thread.detachNewThread {
            var loop = ProxyLoop(listener: listener, socketFile: socketFile, limits: limits)
            while !isClosed.value.withLock({ $0 }) {
                loop.step(milliseconds: Self.limitCheckIntervalMs, until: closeWake)
            }
            loop.close()
        }
    }

    /// Limits of time are looked at as often.
    private static let limitCheckIntervalMs: Int32 = 500

    /// Accepts no more clients; those that are connected are disconnected within a moment.
    func close() {
        isClosed.value.withLock { $0 = true }
        closeSignal.signal()
    }

    private static func listen(_ host: String, _ port: UInt16) throws(Failure) -> Int32 {
        let descriptor = ProxyConnection.makeSocket(AF_INET)
        guard descriptor >= 0 else { throw Failure(text: String(cString: strerror(errno))) }
        var isOn: Int32 = 1
        setsockopt(
            descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
            Foundation.close(descriptor)
            throw Failure(text: "\(host) is no address")
        }
        let status = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0, Foundation.listen(descriptor, backlog) == 0 else {
            let reason =
                errno == EADDRINUSE
                ? "another program listens there" : String(cString: strerror(errno))
            Foundation.close(descriptor)
            throw Failure(text: reason)
        }
        return descriptor
    }

    private static let backlog: Int32 = 64

    private static func port(of descriptor: Int32) -> UInt16? {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
            }
        }
        return status == 0 ? UInt16(bigEndian: address.sin_port) : nil
    }
}

/// The thread's side of a proxy: its connections.
private struct ProxyLoop {
    let listener: Int32
    let socketFile: String
    let limits: LimitingProxy.Limits
    private var connections: [ProxyConnection] = []
    /// Time before which no client is accepted, as no descriptor was left; s of the system's clock.
    private var acceptAfterSeconds = 0.0

    init(listener: Int32, socketFile: String, limits: LimitingProxy.Limits) {
        self.listener = listener
        self.socketFile = socketFile
        self.limits = limits
    }

    private static func now() -> Double { ProcessInfo.processInfo.systemUptime }

    /// Waits until something comes, `wake` is signalled, or the time has passed.
    mutating func step(milliseconds: Int32, until wake: WakeSignal) {
        let now = Self.now()
        var pollDescriptors = [
            pollfd(
                fd: now >= acceptAfterSeconds ? listener : -1, events: Int16(POLLIN), revents: 0),
            wake.descriptor,
        ]
        for connection in connections {
            pollDescriptors.append(connection.clientPollDescriptor)
            pollDescriptors.append(connection.serverPollDescriptor)
        }
        guard poll(&pollDescriptors, nfds_t(pollDescriptors.count), milliseconds) >= 0 else {
            return
        }
        let time = Self.now()
        for index in connections.indices {
            connections[index].serve(
                client: pollDescriptors[2 + 2 * index].revents,
                server: pollDescriptors[3 + 2 * index].revents,
                at: time, limits)
        }
        connections.removeAll { connection in
            if connection.hasEnded { connection.close() }
            return connection.hasEnded
        }
        if pollDescriptors[0].revents != 0 { acceptClients(time) }
    }

    private mutating func acceptClients(_ now: Double) {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else {
                if errno == EMFILE || errno == ENFILE {
                    acceptAfterSeconds = now + Self.acceptPauseSeconds
                }
                return
            }
            ProxyConnection.configureSocket(client)
            if connections.count >= limits.connectionCount { closeIdleConnection(now) }
            guard connections.count < limits.connectionCount,
                let connection = ProxyConnection(client: client, socketFile: socketFile, at: now)
            else {
                _ = Self.refusalBytes.withUnsafeBytes {
                    send(client, $0.baseAddress, $0.count, ProxyConnection.sendFlags)
                }
                Foundation.close(client)
                continue
            }
            connections.append(connection)
        }
    }

    /// Closes the connection that has waited longest for a request of its own, if it has for a moment.
    private mutating func closeIdleConnection(_ now: Double) {
        let idleConnections = connections.indices.compactMap { index in
            connections[index].idleSeconds(now).map { (index, seconds: $0) }
        }
        guard let idlest = idleConnections.max(by: { $0.seconds < $1.seconds }),
            idlest.seconds > Self.minIdleSeconds
        else { return }
        connections.remove(at: idlest.0).close()
    }

    private static let minIdleSeconds = 1.0
    private static let acceptPauseSeconds = 0.2
    private static let refusalBytes = Array(
        "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8)

    func close() {
        for connection in connections { connection.close() }
        Foundation.close(listener)
    }
}
