/// A zip archive: its directory, and the data of its entries as they are asked for.
///
/// Entries are stored or deflated; zip64 is read. Names of entries are never used as paths, and an archive within the
/// archive is an entry like any other. Memory: the directory, and a block for each entry that is being read.
///
/// - SeeAlso: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 and 4.4.
package struct ZipArchive {
    /// First bytes of an archive with at least one entry.
    static let magic = "PK\u{3}\u{4}"

    /// The entries, in the order of the directory.
    package let entries: [ZipEntry]
    private let bytes: RandomAccessBytes
    private let limits: ZipLimits

    /// Reads the directory of an archive.
    ///
    /// - Throws: `badArchive` with `damaged` where there is no directory, or a damaged one; with `limit` where it is
    ///   larger than 16 MiB; what reading the bytes throws.
    package init(
        _ bytes: RandomAccessBytes, limits: ZipLimits = ZipLimits()
    ) throws(RecordingError) {
        self.bytes = bytes
        self.limits = limits
        entries = try ZipDirectory.entries(of: bytes)
    }

    /// Returns true if bytes begin as an archive does, an empty one included.
    package static func isArchive(_ start: ArraySlice<UInt8>) -> Bool {
        start.hasPrefix(text: magic) || start.hasPrefix(text: "PK\u{5}\u{6}")
    }

    /// The unpacked data of an entry.
    ///
    /// Data that are damaged, end early, or do not have the declared checksum are handed over as far as they go; the
    /// source then has a notice with the code `cut`.
    ///
    /// - Throws: `badArchive`: `method` for an encrypted entry or another method, `damaged` where the data are not
    ///   where the directory says, `limit` where more is declared than the limits allow. The source throws `limit`
    ///   where more comes than is declared or allowed.
    package func source(of entry: ZipEntry) throws(RecordingError) -> ByteSource {
        let reader = try ZipEntryReader(entry, in: bytes, limits: limits)
        return ByteSource(
            byteCount: entry.byteCount,
            reopen: { () throws(RecordingError) in try source(of: entry) },
            notices: { reader.notices }
        ) { () throws(RecordingError) -> [UInt8] in try reader.next() }
    }
}
