import ArgumentParser
import Foundation

/// Where a bridge connects to: `tcp://HOST:PORT` or `unix:PATH`.
enum BridgeAddress: ExpressibleByArgument, Equatable {
    case tcp(host: String, port: UInt16)
    case unix(path: String)

    struct Failure: Error {
        let text: String
    }

    init?(argument: String) {
        if argument.hasPrefix("unix:") {
            let path = String(argument.dropFirst(5))
            // A socket's name has room for 104 bytes on some systems, the ending 0 among them.
            guard (1...103).contains(path.utf8.count) else { return nil }
            self = .unix(path: path)
            return
        }
        guard argument.hasPrefix("tcp://"), let colon = argument.lastIndex(of: ":"),
            let port = UInt16(argument[argument.index(after: colon)...]), port > 0
        else { return nil }
        let start = argument.index(argument.startIndex, offsetBy: 6)
        guard start < colon else { return nil }
        var host = argument[start..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { return nil }
        self = .tcp(host: String(host), port: port)
    }

    var text: String {
        switch self {
        case .tcp(let host, let port): "tcp://\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }

    /// - Returns: the descriptor of a connected socket.
    func connect() throws(Failure) -> Int32 {
        let descriptor: Int32
        switch self {
        case .tcp(let host, let port): descriptor = Self.connect(host: host, port: port)
        case .unix(let path): descriptor = Self.connect(path: path)
        }
        guard descriptor >= 0 else { throw Failure(text: "nobody answers at \(text)") }
        return descriptor
    }

    private static var stream: Int32 {
        #if canImport(Darwin)
            SOCK_STREAM
        #else
            Int32(SOCK_STREAM.rawValue)
        #endif
    }

    private static func connect(host: String, port: UInt16) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = stream
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return -1 }
        defer { freeaddrinfo(list) }
        var next = list
        while let entry = next {
            let info = entry.pointee
            let descriptor = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
            if descriptor >= 0 {
                if systemConnect(descriptor, info.ai_addr, info.ai_addrlen) == 0 {
                    return descriptor
                }
                close(descriptor)
            }
            next = info.ai_next
        }
        return -1
    }

    private static func connect(path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, stream, 0)
        guard descriptor >= 0 else { return -1 }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                systemConnect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if status == 0 { return descriptor }
        close(descriptor)
        return -1
    }
}

/// `connect(2)`; inside the enumeration the name means its own methods.
private func systemConnect(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t
) -> Int32 {
    connect(descriptor, address, length)
}
