import CZlib
import PhysioTypes

/// Unpacks gzip as the bytes come.
///
/// Several packed pieces one after the other are one input, as the format has it. Damage or an early
/// end is no error once bytes were unpacked: they are used, and a warning says so. Memory: one block
/// of input and one of output, however large the input grows when unpacked.
///
/// - SeeAlso: RFC 1952.
enum GzipSource {
    static let magic: [UInt8] = [0x1F, 0x8B]

    /// The input itself, or what it holds where it is packed.
    ///
    /// - Throws: `unknownFormat` for an input that is packed twice.
    static func unpacked(_ source: ByteSource) throws(RecordingError) -> ByteSource {
        var packed = source
        guard try packed.peek(2).elementsEqual(magic) else { return packed }
        var unpacked = wrap(packed)
        guard try !unpacked.peek(2).elementsEqual(magic) else {
            throw .unknownFormat("this is packed twice: unpack it once", line: nil)
        }
        return unpacked
    }

    private static func wrap(_ packed: ByteSource) -> ByteSource {
        let inflater = Inflater(packed)
        var reopen: (() throws(RecordingError) -> ByteSource)?
        if let again = packed.reopen {
            reopen = { () throws(RecordingError) -> ByteSource in wrap(try again()) }
        }
        return ByteSource(reopen: reopen, notices: { packed.notices() + inflater.notices }) {
            () throws(RecordingError) -> [UInt8] in
            try inflater.next()
        }
    }
}

/// The state of zlib between two blocks; its address must not change.
private final class Inflater {
    private var source: ByteSource
    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8] = []
    private var position = 0
    private var unpackedCount = 0
    private var isInside = true
    private var isDone = false
    private(set) var notices: [Notice] = []

    /// 32 kB of history, and gzip's header and checksum.
    private static let gzipWindowBits: Int32 = 15 + 16

    init(_ source: ByteSource) {
        self.source = source
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = inflateInit2_(
            stream, Self.gzipWindowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib has no memory or another version")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// The next unpacked bytes; none at the end.
    func next() throws(RecordingError) -> [UInt8] {
        while !isDone {
            if position == input.count {
                input = Array(try source.takeBlock())
                position = 0
            }
            if input.isEmpty {
                if isInside { try stop("gzip_truncated", "the packed data end early") }
                isDone = true
            } else if !isInside {
                try beginPiece()
            } else {
                let output = try inflateSome()
                if !output.isEmpty { return output }
            }
        }
        return []
    }

    /// After one packed piece: another one, padding of zeros, or what does not belong here.
    private func beginPiece() throws(RecordingError) {
        while position < input.count, input[position] == 0 { position += 1 }
        guard position < input.count else { return }
        guard input[position] == GzipSource.magic[0] else {
            return try stop("gzip_trailing", "bytes after the packed data are no part of it")
        }
        inflateReset(stream)
        isInside = true
    }

    private func inflateSome() throws(RecordingError) -> [UInt8] {
        var status = Z_OK
        let output = [UInt8](unsafeUninitializedCapacity: RecordingFile.blockSize) { room, count in
            input.withUnsafeMutableBufferPointer { packed in
                stream.pointee.next_in = packed.baseAddress.map { $0 + position }
                stream.pointee.avail_in = UInt32(packed.count - position)
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(room.count)
                status = inflate(stream, Z_NO_FLUSH)
                position = packed.count - Int(stream.pointee.avail_in)
                count = room.count - Int(stream.pointee.avail_out)
            }
        }
        unpackedCount += output.count
        if status == Z_STREAM_END {
            isInside = false
        } else if status != Z_OK, status != Z_BUF_ERROR {
            // What was unpacked before the damage is handed over first.
            try stop("gzip_damaged", "the packed data are damaged")
        }
        return output
    }

    private func stop(_ code: String, _ what: String) throws(RecordingError) {
        isDone = true
        guard unpackedCount > 0 else {
            throw .unknownFormat("\(what): nothing could be unpacked", line: nil)
        }
        notices.append(
            Notice(.warning, code: code, "\(what): \(unpackedCount) unpacked bytes are used"))
    }
}
