import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct EDFPlusTests {
    /// 100 k + 1 ... 4 of record k, in the mV of ``EDFBuilder``.
    private static func values(_ record: Int) -> [Double] {
        (1...4).map { Double(100 * record + $0) / 1000 }
    }

    private static func isClose(_ a: [Double], _ b: [Double]) -> Bool {
        a.count == b.count
            && zip(a, b).allSatisfy { abs($0 - $1) < 1e-12 || ($0.isNaN && $1.isNaN) }
    }

    @Test func entriesAreReadAsTheStandardHasThem() throws {
        // The documented example: a record at 0 s and an R at 0.5 s.
        let bytes: [UInt8] = [
            0x2B, 0x30, 0x14, 0x14, 0x00, 0x2B, 0x30, 0x2E, 0x35, 0x30, 0x30, 0x30, 0x14, 0x52,
            0x14,
            0x00,
        ]
        let entries = EDFAnnotationList.entries(in: bytes[...]) { Issue.record("no fault") }
        #expect(entries.map(\.onsetSeconds) == [0, 0.5])
        #expect(entries.map(\.beginsRecord) == [true, false])
        #expect(entries.map(\.texts) == [[], ["R"]])
        let long = try #require(
            EDFAnnotationList(Array("+180\u{15}25.5\u{14}a\u{14}b\u{14}".utf8)[...]))
        #expect(long.durationSeconds == 25.5 && long.texts == ["a", "b"])
        #expect(EDFAnnotationList(Array("-0.5\u{14}\u{14}".utf8)[...])?.onsetSeconds == -0.5)
        for broken in ["", "180\u{14}a\u{14}", "+x\u{14}", "+1", "\u{14}\u{14}"] {
            #expect(EDFAnnotationList(Array(broken.utf8)[...]) == nil, "\(broken)")
        }
    }

    @Test func annotationsCountFromTheFirstSample() throws {
        let bytes = EDFBuilder.plus(
            "EDF+C", onsets: ["+0.25", "+1.25"],
            texts: [["+0.5\u{14}N\u{14}"], ["+1.75\u{15}2\u{14}sleep\u{14}V\u{14}", "junk"]])
        let result = try SignalReading.read(SignalReading.pipe(bytes))
        #expect(Self.isClose(result.signals[0], Self.values(0) + Self.values(1)))
        #expect(
            result.reader.annotations == [
                SignalAnnotation(timeSeconds: 0.25, text: "N"),
                SignalAnnotation(timeSeconds: 1.5, durationSeconds: 2, text: "sleep"),
                SignalAnnotation(timeSeconds: 1.5, durationSeconds: 2, text: "V"),
            ])
        #expect(result.reader.notices.map(\.code) == ["edf_annotation"])
    }

    @Test func recordsOfADiscontinuousRecordingLieWhereTheySay() throws {
        let bytes = EDFBuilder.plus("EDF+D", onsets: ["+0", "+1", "+3.5", "+4.5"])
        let result = try SignalReading.read(ByteSource(bytes))
        #expect(result.gapStarts == [14])
        let gap = [Double](repeating: .nan, count: 6)
        #expect(
            Self.isClose(
                result.signals[0],
                Self.values(0) + Self.values(1) + gap + Self.values(2) + Self.values(3)))
        let notice = try #require(result.reader.notices.first)
        #expect(notice.code == "time_gaps" && notice.kind == .note)
        #expect(notice.text.contains("1.5 s at 2.0 s"))
    }

    @Test func ofOverlappingRecordsTheLaterCounts() throws {
        let bytes = EDFBuilder.plus("EDF+D", onsets: ["+0", "+0.5", "+0.25", "+1.5"])
        for source in [ByteSource(bytes), SignalReading.pipe(bytes)] {
            let result = try SignalReading.read(source)
            // The last quarter of record 1 lies behind record 2.
            #expect(
                Self.isClose(
                    result.signals[0],
                    Self.values(0).prefix(1) + Self.values(2) + Self.values(1).suffix(1)
                        + Self.values(3)))
            #expect(result.reader.notices.map(\.code) == ["edf_overlap", "edf_overlap"])
            #expect(
                result.reader.notices[0].text
                    == "record 1 begins 0.5 s before the end of those before it: its samples take "
                    + "the place of theirs")
        }
    }

    @Test func gapsAndOverlapsAreReportedTogether() throws {
        let bytes = EDFBuilder.plus("EDF+D", onsets: ["+0", "+1", "+5", "+5.75", "+9"])
        let result = try SignalReading.read(ByteSource(bytes))
        #expect(result.gapStarts == [20, 36])
        #expect(
            Self.isClose(
                Array(result.signals[0][20..<27]), Self.values(2).prefix(3) + Self.values(3)))
        #expect(
            result.reader.notices.map(\.text) == [
                "record 3 begins 0.25 s before the end of those before it: its samples take the "
                    + "place of theirs",
                "gaps between records: 2, 5.25 s together (3.0 s at 2.0 s, 2.25 s at 6.75 s)",
            ])
    }

    @Test func whatARecordSaysOfTheTimeBeforeAGapIsLeftOut() throws {
        // Record 2 lies in the gap, record 3 half before its end.
        let bytes = EDFBuilder.plus("EDF+D", onsets: ["+0", "+5", "+3", "+4.5"])
        let result = try SignalReading.read(ByteSource(bytes))
        let gap = [Double](repeating: .nan, count: 16)
        #expect(
            Self.isClose(
                result.signals[0],
                Self.values(0) + gap + Self.values(3).suffix(2) + Self.values(1).suffix(2)))
        #expect(
            result.reader.notices.map(\.code)
                == ["edf_overlap", "edf_overlap", "time_gaps", "edf_overlap"])
        #expect(result.reader.notices.last?.text.hasSuffix("left out: 6") == true)
    }

    /// The definition: a table of positions, into which every record writes what it holds.
    @Test(arguments: [UInt64(1), 2, 3])
    func anyOverlapsGiveWhatWritingRecordAfterRecordGives(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var first = 0
        var end = 0
        var starts: [Int] = []
        for _ in 0..<15_000 {
            starts.append(first)
            end = max(end, first + 4)
            first = max(0, Int.random(in: 0..<10, using: &random) < 9 ? end : end - 7)
        }
        var expected: [Double] = []
        for (record, start) in starts.enumerated() {
            let values = Self.values(record % 300)
            for (index, value) in zip(start..., values) {
                if index < expected.count {
                    expected[index] = value
                } else {
                    expected.append(value)
                }
            }
        }
        let bytes = EDFBuilder.plus(
            "EDF+D", onsets: starts.map { "+\(Double($0) / 4)" }, valuesRepeatAfter: 300)
        let result = try SignalReading.read(SignalReading.pipe(bytes))
        #expect(Self.isClose(result.signals[0], expected))
    }

    @Test func whatHasBeenGivenIsNotReplaced() throws {
        let onsets = (0..<12_000).map { "+\($0)" } + ["+0", "+11990"]
        let bytes = EDFBuilder.plus("EDF+D", onsets: onsets, valuesRepeatAfter: 300)
        let result = try SignalReading.read(ByteSource(bytes))
        var expected = (0..<12_000).flatMap { Self.values($0 % 300) }
        expected.replaceSubrange(47_960..<47_964, with: Self.values(12_001 % 300))
        #expect(Self.isClose(result.signals[0], expected))
        #expect(result.reader.notices.last?.text.hasSuffix("left out: 4") == true)
    }

    @Test func signalsOfOtherRatesAreReplacedAtTheSameTimes() throws {
        var builder = EDFBuilder()
        builder.reserved = "EDF+D"
        builder.signals = [
            .init(physical: ("-1000", "1000")),
            .init(label: "Resp", physical: ("-1000", "1000"), samplesPerRecord: "2"),
            .init(label: "EDF Annotations", unit: "", samplesPerRecord: "10"),
        ]
        var bytes = builder.header
        for (record, onset) in ["+0", "+0.5", "+1.5"].enumerated() {
            bytes += builder.samples(
                (1...4).map { 10 * record + $0 } + [100 + record, 200 + record])
            bytes += EDFBuilder.annotations(["\(onset)\u{14}\u{14}"], byteCount: 20)
        }
        let result = try SignalReading.read(ByteSource(bytes))
        #expect(result.signals[0] == [1, 2, 11, 12, 13, 14, 21, 22, 23, 24])
        #expect(result.signals[1] == [100, 101, 201, 102, 202])
    }

    @Test func noticesOfManyGapsAndOverlapsAreFew() throws {
        let onsets = (0..<400).map { "+\($0 % 2 == 0 ? 2 * $0 : 2 * $0 - 2)" }
        let result = try SignalReading.read(ByteSource(EDFBuilder.plus("EDF+D", onsets: onsets)))
        #expect(result.reader.notices.count == 7)
        #expect(result.signals[0].count == 4 * (2 * 398 + 1))
    }

    @Test(arguments: ["EDF+C", "EDF+D"])
    func impossibleTimesAreNotFollowed(kind: String) throws {
        let bytes = EDFBuilder.plus(kind, onsets: ["+0", "+1e15", "+2"])
        let result = try SignalReading.read(ByteSource(bytes))
        #expect(
            Self.isClose(result.signals[0], Self.values(0) + Self.values(1) + Self.values(2)))
        #expect(result.reader.notices.map(\.code) == ["edf_times"])
    }

    @Test func roundedTimesAreNoGaps() throws {
        // 1/3 s with four decimals: the sum of the errors would be a sample after 2500 records.
        let onsets = (0..<3000).map { "+\((Double($0) / 3 * 1e4).rounded() / 1e4)" }
        var bytes = EDFBuilder.plus("EDF+D", onsets: onsets)
        bytes.replaceSubrange(244..<252, with: EDFBuilder.field("0.333333", 8))
        let result = try SignalReading.read(ByteSource(bytes))
        #expect(result.signals[0].count == 12_000)
        #expect(result.gapStarts.isEmpty && result.reader.notices.isEmpty)
    }

    /// Four decimals, as whole numbers write them: `+1.0013` for 10013.
    private static func onset(ticks: Int) -> String {
        let decimals = String(String(10_000 + abs(ticks) % 10_000).dropFirst())
        return "\(ticks < 0 ? "-" : "+")\(abs(ticks) / 10_000).\(decimals)"
    }

    /// A recording at 360 Hz, and a signal at 36 Hz beside it, of records of 1 s; each sample is its
    /// own number.
    ///
    /// - Parameter onsetTicks: begin of each record; 0.1 ms.
    private static func counting(onsetTicks: [Int], kind: String = "EDF+D") -> [UInt8] {
        var builder = EDFBuilder()
        builder.reserved = kind
        builder.recordCount = "\(onsetTicks.count)"
        builder.signals = [
            .init(digital: ("-32768", "32767"), samplesPerRecord: "360"),
            .init(label: "Resp", digital: ("-32768", "32767"), samplesPerRecord: "36"),
            .init(label: "EDF Annotations", unit: "", samplesPerRecord: "20"),
        ]
        for index in builder.signals.indices {
            builder.signals[index].physical = ("-32768", "32767")
        }
        var bytes = builder.header
        for (record, ticks) in onsetTicks.enumerated() {
            bytes += builder.samples((0..<360).map { 360 * record + $0 })
            bytes += builder.samples((0..<36).map { 36 * record + $0 })
            bytes += EDFBuilder.annotations(
                ["\(onset(ticks: ticks))\u{14}\u{14}"], byteCount: 40)
        }
        return bytes
    }

    /// The tick at which each record begins, `step` ticks behind the one before; at some of them as
    /// many ticks more.
    private static func ticks(
        step: Int, records: Int, more: [Int: Int] = [:]
    ) -> [Int] {
        var position = 0
        return (0..<records).map { record in
            if record > 0 { position += step + (more[record] ?? 0) }
            return position
        }
    }

    /// Up to 0.97 samples between a record and the next; 13 ticks are 0.468 samples.
    @Test(arguments: [10_013, 9987, 10_001, 9999, 10_027, 9973], ["EDF+D", "EDF+C"])
    func driftIsNoGapAndNoOverlap(step: Int, kind: String) throws {
        let records = 60
        let bytes = Self.counting(
            onsetTicks: Self.ticks(step: step, records: records), kind: kind)
        for source in [ByteSource(bytes), SignalReading.pipe(bytes)] {
            let result = try SignalReading.read(source)
            #expect(result.gapStarts.isEmpty)
            #expect(result.signals[0] == (0..<(360 * records)).map(Double.init))
            #expect(result.signals[1] == (0..<(36 * records)).map(Double.init))
        }
    }

    @Test func driftOfASampleOrMoreIsReportedOnce() throws {
        func notices(_ step: Int) throws -> [Notice] {
            let bytes = Self.counting(onsetTicks: Self.ticks(step: step, records: 60))
            return try SignalReading.read(ByteSource(bytes)).reader.notices
        }
        // 59 x 0.0013 s = 0.0767 s.
        for (step, words) in [(10_013, "ahead of"), (9987, "behind")] {
            let found = try notices(step)
            #expect(found.map(\.code) == ["clock_drift"] && found.first?.kind == .note)
            #expect(
                found.first?.text.hasPrefix(
                    "the times of records run 0.077 s \(words) their samples at 59.0 s") == true)
        }
        // 59 x 0.0001 s are 2.1 samples, 20 of them 0.72.
        #expect(try notices(10_001).map(\.code) == ["clock_drift"])
        let few = Self.counting(onsetTicks: Self.ticks(step: 10_001, records: 21))
        #expect(try SignalReading.read(ByteSource(few)).reader.notices.isEmpty)
    }

    /// Positions of the samples of a record, which must follow one another.
    private static func sampleRange(ofRecord record: Int, in samples: [Double]) throws -> Range<Int>
    {
        let first = try #require(samples.firstIndex(of: Double(360 * record)))
        let range = first..<(first + 360)
        #expect(samples[range].elementsEqual((0..<360).map { Double(360 * record + $0) }))
        return range
    }

    @Test(arguments: [10_013, 9987, 10_000])
    func aRecordBehindAGapLiesWhereItSays(step: Int) throws {
        // Two gaps: 2.5 s before record 20, a quarter of a second before record 40.
        let ticks = Self.ticks(step: step, records: 60, more: [20: 25_000, 40: 2500])
        let result = try SignalReading.read(ByteSource(Self.counting(onsetTicks: ticks)))
        for record in [20, 40] {
            let stated = Int((Double(ticks[record]) * 360 / 10_000).rounded())
            #expect(
                try Self.sampleRange(ofRecord: record, in: result.signals[0]).lowerBound == stated)
        }
        let starts = [20, 40].map { Int((Double(ticks[$0]) * 360 / 10_000).rounded()) }
        #expect(result.gapStarts == starts)
        // All others follow on, and what lies between is missing.
        for record in 1..<60 where record != 20 && record != 40 {
            let before = try Self.sampleRange(ofRecord: record - 1, in: result.signals[0])
            let own = try Self.sampleRange(ofRecord: record, in: result.signals[0])
            #expect(own.lowerBound == before.upperBound)
        }
        let last = try Self.sampleRange(ofRecord: 59, in: result.signals[0])
        #expect(result.signals[0].count == last.upperBound)
        #expect(result.signals[0].count(where: \.isNaN) == last.upperBound - 60 * 360)
        let gaps = try #require(result.reader.notices.first { $0.code == "time_gaps" })
        #expect(gaps.text.contains(": 2, 2.75 s together"), "\(gaps.text)")
    }

    @Test func aGapOfOneSampleIsOne() throws {
        // 28 ticks are 1.008 samples.
        let ticks = Self.ticks(step: 10_000, records: 4, more: [2: 28])
        let result = try SignalReading.read(ByteSource(Self.counting(onsetTicks: ticks)))
        #expect(result.gapStarts == [721])
        #expect(result.signals[0].count == 4 * 360 + 1 && result.signals[0][720].isNaN)
    }

    @Test func aGapThatIsShorterThanTheDriftStaysAGap() throws {
        // By record 40 the times are 18 samples behind; the gap has 10.
        let ticks = Self.ticks(step: 9987, records: 60, more: [40: 278])
        let result = try SignalReading.read(ByteSource(Self.counting(onsetTicks: ticks)))
        #expect(result.gapStarts == [40 * 360 + 1])
        #expect(result.signals[0].count == 60 * 360 + 1)
        #expect(result.signals[0][40 * 360].isNaN)
    }

    @Test func anOverlapIsAsLongAsItIsWhateverTheDrift() throws {
        // Record 30 begins half a second early: 180 samples replace those before.
        let ticks = Self.ticks(step: 10_013, records: 40, more: [30: -5013])
        let result = try SignalReading.read(ByteSource(Self.counting(onsetTicks: ticks)))
        let expected = Array(0..<(30 * 360 - 180)) + Array((30 * 360)..<(40 * 360))
        #expect(result.signals[0] == expected.map(Double.init))
        #expect(result.reader.notices.map(\.code) == ["edf_overlap", "clock_drift"])
    }

    @Test func aRecordingOfAnnotationsAloneHasNoSignal() throws {
        var builder = EDFBuilder()
        builder.reserved = "EDF+C"
        builder.recordSeconds = "0"
        builder.signals = [.init(label: "EDF Annotations", samplesPerRecord: "20")]
        let bytes =
            builder.header
            + EDFBuilder.annotations(["+0\u{14}\u{14}", "+7\u{14}wake\u{14}"], byteCount: 40)
        let result = try SignalReading.read(ByteSource(bytes))
        #expect(result.signals.isEmpty)
        #expect(result.reader.annotations == [SignalAnnotation(timeSeconds: 7, text: "wake")])
    }

    @Test func bdfAnnotationsHaveThreeBytesASample() throws {
        var builder = EDFBuilder(isBDF: true)
        builder.reserved = "BDF+C"
        builder.signals = [
            .init(physical: ("-1000", "1000")),
            .init(label: "BDF Annotations", samplesPerRecord: "8"),
        ]
        let bytes =
            builder.header + builder.samples([1, 2, 3, 4])
            + EDFBuilder.annotations(["+0\u{14}\u{14}", "+0.5\u{14}on\u{14}"], byteCount: 24)
        let result = try SignalReading.read(ByteSource(bytes))
        #expect(result.signals == [[1, 2, 3, 4]])
        #expect(result.reader.annotations == [SignalAnnotation(timeSeconds: 0.5, text: "on")])
    }
}
