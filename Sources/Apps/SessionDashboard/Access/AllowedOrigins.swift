import FlyingFox

/// The addresses under which the page is reached, and no others: what another page, or another name for
/// this machine, asks for is turned away.
struct AllowedOrigins: Sendable, Equatable {
    /// Such as `http://127.0.0.1:8017`.
    let origins: [String]

    /// - Parameter origins: scheme, host and port, as a browser writes them.
    init(_ origins: [String]) { self.origins = origins.map { $0.lowercased() } }

    /// Returns true if a request is for one of these addresses, and comes from a page of it or from
    /// no page.
    func admits(_ headers: HTTPHeaders) -> Bool {
        guard let host = headers[.host]?.lowercased() else { return false }
        let matchingOrigins = origins.filter { Self.host(of: $0) == host }
        guard !matchingOrigins.isEmpty else { return false }
        // Programs have none, and neither have links that a person follows.
        guard let origin = headers[HTTPHeader("Origin")] else { return true }
        return matchingOrigins.contains(origin.lowercased())
    }

    /// Returns true if a request came by an address that is encrypted.
    func isEncrypted(_ headers: HTTPHeaders) -> Bool {
        let host = headers[.host]?.lowercased()
        return origins.contains { $0.hasPrefix("https://") && Self.host(of: $0) == host }
    }

    /// True where no one between the browser and this machine can read along: the address is encrypted, or of this
    /// machine itself.
    func isPrivate(_ headers: HTTPHeaders) -> Bool {
        let name = headers[.host]?.lowercased().split(separator: ":").first
        return isEncrypted(headers) || name == "127.0.0.1" || name == "localhost"
    }

    private static func host(of origin: String) -> String {
        guard let schemeSeparator = origin.range(of: "://") else { return origin }
        return String(origin[schemeSeparator.upperBound...])
    }
}
