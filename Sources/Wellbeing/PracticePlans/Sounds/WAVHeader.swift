/// Header of a WAV file: what it says before its samples, and where they are.
///
/// It is read through a closure, so that a long file needs no space in memory. Unknown chunks
/// are passed over by their lengths. Nothing is said about which formats are wanted.
package struct WAVHeader: Sendable, Equatable {
    /// The samples' coding; `other` is the number that the file gives.
    package enum SampleCoding: Sendable, Equatable {
        case pcm
        case float
        case other(Int)
    }

    package let coding: SampleCoding
    package let channelCount: Int
    package let sampleRateHz: Int
    /// Bytes of one sample of all channels.
    package let frameByteCount: Int
    /// Bits of one sample as it is stored.
    package let bitCount: Int
    /// The range of the samples in the file.
    package let dataByteRange: Range<Int>

    /// More chunks than that before the samples are taken for damage.
    package static let maxChunkCount = 1_000

    /// Lengths from here on are those of programs that write to a pipe and cannot know the length
    /// (espeak-ng and SoX write 7FFFF000, FFmpeg FFFFFFFF): the samples go to the end of the file.
    private static let minUnknownLength = 0x7FFF_F000
    /// The tail of the identifier by which the extensible form names a coding.
    private static let extensibleTail: [UInt8] = [
        0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
    ]

    /// - Parameter fileByteCount: length of the file.
    /// - Parameter read: gives the bytes of a range within the file.
    package init(
        fileByteCount: Int, read: (Range<Int>) -> [UInt8]
    ) throws(WAVError) {
        guard fileByteCount >= 12 else { throw .notWAV }
        let head = read(0..<12)
        guard head.count == 12, head.starts(with: Array("RIFF".utf8)),
            head[8...].elementsEqual("WAVE".utf8)
        else { throw .notWAV }
        var format: [UInt8]?
        var offset = 12
        for _ in 0..<Self.maxChunkCount {
            guard fileByteCount - offset >= 8 else {
                throw format == nil ? .noFormat : .noSamples
            }
            let chunk = read(offset..<offset + 8)
            guard chunk.count == 8 else { throw .truncatedChunk(chunkAtByte: offset) }
            let name = chunk.prefix(4)
            let length = chunk.number(at: 4, byteCount: 4)
            let start = offset + 8
            let isSampleChunk = name.elementsEqual("data".utf8)
            let end: Int
            if length <= fileByteCount - start {
                end = start + length
            } else if isSampleChunk && length >= Self.minUnknownLength {
                end = fileByteCount
            } else {
                throw .truncatedChunk(chunkAtByte: offset)
            }
            if isSampleChunk {
                guard let format else { throw .noFormat }
                try self.init(format: format, dataByteRange: start..<end)
                return
            }
            if name.elementsEqual("fmt ".utf8) { format = read(start..<min(end, start + 40)) }
            // Chunks begin at even offsets.
            offset = end + length % 2
        }
        throw .tooManyChunks
    }

    /// The chunk `fmt `: 16 bytes, and of the extensible form 24 more.
    private init(format: [UInt8], dataByteRange: Range<Int>) throws(WAVError) {
        guard format.count >= 16 else { throw .noFormat }
        var number = format.number(at: 0, byteCount: 2)
        if number == 0xFFFE {
            guard format.count >= 40 else { throw .noFormat }
            guard format[26..<40].elementsEqual(Self.extensibleTail) else { throw .coding(number) }
            number = format.number(at: 24, byteCount: 2)
        }
        coding = number == 1 ? .pcm : number == 3 ? .float : .other(number)
        channelCount = format.number(at: 2, byteCount: 2)
        sampleRateHz = format.number(at: 4, byteCount: 4)
        frameByteCount = format.number(at: 12, byteCount: 2)
        bitCount = format.number(at: 14, byteCount: 2)
        self.dataByteRange = dataByteRange
    }
}

extension [UInt8] {
    /// An unsigned number, least byte first; at most 7 bytes.
    fileprivate func number(at index: Int, byteCount: Int) -> Int {
        self[index..<index + byteCount].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
