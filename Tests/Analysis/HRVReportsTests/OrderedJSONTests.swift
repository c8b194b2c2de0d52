import Foundation
import HRVReports
import Testing

@Suite struct OrderedJSONTests {
    /// Keeps the pieces that are written to it.
    private struct Pieces: TextOutputStream {
        var texts: [String] = []
        mutating func write(_ text: String) { texts.append(text) }
    }

    private static let object = OrderedJSON.object([
        ("name", .text("a\"b\n")), ("empty", .array([])), ("none", .object([])),
        ("values", .array([.null, .integer(1), .number(0.5), .flag(true)])),
    ])

    @Test func compactAndPrettyAreWhatTheyWere() {
        #expect(
            Self.object.compactText
                == #"{"name": "a\"b\n", "empty": [], "none": {}, "values": [null, 1, 0.5, true]}"#)
        #expect(
            Self.object.prettyText == """
                {
                  "name": "a\\"b\\n",
                  "empty": [],
                  "none": {},
                  "values": [
                    null,
                    1,
                    0.5,
                    true
                  ]
                }
                """)
    }

    @Test func aColumnIsWrittenAsTheArrayOfItsValues() throws {
        let squares = OrderedJSON.column(count: 4) { .integer($0 * $0) }
        #expect(squares.compactText == "[0, 1, 4, 9]")
        #expect(OrderedJSON.column(count: 0) { .integer($0) }.prettyText == "[]")
        let read = try JSONDecoder().decode([Int].self, from: Data(squares.prettyText.utf8))
        #expect(read == [0, 1, 4, 9])
    }

    @Test(arguments: [false, true])
    func piecesAreSmallAndMakeTheWhole(isPretty: Bool) throws {
        let long = OrderedJSON.object([
            ("squares", .column(count: 50_000) { .integer($0 * $0) }), ("small", Self.object),
        ])
        var pieces = Pieces()
        long.write(isPretty: isPretty, to: &pieces)
        #expect(pieces.texts.joined() == (isPretty ? long.prettyText : long.compactText))
        #expect(pieces.texts.count > 20)
        #expect(pieces.texts.allSatisfy { $0.utf8.count < 17 * 1024 })
        let whole = try JSONSerialization.jsonObject(with: Data(pieces.texts.joined().utf8))
        let squares = try #require((whole as? [String: Any])?["squares"] as? [Int])
        #expect(squares == (0..<50_000).map { $0 * $0 })
    }
}
