import CZlib

/// The state of zlib between two blocks of packed bytes; it keeps 32 kB of history.
final class Inflater {
    /// The format of the header and checksum around the packed data.
    enum Container: Int32 {
        /// Nothing, as in a zip archive; the value is zlib's: minus the bits of the history.
        case none = -15
        /// Header and checksum of gzip; the value is zlib's.
        case gzip = 31
        /// Header and checksum of zlib; the value is zlib's.
        case zlib = 15
    }

    /// The progress of unpacking.
    enum Status {
        case inProgress
        /// The packed data have ended.
        case ended
        /// The packed data are damaged; what was unpacked before the damage is handed over.
        case damaged
    }

    // zlib keeps the address of its state, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private(set) var status = Status.inProgress

    init(_ container: Container) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let result = inflateInit2_(
            stream, container.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(result == Z_OK, "zlib has no memory or another version")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Begins with another piece of packed data.
    func reset() {
        inflateReset(stream)
        status = .inProgress
    }

    /// Unpacks some bytes.
    ///
    /// - Parameter position: index in `input` of the next packed byte; moves past what was used.
    /// - Returns: at most ``RecordingFile/blockSize`` bytes; none where more packed bytes are needed.
    func unpack(_ input: [UInt8], from position: inout Int) -> [UInt8] {
        var result = Z_OK
        var used = position
        let output = [UInt8](unsafeUninitializedCapacity: RecordingFile.blockSize) {
            buffer, count in
            input.withUnsafeBufferPointer { packed in
                // zlib reads through this pointer only.
                stream.pointee.next_in = UnsafeMutablePointer(
                    mutating: packed.baseAddress.map { $0 + used })
                stream.pointee.avail_in = UInt32(packed.count - used)
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(buffer.count)
                result = inflate(stream, Z_NO_FLUSH)
                used = packed.count - Int(stream.pointee.avail_in)
                count = buffer.count - Int(stream.pointee.avail_out)
            }
        }
        position = used
        if result == Z_STREAM_END {
            status = .ended
        } else if result != Z_OK, result != Z_BUF_ERROR {
            status = .damaged
        }
        return output
    }
}

/// CRC-32 of zip and gzip (polynomial 0x04C11DB7, reflected), of bytes as they come.
package struct CRC32: Sendable {
    /// The checksum of all bytes so far; 0 of none.
    package private(set) var value: UInt32 = 0

    package init() {}

    package mutating func add(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { buffer in
            value = UInt32(
                truncatingIfNeeded: crc32(UInt(value), buffer.baseAddress, UInt32(buffer.count)))
        }
    }
}
