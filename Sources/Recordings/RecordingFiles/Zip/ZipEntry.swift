/// A file in a zip archive, as the directory of the archive describes it.
package struct ZipEntry: Sendable, Hashable {
    /// Name with its folders. It is a label to show and to compare, and never a path of this machine: control
    /// characters and bytes that are no UTF-8 are U+FFFD.
    package let name: String
    /// The method by which the data are packed: 0 stored, 8 deflate.
    package let method: UInt16
    package let isEncrypted: Bool
    /// Checksum of the unpacked data.
    package let crc32: UInt32
    /// Number of bytes in the archive.
    package let packedCount: Int
    /// Number of bytes when unpacked, as the directory declares it.
    package let byteCount: Int
    /// Offset in the archive of the header before the data.
    let headerOffset: Int

    /// True if the entry is a folder, which has no data.
    package var isFolder: Bool { name.hasSuffix("/") }

    /// True if the data can be unpacked: stored or deflated, and not encrypted.
    package var isReadable: Bool {
        !isEncrypted && (method == Self.storedMethod || method == Self.deflateMethod)
    }

    static let storedMethod: UInt16 = 0
    static let deflateMethod: UInt16 = 8
}

/// The limits of the data that may be unpacked from an archive.
package struct ZipLimits: Sendable {
    /// Most bytes that one entry may unpack to; 16 GiB.
    package var byteCount = 16 << 30
    /// Most unpacked bytes for each packed one, counted from ``ratioExemptByteCount`` unpacked bytes on.
    package var maxUnpackingRatio = 200
    /// Unpacked bytes whose ratio is not looked at; 64 MiB.
    package var ratioExemptByteCount = 64 << 20

    package init() {}
}
