import Foundation
import Testing
import TestSupport

@testable import HealthRecords

@Suite struct HealthDateTests {
    static func instant(_ text: String) -> HealthInstant? {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { HealthDate.instant(XMLText($0, count: bytes.count)) }
        }
    }

    /// Python 3.11.7: datetime.strptime(text, "%Y-%m-%d %H:%M:%S %z").timestamp().
    @Test(arguments: [
        ("2020-04-10 20:14:05 -0700", 1_586_574_845, -420),
        ("1970-01-01 00:00:00 +0000", 0, 0), ("2000-02-29 23:59:59 +0545", 951_848_099, 345),
        ("2026-12-31 23:59:59 +1400", 1_798_711_199, 840),
        ("2027-01-01 00:00:00 -0930", 1_798_795_800, -570),
    ])
    func datesAreThoseOfAnotherProgram(text: String, seconds: Int, offset: Int) {
        let expected = HealthInstant(
            unixMs: Int64(seconds) * 1000, writtenOffsetMinutes: offset)
        #expect(Self.instant(text) == expected)
        #expect(Self.instant(text)?.writtenOffsetMinutes == offset)
        // The form of version 8.
        let short = text.filter { !":".contains($0) }.replacing(" ", with: "")
        #expect(
            Self.instant(short.prefix(10).filter { $0 != "-" } + short.dropFirst(10)) == expected)
    }

    @Test func everyDayOfTwoCenturiesIsOneLaterThanTheDayBefore() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var generator = SplitMix64(seed: 1)
        for _ in 0..<3000 {
            let seconds = Int.random(in: 0..<7_258_118_400, using: &generator)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: Date(timeIntervalSince1970: Double(seconds)))
            let numbers = [
                parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second,
            ].map { $0 ?? 0 }
            let text = String(
                format: "%04d-%02d-%02d %02d:%02d:%02d +0000", numbers[0], numbers[1], numbers[2],
                numbers[3], numbers[4], numbers[5])
            #expect(Self.instant(text)?.unixMs == Int64(seconds) * 1000)
        }
    }

    @Test(arguments: [
        "2026-02-30 10:00:00 +0100", "2025-02-29 10:00:00 +0100", "2100-02-29 10:00:00 +0100",
        "2026-04-31 10:00:00 +0100", "2026-13-01 10:00:00 +0100", "2026-00-01 10:00:00 +0100",
        "2026-01-00 10:00:00 +0100", "2026-01-01 24:00:00 +0100", "2026-01-01 10:60:00 +0100",
        "2026-01-01 10:00:60 +0100", "2026-01-01 10:00:00", "2026-01-01 10:00:00 +1401",
        "2026-01-01 10:00:00 +0160", "2026-01-01 10:00:00 0100 ", "2569-01-01 10:00:00 +0700",
        "٢٠٢٦-01-01 10:00:00", "2026/01/01 10:00:00 +0100", "20260101100000+01:0", "",
        "2026-01-01T10:00:00 +010", "-026-01-01 10:00:00 +0100", "20260230101010+0100",
    ])
    func whatIsNoDateIsNone(text: String) {
        #expect(Self.instant(text) == nil)
    }
}
