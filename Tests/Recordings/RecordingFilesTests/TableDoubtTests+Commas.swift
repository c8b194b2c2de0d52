import Foundation
import Testing

@testable import RecordingFiles

/// Commas before decimals, between columns, before thousands and in lists.
extension TableDoubtTests {
    /// `3,545`: one number with a decimal comma, as skin conductance in uS, or a column of threes.
    @Test func aNumberThatHardlyChangesBeforeACommaIsAskedFor() throws {
        let drift = Self.drift(900, around: 560, memory: 0.99, noise: 3, seed: 37)
        let rows = drift.map { "3,\(Int($0))\n" }.joined()
        #expect(try Self.options(rows) == Self.meaningsOfCommas)
        let session = (0..<900).map { 700 + $0 * 37 % 201 }
        #expect(
            try Self.intervals(session.map { "3,\($0)\n" }.joined()) == session.map(Double.init))
    }

    /// Channels with a sign or a point behind the comma stay columns where one value is written -0.
    @Test func minusZeroBesideDecimalsIsAColumn() throws {
        let rows = (0..<900).map { index in
            "\(index % 9 == 0 ? "-0" : "\(100 + index % 50)"),\(index % 2 == 0 ? "-" : "")0.0\(10 + index % 7)\n"
        }
        #expect(try Self.reading(rows.joined()).shape.width == 2)
    }

    /// Thousands in rows below a line with a decimal comma are read; beside a column of decimals they are refused.
    @Test func commasBeforeThousandsNeedNoDecimalsBeside() throws {
        let beats = (0..<60).map { 960 + $0 * 7 % 61 }
        let cells = beats.map { $0 < 1000 ? "\($0)" : "1,0\(String(format: "%02d", $0 - 1000))" }
        let text =
            "Gewicht = 71,5\nzeit;RR_ms\n"
            + cells.enumerated().map { "\($0.offset);\($0.element)\n" }.joined()
        #expect(try Self.intervals(text) == beats.map(Double.init))
        let mixed =
            "zeit;RR_ms\n" + cells.enumerated().map { "\($0.offset),97;\($0.element)\n" }.joined()
        guard case .refusal(let error) = try Self.reading(mixed).verdict else {
            Issue.record("\(try Self.reading(mixed).verdict)")
            return
        }
        #expect(error.text.contains("RR_ms holds 1,002 beside values around 9"))
    }

    /// Rows of changing length with a comma and a space between decimals.
    @Test func aCommaAndASpaceSeparateIntervals() throws {
        let beats = (0..<120).map { 700 + Double($0 * 37 % 301) + 0.125 }
        var text = ""
        var next = 0
        for length in [4, 3, 3, 6, 1, 5, 7, 8, 9, 4, 3, 6, 5, 8, 9, 7, 3, 4, 6, 8, 9, 2] {
            text += beats[next..<next + length].map { String(format: "%.3f", $0) }.joined(
                separator: ", ")
            text += "\n"
            next += length
        }
        #expect(next == beats.count)
        #expect(try Self.intervals(text) == beats)
    }
}
