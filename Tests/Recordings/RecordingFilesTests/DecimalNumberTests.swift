import Testing

@testable import RecordingFiles

@Suite struct DecimalNumberTests {
    private static func number(_ text: String) -> DecimalNumber? {
        DecimalNumber(Array(text.utf8)[...])
    }

    @Test(arguments: [
        "0", "1", "-1", "+2.5", "0.850", "123456789012345678901234567890", "1e3", "1E-3",
        "2.2250738585072014e-308", "0.1", "3.141592653589793238", "900.", ".5", "4.35", "1e300",
    ])
    func valueIsTheNearestDouble(text: String) throws {
        let number = try #require(Self.number(text))
        let expected = try #require(Double(text.hasPrefix("+") ? String(text.dropFirst()) : text))
        // Digits beyond the eighteenth are cut: at most one ulp.
        #expect(abs(number.value() - expected) <= expected.ulp)
    }

    @Test(arguments: ["", "-", ".", "1.2.3", "1,5", "abc", "1e", "1e99999", "0x10", "NaN", "inf"])
    func otherTextIsNoNumber(text: String) {
        #expect(Self.number(text) == nil)
    }

    @Test func movingThePointIsExact() {
        for milliseconds in 1...5000 {
            let text = "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())"
            #expect(Self.number(text)?.value(scaledBy: 3) == Double(milliseconds))
        }
    }

    @Test func differencesAreComputedInDecimals() throws {
        let a = try #require(Self.number("1.23"))
        let b = try #require(Self.number("0.340"))
        #expect(a.subtracting(b).value(scaledBy: 3) == 890)
    }

    @Test func commaJoinsWithLeadingZeros() throws {
        let whole = try #require(Self.number("0"))
        let fraction = try #require(Self.number("085"))
        #expect(whole.joined(withFraction: fraction)?.value() == 0.085)
    }
}
