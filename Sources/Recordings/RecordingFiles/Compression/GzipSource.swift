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
        var unpacked = unpackingSource(packed)
        guard try !unpacked.peek(2).elementsEqual(magic) else {
            throw .unknownFormat("this is packed twice: unpack it once", line: nil)
        }
        return unpacked
    }

    private static func unpackingSource(_ packed: ByteSource) -> ByteSource {
        let reader = GzipReader(packed)
        var reopen: (() throws(RecordingError) -> ByteSource)?
        if let reopenPacked = packed.reopen {
            reopen = { () throws(RecordingError) -> ByteSource in
                unpackingSource(try reopenPacked())
            }
        }
        return ByteSource(reopen: reopen, notices: { packed.notices() + reader.notices }) {
            () throws(RecordingError) -> [UInt8] in
            try reader.next()
        }
    }
}

/// Reads packed pieces one after the other.
private final class GzipReader {
    private var source: ByteSource
    private let inflater = Inflater(.gzip)
    private var input: [UInt8] = []
    private var position = 0
    private var unpackedCount = 0
    private var isInsideMember = true
    private var isAtEnd = false
    private(set) var notices: [Notice] = []

    init(_ source: ByteSource) { self.source = source }

    /// The next unpacked bytes; none at the end.
    func next() throws(RecordingError) -> [UInt8] {
        while !isAtEnd {
            if position == input.count {
                input = Array(try source.readBlock())
                position = 0
            }
            if input.isEmpty {
                if isInsideMember { try stop("gzip_truncated", "the packed data end early") }
                isAtEnd = true
            } else if !isInsideMember {
                try beginMember()
            } else {
                let output = try inflateBlock()
                if !output.isEmpty { return output }
            }
        }
        return []
    }

    /// Reads on after a packed part: another part, padding of zeros, or bytes that do not belong to
    /// the data.
    private func beginMember() throws(RecordingError) {
        while position < input.count, input[position] == 0 { position += 1 }
        guard position < input.count else { return }
        guard input[position] == GzipSource.magic[0] else {
            return try stop("gzip_trailing", "bytes after the packed data are no part of it")
        }
        inflater.reset()
        isInsideMember = true
    }

    private func inflateBlock() throws(RecordingError) -> [UInt8] {
        let output = inflater.unpack(input, from: &position)
        unpackedCount += output.count
        switch inflater.status {
        case .inProgress: break
        case .ended: isInsideMember = false
        // What was unpacked before the damage is handed over first.
        case .damaged: try stop("gzip_damaged", "the packed data are damaged")
        }
        return output
    }

    private func stop(_ code: String, _ problem: String) throws(RecordingError) {
        isAtEnd = true
        guard unpackedCount > 0 else {
            throw .unknownFormat("\(problem): nothing could be unpacked", line: nil)
        }
        notices.append(
            Notice(.warning, code: code, "\(problem): \(unpackedCount) unpacked bytes are used"))
    }
}
