import FlyingFox
import Foundation

/// The cookie that holds a browser's key.
struct KeyCookie: Sendable {
    /// Differs from port to port: a browser shows a machine's cookies to all of its ports.
    let name: @Sendable () -> String

    /// The lifetime of the cookie: as long as a key that is not used.
    private static let maxAgeSeconds = Int(AccessKeys.deviceExpiryDays * 86_400)

    /// The cookie that a browser is asked to keep.
    ///
    /// - Parameter isEncrypted: whether the address is; the key then goes to no other.
    func text(key: String, isEncrypted: Bool) -> String {
        "\(name())=\(key); HttpOnly; SameSite=Strict; Path=/; Max-Age=\(Self.maxAgeSeconds)"
            + (isEncrypted ? "; Secure" : "")
    }

    /// The keys that a request shows; a browser may show several.
    func keys(_ headers: HTTPHeaders) -> [String] {
        let name = name()
        return (headers[.cookie] ?? "").split(separator: ";").compactMap { part in
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmingCharacters(in: .whitespaces) == name else {
                return nil
            }
            return pair[1].trimmingCharacters(in: .whitespaces)
        }
    }
}
