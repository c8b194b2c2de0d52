import Foundation

/// An address as the system's socket calls want it.
struct SocketAddress {
    let family: Int32
    /// A `sockaddr` of the family.
    let bytes: [UInt8]

    /// Longest path; some systems have space for 104 bytes, the ending 0 among them.
    static let maxPathBytes = 103

    private static var streamSocketType: Int32 {
        #if canImport(Darwin)
            SOCK_STREAM
        #else
            Int32(SOCK_STREAM.rawValue)
        #endif
    }

    /// - Returns: nil for a path that is empty, too long, or has a 0 in it.
    init?(path: String) {
        guard (1...Self.maxPathBytes).contains(path.utf8.count), !path.utf8.contains(0)
        else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        family = AF_UNIX
        bytes = withUnsafeBytes(of: address) { Array($0) }
    }

    private init(_ info: addrinfo) {
        family = info.ai_family
        bytes = Array(UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen)))
    }

    /// Every address of a host; those of version 4 of the protocol first.
    static func resolve(host: String, port: UInt16) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = streamSocketType
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var next = list
        while let entry = next {
            found.append(SocketAddress(entry.pointee))
            next = entry.pointee.ai_next
        }
        return found.filter { $0.family == AF_INET } + found.filter { $0.family != AF_INET }
    }

    /// Reads the address of a bound socket.
    init?(boundTo descriptor: Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        guard status == 0 else { return nil }
        family = Int32(storage.ss_family)
        bytes = withUnsafeBytes(of: storage) { Array($0.prefix(Int(length))) }
    }

    /// True if only this machine can reach it.
    var isLoopback: Bool {
        switch family {
        case AF_UNIX: true
        case AF_INET: bytes.count >= 8 && bytes[4] == 127
        case AF_INET6: bytes.count >= 24 && bytes[8..<23].allSatisfy { $0 == 0 } && bytes[23] == 1
        default: false
        }
    }

    /// nil for the path of a socket.
    var port: UInt16? {
        family == AF_UNIX || bytes.count < 4 ? nil : UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    }

    /// - Returns: a socket for it; below 0 where there is none to be had.
    func socket() -> Int32 {
        let descriptor = systemSocket(family, Self.streamSocketType, 0)
        guard descriptor >= 0 else { return descriptor }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    /// - Returns: a connected socket; below 0 where there is no listener.
    func connectedSocket() -> Int32 {
        let descriptor = socket()
        guard descriptor >= 0 else { return descriptor }
        if withSystemAddress({ connect(descriptor, $0, $1) }) == 0 { return descriptor }
        let reason = errno
        close(descriptor)
        errno = reason
        return -1
    }

    /// - Returns: the status of `bind(2)`.
    func bind(_ descriptor: Int32) -> Int32 {
        withSystemAddress { systemBind(descriptor, $0, $1) }
    }

    private func withSystemAddress(
        _ body: (UnsafePointer<sockaddr>?, socklen_t) -> Int32
    ) -> Int32 {
        bytes.withUnsafeBytes {
            body($0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
    }
}

/// `socket(2)` and `bind(2)`; inside the type the names mean its own methods.
private func systemSocket(_ family: Int32, _ type: Int32, _ protocolNumber: Int32) -> Int32 {
    socket(family, type, protocolNumber)
}

private func systemBind(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t
) -> Int32 {
    bind(descriptor, address, length)
}
