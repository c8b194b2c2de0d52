/// A word that must appear in no text.
package struct MPDPassword: Sendable, Equatable, CustomStringConvertible,
    CustomDebugStringConvertible, CustomReflectable
{
    let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { "(password)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The address at which MPD listens.
package struct MPDAddress: Sendable, Equatable {
    package enum Endpoint: Sendable, Equatable {
        /// Absolute path of a socket.
        case socket(path: String)
        case host(String, port: UInt16)
    }

    package var endpoint: Endpoint
    /// The password, which comes from the environment alone, and is neither stored nor logged.
    package var password: MPDPassword?

    package static let defaultPort: UInt16 = 6_600

    package init(_ endpoint: Endpoint, password: MPDPassword? = nil) {
        self.endpoint = endpoint
        self.password = password
    }

    /// Reads the address from `MPD_HOST` and `MPD_PORT`, as other clients of MPD do: a host, a
    /// path, or either behind `PASSWORD@`; without them a socket of the account or the system where
    /// there is one, else this machine's port 6600.
    ///
    /// - Parameter exists: whether something lies at a path.
    /// - Returns: nil where the variables name no address: an abstract socket, a path that is too long, a wrong port.
    package init?(_ environment: [String: String], exists: (String) -> Bool) {
        let port = environment["MPD_PORT"].flatMap { $0.isEmpty ? nil : $0 }
        guard let number = port.map(UInt16.init) ?? Self.defaultPort, number > 0 else { return nil }
        var host = environment["MPD_HOST"] ?? ""
        var password: MPDPassword?
        if let at = host.firstIndex(of: "@"), at > host.startIndex {
            password = MPDPassword(String(host[..<at]))
            host = String(host[host.index(after: at)...])
        }
        if host.hasPrefix("@") || host.contains("\0") { return nil }
        if host.hasPrefix("/") {
            guard host.utf8.count <= MPDSocket.maxPathByteCount else { return nil }
            self.init(.socket(path: host), password: password)
        } else if !host.isEmpty {
            self.init(.host(host, port: number), password: password)
        } else if port == nil, let path = Self.socketPaths(environment).first(where: exists) {
            self.init(.socket(path: path), password: password)
        } else {
            self.init(.host("localhost", port: number), password: password)
        }
    }

    private static func socketPaths(_ environment: [String: String]) -> [String] {
        let folder = environment["XDG_RUNTIME_DIR"].map { [$0 + "/mpd/socket"] } ?? []
        return folder + ["/run/mpd/socket"]
    }

    /// The address for a person and for the lock, without the password.
    package var text: String {
        switch endpoint {
        case .socket(let path): path
        case .host(let host, let port): "\(host):\(port)"
        }
    }

    /// True if MPD certainly runs on this machine.
    package var isSocket: Bool { if case .socket = endpoint { true } else { false } }
}
