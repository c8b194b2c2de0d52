/// Packs bytes as a gzip file as they come; the same bytes give the same file.
///
/// - SeeAlso: RFC 1952.
package final class GzipPacker {
    private let deflater = Deflater()
    private var byteCount: UInt32 = 0
    private var hasBegun = false

    /// Magic, deflate, no flags, no time, no extra flags, unknown system.
    private static let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]

    package init() {}

    /// - Returns: what is packed so far and was not returned before.
    package func pack(_ bytes: [UInt8]) -> [UInt8] {
        byteCount &+= UInt32(truncatingIfNeeded: bytes.count)
        defer { hasBegun = true }
        return (hasBegun ? [] : Self.header) + deflater.pack(bytes)
    }

    /// Ends the file.
    ///
    /// - Returns: the rest of its bytes.
    package func finish() -> [UInt8] {
        var end = (hasBegun ? [] : Self.header) + deflater.finish()
        for word in [deflater.checksum, byteCount] {
            end += (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
        }
        return end
    }
}
