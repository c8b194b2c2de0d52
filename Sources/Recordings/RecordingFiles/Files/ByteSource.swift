package import PhysioTypes

/// The bytes of an input in their order, from a file, a pipe, or what unpacks one.
///
/// Holds what was looked at and not yet taken, so a format can be determined by the beginning and then
/// be read from it. Memory: the largest segment asked for, and one block.
package struct ByteSource {
    /// The number of all bytes; nil where it is not known, as of a pipe.
    package let byteCount: Int?
    /// The same bytes again from their beginning; nil where they come only once, as from a pipe.
    package let reopen: (() throws(RecordingError) -> ByteSource)?
    /// Notices about the bytes themselves for the person; complete after the last of them.
    package let notices: () -> [Notice]
    /// True if the bytes are text without a byte order mark, one byte a character.
    var isSingleByteText = false
    private let pull: () throws(RecordingError) -> [UInt8]
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    /// A source that pulls its bytes as they are asked for.
    ///
    /// - Parameter pull: the next bytes, some thousand at a time; empty at the end, and not called
    ///   again then.
    package init(
        byteCount: Int? = nil, reopen: (() throws(RecordingError) -> ByteSource)? = nil,
        notices: @escaping () -> [Notice] = { [] },
        pull: @escaping () throws(RecordingError) -> [UInt8]
    ) {
        self.byteCount = byteCount
        self.reopen = reopen
        self.notices = notices
        self.pull = pull
    }

    /// A source of bytes in memory.
    ///
    /// - Parameter notices: what the person should know of them.
    package init(_ bytes: [UInt8], notices known: [Notice] = []) {
        byteCount = bytes.count
        reopen = { () throws(RecordingError) -> ByteSource in ByteSource(bytes, notices: known) }
        notices = { known }
        buffer = bytes
        isAtEnd = true
        pull = { () throws(RecordingError) -> [UInt8] in [] }
    }

    /// The next `count` bytes, which stay; fewer only where the input ends before.
    package mutating func peek(_ count: Int) throws(RecordingError) -> ArraySlice<UInt8> {
        if !isAtEnd, buffer.count - position < count {
            buffer.removeFirst(position)
            position = 0
            while !isAtEnd, buffer.count < count {
                let next = try pull()
                isAtEnd = next.isEmpty
                buffer += next
            }
        }
        return buffer[position..<min(buffer.count, position + count)]
    }

    /// The next `count` bytes; fewer only where the input ends before; none at the end.
    package mutating func read(_ count: Int) throws(RecordingError) -> ArraySlice<UInt8> {
        let bytes = try peek(count)
        position = bytes.endIndex
        return bytes
    }

    /// Bytes as they come, at least one; none at the end.
    package mutating func readBlock() throws(RecordingError) -> ArraySlice<UInt8> {
        if try peek(1).isEmpty { return [] }
        return try read(min(buffer.count - position, RecordingFile.blockSize))
    }

    /// Passes over bytes; fewer only where the input ends before.
    ///
    /// - Returns: how many were passed over.
    @discardableResult
    package mutating func skip(_ count: Int) throws(RecordingError) -> Int {
        var remaining = count
        while remaining > 0 {
            let skippedCount = try read(min(remaining, RecordingFile.blockSize)).count
            if skippedCount == 0 { break }
            remaining -= skippedCount
        }
        return count - remaining
    }
}
