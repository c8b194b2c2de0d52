import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct NumberScannerTests {
    private static func scan(_ text: String, comma: Bool = false) -> (Double, rest: String)? {
        let bytes = Array(text.utf8)
        var position = 0
        guard
            let number = NumberScanner.number(
                bytes, at: &position, end: bytes.count, commaIsMark: comma)
        else { return nil }
        return (number, String(decoding: bytes[position...], as: UTF8.self))
    }

    @Test func numbersEndWhereTheyEnd() throws {
        for (text, value, rest) in [
            ("0.5,7", 0.5, ",7"), ("-12;", -12, ";"), ("+3.", 3, ""), (".25 x", 0.25, " x"),
            ("1e3\t", 1000, "\t"), ("2.5E-2", 0.025, ""), ("1.2.3", 1.2, ".3"), ("-0", -0.0, ""),
        ] as [(String, Double, String)] {
            let found = try #require(Self.scan(text))
            #expect(found.0 == value && found.rest == rest, "\(text)")
        }
        #expect(try #require(Self.scan("-0,8;1", comma: true)) == (-0.8, ";1"))
        for text in ["", "-", "+.", ".", "x1", "e5", "nan", "--1", "1e", "1e+"] {
            #expect(Self.scan(text) == nil, "\(text)")
        }
    }

    /// The standard library reads the same text and rounds correctly.
    @Test func everyNumberOfSeventeenDigitsIsTheNearestDouble() throws {
        var generator = SplitMix64(seed: 4_711)
        for _ in 0..<20_000 {
            let digits = UInt64.random(in: 0..<1_000_000_000_000_000_000, using: &generator)
            let decimals = Int.random(in: 0...18, using: &generator)
            let padded =
                String(repeating: "0", count: max(0, decimals + 1 - "\(digits)".count))
                + "\(digits)"
            let text = padded.dropLast(decimals) + "." + padded.suffix(decimals)
            #expect(Self.scan(String(text))?.0 == Double(text), "\(text)")
        }
        for _ in 0..<20_000 {
            let value = generator.uniform(in: -5...5)
            #expect(Self.scan("\(value)")?.0 == value)
        }
    }

    @Test func digitsBeyondTheEighteenthAreDropped() throws {
        let found = try #require(Self.scan("0.1234567890123456789012345"))
        #expect(found.0 == 0.123_456_789_012_345_678)
        // Too large for the quick way, and left to DecimalNumber.
        #expect(Self.scan("123456789012345678901") == nil)
        #expect(Self.scan("1e99") == nil)
    }

    // MARK: Rows

    private static func row(
        _ text: String, _ separator: Character?, comma: Bool = false, columns: [Int],
        time: Int? = nil
    ) -> (SignalRowParser.Line, [Double]) {
        let bytes = Array(text.utf8)
        var parser = SignalRowParser(
            .init(separator: separator?.asciiValue, commaIsDecimal: comma), columns: columns,
            timeColumn: time)
        let line = parser.parse(bytes, bytes.indices)
        return (line, parser.values)
    }

    @Test(arguments: [
        ("1,2,3", ",", [1.0, 3]), ("1, 2 ,3 ", ",", [1, 3]), ("1,,", ",", [1, .nan]),
        ("1", ",", [1, .nan]), ("\"1\",\"a,b\",\"3\"", ",", [1, 3]), (",x,3", ",", [.nan, 3]),
        ("1\t2\t3\t", "\t", [1, 3]), (" 1   2  3 ", " ", [1, 3]), ("1 2", " ", [1, .nan]),
        ("1;2;NaN", ";", [1, .nan]), ("1;2;-", ";", [1, .nan]), ("1;2;1e25", ";", [1, 1e25]),
        ("1;2;inf", ";", [1, .nan]), ("1;2;3 mV", ";", [1, .nan]), ("\t2\t3", "\t", [.nan, 3]),
    ])
    func fieldsAreFoundByTheirColumn(text: String, separator: Character, values: [Double]) {
        let (line, found) = Self.row(text, separator, columns: [0, 2])
        #expect(line == .row)
        #expect(SignalReading.areSame(found, values), "\(text): \(found)")
    }

    @Test func emptyAndUnreadableLinesAreDistinguished() {
        for text in ["", "   ", "# 1,2", "% 1", "// 3"] {
            #expect(Self.row(text, ",", columns: [0]).0 == .nothing, "\(text)")
        }
        #expect(Self.row("pause,", ",", columns: [0]).0 == .unreadable)
        #expect(Self.row("NaN", nil, columns: [0]).0 == .row)
        #expect(Self.row("\"\"", nil, columns: [0]).0 == .row)
        #expect(Self.row("1,5 mV", nil, comma: true, columns: [0]).0 == .unreadable)
    }

    @Test func datesAreReadInTheTimeColumnOnly() {
        let date = "2020-11-13T12:53:00.250"
        let (line, values) = Self.row("\(date);5", ";", columns: [1, 0], time: 0)
        #expect(line == .row)
        #expect(values[0] == 5 && values[1] == 1_605_271_980.25)
        #expect(Self.row("\(date);5", ";", columns: [0]).0 == .unreadable)
    }
}
