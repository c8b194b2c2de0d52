import CZlib

/// Packs bytes by deflate as they come, and keeps the checksum of what went in.
///
/// The output has no header of its own: a zip has the stream as it is.
///
/// - SeeAlso: RFC 1951.
final class Deflater {
    private let stream: UnsafeMutablePointer<z_stream>
    /// CRC-32 of all bytes taken so far.
    private(set) var checksum: UInt32 = 0

    /// 32 kB of history; negative: neither header nor checksum in the stream.
    private static let rawWindowBits: Int32 = -15
    private static let memoryLevel: Int32 = 8

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, Self.rawWindowBits, Self.memoryLevel,
            Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib has no memory or another version")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Packs a block.
    ///
    /// - Returns: what is packed so far and was not returned before; often nothing.
    func pack(_ bytes: [UInt8]) -> [UInt8] {
        checksum = Self.checksum(bytes, after: checksum)
        return run(bytes, Z_NO_FLUSH)
    }

    /// Ends the stream.
    ///
    /// - Returns: the rest of the packed bytes.
    func finish() -> [UInt8] { run([], Z_FINISH) }

    /// CRC-32 of bytes that follow others.
    static func checksum(_ bytes: [UInt8], after previous: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32(UInt(previous), bytes, UInt32(bytes.count)))
    }

    private func run(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
        var packed: [UInt8] = []
        var input = bytes
        input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            var isOutputFull = true
            while isOutputFull {
                packed += [UInt8](unsafeUninitializedCapacity: Self.blockSize) { buffer, count in
                    stream.pointee.next_out = buffer.baseAddress
                    stream.pointee.avail_out = UInt32(buffer.count)
                    let status = deflate(stream, flush)
                    precondition(status != Z_STREAM_ERROR, "the stream of zlib is not its own")
                    count = buffer.count - Int(stream.pointee.avail_out)
                    isOutputFull = stream.pointee.avail_out == 0
                }
            }
        }
        return packed
    }

    private static let blockSize = 32 * 1024
}
