/// Takes the bytes of FIT files as they come, and hands over their messages.
///
/// Several files may follow one another. Fields of developers are passed over by their size, and so
/// is every message that no caller asks for. Damage ends a file where it is, never the program: the
/// messages before it are handed over, and the files after it are found by the length that the
/// damaged one states. Memory: one block and the longest message, which is 130 kB.
///
/// - SeeAlso: the FIT protocol, versions 1 and 2.
package struct FITDecoder {
    /// The parts that are found, in the order of the input.
    package enum Event {
        case fileBegins
        case message(FITMessage)
        case error(FITError)
    }

    private enum Stage { case header, records, skipping, checksum, ended }

    /// Longest input; no watch writes an activity of this length.
    static let inputByteLimit = 1 << 28
    /// Most files of a chain.
    static let fileCountLimit = 1000
    /// Bytes of a header that say what it is.
    static let minHeaderSize = 12
    static let signature = ".FIT"

    private var buffer: [UInt8] = []
    private var position = 0
    private var stage = Stage.header
    private var checksum = FITChecksum()
    private var definitions = [FITDefinition?](repeating: nil, count: 16)
    /// Bytes that the file's data have left.
    private var bytesLeft = 0
    /// True if the header states no size, as in a recording that was never closed.
    private var isSizeUnknown = false
    private var lastTimestamp: UInt32?
    /// Bytes of the input before the buffer.
    private var consumedCount = 0
    /// Files that have begun.
    package private(set) var fileCount = 0

    package init() {}

    private var offset: Int { consumedCount + position }
    private var availableBytes: ArraySlice<UInt8> { buffer[position...] }

    // MARK: Pushing

    /// Takes the next bytes.
    ///
    /// - Throws: `unknownFormat` where the input does not begin as a FIT file, or is longer than any.
    package mutating func push(
        _ block: ArraySlice<UInt8>, _ handle: (Event) -> Void
    ) throws(RecordingError) {
        guard offset + buffer.count - position + block.count <= Self.inputByteLimit else {
            throw .unknownFormat("this is longer than any FIT file", line: nil)
        }
        if stage == .ended { return }
        buffer.removeFirst(position)
        consumedCount += position
        position = 0
        buffer += block
        while try step(handle) {}
    }

    /// Takes note of the end of the input.
    ///
    /// - Throws: `empty` for an input without a byte, `unknownFormat` where it is shorter than the
    ///   header of a file.
    package mutating func finish(_ handle: (Event) -> Void) throws(RecordingError) {
        let isEmpty = availableBytes.isEmpty
        switch stage {
        case .header where fileCount == 0:
            if isEmpty, offset == 0 { throw .empty("the input is empty") }
            throw .unknownFormat("this is no FIT file", line: nil)
        case .header where !isEmpty:
            handle(.error(FITError(kind: .trailingBytes, offset: offset)))
        case .records, .skipping, .checksum:
            handle(.error(FITError(kind: .truncated, offset: offset + availableBytes.count)))
        case .header, .ended: break
        }
        stage = .ended
    }

    /// Goes one element further.
    ///
    /// - Returns: false where more bytes are needed.
    private mutating func step(_ handle: (Event) -> Void) throws(RecordingError) -> Bool {
        switch stage {
        case .header: return try header(handle)
        case .records where bytesLeft == 0 && isSizeUnknown:
            guard let next = availableBytes.first else { return false }
            isSizeUnknown = false
            // Data begin with a definition; an empty file has its check here.
            if FITRecordHeader(next).isDefinition { bytesLeft = Self.inputByteLimit }
            return true
        case .records where bytesLeft == 0, .skipping where bytesLeft == 0:
            stage = .checksum
            return true
        case .records: return record(handle)
        case .skipping:
            let count = min(bytesLeft, availableBytes.count)
            consume(count)
            bytesLeft -= count
            return count > 0
        case .checksum:
            guard availableBytes.count >= 2 else { return false }
            let start = offset
            consume(2)
            if checksum.value != 0 { handle(.error(FITError(kind: .checksum, offset: start))) }
            stage = .header
            return true
        case .ended: return false
        }
    }

    /// Goes on by bytes that belong to the file.
    private mutating func consume(_ count: Int) {
        checksum.update(availableBytes.prefix(count))
        position += count
    }

    // MARK: Elements

    private mutating func header(_ handle: (Event) -> Void) throws(RecordingError) -> Bool {
        let bytes = availableBytes
        guard bytes.count >= Self.minHeaderSize else { return false }
        guard let header = FITHeader(bytes), fileCount < Self.fileCountLimit else {
            guard fileCount > 0 else { throw .unknownFormat("this is no FIT file", line: nil) }
            handle(.error(FITError(kind: .trailingBytes, offset: offset)))
            stage = .ended
            return false
        }
        guard bytes.count >= header.size else { return false }
        fileCount += 1
        handle(.fileBegins)
        if !header.hasValidChecksum(bytes) {
            handle(.error(FITError(kind: .checksum, offset: offset + Self.minHeaderSize)))
        }
        checksum = FITChecksum()
        definitions = [FITDefinition?](repeating: nil, count: definitions.count)
        lastTimestamp = nil
        bytesLeft = header.dataSize
        isSizeUnknown = header.dataSize == 0
        consume(header.size)
        stage = .records
        return true
    }

    private mutating func record(_ handle: (Event) -> Void) -> Bool {
        guard let headerByte = availableBytes.first else { return false }
        let record = FITRecordHeader(headerByte)
        let size: Int?
        if record.isDefinition {
            size = FITDefinition.size(of: availableBytes.prefix(bytesLeft))
        } else if let definition = definitions[record.localType] {
            size = 1 + definition.dataSize
        } else {
            return stop(.missingDefinition, handle)
        }
        // What is not known within the file's data is longer than they are.
        let exceedsData = size.map { $0 > bytesLeft } ?? (availableBytes.count >= bytesLeft)
        if exceedsData { return stop(.overrun, handle) }
        guard let size, availableBytes.count >= size else { return false }
        let bytes = availableBytes.prefix(size)
        if record.isDefinition {
            let definition = FITDefinition(bytes)
            definitions[record.localType] = definition
            if definition.invalidFieldCount > 0 {
                handle(.error(FITError(kind: .field, offset: offset)))
            }
        } else if let definition = definitions[record.localType] {
            handle(.message(message(definition, bytes.dropFirst(), record.timeOffset)))
        }
        consume(size)
        bytesLeft -= size
        return true
    }

    /// Leaves out the rest of a file's data.
    private mutating func stop(_ kind: FITError.Kind, _ handle: (Event) -> Void) -> Bool {
        handle(.error(FITError(kind: kind, offset: offset)))
        stage = .skipping
        return true
    }

    private mutating func message(
        _ definition: FITDefinition, _ bytes: ArraySlice<UInt8>, _ timeOffset: UInt32?
    ) -> FITMessage {
        let untimedMessage = FITMessage(
            number: definition.number, timestamp: nil, definition: definition, bytes: bytes)
        var timestamp = untimedMessage.number(FITMessage.timestampField).flatMap {
            UInt32(exactly: $0)
        }
        if timestamp == nil, let timeOffset, let last = lastTimestamp {
            timestamp = FITRecordHeader.time(offset: timeOffset, after: last)
        }
        if let timestamp { lastTimestamp = timestamp }
        return FITMessage(
            number: definition.number, timestamp: timestamp, definition: definition, bytes: bytes)
    }
}
