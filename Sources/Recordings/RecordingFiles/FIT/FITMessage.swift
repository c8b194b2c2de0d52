/// A data message of a FIT file, as its definition shapes it.
///
/// A field is asked for by its number in the profile. One that the message does not have, or whose
/// value is marked as missing, is nil: the caller does not distinguish the two.
package struct FITMessage {
    /// Field 253, in which messages have their time.
    static let timestampField: UInt8 = 253

    /// Number of the message in the profile: 18 is a session, 20 a record.
    package let number: UInt16
    /// Time of the message, by field 253 or by a compressed header; s since 1989-12-31 00:00 UTC.
    package let timestamp: UInt32?
    let definition: FITDefinition
    /// The fields, without the header byte.
    let bytes: ArraySlice<UInt8>

    /// The first value of a field.
    package func number(_ field: UInt8) -> Double? {
        definition.fields.first { $0.number == field }.flatMap { number($0, index: 0) }
    }

    /// A value of a field as an integer from 0 on; nil also where it is none.
    package func integer(_ field: UInt8) -> Int? {
        number(field).flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Every value of a field, nil where one is marked as missing; empty without the field.
    package func numbers(_ field: UInt8) -> [Double?] {
        guard let field = definition.fields.first(where: { $0.number == field }) else { return [] }
        return (0..<field.size / field.type.width).map { number(field, index: $0) }
    }

    /// The bytes of a field of bytes; nil where all of them are 255, which marks a missing value.
    package func fieldBytes(_ field: UInt8) -> ArraySlice<UInt8>? {
        guard let field = definition.fields.first(where: { $0.number == field }),
            field.type.width == 1
        else { return nil }
        let start = bytes.startIndex + field.offset
        let valueBytes = bytes[start..<start + field.size]
        return valueBytes.allSatisfy { $0 == .max } ? nil : valueBytes
    }

    /// A field of text, up to its first zero and without control characters; nil where no character
    /// is left.
    package func text(_ field: UInt8) -> String? {
        guard let field = definition.fields.first(where: { $0.number == field }),
            field.type == .string
        else { return nil }
        let start = bytes.startIndex + field.offset
        let characters = bytes[start..<start + field.size].prefix { $0 != 0 }
        let scalars = String(decoding: characters, as: UTF8.self).unicodeScalars
        let text = String(
            String.UnicodeScalarView(scalars.filter { $0.properties.generalCategory != .control }))
        return text.isEmpty ? nil : text
    }

    private func number(_ field: FITDefinition.Field, index: Int) -> Double? {
        let width = field.type.width
        let start = bytes.startIndex + field.offset + index * width
        var bits: UInt64 = 0
        for position in 0..<width {
            let byte = bytes[start + (definition.isBigEndian ? position : width - 1 - position)]
            bits = bits << 8 | UInt64(byte)
        }
        // A file may declare any field as a float: what no device means is no value.
        return field.type.number(bits).flatMap { abs($0) <= Self.maxPlausibleValue ? $0 : nil }
    }

    /// The limit beyond which a number is damage; every real one is far below.
    private static let maxPlausibleValue = 1e12
}
