import Foundation
import Testing
import TestSupport

@testable import SensorProtocol

@Suite struct Base64Tests {
    @Test(arguments: [41, 42]) func bytesComeBackAndAgreeWithThePlatform(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = Base64.text(bytes)
            #expect(text == Data(bytes).base64EncodedString())
            #expect(Base64.bytes(text) == bytes)
        }
    }

    @Test(arguments: [
        "A", "AA", "AAA", "AA=A", "=AAA", "A===", "====", "AAAA=", "AA==AA==", "AA A", "AA-_",
        "AB==",
        "AAB=", "AAAA\n", "ÄAA",
    ])
    func brokenTextsAreRefused(text: String) {
        #expect(Base64.bytes(text) == nil)
    }

    @Test func hexadecimalDigitsArePairs() {
        #expect(HexText.bytes("103eB103") == [0x10, 0x3E, 0xB1, 3] && HexText.bytes("") == [])
        #expect(HexText.text([0x10, 0x3E, 0xB1, 3]) == "103eb103")
        for text in ["1", "103", "0g", "0x10", " 10", "é"] {
            #expect(HexText.bytes(text) == nil, "\(text)")
        }
    }
}
