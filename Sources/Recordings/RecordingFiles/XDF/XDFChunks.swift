import PhysioTypes

/// The chunks of an XDF file, one after the other.
///
/// - SeeAlso: "XDF specification" 1.0, sccn/xdf.
struct XDFChunks {
    /// Kinds of chunks that are read.
    enum Tag {
        static let streamHeader = 2
        static let samples = 3
        static let clockOffset = 4
    }

    struct Chunk {
        let tag: Int
        /// The number of the stream that the chunk belongs to; 0 where it belongs to none.
        let stream: UInt32
        let content: ArraySlice<UInt8>
    }

    static let magic = "XDF:"

    /// Indicates whether the file ended within a chunk or what follows the last one is none.
    private(set) var isDamaged = false
    private var source: ByteSource
    private var hasBegun = false

    init(_ source: ByteSource) { self.source = source }

    /// The next chunk; of one that the end of the file cuts, what there is; nil after the last.
    mutating func next() throws(RecordingError) -> Chunk? {
        if !hasBegun {
            try source.skip(Self.magic.utf8.count)
            hasBegun = true
        }
        guard !isDamaged, let width = try source.read(1).first else { return nil }
        guard [1, 4, 8].contains(width) else { return damaged() }
        let lengthBytes = try source.read(Int(width))
        guard lengthBytes.count == Int(width),
            let length = Self.count(lengthBytes), (2...DocumentBytes.sizeLimit).contains(length)
        else { return damaged() }
        let bytes = try source.read(length)
        isDamaged = bytes.count < length
        guard bytes.count >= 2 else { return nil }
        let tag = Int(bytes[bytes.startIndex]) | Int(bytes[bytes.startIndex + 1]) << 8
        guard (2...4).contains(tag) || tag == 6 else {
            return Chunk(tag: tag, stream: 0, content: bytes.dropFirst(2))
        }
        guard bytes.count >= 6, let stream = Self.count(bytes.dropFirst(2).prefix(4)) else {
            return damaged()
        }
        return Chunk(
            tag: tag, stream: UInt32(truncatingIfNeeded: stream), content: bytes.dropFirst(6))
    }

    private mutating func damaged() -> Chunk? {
        isDamaged = true
        return nil
    }

    /// A number of up to eight bytes, the lowest first; nil for one that no file can hold.
    static func count(_ bytes: ArraySlice<UInt8>) -> Int? {
        Int(exactly: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

/// The samples of a chunk, one after the other.
struct XDFSamples {
    /// A sample of every channel of a stream.
    struct Sample {
        /// s; NaN where the sample has no time of its own.
        let seconds: Double
        /// The values of all channels.
        let values: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>
    private let stream: XDFStream
    private var remainingCount: Int

    /// - Parameter content: of a chunk of samples.
    init(_ content: ArraySlice<UInt8>, of stream: XDFStream) {
        rest = content
        self.stream = stream
        remainingCount = 0
        remainingCount = Self.length(&rest) ?? 0
    }

    /// A number behind the count of its own bytes; nil where the bytes end before.
    private static func length(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        guard let width = bytes.first, [1, 4, 8].contains(width), bytes.count > Int(width) else {
            return nil
        }
        defer { bytes = bytes.dropFirst(1 + Int(width)) }
        return XDFChunks.count(bytes.dropFirst().prefix(Int(width)))
    }

    /// The next sample; nil after the last whole one.
    mutating func next() -> Sample? {
        guard remainingCount > 0, let stampByteCount = rest.first,
            stampByteCount == 0 || stampByteCount == 8,
            rest.count > Int(stampByteCount)
        else { return nil }
        remainingCount -= 1
        rest = rest.dropFirst()
        var seconds = Double.nan
        if stampByteCount == 8 {
            seconds = NumberType.float64.value(rest, at: rest.startIndex)
            rest = rest.dropFirst(8)
        }
        if let type = stream.type {
            let count = type.byteCount * stream.channels.count
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return Sample(seconds: seconds, values: rest.prefix(count))
        }
        let texts = rest
        for _ in stream.channels {
            guard let count = Self.length(&rest), rest.count >= count else { return nil }
            rest = rest.dropFirst(count)
        }
        return Sample(seconds: seconds, values: texts[..<rest.startIndex])
    }

    /// The texts of a sample of a stream of texts.
    static func texts(_ values: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var (rest, texts) = (values, [ArraySlice<UInt8>]())
        while let count = length(&rest), rest.count >= count {
            texts.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return texts
    }
}
