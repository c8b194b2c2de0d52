import Foundation

/// A connected stream, closed when it goes. No wait is longer than its limit.
struct MPDSocket: ~Copyable {
    let descriptor: Int32

    /// Longest path of a socket, in bytes; some systems have space for 104, the ending 0 among them.
    static let maxPathByteCount = 103

    #if canImport(Darwin)
        private static let stream = SOCK_STREAM
        private static let sendFlags: Int32 = 0
    #else
        private static let stream = Int32(SOCK_STREAM.rawValue)
        private static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif

    /// Connects. The name of a host is looked up first, by the system and in its own time.
    init(_ endpoint: MPDAddress.Endpoint, untilSeconds end: Double) throws(PlayerError) {
        switch endpoint {
        case .socket(let path):
            var address = sockaddr_un()
            guard path.utf8.count <= Self.maxPathByteCount, !path.utf8.contains(0) else {
                throw .unreachable("the path of its socket is too long")
            }
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            descriptor = try Self.connected(
                AF_UNIX, withUnsafeBytes(of: address) { Array($0) }, untilSeconds: end)
        case .host(let host, let port):
            descriptor = try Self.connectedDescriptor(host, port, untilSeconds: end)
        }
    }

    deinit { close(descriptor) }

    private static func connectedDescriptor(
        _ host: String, _ port: UInt16, untilSeconds end: Double
    ) throws(PlayerError) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = stream
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else {
            throw .unreachable("the host \(host) is not known")
        }
        defer { freeaddrinfo(list) }
        var lastError = PlayerError.unreachable("the host \(host) has no address")
        var next = list
        while let entry = next {
            let info = entry.pointee
            let bytes = Array(
                UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen)))
            do throws(PlayerError) {
                return try connected(info.ai_family, bytes, untilSeconds: end)
            } catch {
                lastError = error
            }
            next = info.ai_next
        }
        throw lastError
    }

    private static func connected(
        _ family: Int32, _ address: [UInt8], untilSeconds end: Double
    ) throws(PlayerError) -> Int32 {
        let descriptor = socket(family, stream, 0)
        guard descriptor >= 0 else { throw .unreachable(reason(errno)) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        #if canImport(Darwin)
            var isOn: Int32 = 1
            setsockopt(
                descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
        let result = address.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                connect(
                    descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            } ?? -1
        }
        var code = result == 0 ? 0 : errno
        if code == EINPROGRESS {
            var length = socklen_t(MemoryLayout<Int32>.size)
            code =
                waitUntilReady(descriptor, POLLOUT, untilSeconds: end)
                ? (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 ? code : errno)
                : ETIMEDOUT
        }
        guard code == 0 else {
            close(descriptor)
            throw .unreachable(reason(code))
        }
        return descriptor
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

    private static func waitUntilReady(
        _ descriptor: Int32, _ events: Int32, untilSeconds end: Double
    ) -> Bool {
        while true {
            let remainingSeconds = end - PlayerClock.nowSeconds()
            guard remainingSeconds > 0 else { return false }
            var pollDescriptor = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = poll(
                &pollDescriptor, 1, Int32(min(remainingSeconds * 1000, 60_000).rounded(.up)))
            if count > 0 { return true }
            if count < 0, errno != EINTR { return true }
        }
    }

    // MARK: Bytes

    func send(_ bytes: [UInt8], untilSeconds end: Double) throws(PlayerError) {
        var sentByteCount = 0
        while sentByteCount < bytes.count {
            let count = bytes[sentByteCount...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Self.sendFlags)
            }
            if count > 0 {
                sentByteCount += count
            } else if errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR {
                guard Self.waitUntilReady(descriptor, POLLOUT, untilSeconds: end) else {
                    throw .timedOut
                }
            } else {
                throw .unreachable(Self.reason(errno))
            }
        }
    }

    /// Waits for bytes.
    ///
    /// - Throws: ``PlayerError/unreachable(_:)`` at the end, ``PlayerError/timedOut`` where none come in time.
    func receive(untilSeconds end: Double) throws(PlayerError) -> [UInt8] {
        while true {
            if let bytes = try receiveNow() { return bytes }
            guard Self.waitUntilReady(descriptor, POLLIN, untilSeconds: end) else {
                throw .timedOut
            }
        }
    }

    /// Returns the bytes that have arrived; nil where there are none.
    func receiveNow() throws(PlayerError) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { return Array(buffer[..<count]) }
        if count == 0 { throw .unreachable("it closed the connection") }
        if errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return nil }
        throw .unreachable(Self.reason(errno))
    }
}
