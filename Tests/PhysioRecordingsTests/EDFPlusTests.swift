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

    @Test func ofOverlappingRecordsTheEarlierStays() throws {
        let bytes = EDFBuilder.plus("EDF+D", onsets: ["+0", "+0.5", "+0.25", "+1.5"])
        let result = try SignalReading.read(ByteSource(bytes))
        // Half of record 1 is new, nothing of record 2.
        #expect(
            Self.isClose(
                result.signals[0], Self.values(0) + Self.values(1).suffix(2) + Self.values(3)))
        #expect(result.reader.notices.map(\.code) == ["edf_overlap", "edf_overlap"])
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
