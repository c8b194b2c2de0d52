/// Writes FIT files byte by byte, by the published layout and not by the reader's own types.
public struct FITBuilder {
    /// A field of a definition: its number, bytes, and the byte of its type.
    public typealias Field = (number: UInt8, size: UInt8, type: UInt8)

    /// Bytes of types, as the profile lists them.
    public static let (enumeration, u8, u16, u32, byte, text):
        (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) =
            (0x00, 0x02, 0x84, 0x86, 0x0D, 0x07)
    public static let timestamp: Field = (253, 4, u32)

    public var isBigEndian = false
    public private(set) var body: [UInt8] = []

    public init() {}

    /// The bytes of a whole number.
    public func bytes(_ value: Int, width: Int) -> [UInt8] {
        let little = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? little.reversed() : little
    }

    /// A definition message.
    public mutating func define(
        _ local: UInt8, message: Int, _ fields: [Field], developer: [(UInt8, UInt8, UInt8)] = []
    ) {
        body.append(0x40 | local | (developer.isEmpty ? 0 : 0x20))
        body += [0, isBigEndian ? 1 : 0] + bytes(message, width: 2) + [UInt8(fields.count)]
        for field in fields { body += [field.number, field.size, field.type] }
        guard !developer.isEmpty else { return }
        body.append(UInt8(developer.count))
        for field in developer { body += [field.0, field.1, field.2] }
    }

    /// A data message; values with their widths.
    public mutating func add(_ local: UInt8, _ values: [(value: Int, width: Int)]) {
        body.append(local)
        for (value, width) in values { body += bytes(value, width: width) }
    }

    /// Bytes as they are.
    public mutating func append(_ bytes: [UInt8]) { body += bytes }

    /// CRC-16/ARC, bit by bit.
    public static func checksum(_ bytes: [UInt8]) -> UInt16 {
        var remainder: UInt16 = 0
        for byte in bytes {
            remainder ^= UInt16(byte)
            for _ in 0..<8 {
                remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xA001 : remainder >> 1
            }
        }
        return remainder
    }

    /// The file, with a header of 12 or 14 bytes.
    public func file(headerSize: Int = 14) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(headerSize), 0x20, 0x08, 0x52]
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) }
        bytes += Array(".FIT".utf8)
        func append(_ checksum: UInt16) {
            bytes += [UInt8(truncatingIfNeeded: checksum), UInt8(checksum >> 8)]
        }
        if headerSize == 14 { append(Self.checksum(bytes)) }
        bytes += body
        append(Self.checksum(bytes))
        return bytes
    }

    // MARK: Whole activities

    /// Seconds of FIT's own clock, in January 2017.
    public static let start = 854_398_695

    /// An activity: a record a second, and in front of each the intervals that ended before it.
    ///
    /// - Parameter ends: for each interval its length and its end; ms.
    public static func activity(
        _ ends: [(lengthMs: Int, endMs: Double)], seconds: Int, recordEvery step: Int = 1,
        isBigEndian: Bool = false, pauses: [(from: Int, to: Int)] = []
    ) -> FITBuilder {
        var builder = FITBuilder()
        builder.isBigEndian = isBigEndian
        builder.define(0, message: 0, [(0, 1, enumeration), (1, 2, u16), (4, 4, u32)])
        builder.define(1, message: 20, [timestamp, (3, 1, u8)])
        builder.define(2, message: 78, [(0, 10, u16)])
        builder.define(3, message: 21, [timestamp, (0, 1, enumeration), (1, 1, enumeration)])
        builder.add(0, [(4, 1), (1, 2), (start, 4)])
        builder.add(3, [(start, 4), (0, 1), (0, 1)])
        var rest = ends[...]
        for second in stride(from: 0, through: seconds, by: step) {
            while let first = rest.first, first.endMs <= 1000 * Double(second) {
                let group = rest.prefix(5).prefix { $0.endMs <= 1000 * Double(second) }
                rest = rest.dropFirst(group.count)
                let fillers = [Int](repeating: 0xFFFF, count: 5 - group.count)
                builder.add(2, (group.map(\.lengthMs) + fillers).map { ($0, 2) })
            }
            for pause in pauses {
                if pause.from == second { builder.add(3, [(start + second, 4), (0, 1), (4, 1)]) }
                if pause.to == second { builder.add(3, [(start + second, 4), (0, 1), (0, 1)]) }
            }
            if pauses.contains(where: { $0.from < second && second < $0.to }) { continue }
            builder.add(1, [(start + second, 4), (70, 1)])
        }
        return builder
    }
}
