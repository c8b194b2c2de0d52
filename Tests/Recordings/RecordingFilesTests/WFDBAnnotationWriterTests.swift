import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct WFDBAnnotationWriterTests {
    private static func read(_ bytes: [UInt8]) throws -> WFDBAnnotationFile {
        try WFDBAnnotationFile(bytes: bytes, sampleRateHz: 100)
    }

    private static func bytes(hex: String) -> [UInt8] {
        let digits = hex.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(16 * digits[$0] + digits[$0 + 1])
        }
    }

    // MARK: Golden bytes

    /// The bytes that `wfdb.wrann` of wfdb-python 4.3.1 writes for ``all``, up to the text of 255
    /// x: every symbol of `wfdb.io.annotation.ann_labels`, steps of 0, 1, 1023, 1024, 70000, 2^31 +
    /// 5, then 100, 101, ..., fields as in ``all``.
    private static let golden = """
        00040108ff0f00ec00000004001002f800ec01007011001403fc6f64640000ecff7fffff061811f4
        641c01f465207ff004fc6576656e662405f000f867287ff4682c00f069306a346b386c406d486e4c
        6f5070547158725cfff8736000f874647568766c77707874797805fc2841464942007a7c7b807c84
        01f07d887e8c7f9080948198829c83a084a4fffc
        """
    /// The bytes that `write_fs=True` with a rate of 360 puts before them.
    private static let goldenRate = """
        005817fc23232074696d65207265736f6c7574696f6e3a203336300000ecffffffff0100
        """

    private static let all: [WFDBAnnotation] = {
        let symbols: [Character] = Array("NLRaVFJASEj/Q~|sT*D\"=pB^t+u?![]en@xf()r")
        var sample = 0
        var annotations = symbols.enumerated().map { index, symbol in
            let steps = [0, 1, 1023, 1024, 70_000, 1 << 31 + 5]
            sample += index < steps.count ? steps[index] : 94 + index
            return WFDBAnnotation(sample: sample, code: WFDBCode.code(of: symbol) ?? 0)
        }
        for (index, subtype) in [(5, 17), (6, 1), (9, 127)] {
            annotations[index].subtype = Int8(subtype)
        }
        for index in 3..<8 { annotations[index].channel = 2 }
        annotations[20].channel = 255
        for (index, number) in [(7, 127), (8, 5), (9, 5)] {
            annotations[index].number = Int8(number)
        }
        for index in 30..<annotations.count { annotations[index].number = 1 }
        for (index, text) in [(4, "odd"), (7, "even"), (27, "(AFIB")] {
            annotations[index].text = text
        }
        annotations[annotations.count - 1].text = String(repeating: "x", count: 255)
        return annotations
    }()

    @Test func bytesAreThoseOfWFDBPython() {
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: 255)
        // The text is padded to an even length; then the end word.
        let expected = Self.bytes(hex: Self.golden) + text + [0, 0, 0]
        #expect(WFDBAnnotationWriter.bytes(of: Self.all) == expected)
        #expect(
            WFDBAnnotationWriter.bytes(of: Self.all, ticksPerSecond: 360)
                == Self.bytes(hex: Self.goldenRate) + expected)
    }

    /// The vector of the format's description: N at 100, V at 1200.
    @Test func thePublishedVectorIsWritten() {
        let beats = [WFDBAnnotation(sample: 100, code: 1), WFDBAnnotation(sample: 1200, code: 5)]
        #expect(
            WFDBAnnotationWriter.bytes(of: beats)
                == Self.bytes(hex: "6404 00ec 0000 4c04 0014 0000"))
    }

    // MARK: Round trips

    @Test func nothingIsAnEndWord() throws {
        #expect(WFDBAnnotationWriter.bytes(of: []) == [0, 0])
        #expect(try Self.read(WFDBAnnotationWriter.bytes(of: [])).annotations.isEmpty)
    }

    @Test(arguments: [360, 125.44, 1000, 0.01])
    func theTimeResolutionIsReadBack(rate: Double) throws {
        let bytes = WFDBAnnotationWriter.bytes(of: Self.all, ticksPerSecond: rate)
        let file = try Self.read(bytes)
        #expect(file.sampleRateHz == rate && file.annotations == Self.all && file.notices.isEmpty)
    }

    private static func random(_ generator: inout SplitMix64) -> WFDBAnnotation {
        let texts = [
            "", "", "", "(N", "odd", "\u{B5}V \u{2764}", String(repeating: "y", count: 255),
        ]
        // A note at time 0 may be one by which the file speaks of itself, so times begin at 1.
        let largest = [3, 2000, 100_000, 1 << 33].randomElement(using: &generator) ?? 3
        return WFDBAnnotation(
            sample: Int.random(in: 1...largest, using: &generator),
            code: UInt8.random(in: WFDBCode.valid, using: &generator),
            subtype: Bool.random(using: &generator)
                ? 0 : Int8.random(in: -128...127, using: &generator),
            channel: UInt8.random(in: 0...3, using: &generator) * 85,
            number: Int8.random(in: -1...1, using: &generator) * 127,
            text: texts.randomElement(using: &generator) ?? "")
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func randomAnnotationsAreReadBack(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let annotations = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
            Self.random(&generator)
        }
        let file = try Self.read(WFDBAnnotationWriter.bytes(of: annotations))
        // Sorted by time; insertion keeps those of one time in their order.
        let expected = annotations.reduce(into: [WFDBAnnotation]()) { sorted, one in
            sorted.insert(one, at: sorted.firstIndex { $0.sample > one.sample } ?? sorted.count)
        }
        #expect(file.annotations == expected)
        #expect(file.notices.isEmpty)
    }

    @Test(arguments: WFDBCode.valid)
    func everyCodeIsReadBack(code: UInt8) throws {
        let one = WFDBAnnotation(
            sample: 7, code: code, subtype: 1, channel: 2, number: 3, text: "t")
        #expect(try Self.read(WFDBAnnotationWriter.bytes(of: [one])).annotations == [one])
    }

    /// The annotations written of a real record are those that were read of it.
    @Test(.needsDatasets, arguments: ["mitdb/105", "mitdb/207", "wfdb-formats/1003"])
    func realAnnotationsAreReadBack(record: String) throws {
        let file = try WFDBAnnotationFile.read(path: Datasets.path(record), annotator: "atr")
        let again = try Self.read(WFDBAnnotationWriter.bytes(of: file.annotations))
        #expect(again.annotations == file.annotations)
    }
}
