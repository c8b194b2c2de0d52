/// The layout that a definition message gives the data messages of its local type.
struct FITDefinition: Sendable {
    /// A field of a message.
    struct Field: Sendable {
        let number: UInt8
        /// Offset of its first byte behind the record's header byte.
        let offset: Int
        /// Bytes; a whole number of values, at least one.
        let size: Int
        let type: FITBaseType
    }

    /// Number of the message in the profile.
    let number: UInt16
    let isBigEndian: Bool
    /// The fields whose type is known and whose size is a multiple of its width, in their order.
    let fields: [Field]
    /// The number of fields whose size is no multiple of their type's width.
    let invalidFieldCount: Int
    /// Bytes of a data message behind its header byte, developer fields included.
    let dataSize: Int

    private static let developerBit: UInt8 = 0x20
    /// Header byte, reserved byte, architecture, number and count of fields.
    private static let fixedSize = 6
    private static let fieldSize = 3

    /// Bytes of the definition message that begins here, its header byte included; nil where more
    /// bytes are needed to know.
    static func size(of bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= fixedSize else { return nil }
        let start = bytes.startIndex
        let standardSize = fixedSize + fieldSize * Int(bytes[start + fixedSize - 1])
        guard bytes[start] & developerBit != 0 else { return standardSize }
        guard bytes.count > standardSize else { return nil }
        return standardSize + 1 + fieldSize * Int(bytes[start + standardSize])
    }

    /// - Parameter bytes: a definition message as a whole, of the size that ``size(of:)`` gives.
    init(_ bytes: ArraySlice<UInt8>) {
        let start = bytes.startIndex
        isBigEndian = bytes[start + 2] == 1
        let (first, second) = (UInt16(bytes[start + 3]), UInt16(bytes[start + 4]))
        number = isBigEndian ? first << 8 | second : second << 8 | first
        let standardFieldsEnd = start + Self.fixedSize + Self.fieldSize * Int(bytes[start + 5])
        var fields: [Field] = []
        var invalidFieldCount = 0
        var offset = 0
        for index in stride(from: start + Self.fixedSize, to: standardFieldsEnd, by: Self.fieldSize)
        {
            let size = Int(bytes[index + 1])
            if let type = FITBaseType(code: bytes[index + 2]), size > 0 {
                if size.isMultiple(of: type.width) {
                    fields.append(
                        Field(number: bytes[index], offset: offset, size: size, type: type))
                } else {
                    invalidFieldCount += 1
                }
            }
            offset += size
        }
        // Developer fields stand behind the others; their sizes alone matter.
        for index in stride(from: standardFieldsEnd + 1, to: bytes.endIndex, by: Self.fieldSize) {
            offset += Int(bytes[index + 1])
        }
        self.fields = fields
        self.invalidFieldCount = invalidFieldCount
        dataSize = offset
    }
}
