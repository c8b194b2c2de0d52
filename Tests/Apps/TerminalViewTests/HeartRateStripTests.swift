import Testing

@testable import LivePipeline
@testable import TerminalView

struct RhythmStripTests {
    private static func beats(
        _ intervalMs: Double, from start: Double, to end: Double, artefact: Bool = false
    ) -> [LiveBeat] {
        var time = start
        var beats: [LiveBeat] = []
        while time + intervalMs / 1000 <= end + 1e-9 {
            time += intervalMs / 1000
            beats.append(
                LiveBeat(
                    timeSeconds: time, intervalMs: intervalMs, artefact: artefact ? .ectopic : nil))
        }
        return beats
    }

    @Test func aSteadyHeartIsFlat() throws {
        let strip = HeartRateStrip(
            Self.beats(1000, from: 0, to: 60), atSeconds: 60, columnCount: 60)
        #expect(strip.columns.allSatisfy { abs(($0 ?? 0) - 60) < 1e-9 })
        let range = try #require(strip.range)
        #expect(abs(range.lowerBound - 58) < 1e-9 && abs(range.upperBound - 62) < 1e-9)
        // Half of 16 levels above the lowest: a full lower row, and nothing or little above.
        #expect(strip.rows(2)[1] == String(repeating: "█", count: 60))
    }

    /// Half a minute at 50, half at 100 beats/min: the lowest value is drawn, the highest fills.
    @Test func theRangeIsItsOwn() throws {
        let beats =
            Self.beats(1200, from: 0, to: 30) + Self.beats(600, from: 30, to: 60)
        let strip = HeartRateStrip(beats, atSeconds: 60, columnCount: 30)
        let range = try #require(strip.range)
        #expect(abs(range.lowerBound - 50) < 1e-9 && abs(range.upperBound - 100) < 1e-9)
        let rows = strip.rows(3)
        #expect(rows[0] == String(repeating: " ", count: 15) + String(repeating: "█", count: 15))
        #expect(rows[2] == String(repeating: "▁", count: 15) + String(repeating: "█", count: 15))
    }

    /// A gap, artefacts, and the time before the first beat stay empty.
    @Test func whatIsNotKnownStaysEmpty() {
        let beats =
            Self.beats(1000, from: 10, to: 20) + Self.beats(1000, from: 30, to: 40)
            + Self.beats(1000, from: 40, to: 50, artefact: true)
            + Self.beats(1000, from: 50, to: 60)
        let strip = HeartRateStrip(beats, atSeconds: 60, columnCount: 60)
        for (index, value) in strip.columns.enumerated() {
            let isKnown = (10..<20).contains(index) || (30..<40).contains(index) || index >= 50
            #expect((value != nil) == isKnown, "\(index)")
        }
        let row = strip.rows(1)[0]
        #expect(row.enumerated().allSatisfy { ($1 == " ") == (strip.columns[$0] == nil) })
    }

    @Test func nothingIsNothing() {
        #expect(HeartRateStrip([], atSeconds: 3, columnCount: 0).rows(2) == ["", ""])
        let strip = HeartRateStrip([], atSeconds: 3, columnCount: 5)
        #expect(strip.range == nil && strip.rows(1) == ["     "])
        let late = HeartRateStrip(
            Self.beats(800, from: 0, to: 10), atSeconds: 500, columnCount: 10)
        #expect(late.range == nil)
    }
}
