/// Addresses of files: `file:` URLs and the paths behind them.
enum FileAddress {
    private static let unescapedBytes = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)

    /// The URL of an absolute path, as RFC 8089 has it; nil for a path that is not absolute or has a 0.
    static func url(ofPath path: String) -> String? {
        guard path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
        var url = "file://"
        for byte in path.utf8 {
            if unescapedBytes.contains(byte) {
                url.append(Character(Unicode.Scalar(byte)))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                url += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return url
    }

    /// The path of a `file:` URL of this machine; nil for any other URL, and for bytes that are no UTF-8.
    static func path(of url: String) -> String? {
        guard url.hasPrefix("file:") else { return nil }
        var rest = Substring(url.dropFirst("file:".count))
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            if rest.hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
        }
        guard rest.hasPrefix("/"), let bytes = decoded(Array(rest.utf8)), !bytes.contains(0)
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns true if two addresses are of one song: file URLs may be escaped differently.
    static func isSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        let paths = [one, other].map { $0.hasPrefix("/") ? $0 : path(of: $0) }
        guard let first = paths[0], let second = paths[1] else { return false }
        return first == second
    }

    private static func decoded(_ escaped: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        var index = 0
        while index < escaped.count {
            if escaped[index] != UInt8(ascii: "%") {
                bytes.append(escaped[index])
                index += 1
                continue
            }
            guard index + 2 < escaped.count,
                let byte = UInt8(
                    String(decoding: escaped[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(byte)
            index += 3
        }
        return bytes
    }
}
