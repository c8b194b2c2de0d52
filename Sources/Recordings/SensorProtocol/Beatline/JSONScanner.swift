/// Reads one JSON text (RFC 8259) of a line protocol.
///
/// Foundation's readers do not serve here: they refuse a whole line for one number beyond a double,
/// where only that value should be left out; which of two equal names counts depends on the
/// platform; a truth value and a number are distinguished by reflection alone; and the depth of nesting
/// has a limit of their own. This one goes through the bytes once and calls itself at most
/// ``depthLimit`` times.
package struct JSONScanner {
    /// Deepest nesting of arrays and objects; the outermost has depth 1.
    package static let depthLimit = 32

    /// The position at which the text is no JSON, or too deep; the byte counts from 0.
    package struct Failure: Error, Equatable {
        package let byteOffset: Int
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// - Throws: for everything but one object with white space around it.
    package static func object(_ text: String) throws(Failure) -> JSONObject {
        var text = text
        let result = text.withUTF8 { bytes in
            Result { () throws(Failure) in try wholeObject(bytes) }
        }
        return try result.get()
    }

    private static func wholeObject(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(Failure) -> JSONObject {
        var scanner = JSONScanner(bytes: bytes)
        guard case .object(let object) = try scanner.value(depth: 0), scanner.isAtEnd else {
            throw scanner.failure
        }
        return object
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private var failure: Failure { Failure(byteOffset: position) }

    private var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return position == bytes.count
        }
    }

    /// The next byte; 0, which no text may hold, at the end.
    private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func skipSpace() {
        while next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { position += 1 }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(Failure) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(
        _ word: StaticString, _ value: JSONValue
    ) throws(Failure) -> JSONValue {
        let count = word.utf8CodeUnitCount
        guard count <= bytes.count - position,
            (0..<count).allSatisfy({ bytes[position + $0] == word.utf8Start[$0] })
        else { throw failure }
        position += count
        return value
    }

    private mutating func object(depth: Int) throws(Failure) -> JSONObject {
        guard depth <= Self.depthLimit else { throw failure }
        position += 1
        var object = JSONObject()
        skipSpace()
        if skip(UInt8(ascii: "}")) { return object }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure }
            let name = try string()
            skipSpace()
            guard skip(UInt8(ascii: ":")) else { throw failure }
            object.append(name, try value(depth: depth))
            skipSpace()
            if skip(UInt8(ascii: "}")) { return object }
            guard skip(UInt8(ascii: ",")) else { throw failure }
        }
    }

    private mutating func array(depth: Int) throws(Failure) -> [JSONValue] {
        guard depth <= Self.depthLimit else { throw failure }
        position += 1
        var values: [JSONValue] = []
        skipSpace()
        if skip(UInt8(ascii: "]")) { return values }
        while true {
            values.append(try value(depth: depth))
            skipSpace()
            if skip(UInt8(ascii: "]")) { return values }
            guard skip(UInt8(ascii: ",")) else { throw failure }
        }
    }
}

// MARK: Numbers

extension JSONScanner {
    private mutating func number() throws(Failure) -> JSONValue {
        let begin = position
        let isNegative = skip(UInt8(ascii: "-"))
        guard next &- 0x30 < 10 else { throw failure }
        var magnitude: UInt64 = 0
        // Nothing stands behind a leading zero.
        if !skip(0x30) { skipDigits(&magnitude) }
        guard next == 0x2E || next | 0x20 == 0x65 else {
            if position - begin < 19 {
                return .integer(isNegative ? -Int(magnitude) : Int(magnitude))
            }
            return real(begin)
        }
        var decimalCount = 0
        if skip(0x2E) {
            let first = position
            skipDigits(&magnitude)
            decimalCount = position - first
            guard decimalCount > 0 else { throw failure }
        }
        let mantissaEnd = position
        if next | 0x20 == 0x65 {
            try skipExponent()
        } else if mantissaEnd - begin < 17 {
            // Both operands are exact doubles, so that the one operation rounds correctly.
            let value = Double(magnitude) / Self.powersOfTen[decimalCount]
            return .real(isNegative ? -value : value)
        }
        return real(begin)
    }

    /// Any number, by the standard library; infinite where it is beyond a double.
    private func real(_ begin: Int) -> JSONValue {
        .real(Double(String(decoding: bytes[begin..<position], as: UTF8.self)) ?? .infinity)
    }

    private mutating func skipDigits(_ magnitude: inout UInt64) {
        while next &- 0x30 < 10 {
            magnitude = magnitude &* 10 &+ UInt64(next - 0x30)
            position += 1
        }
    }

    private mutating func skipExponent() throws(Failure) {
        position += 1
        if next == 0x2B || next == 0x2D { position += 1 }
        guard next &- 0x30 < 10 else { throw failure }
        while next &- 0x30 < 10 { position += 1 }
    }

    /// Up to the number of digits that a double bears.
    private static let powersOfTen: [Double] = (0...16).map { power in
        (0..<power).reduce(1.0) { product, _ in product * 10 }
    }
}

// MARK: Texts

extension JSONScanner {
    /// - Throws: for control characters, unknown escapes, and half a surrogate pair.
    private mutating func string() throws(Failure) -> String {
        position += 1
        let begin = position
        // Most texts have no escape: then nothing is copied twice.
        while next != UInt8(ascii: "\""), next != UInt8(ascii: "\\") {
            guard next >= 0x20 else { throw failure }
            position += 1
        }
        let start = bytes[begin..<position]
        if skip(UInt8(ascii: "\"")) { return String(decoding: start, as: UTF8.self) }
        var text = Array(start)
        while !skip(UInt8(ascii: "\"")) {
            if next == UInt8(ascii: "\\") {
                text += try escape().utf8
            } else {
                guard next >= 0x20 else { throw failure }
                text.append(next)
                position += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func escape() throws(Failure) -> Character {
        position += 1
        let kind = next
        position += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Character(Unicode.Scalar(kind))
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return Character(try scalar())
        default: throw failure
        }
    }

    private mutating func scalar() throws(Failure) -> Unicode.Scalar {
        var value = try codeUnit()
        if 0xD800..<0xDC00 ~= value {
            guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else { throw failure }
            let low = try codeUnit()
            guard 0xDC00..<0xE000 ~= low else { throw failure }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw failure }
        return scalar
    }

    private mutating func codeUnit() throws(Failure) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = HexText.value(of: next) else { throw failure }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
