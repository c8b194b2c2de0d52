import PhysioTypes
import TestSupport
import Testing

@testable import PhysioRecordings

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

    @Test func gapsAndOverlapsAreToldTogether() throws {
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

    /// By its definition: a table of places, into which every record writes what it holds.
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
            for (place, value) in zip(start..., values) {
                if place < expected.count {
                    expected[place] = value
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

    /// A recording at 360 Hz, and a signal at 36 Hz beside it, of records of 1 s.
    ///
    /// - Parameter step: from the begin of a record to that of the next; s.
    private static func drifting(step: Double, records: Int) -> [UInt8] {
        var builder = EDFBuilder()
        builder.reserved = "EDF+D"
        builder.recordCount = "\(records)"
        builder.signals = [
            .init(digital: ("-32768", "32767"), samplesPerRecord: "360"),
            .init(label: "Resp", digital: ("-32768", "32767"), samplesPerRecord: "36"),
            .init(label: "EDF Annotations", unit: "", samplesPerRecord: "20"),
        ]
        for index in builder.signals.indices {
            builder.signals[index].physical = ("-32768", "32767")
        }
        var bytes = builder.header
        for record in 0..<records {
            bytes += builder.samples((0..<360).map { 360 * record + $0 })
            bytes += builder.samples((0..<36).map { 36 * record + $0 })
            // Four decimals, as whole numbers write them.
            let ticks = Int((step * 1e4).rounded()) * record
            let decimals = String(String(10_000 + ticks % 10_000).dropFirst())
            bytes += EDFBuilder.annotations(
                ["+\(ticks / 10_000).\(decimals)\u{14}\u{14}"], byteCount: 40)
        }
        return bytes
    }

    /// Less than half a sample between a record and the next: 0.0013 s is 0.468 samples.
    @Test(arguments: [1.0013, 0.9987, 1.0001, 0.9999])
    func smallDifferencesAddUpAndAreFollowed(step: Double) throws {
        let records = 60
        let bytes = Self.drifting(step: step, records: records)
        for source in [ByteSource(bytes), SignalReading.pipe(bytes)] {
            let result = try SignalReading.read(source)
            for (signal, rateHz) in [(0, 360.0), (1, 36.0)] {
                var foundCount = 0
                for (place, value) in result.signals[signal].enumerated() where !value.isNaN {
                    foundCount += 1
                    let (record, index) = Int(value).quotientAndRemainder(dividingBy: Int(rateHz))
                    let stated = Double(record) * step * rateHz + Double(index)
                    #expect(abs(Double(place) - stated) < 1.001, "\(signal) \(value)")
                }
                // None is lost but where two records have the same time.
                let overlap = max(0, (1 - step) * Double(records - 1) * rateHz)
                #expect(Double(foundCount) >= Double(records) * rateHz - overlap - 1)
                #expect(foundCount <= records * Int(rateHz))
            }
        }
    }

    @Test func samplesBetweenRecordsThatComeLateAreToldOnceAndCounted() throws {
        let result = try SignalReading.read(ByteSource(Self.drifting(step: 1.0013, records: 60)))
        // 59 x 0.468 = 27.6 samples.
        #expect(result.signals[0].filter(\.isNaN).count == 27)
        #expect(result.reader.notices.map(\.code) == ["time_gaps"])
        #expect(
            result.reader.notices.first?.text.hasPrefix(
                "gaps between records: 27, 0.075 s together") == true)
    }

    @Test func samplesOfRecordsThatComeEarlyAreReplacedAndCounted() throws {
        let result = try SignalReading.read(ByteSource(Self.drifting(step: 0.9987, records: 60)))
        #expect(result.signals[0].count == 60 * 360 - 27 && result.gapStarts.isEmpty)
        let notices = result.reader.notices
        #expect(Set(notices.map(\.code)) == ["edf_overlap"] && notices.count == 6)
        #expect(notices.last?.text == "further records that overlap: 22")
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
