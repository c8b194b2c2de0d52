/// The header of a FIT file.
struct FITHeader: Sendable, Equatable {
    /// Bytes of the header itself: 12, or 14 with a check of its own.
    let size: Int
    /// Bytes of the messages that follow.
    let dataSize: Int

    /// - Parameter bytes: the beginning of a file, at least ``FITDecoder/minHeaderSize`` of them.
    /// - Returns: nil where this is no FIT file.
    init?(_ bytes: ArraySlice<UInt8>) {
        let start = bytes.startIndex
        guard bytes.count >= FITDecoder.minHeaderSize, [12, 14].contains(bytes[start]),
            bytes.dropFirst(8).hasPrefix(text: FITDecoder.signature)
        else { return nil }
        size = Int(bytes[start])
        dataSize = (0..<4).reduce(0) { $0 | Int(bytes[start + 4 + $1]) << (8 * $1) }
    }

    /// Returns true if the checksum of the header fits; a checksum of 0 states nothing.
    func hasValidChecksum(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard size == 14, bytes.count >= size else { return true }
        let start = bytes.startIndex
        let stated = UInt16(bytes[start + 12]) | UInt16(bytes[start + 13]) << 8
        return stated == 0 || stated == FITChecksum.checksum(bytes.prefix(12))
    }
}

/// The first byte of a record of a FIT file.
struct FITRecordHeader: Sendable {
    /// The number of the definition, one of 16, that the record makes or follows.
    let localType: Int
    let isDefinition: Bool
    /// The low five bits of the time, where the header holds them; s.
    let timeOffset: UInt32?

    private static let compressedBit: UInt8 = 0x80
    private static let definitionBit: UInt8 = 0x40
    /// The period after which a compressed time begins again at 0; s.
    private static let wrapSeconds: UInt32 = 32

    init(_ byte: UInt8) {
        if byte & Self.compressedBit != 0 {
            localType = Int(byte >> 5 & 3)
            isDefinition = false
            timeOffset = UInt32(byte) % Self.wrapSeconds
        } else {
            localType = Int(byte & 0x0F)
            isDefinition = byte & Self.definitionBit != 0
            timeOffset = nil
        }
    }

    /// The first time from the last one on whose low five bits are the offset; s.
    static func time(offset: UInt32, after last: UInt32) -> UInt32 {
        last &+ (offset &- last) % wrapSeconds
    }
}
