import SensorProtocol
import Testing

/// Knowledge of a reader of a connection: time, missing and repeated lines, and how much was reported.
@Suite struct BeatlineOrderTests {
    private static let hello = #"{"type":"hello","proto":"beatline","v":1}"#

    /// Readings of lines that come at once, behind a hello.
    private static func readings(_ lines: [String]) -> [BeatlineReading] {
        var reader = BeatlineReader()
        _ = reader.read(.text(hello), arrivalMicroseconds: 0)
        return lines.map { reader.read(.text($0), arrivalMicroseconds: 0) }
    }

    private static func codes(_ reading: BeatlineReading) -> [String] { reading.errors.map(\.code) }

    @Test func aMissingTimeIsTheArrivalAndNamedOnce() {
        var reader = BeatlineReader()
        func read(_ line: String, at time: Int) -> BeatlineReading {
            reader.read(.text(line), arrivalMicroseconds: time)
        }
        // Lines that say nothing of a moment need none.
        #expect(read(Self.hello, at: 1).errors == [])
        #expect(read(#"{"type":"device","name":"x"}"#, at: 2).errors == [])
        let first = read(#"{"type":"hr","hr":62}"#, at: 3)
        #expect(first.errors == [.missingTime] && first.time == .arrival(3))
        let second = read(#"{"type":"hr","hr":62}"#, at: 4)
        #expect(second.errors == [] && second.time == .arrival(4))
        let third = read(#"{"type":"hr","t":77,"hr":62}"#, at: 5)
        #expect(third.errors == [] && third.time == .sender(77))
    }

    @Test func timeGoingBackOrJumpingIsReported() {
        let times = [1_000_000, 31_000_000, 61_000_001, 61_000_000, 61_000_000, 62_000_000]
        let readings = Self.readings(times.map { #"{"type":"rr","t":\#($0),"rr_ms":[800]}"# })
        #expect(readings.allSatisfy { $0.line != nil })
        #expect(readings.map(\.time) == times.map(BeatlineReading.Time.sender))
        #expect(
            readings.map(\.errors) == [
                [], [], [.timeJump(microseconds: 30_000_001)], [.timeBackwards(microseconds: 1)],
                [], [],
            ])
        #expect(readings.map(\.opensGap) == [false, false, true, true, false, false])
        #expect(readings.map(\.restartsClock) == [false, false, false, true, false, false])
        #expect(Self.codes(readings[2]) == ["t_jump"] && Self.codes(readings[3]) == ["t_backwards"])
    }

    /// A beat is reported after it was, and each sensor has a time of its own.
    @Test func timesAreComparedAmongTheirKind() {
        let readings = Self.readings([
            #"{"type":"rr","t":5000000,"rr_ms":[800]}"#, #"{"type":"beat","t":4000000}"#,
            #"{"type":"rr","dev":"1","t":3000000,"rr_ms":[800]}"#,
            #"{"type":"mark","t":1,"label":"x"}"#, #"{"type":"tick","t":250000}"#,
            #"{"type":"beat","t":3999999}"#, #"{"type":"rr","dev":"1","t":2999999,"rr_ms":[800]}"#,
            #"{"type":"tick","t":90000000}"#, #"{"type":"tick","t":250000}"#,
        ])
        #expect(
            readings.map { Self.codes($0) } == [
                [], [], [], [], [], ["t_backwards"], ["t_backwards"], [], ["t_backwards"],
            ])
    }

    @Test func missingAndRepeatedLinesAreKnown() {
        func line(_ sequence: Int, _ percent: Int = 5) -> String {
            #"{"type":"battery","t":1,"seq":\#(sequence),"pct":\#(percent)}"#
        }
        let readings = Self.readings([
            line(3), line(4), line(4), line(3), line(7), line(7, 6), line(8),
            #"{"type":"x","seq":9}"#,
            line(10), line(0), line(1),
        ])
        #expect(
            readings.map(\.errors) == [
                [], [], [], [], [.sequenceGap(2)], [.sequenceBackwards(from: 7, to: 7)], [],
                [.unknownType("x")], [], [.sequenceBackwards(from: 10, to: 0)], [],
            ])
        #expect(
            readings.map { $0.line == nil } == [
                false, false, true, true, false, false, false, true, false, false, false,
            ])
        #expect(readings[4].opensGap && Self.codes(readings[4]) == ["seq_gap"])
    }

    @Test func repetitionsAreCountedAndSilent() {
        var reader = BeatlineReader()
        let line = #"{"type":"battery","t":1,"seq":0,"pct":5}"#
        _ = reader.read(.text(Self.hello), arrivalMicroseconds: 0)
        let readings = (0..<3).map { _ in reader.read(.text(line), arrivalMicroseconds: 0) }
        #expect(readings.map { $0.line == nil } == [false, true, true])
        #expect(readings.allSatisfy(\.warnings.isEmpty) && reader.repeatedLineCount == 2)
    }

    @Test func tenWarningsASecondAndThenANumber() {
        var reader = BeatlineReader()
        _ = reader.read(.text(Self.hello), arrivalMicroseconds: 0)
        var warnings: [BeatlineReply.Warning] = []
        for index in 0..<25 {
            let reading = reader.read(.text("{"), arrivalMicroseconds: 1000 * index)
            #expect(reading.errors.count == 1)
            warnings += reading.warnings
        }
        #expect(
            warnings.map(\.line) == (2...11).map { $0 }
                && warnings.allSatisfy { $0.code == "bad_json" })
        // The next second begins with the number of those that were held back.
        let line = #"{"type":"battery","t":1,"pct":5}"#
        #expect(reader.read(.text(line), arrivalMicroseconds: 999_999).warnings == [])
        let next = reader.read(.text(line), arrivalMicroseconds: 1_000_000)
        #expect(
            next.warnings == [.init(line: 28, code: "more", text: "15 more lines with warnings")])
        #expect(reader.read(.text("{"), arrivalMicroseconds: 1_000_001).warnings.count == 1)
        #expect(reader.finish() == [])
        for _ in 0..<12 { _ = reader.read(.text("{"), arrivalMicroseconds: 1_000_002) }
        #expect(reader.finish().map(\.text) == ["2 more lines with warnings"])
    }
}
