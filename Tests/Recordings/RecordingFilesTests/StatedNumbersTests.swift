import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

/// Numbers that a file states of itself, replaced by values that no recorder writes: each gives an error or a
/// recording of possible length, and no reader stops or holds more than the file can fill.
///
/// `Guides/stated-numbers.md` lists the fields.
@Suite struct StatedNumbersTests {
    static let hostile = [
        "0", "-1", "NaN", "inf", "5E16", "1e308", "1e-308", "9223372036854775807",
        "-9223372036854775808", "18446744073709551615", "99999999999999999999999",
    ]
    /// Far more than any of the files below can fill, gaps included.
    private static let sampleLimit = 1 << 22

    /// Reads the beats and the signals of an input to their ends.
    private static func read(_ bytes: [UInt8], fileName: String) {
        func opened() throws(RecordingError) -> OpenedInput {
            try OpenedInput(ByteSource(bytes), fileName: fileName, options: .init())
        }
        if var input = try? opened(), let recordings = try? input.recordings(InputName(path: "a")) {
            for case .success(let recording) in recordings.map(\.outcome) {
                #expect(recording.rr.count <= bytes.count)
                #expect(recording.rr.durationSeconds <= RecordingLimits.maxDurationSeconds)
            }
        }
        if var input = try? opened(), let decoder = try? input.signals() {
            var reader = SignalReader(decoder, .init())
            for signal in reader.signals {
                #expect(RecordingLimits.rateRangeHz.contains(signal.sampleRateHz))
            }
            var count = 0
            while count < sampleLimit, let block = try? reader.nextBlock() {
                count += block.pieces.reduce(0) { $0 + $1.samples.count }
                for piece in block.pieces { #expect(piece.firstSample >= 0) }
            }
            #expect(count < sampleLimit)
        }
    }

    // MARK: EDF

    private static let edfFields: [@Sendable (inout EDFBuilder, String) -> Void] = [
        { $0.headerBytes = $1 }, { $0.recordCount = $1 }, { $0.recordSeconds = $1 },
        { $0.signalCount = $1 }, { $0.signals[0].samplesPerRecord = $1 },
        { $0.signals[0].physical.0 = $1 }, { $0.signals[0].physical.1 = $1 },
        { $0.signals[0].digital.0 = $1 }, { $0.signals[0].digital.1 = $1 },
        { $0.date = $1 }, { $0.time = $1 },
    ]

    @Test(arguments: [false, true], edfFields.indices)
    func fieldsOfEDF(isBDF: Bool, field: Int) {
        for value in Self.hostile {
            var builder = EDFBuilder()
            builder.isBDF = isBDF
            builder.reserved = isBDF ? "BDF+D" : "EDF+D"
            // Fields have eight characters at most, the number of signals four.
            Self.edfFields[field](&builder, String(value.prefix(field == 3 ? 4 : 8)))
            Self.read(builder.header + [UInt8](repeating: 7, count: 64), fileName: "a.edf")
        }
    }

    // MARK: WFDB

    private static let wfdbHeaders = [
        "a # 360 4\na.dat 16 200 16 0 0 0 0 I\n", "a 1 # 4\na.dat 16 200 16 0 0 0 0 I\n",
        "a 1 360/#(0) 4\na.dat 16 200 16 0 0 0 0 I\n",
        "a 1 360/1(#) 4\na.dat 16 200 16 0 0 0 0 I\n",
        "a 1 360 #\na.dat 16 200 16 0 0 0 0 I\n", "a 1 360 4\na.dat # 200 16 0 0 0 0 I\n",
        "a 1 360 4\na.dat 16x# 200 16 0 0 0 0 I\n", "a 1 360 4\na.dat 16:# 200 16 0 0 0 0 I\n",
        "a 1 360 4\na.dat 16+# 200 16 0 0 0 0 I\n", "a 1 360 4\na.dat 16 # 16 0 0 0 0 I\n",
        "a 1 360 4\na.dat 16 200(#)/mV 16 0 0 0 0 I\n", "a 1 360 4\na.dat 16 200 # 0 0 0 0 I\n",
        "a 1 360 4\na.dat 16 200 16 # 0 0 0 I\n", "a 1 360 4\na.dat 8 200 16 0 # 0 0 I\n",
        "a 1 360 4\na.dat 16 200 16 0 0 # 0 I\n", "a 1 360 4\na.dat 16 200 16 0 0 0 # I\n",
        "a/# 1 360 4\nb 4\n", "a/1 1 360 4\nb #\n", "a/2 1 360\n~ #\nb 4\n",
    ]

    @Test(arguments: wfdbHeaders.indices)
    func fieldsOfWFDB(index: Int) {
        for value in Self.hostile {
            let text = Self.wfdbHeaders[index].replacing("#", with: value)
            let folder = WFDBTestFolder(
                ["a": text, "b": "b 1 360 4\nb.dat 16 200 16 0 0 0 0 I\n"],
                samples: [
                    "a.dat": [UInt8](repeating: 5, count: 32),
                    "b.dat": [UInt8](repeating: 5, count: 8),
                ])
            guard let decoder = try? folder.open("a") else { continue }
            var reader = SignalReader(decoder, .init())
            var count = 0
            while count < Self.sampleLimit, let block = try? reader.nextBlock() {
                count += block.pieces.reduce(0) { $0 + $1.samples.count }
            }
            #expect(count < Self.sampleLimit, "\(text)")
        }
    }

    /// A skip of 32 bits before each beat, in the order of its words.
    @Test(arguments: [Int32.min, -1, 0, 1, Int32.max])
    func stepsOfAnnotations(step: Int32) throws {
        let bits = UInt32(bitPattern: step)
        let skip = [0, 59 << 2] + [16, 24, 0, 8].map { UInt8(truncatingIfNeeded: bits >> $0) }
        let bytes = [UInt8]((0..<40).flatMap { _ in skip + [100, 4] }) + [0, 0]
        var annotations = WFDBAnnotations()
        try annotations.consume(bytes)
        annotations.finish()
        #expect(annotations.annotations.allSatisfy { $0.sample >= 0 })
        let series = annotations.series(sampleRateHz: 360, normal: NormalBeats())
        #expect(series.count <= 40)
    }

    @Test(arguments: hostile)
    func resolutionOfAnnotations(value: String) throws {
        let text = Array("## time resolution: \(value)".utf8)
        let note: [UInt8] = [0, 22 << 2, UInt8(text.count), 63 << 2] + text
        let padding: [UInt8] = text.count.isMultiple(of: 2) ? [] : [0]
        let file = try WFDBAnnotationFile(
            bytes: note + padding + InputOptionTests.annotations, sampleRateHz: 250)
        #expect(file.sampleRateHz == 250 && file.notices.map(\.code) == ["ann_rate"])
    }

    // MARK: XDF

    private static func chunk(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = UInt32(content.count + 2)
        return [4] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + [tag, 0]
            + content
    }

    private static func xdf(channels: String = "1", rate: String = "100", count: [UInt8] = [1, 4])
        -> [UInt8]
    {
        let xml =
            "<info><name>S</name><type>ECG</type><channel_count>\(channels)</channel_count>"
            + "<nominal_srate>\(rate)</nominal_srate><channel_format>int16</channel_format></info>"
        let id: [UInt8] = [1, 0, 0, 0]
        let samples = (0..<4).flatMap { index in [0, UInt8(index), 0] as [UInt8] }
        return Array("XDF:".utf8) + chunk(1, Array("<info><version>1.0</version></info>".utf8))
            + chunk(2, id + Array(xml.utf8)) + chunk(3, id + count + samples)
    }

    @Test(arguments: hostile)
    func fieldsOfXDF(value: String) {
        Self.read(Self.xdf(channels: value), fileName: "a.xdf")
        Self.read(Self.xdf(rate: value), fileName: "a.xdf")
    }

    @Test(
        arguments: [
            [0], [1, 0], [1, 255], [4, 255, 255, 255, 255], [4, 255, 255, 255, 127],
            [8, 255, 255, 255, 255, 255, 255, 255, 127],
            [8, 255, 255, 255, 255, 255, 255, 255, 255],
        ] as [[UInt8]])
    func countsOfXDF(count: [UInt8]) {
        Self.read(Self.xdf(count: count), fileName: "a.xdf")
        // The length of a chunk.
        Self.read(Array("XDF:".utf8) + count + [3, 0, 1, 0, 0, 0], fileName: "a.xdf")
    }

    // MARK: Text

    private static let texts = [
        "# Fs = #V\nrr\n812\n805\n799\n", "# Fs = #V Hz\n0.1\n0.2\n0.3\n0.2\n0.1\n",
        "Interval=\t#V s\nChannelTitle=\tECG\nUnitName=\tmV\n0\t0.1\n0.01\t0.2\n0.02\t0.3\n",
        "Interval=\t0.01 s\nExcelDateTime=\t43749.5\nChannelTitle=\tECG\n0\t0.1\n0.01\t0.2\nInterval=\t0.01 s\n"
            + "ExcelDateTime=\t#V\nChannelTitle=\tECG\n0\t0.1\n0.01\t0.2\n",
        "Test.acq\n#V msec/sample\n1 channels\nECG\nmV\nmin\tCH1\n\t4\n0\t0.1\n0.01\t0.2\n0.02\t0.3\n",
        "Test.acq\n2 msec/sample\n#V channels\nECG\nmV\nmin\tCH1\n\t#V\n0\t0.1\n0.01\t0.2\n0.02\t0.3\n",
        "time_s,ecg_mV\n0,0.1\n0.004,0.2\n#V,0.3\n0.012,0.4\n",
        "time_s,ecg_mV\n#V,0.1\n0.004,0.2\n0.008,0.3\n",
        "time,rr\n0.8,800\n#V,812\n2.4,805\n", "time,rr\n0.8,800\n1.6,#V\n2.4,805\n",
        "rr\n812\n#V\n799\n805\n", "#V, IBI\n0.8,0.812\n1.6,0.805\n2.4,0.799\n",
        "[Params]\nInterval=238\nLength=#V\nStartTime=#V\n[HRData]\n812\n805\n799\n",
        "{\"rr\": [812, #V, 805, 799]}",
        "{\"data\": [{\"rr\": 812, \"time\": #V}, {\"rr\": 805, \"time\": 2}]}",
        "# OpenSignals Text File Format\n# {\"x\": {\"sampling rate\": #V, \"resolution\": [10], \"column\": [\"nSeq\", \"A1\"], "
            + "\"label\": [\"A1\"], \"sensor\": [\"ECG\"]}}\n# EndOfHeader\n0\t512\n1\t513\n2\t514\n",
        "# OpenSignals Text File Format\n# {\"x\": {\"sampling rate\": 100, \"resolution\": [#V], \"column\": [\"nSeq\", \"A1\"], "
            + "\"label\": [\"A1\"], \"sensor\": [\"ECG\"]}}\n# EndOfHeader\n0\t512\n1\t513\n#V\t514\n",
    ]

    @Test(arguments: texts.indices)
    func numbersOfTexts(index: Int) {
        for value in Self.hostile {
            Self.read(
                Array(Self.texts[index].replacing("#V", with: value).utf8), fileName: "a.txt")
        }
    }

    @Test(arguments: hostile)
    func ratesInFileNames(value: String) {
        Self.read(Array("0.1\n0.2\n0.1\n".utf8), fileName: "ecg_\(value)hz.csv")
    }

    // MARK: Binary files

    /// Each byte, and each group of four, of files of every binary format as the largest and the smallest numbers.
    @Test(arguments: [
        ("a.mat", MATVectors.version6), ("a.mat", MATVectors.version4),
        ("a.mat", MATVectors.matrix),
        ("a.fit", FITVectors.small), ("a.xdf", XDFVectors.beatsInt16),
        ("a.xlsx", WorkbookVectors.dates),
    ])
    func fieldsOfBinaryFiles(name: String, bytes: [UInt8]) {
        let limit = min(bytes.count - 4, 600)
        for offset in stride(from: 0, to: limit, by: 4) {
            for pattern: [UInt8] in [
                [255, 255, 255, 255], [255, 255, 255, 127], [0, 0, 0, 128], [0, 0, 0, 0],
            ] {
                var changed = bytes
                changed.replaceSubrange(offset..<(offset + 4), with: pattern)
                Self.read(changed, fileName: name)
            }
        }
    }
}
