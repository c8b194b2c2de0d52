import Foundation
import PhysioTypes
import Testing

@testable import RecordingFiles

/// Clock times beside samples, counters beside an ECG, quoted cells with decimal commas, wide JSON, programs.
extension TableReadingTests {
    /// `23:59:59.980` and on, over midnight.
    private static func clock(_ index: Int, rateHz: Int) -> String {
        let ms = (86_399_980 + index * 1000 / rateHz) % 86_400_000
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let thousandths = ms % 1000
        let padding = thousandths < 10 ? "00" : thousandths < 100 ? "0" : ""
        return
            "\(two(ms / 3_600_000)):\(two(ms / 60_000 % 60)):\(two(ms / 1000 % 60)).\(padding)\(thousandths)"
    }

    @Test(arguments: ["Time,ECG [mV]\n", "", "# made by hand\nclock,ecg_mV\n"])
    func samplesWithClockTimesAreASignal(head: String) throws {
        let values = (0..<200).map { Double($0 % 17 - 8) / 10 }
        let rows = values.enumerated().map { "\(Self.clock($0.offset, rateHz: 250)),\($0.element)" }
        let bytes = Array((head + rows.joined(separator: "\n") + "\n").utf8)
        let result = try SignalReading.read(ByteSource(bytes))
        #expect(abs(result.reader.signals[0].sampleRateHz - 250) < 1e-6)
        #expect(result.signals == [values] && result.gapStarts.isEmpty)
        #expect(result.reader.notices.isEmpty)
    }

    /// Packets of a heart at 57 beats a minute that arrive once a second look like a sensor at 1 Hz: seconds since 1970 are no ms, which
    /// would give a rate of 1000 Hz.
    @Test func packetsThatArriveOnceASecondAreAskedFor() throws {
        let beats = (0..<120).map { 1050 + 60 * ($0 * 37 % 7 - 3) / 3 }
        var ended = 0
        let rows = beats.enumerated().map { index, beat -> String in
            ended += beat
            let arrival = 1_624_434_499_000 + (ended + 999) / 1000 * 1000 + index * 7 % 13
            return "\(Double(arrival) / 1000) \(beat).5\n"
        }
        guard case .ambiguous? = SignalReading.failure(Array(rows.joined().utf8)) else {
            Issue.record("a rate was found")
            return
        }
        let named = try TextReading.read("time rr\n" + rows.joined()).rr.intervalsMs
        #expect(named == beats.map { Double($0) + 0.5 })
    }

    @Test func aPauseInClockTimesIsAGap() throws {
        let rows = (0..<100).map { index in
            "\(Self.clock(index < 50 ? index : index + 500, rateHz: 250)),0.\(index % 7)"
        }
        let bytes = Array(("t,ecg_mV\n" + rows.joined(separator: "\n") + "\n").utf8)
        #expect(try SignalReading.read(ByteSource(bytes)).gapStarts == [550])
    }

    /// Complexes of 12 ms on a baseline, as a converter of 10 bits gives them.
    private static func ecg(rateHz: Double, seconds: Double, beatSeconds: Double) -> [Int] {
        var state: UInt64 = 7
        func noise() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return Double(state >> 40) / Double(1 << 24) - 0.5
        }
        var beats = [0.3]
        while beats[beats.count - 1] < seconds {
            beats.append(beats[beats.count - 1] + beatSeconds + 0.05 * noise())
        }
        return (0..<Int(seconds * rateHz)).map { index in
            let time = Double(index) / rateHz
            let voltage = beats.reduce(0.0) { sum, beat in
                let (qrs, t) = ((time - beat) / 0.012, (time - beat - 0.28) / 0.05)
                return sum + exp(-qrs * qrs) + 0.25 * exp(-t * t)
            }
            return Int(512 + 200 * voltage + 4 * noise())
        }
    }

    @Test(arguments: [(1000.0, 8.0, 0.85), (1000, 10, 0.9), (500, 8, 0.7), (1000, 20, 0.8)])
    func aCounterBesideAnECGMakesNoIntervals(
        rateHz: Double, seconds: Double, beatSeconds: Double
    ) throws {
        let values = Self.ecg(rateHz: rateHz, seconds: seconds, beatSeconds: beatSeconds)
        for separator in ["\t", ";"] {
            let text = values.enumerated().map { "\($0.offset)\(separator)\($0.element)\n" }
                .joined()
            #expect(throws: RecordingError.self) { try TextReading.read(Array(text.utf8)) }
        }
    }

    /// Half an hour of intervals that breathing and slow waves change.
    @Test func aCounterBesideIntervalsLeavesThemIntervals() throws {
        let intervals = (0..<2400).map { beat in
            let phase = Double(beat)
            return Int(820 + 40 * sin(phase / 3.7) + 60 * sin(phase / 41) + 90 * sin(phase / 400))
        }
        let text = intervals.enumerated().map { "\($0.offset)\t\($0.element)\n" }.joined()
        #expect(
            try TextReading.read(Array(text.utf8)).rr.intervalsMs == intervals.map { Double($0) })
    }

    @Test(arguments: ["", "\"RR\",\"Kommentar\"\r\n"])
    func quotedDecimalCommasWithAUnitAreIntervals(head: String) throws {
        let text =
            head + ["956,6", "948,2", "961", "970,5"].map { "\"\($0)ms\",\"\"\r\n" }.joined()
        #expect(
            try TextReading.read(Array(text.utf8)).rr.intervalsMs == [956.6, 948.2, 961, 970.5])
    }

    @Test(arguments: [true, false], [true, false])
    func wideJSONIsJSON(isLittleEndian: Bool, hasMark: Bool) throws {
        let units = (hasMark ? [0xFEFF] : []) + Array("{\"rr\": [812, 805, 799]}".utf16)
        let bytes = units.flatMap { unit in
            let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isLittleEndian ? pair : pair.reversed()
        }
        var input = try OpenedInput(ByteSource(bytes), fileName: "a.json", options: .init())
        let recording = try input.beats()
        #expect(recording.format == "json" && recording.rr.intervalsMs == [812, 805, 799])
    }

    @Test(arguments: [
        "# machine-generated\nreturn <<'END';\nV8\n1606\n1607\n1721\n1725\n1895\n1898\nEND\n",
        "/* values of a table */\n800, 810, 805,\n790, 812, 815,\n", "2.4\n",
    ])
    func programsAndSingleNumbersAreNoRecordings(text: String) {
        #expect(throws: RecordingError.self) { try TextReading.read(Array(text.utf8)) }
    }
}
