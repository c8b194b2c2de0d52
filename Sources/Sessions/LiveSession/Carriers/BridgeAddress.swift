import Foundation

/// The address at which bridges and the toolkit meet: `tcp://HOST:PORT` or `unix:PATH`.
///
/// WebSockets are met by another module, at a port of this machine: see ``webSocketPort(_:)``.
package enum BridgeAddress: Sendable, Equatable {
    /// Port 0 is whichever is free, for one who listens.
    case tcp(host: String, port: UInt16)
    case unix(path: String)

    /// The reason why there is no connection.
    package struct Failure: Error {
        package let text: String
    }

    package init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            guard SocketAddress(path: path) != nil else { return nil }
            self = .unix(path: path)
            return
        }
        guard text.hasPrefix("tcp://"), let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        let start = text.index(text.startIndex, offsetBy: 6)
        guard start < colon else { return nil }
        var host = text[start..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { return nil }
        self = .tcp(host: String(host), port: port)
    }

    /// The port of `ws://127.0.0.1:PORT` or `ws://localhost:PORT`, with or without `/bridge`; 0 is whichever
    /// is free.
    ///
    /// - Returns: nil for anything else.
    package static func webSocketPort(_ text: String) -> UInt16? {
        guard let host = ["ws://127.0.0.1:", "ws://localhost:"].first(where: text.hasPrefix)
        else { return nil }
        let portText = text.dropFirst(host.count)
        return UInt16(portText.hasSuffix("/bridge") ? portText.dropLast("/bridge".count) : portText)
    }

    package var text: String {
        switch self {
        case .tcp(let host, let port):
            "tcp://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }

    /// Every address of the system's that it stands for; none where the host is unknown.
    var socketAddresses: [SocketAddress] {
        switch self {
        case .tcp(let host, let port): SocketAddress.resolve(host: host, port: port)
        case .unix(let path): SocketAddress(path: path).map { [$0] } ?? []
        }
    }

    /// - Returns: the descriptor of a connected socket.
    package func connect() throws(Failure) -> Int32 {
        for address in socketAddresses {
            let descriptor = address.connectedSocket()
            if descriptor >= 0 { return descriptor }
        }
        throw Failure(text: "nobody answers at \(text)")
    }
}
