/// Builds a FIT file: definitions, data messages, header and checksum.
///
/// Every message is written in little-endian order and defined once under its local number.
struct FITBuilder {
    /// A field: its number, its width in bytes, and the number of its base type.
    struct Field {
        var number: UInt8
        var width: Int
        var baseType: UInt8

        static func enumeration(_ number: UInt8) -> Field {
            Field(number: number, width: 1, baseType: 0)
        }
        static func u8(_ number: UInt8) -> Field { Field(number: number, width: 1, baseType: 2) }
        static func u16(_ number: UInt8) -> Field {
            Field(number: number, width: 2, baseType: 0x84)
        }
        static func u32(_ number: UInt8) -> Field {
            Field(number: number, width: 4, baseType: 0x86)
        }
        static func u32z(_ number: UInt8) -> Field {
            Field(number: number, width: 4, baseType: 0x8C)
        }
    }

    private var body: [UInt8] = []
    private var definitions: [UInt8: [Field]] = [:]

    /// Seconds of 1970 at which FIT's own count begins.
    static let epochSeconds: Int64 = 631_065_600

    static func timestamp(_ unixMs: Int64) -> UInt64 {
        UInt64(max(0, (unixMs + 500) / 1000 - epochSeconds))
    }

    /// - Parameter arrayCounts: how many values a field holds, by its index; 1 where not named.
    mutating func define(
        local: UInt8, global: UInt16, _ fields: [Field], arrayCounts: [Int: Int] = [:]
    ) {
        definitions[local] = fields
        body += [0x40 | local, 0, 0]
        add(UInt64(global), width: 2)
        body.append(UInt8(fields.count))
        for (index, field) in fields.enumerated() {
            body += [field.number, UInt8(field.width * (arrayCounts[index] ?? 1)), field.baseType]
        }
    }

    /// - Parameter values: one for each value of each field, arrays spread out; nil: invalid.
    mutating func write(local: UInt8, _ values: [[UInt64?]]) {
        guard let fields = definitions[local] else { return }
        body.append(local)
        for (field, list) in zip(fields, values) {
            for value in list {
                let invalidValue: UInt64 = field.baseType == 0x8C ? 0 : .max
                add(value ?? invalidValue, width: field.width)
            }
        }
    }

    private mutating func add(_ value: UInt64, width: Int) {
        for index in 0..<width { body.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }

    /// The whole file.
    func fileBytes() -> [UInt8] {
        var header: [UInt8] = [14, 0x20]
        for (value, width) in [(UInt64(2132), 2), (UInt64(body.count), 4)] {
            for index in 0..<width {
                header.append(UInt8(truncatingIfNeeded: value >> (8 * index)))
            }
        }
        header += Array(".FIT".utf8)
        header += Self.checksum(header)
        let all = header + body
        return all + Self.checksum(all)
    }

    /// CRC-16/ARC, the low byte first: polynomial 0x8005 mirrored, start 0.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var remainder: UInt16 = 0
        for byte in bytes {
            remainder ^= UInt16(byte)
            for _ in 0..<8 {
                remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xA001 : remainder >> 1
            }
        }
        return [UInt8(remainder & 0xFF), UInt8(remainder >> 8)]
    }
}
