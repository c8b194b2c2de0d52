import Foundation
import TestSupport
import Testing

@testable import RecordingFiles

@Suite struct CivilTimeTests {
    @Test func agreesWithFoundationOverFourCenturies() throws {
        let formatter = ISO8601DateFormatter()
        for step in 0..<400 {
            let date = Date(timeIntervalSince1970: Double(step) * 31_600_000 - 2_000_000_000)
            let text = formatter.string(from: date)
            let expected = Int64((date.timeIntervalSince1970 * 1000).rounded())
            #expect(CivilTime.milliseconds(Array(text.utf8)[...]) == expected, "\(text)")
        }
    }

    @Test(arguments: [
        ("2026-01-17T17:47:13.250", 1_768_672_033_250), ("2026-01-17 17:47:13", 1_768_672_033_000),
        ("2026-01-17 18:47:13 +0100", 1_768_672_033_000),
        ("2026-01-17T17:47:13.5Z", 1_768_672_033_500),
    ])
    func zonesAndFractionsAreRead(text: String, expected: Int64) {
        #expect(CivilTime.milliseconds(Array(text.utf8)[...]) == expected)
    }

    @Test(arguments: [
        "", "2026-01-17", "2026-13-01T00:00:00", "812", "17:47:13", "2026-01-17T25:00:00",
    ])
    func otherTextIsNoTime(text: String) {
        #expect(CivilTime.milliseconds(Array(text.utf8)[...]) == nil)
    }

    /// A written moment is read as the same moment, and Foundation writes the same.
    @Test func momentsAreWrittenWithTheirOffset() {
        var generator = SplitMix64(seed: 34)
        let style = Date.ISO8601FormatStyle()
        for _ in 0..<3000 {
            let unixMs = Int64.random(in: -2_000_000_000...9_000_000_000, using: &generator) * 1000
            #expect(
                CivilTime.text(unixMs: unixMs, offsetMinutes: nil)
                    == Date(timeIntervalSince1970: Double(unixMs) / 1000).formatted(style))
            let minutes = 15 * Int.random(in: -56...56, using: &generator)
            let text = CivilTime.text(unixMs: unixMs, offsetMinutes: minutes)
            #expect(CivilTime.milliseconds(Array(text.utf8)[...]) == unixMs, "\(text)")
        }
        #expect(CivilTime.text(unixMs: 999, offsetMinutes: -90) == "1969-12-31T22:30:00-01:30")
    }
}
