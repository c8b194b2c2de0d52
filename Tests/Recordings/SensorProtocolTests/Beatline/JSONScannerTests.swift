import Foundation
import Testing
import TestSupport

@testable import SensorProtocol

@Suite struct JSONScannerTests {
    private static func value(_ json: String) -> JSONValue? {
        try? JSONScanner.object("{\"v\":\(json)}")["v"]
    }

    @Test(arguments: [
        ("0", JSONValue.integer(0)), ("-0", .integer(0)), ("-12", .integer(-12)),
        ("999999999999999999", .integer(999_999_999_999_999_999)),
        ("9007199254740993", .integer(9_007_199_254_740_993)),
        ("9223372036854775808", .real(9_223_372_036_854_775_808)), ("1.0", .real(1)),
        ("-0.5", .real(-0.5)), ("922.85", .real(922.85)), ("1e2", .real(100)),
        ("1E-2", .real(0.01)), ("1.5e+3", .real(1500)), ("1e400", .real(.infinity)),
        ("-1e400", .real(-.infinity)), ("1e-400", .real(0)),
        ("0.1000000000000000055511151231257827", .real(0.1)), ("true", .bool(true)),
        ("false", .bool(false)), ("null", .null), (" [ ] ", .array([])),
        ("[1,\t2 ,\"a\"]", .array([.integer(1), .integer(2), .string("a")])),
        ("{}", .object(JSONObject())), (#""""#, .string("")),
        (#""a\"\\\/\b\f\n\r\tz""#, .string("a\"\\/\u{8}\u{C}\n\r\tz")),
        (#""\u00e9\ud83d\ude00é😀""#, .string("é😀é😀")), (#""\u0000""#, .string("\u{0}")),
        ("\"\u{7F}\u{2028}\"", .string("\u{7F}\u{2028}")),
    ])
    func valuesAreRead(json: String, value: JSONValue) {
        #expect(Self.value(json) == value)
    }

    @Test(arguments: [
        "", "01", "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "NaN", "Infinity", "tru", "nul",
        "True",
        "[1,]", "[,1]", "[1", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "'a'", "\"a", "\"\\",
        "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"",
        "\"\\ud800a\"", "\"\u{0}\"", "\"\n\"", "\u{0}", "1 2", "1,", "[1]]",
    ])
    func whatIsNoJSONIsRefused(json: String) {
        #expect(Self.value(json) == nil)
    }

    @Test(arguments: ["", " ", "[]", "7", "null", "{", "}", "{}{}", "{} x", "\u{FEFF}{}"])
    func anObjectAndNothingElse(text: String) {
        #expect(throws: JSONScanner.Failure.self) { try JSONScanner.object(text) }
    }

    @Test func ofEqualNamesTheLastCounts() throws {
        let object = try JSONScanner.object(#"{"a":1,"b":2,"a":3}"#)
        #expect(object["a"] == .integer(3) && object.names.count == 3)
    }

    @Test func depthIsLimited() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        // The object around it is the first level.
        #expect(Self.value(nested(31)) != nil)
        #expect(Self.value(nested(32)) == nil)
        for opening in ["[", "{\"a\":"] {
            let text = String(repeating: opening, count: 100_000)
            #expect(throws: JSONScanner.Failure.self) { try JSONScanner.object(text) }
            #expect(Self.value(text) == nil)
        }
    }

    /// The platform's reader as oracle for decimals of all lengths.
    @Test(arguments: [31, 32]) func numbersAreTheNearest(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<5000 {
            let digits = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }
            var text = String(Int.random(in: 1...9, using: &random)) + "." + digits.joined()
            if Bool.random(using: &random) {
                text += "e\(Int.random(in: -330...330, using: &random))"
            }
            guard case .real(let found)? = Self.value(text) else {
                Issue.record("\(text)")
                continue
            }
            #expect(found == strtod(text, nil), "\(text)")
        }
    }

    /// A written text is read back, and by the platform's reader too.
    @Test(arguments: [33, 34]) func whatIsWrittenComesBack(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<500 {
            let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x300, using: &random))
            }
            let text = String(String.UnicodeScalarView(scalars)) + "😀"
            let real = Double(bitPattern: random.next())
            let integer = Int(random.next() >> 12)
            var line = JSONLineWriter(type: "test")
            line.string("s", text)
            line.real("r", real)
            line.number("n", Double(integer % 1000))
            line.integer("i", integer)
            line.bool("b", integer.isMultiple(of: 2))
            let object = try JSONScanner.object(line.line)
            #expect(object["s"] == .string(text))
            #expect(object["r"] == (real.isFinite ? .real(real) : .null), "\(real)")
            #expect(object["n"] == .integer(integer % 1000) && object["i"] == .integer(integer))
            let other = try #require(
                try JSONSerialization.jsonObject(with: Data(line.line.utf8)) as? [String: Any])
            #expect(
                (other["s"] as? String)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
            #expect(other["i"] as? Int == integer)
        }
    }

    @Test(arguments: [35, 36, 37]) func anyTextIsTaken(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "{", "}", "[", "]", "\"", ":", ",", "\\", "u", "d800", "1", "-", ".", "e", "true", " ",
            "a", "null", "\u{0}", "é",
        ]
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            do throws(JSONScanner.Failure) {
                _ = try JSONScanner.object(text)
            } catch {
                // A missing escape is looked for behind the last byte.
                #expect(error.byteOffset <= text.utf8.count + 1)
            }
        }
    }
}
