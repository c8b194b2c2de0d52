#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The addresses that may be asked: of one host, and encrypted unless the host is this machine.
package struct WebAddress: Sendable, Equatable {
    /// Ends without a slash.
    let baseAddress: String
    private let scheme: String
    private let host: String
    private let port: Int?

    /// The publisher's own address.
    static let publisher = WebAddress(
        baseAddress: "https://\(PublishedDataset.host)/files", scheme: "https",
        host: PublishedDataset.host, port: nil)

    private init(baseAddress: String, scheme: String, host: String, port: Int?) {
        (self.baseAddress, self.scheme, self.host, self.port) = (baseAddress, scheme, host, port)
    }

    /// A mirror's address, below which sets lie as they do at the publisher.
    ///
    /// - Throws: `usage` for what is no address, and for http to another machine.
    init(mirror text: String) throws(DatasetFailure) {
        var baseAddress = text
        while baseAddress.hasSuffix("/") { baseAddress.removeLast() }
        guard let parts = URLComponents(string: baseAddress),
            let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host?.lowercased(), !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
        else {
            throw DatasetFailure(
                .usage, "--mirror \(text) is no address: name a folder, or https://HOST/PATH")
        }
        guard scheme == "https" || Self.isThisMachine(host) else {
            throw DatasetFailure(
                .usage,
                "--mirror \(text): what comes by http can be changed on its way: use https, or a folder"
            )
        }
        self.init(baseAddress: baseAddress, scheme: scheme, host: host, port: parts.port)
    }

    private static func isThisMachine(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }

    /// Returns true if a redirect may lead to the address.
    func allowsRedirect(_ url: URL) -> Bool {
        url.scheme?.lowercased() == scheme && url.host?.lowercased() == host && url.port == port
            && url.user == nil
    }

    /// The address of a file.
    ///
    /// - Parameter name: as the sums have it.
    func url(_ name: String, of set: PublishedDataset) -> URL? {
        let path = "\(set.folder)/\(name)".utf8.map { byte in
            Self.unescapedBytes.contains(byte)
                ? String(Unicode.Scalar(byte)) : "%" + Self.hexDigits(byte)
        }.joined()
        return URL(string: "\(baseAddress)/\(path)")
    }

    /// Bytes that stand for themselves in the path of an address, after RFC 3986.
    private static let unescapedBytes = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,=:@/".utf8)

    private static func hexDigits(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return text.utf8.count == 1 ? "0" + text : text
    }

    /// The host, and the port where it is not the usual one.
    var name: String { port.map { "\(host):\($0)" } ?? host }
}
