/// Writes a zip as its contents come, without going back.
///
/// The sizes and checksums of an entry stand behind its data. Memory: one block, and a few bytes of
/// each entry. All dates are 1980-01-01, so that equal contents give equal bytes.
///
/// ```swift
/// var writer = ZipWriter { bytes in file += bytes }
/// writer.begin("a.txt")
/// writer.add(Array("text".utf8))
/// writer.finish()
/// ```
///
/// - SeeAlso: PKWARE, .ZIP File Format Specification 6.3.10.
package struct ZipWriter<Failure: Error>: ~Copyable {
    /// An entry, as the directory at the end has it.
    private struct Entry {
        var name: [UInt8]
        var offset: UInt64
        var isPacked: Bool
        var mayBeLarge: Bool
        var checksum: UInt32 = 0
        var packedCount: UInt64 = 0
        var byteCount: UInt64 = 0
    }

    private let emit: ([UInt8]) throws(Failure) -> Void
    private var offset: UInt64 = 0
    private var entries: [Entry] = []
    private var deflater: Deflater?
    private var isOpen = false

    /// - Parameter emit: receives the bytes of the zip in order.
    package init(to emit: @escaping ([UInt8]) throws(Failure) -> Void) { self.emit = emit }

    /// Begins an entry; the one before ends.
    ///
    /// - Parameters:
    ///   - name: as it stands in the zip, folders before it, with `/` between.
    ///   - isPacked: whether its bytes are deflated.
    ///   - mayBeLarge: whether it may grow to 4 GiB or more. Its sizes then take 8 bytes each.
    package mutating func begin(
        _ name: String, isPacked: Bool = true, mayBeLarge: Bool = false
    ) throws(Failure) {
        try endEntry()
        let entry = Entry(
            name: Array(name.utf8), offset: offset, isPacked: isPacked, mayBeLarge: mayBeLarge)
        entries.append(entry)
        deflater = Deflater()
        isOpen = true
        var header = ZipFields()
        header.add(0x0403_4B50, 4)
        Self.addCommonFields(entry, to: &header)
        // Checksum and sizes stand behind the data.
        header.add(0, 4)
        header.add(mayBeLarge ? Self.maxField32 : 0, 4)
        header.add(mayBeLarge ? Self.maxField32 : 0, 4)
        header.add(UInt64(entry.name.count), 2)
        header.add(mayBeLarge ? 20 : 0, 2)
        header.bytes += entry.name
        if mayBeLarge {
            header.add(1, 2)
            header.add(16, 2)
            header.add(0, 8)
            header.add(0, 8)
        }
        try write(header.bytes)
    }

    /// Adds bytes to the entry that was begun last.
    ///
    /// - Precondition: an entry was begun, and it stays below 4 GiB unless it may be large.
    package mutating func add(_ bytes: [UInt8]) throws(Failure) {
        guard let deflater, isOpen, let last = entries.indices.last else {
            preconditionFailure("bytes of a zip belong to an entry")
        }
        let packed = deflater.pack(bytes)
        entries[last].byteCount += UInt64(bytes.count)
        precondition(
            entries[last].mayBeLarge || entries[last].byteCount < Self.maxField32,
            "an entry of 4 GiB is begun as large")
        try writeData(entries[last].isPacked ? packed : bytes)
    }

    /// Ends the last entry and writes the directory.
    package mutating func finish() throws(Failure) {
        try endEntry()
        let start = offset
        for entry in entries { try write(Self.directoryEntry(entry)) }
        try write(Self.directoryEnd(count: entries.count, start: start, size: offset - start))
    }

    // MARK: Parts

    private static var maxField32: UInt64 { 0xFFFF_FFFF }

    private mutating func write(_ bytes: [UInt8]) throws(Failure) {
        offset += UInt64(bytes.count)
        guard !bytes.isEmpty else { return }
        try emit(bytes)
    }

    private mutating func writeData(_ bytes: [UInt8]) throws(Failure) {
        entries[entries.count - 1].packedCount += UInt64(bytes.count)
        try write(bytes)
    }

    /// Ends the open entry with what is known of it now.
    private mutating func endEntry() throws(Failure) {
        guard isOpen, let deflater, let last = entries.indices.last else { return }
        let packedRest = deflater.finish()
        if entries[last].isPacked { try writeData(packedRest) }
        entries[last].checksum = deflater.checksum
        isOpen = false
        self.deflater = nil
        let entry = entries[last]
        var descriptor = ZipFields()
        descriptor.add(0x0807_4B50, 4)
        descriptor.add(UInt64(entry.checksum), 4)
        descriptor.add(entry.packedCount, entry.mayBeLarge ? 8 : 4)
        descriptor.add(entry.byteCount, entry.mayBeLarge ? 8 : 4)
        try write(descriptor.bytes)
    }

    /// The fields that an entry and its record in the directory have in common, up to the date.
    private static func addCommonFields(_ entry: Entry, to header: inout ZipFields) {
        // Version 4.5 knows sizes of 8 bytes, 2.0 knows deflate.
        header.add(entry.mayBeLarge ? 45 : 20, 2)
        // Bit 3: sizes behind the data. Bit 11: the name is UTF-8.
        header.add(0x0808, 2)
        header.add(entry.isPacked ? 8 : 0, 2)
        header.add(0, 2)
        header.add(0x0021, 2)
    }

    private static func directoryEntry(_ entry: Entry) -> [UInt8] {
        var extraField = ZipFields()
        for value in [entry.byteCount, entry.packedCount, entry.offset] where value >= maxField32 {
            extraField.add(value, 8)
        }
        var header = ZipFields()
        header.add(0x0201_4B50, 4)
        header.add(extraField.bytes.isEmpty ? 20 : 45, 2)
        addCommonFields(entry, to: &header)
        header.add(UInt64(entry.checksum), 4)
        header.add(min(entry.packedCount, maxField32), 4)
        header.add(min(entry.byteCount, maxField32), 4)
        header.add(UInt64(entry.name.count), 2)
        header.add(extraField.bytes.isEmpty ? 0 : UInt64(extraField.bytes.count + 4), 2)
        // No comment, first disk, no attributes.
        for width in [2, 2, 2, 4] { header.add(0, width) }
        header.add(min(entry.offset, maxField32), 4)
        header.bytes += entry.name
        if !extraField.bytes.isEmpty {
            header.add(1, 2)
            header.add(UInt64(extraField.bytes.count), 2)
            header.bytes += extraField.bytes
        }
        return header.bytes
    }

    private static func directoryEnd(count: Int, start: UInt64, size: UInt64) -> [UInt8] {
        var end = ZipFields()
        if start >= maxField32 || size >= maxField32 || count >= 0xFFFF {
            end.add(0x0606_4B50, 4)
            end.add(44, 8)
            end.add(45, 2)
            end.add(45, 2)
            end.add(0, 4)
            end.add(0, 4)
            for value in [UInt64(count), UInt64(count), size, start] { end.add(value, 8) }
            end.add(0x0706_4B50, 4)
            end.add(0, 4)
            end.add(start + size, 8)
            end.add(1, 4)
        }
        end.add(0x0605_4B50, 4)
        end.add(0, 2)
        end.add(0, 2)
        end.add(min(UInt64(count), 0xFFFF), 2)
        end.add(min(UInt64(count), 0xFFFF), 2)
        end.add(min(size, maxField32), 4)
        end.add(min(start, maxField32), 4)
        end.add(0, 2)
        return end.bytes
    }
}

/// Numbers of a zip, the low byte first.
private struct ZipFields {
    var bytes: [UInt8] = []

    mutating func add(_ value: UInt64, _ width: Int) {
        for index in 0..<width { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
}
