import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

/// Records built in the test: every field of a signal line does what it says.
@Suite struct WFDBSignalsTests {
    private static func read(
        _ header: String, _ samples: [String: [UInt8]]
    ) throws -> (signals: [[Double]], notices: [Notice]) {
        let result = try WFDBTestFolder(["r.hea": header], samples: samples).read("r")
        return (result.signals.map(\.samples), result.notices)
    }

    @Test func aValueIsStoredLessBaselineByGain() throws {
        let result = try Self.read(
            "r 1 100 3\nr.dat 16 4(-10)/mV 12 5 -8 0\n",
            ["r.dat": WFDBTestFolder.words([-8, -10, 30])])
        #expect(result.signals == [[0.5, 0, 10]])
    }

    @Test func theBaselineIsTheADCZeroWhereNoneIsStated() throws {
        let result = try Self.read(
            "r 1 100 2\nr.dat 16 200 11 1024\n", ["r.dat": WFDBTestFolder.words([1024, 1224])])
        #expect(result.signals == [[0, 1]])
        #expect(result.notices.isEmpty)
    }

    @Test(arguments: [("uV", 1000.0, "mV"), ("V", 0.001, "mV"), ("mmHg", 1, "mmHg")])
    func voltagesAreGivenInMillivolts(unit: String, perUnit: Double, shown: String) throws {
        let folder = WFDBTestFolder(
            ["r.hea": "r 1 100 1\nr.dat 16 10/\(unit)\n"], samples: ["r.dat": [100, 0]])
        let description = try folder.open("r").signals[0]
        #expect(description.unit == shown)
        #expect(abs(try folder.read("r").signals[0].samples[0] - 10 / perUnit) < 1e-12)
    }

    @Test(arguments: ["0", "1e-300", "-1e-320", "nan", "inf", "1e400", "x"])
    func aGainThatGivesNoValuesIs200WithAWarning(gain: String) throws {
        let result = try Self.read("r 1 100 1\nr.dat 16 \(gain)\n", ["r.dat": [100, 0]])
        #expect(result.signals == [[0.5]])
        #expect(result.notices.map(\.code) == ["gain"])
    }

    @Test func missingSamplesAreNaN() throws {
        let result = try Self.read(
            "r 1 100 3\nr.dat 16 200\n", ["r.dat": WFDBTestFolder.words([200, -32_768, 400])])
        #expect(
            result.signals[0][0] == 1 && result.signals[0][1].isNaN && result.signals[0][2] == 2)
    }

    @Test func signalsOfOneFileAreInterleaved() throws {
        let result = try Self.read(
            "r 3 100 2\nr.dat 16 1\nr.dat 16 1\nb.dat 80 1\n",
            ["r.dat": WFDBTestFolder.words([1, 10, 2, 20]), "b.dat": [129, 130]])
        #expect(result.signals == [[1, 2], [10, 20], [1, 2]])
    }

    /// Two samples a frame of the second signal: its rate is twice the record's.
    @Test func severalSamplesAFrameAreAHigherRate() throws {
        let folder = WFDBTestFolder(
            ["r.hea": "r 2 100 2\nr.dat 16 1\nr.dat 16x2 1\n"],
            samples: ["r.dat": WFDBTestFolder.words([1, 10, 11, 2, 20, 21])])
        #expect(try folder.read("r").signals.map(\.samples) == [[1, 2], [10, 11, 20, 21]])
        let signals = try folder.open("r").signals
        #expect(signals.map(\.sampleRateHz) == [100, 200])
        #expect(signals.map(\.sampleCount) == [2, 4])
    }

    @Test func aLateSignalIsShiftedBackAndEndsInNaN() throws {
        let result = try Self.read(
            "r 2 100 4\nr.dat 16 1\nr.dat 16x2:1 1\n",
            ["r.dat": WFDBTestFolder.words([1, 10, 11, 2, 20, 21, 3, 30, 31, 4, 40, 41])])
        #expect(result.signals[0] == [1, 2, 3, 4])
        #expect(Array(result.signals[1][..<6]) == [20, 21, 30, 31, 40, 41])
        #expect(result.signals[1].count == 8 && result.signals[1][6...].allSatisfy { $0.isNaN })
    }

    @Test(arguments: [4, 5, 1 << 40])
    func aSkewBeyondTheRecordLeavesNothing(skew: Int) throws {
        let result = try Self.read(
            "r 2 100 4\nr.dat 16 1\nr.dat 16:\(skew) 1\n",
            ["r.dat": WFDBTestFolder.words([1, 10, 2, 20, 3, 30, 4, 40])])
        #expect(result.signals[0] == [1, 2, 3, 4])
        #expect(result.signals[1].count == 4 && result.signals[1].allSatisfy { $0.isNaN })
    }

    @Test func theBytesBeforeTheOffsetArePassedOver() throws {
        let result = try Self.read(
            "r 1 100 2\nr.dat 16+3 1\n", ["r.dat": [9, 9, 9] + WFDBTestFolder.words([7, 8])])
        #expect(result.signals == [[7, 8]])
    }

    /// 5 10 -20 100, the vector of the format; a second signal counts for itself.
    @Test func format8SumsTheStepsOfEachSignal() throws {
        let result = try Self.read(
            "r 2 100 4\nr.dat 8 1 8 0 5\nr.dat 8 1 8 0 -1\n",
            ["r.dat": [0x00, 1, 0x05, 1, 0xE2, 1, 0x78, 1]])
        #expect(result.signals == [[5, 10, -20, 100], [0, 1, 2, 3]])
    }

    @Test func aShortFileGivesItsWholeFrames() throws {
        // Two signals in format 212: 3 bytes a frame; 7 bytes are two frames and a bit.
        let result = try Self.read(
            "r 2 100 4\nr.dat 212 1 12 0 1 9\nr.dat 212 1 12 0 2 9\n",
            ["r.dat": [1, 0, 2, 3, 0, 4, 5]])
        #expect(result.signals == [[1, 3], [2, 4]])
        #expect(result.notices.map(\.code) == ["short_data"])
        #expect(result.notices[0].text.contains("2 of 4"))
    }

    @Test func theFileWithTheFewestSamplesEndsTheRecord() throws {
        let result = try Self.read(
            "r 2 100 3\na.dat 16 1\nb.dat 16 1\n",
            ["a.dat": WFDBTestFolder.words([1, 2, 3]), "b.dat": WFDBTestFolder.words([1, 2])])
        #expect(result.signals == [[1, 2], [1, 2]])
        #expect(result.notices.map(\.code) == ["short_data"])
    }

    @Test func withoutALengthTheFileIsTheLength() throws {
        let folder = WFDBTestFolder(
            ["r.hea": "r 1 100\nr.dat 16 1 16 0 0 77\n"],
            samples: ["r.dat": WFDBTestFolder.words([1, 2, 3]) + [9]])
        #expect(try folder.open("r").signals[0].sampleCount == nil)
        let result = try folder.read("r")
        // The checksum of a recording without a sample count was never filled in.
        #expect(result.signals[0].samples == [1, 2, 3] && result.notices.isEmpty)
    }

    @Test func samplesBeyondTheStatedLengthAreNotRead() throws {
        let result = try Self.read(
            "r 1 100 2\nr.dat 16 1\n", ["r.dat": WFDBTestFolder.words([1, 2, 3])])
        #expect(result.signals == [[1, 2]] && result.notices.isEmpty)
    }

    /// 30 000 + 30 000 + 10 000 = 70 000 = 4464 modulo 65 536.
    @Test(arguments: [(4464, true), (4464 - 65_536, true), (70_000, true), (4465, false)])
    func checksumsAreComparedModulo65536(stated: Int, isRight: Bool) throws {
        let result = try Self.read(
            "r 1 100 3\nr.dat 16 1 16 0 30000 \(stated) 0 ECG\n",
            ["r.dat": WFDBTestFolder.words([30_000, 30_000, 10_000])])
        #expect(result.notices.map(\.code) == (isRight ? [] : ["checksum"]))
    }

    @Test func theChecksumIsThatOfTheStoredSamplesWhateverTheSkew() throws {
        let result = try Self.read(
            "r 1 100 3\nr.dat 16:2 1 16 0 1 6\n", ["r.dat": WFDBTestFolder.words([1, 2, 3])])
        #expect(result.notices.isEmpty)
    }

    @Test func onlyTheFilesOfChosenSignalsAreNeeded() throws {
        let folder = WFDBTestFolder(
            ["r.hea": "r 3 100 2\na.dat 516 1\nb.dat 16 1 16 0 0 0 0 II\nb.dat 16 1\n"],
            samples: ["b.dat": WFDBTestFolder.words([1, 10, 2, 20])])
        var signals = try folder.open("r")
        signals.choose([2, 1])
        let read = try WFDBTestFolder.readAll(&signals, count: 2)
        #expect(read.map(\.samples) == [[10, 20], [1, 2]])
        #expect(folder.code("r") == "missing_file")
    }

    @Test func aSignalMayBeChosenTwice() throws {
        let folder = WFDBTestFolder(
            ["r.hea": "r 1 100 2\nr.dat 16 1\n"], samples: ["r.dat": WFDBTestFolder.words([1, 2])])
        var signals = try folder.open("r")
        signals.choose([0, 0])
        #expect(
            try WFDBTestFolder.readAll(&signals, count: 2).map(\.samples) == [[1, 2], [1, 2]])
    }

    @Test func aRecordWithoutSamplesSaysSo() {
        for header in ["r 0 100\n", "r 1 100\n- 0 1\n"] {
            #expect(WFDBTestFolder(["r.hea": header]).code("r") == "no_signal")
        }
    }

    @Test(arguments: [
        ("r 2 100 4\nr.dat 16 1\n", "bad_header"),
        ("r 2 100 4\nr.dat 16 1\nr.dat 212 1\n", "bad_header"),
        ("r 3 100 4\nr.dat 16 1\nb.dat 16 1\nr.dat 16 1\n", "bad_header"),
        ("r 1 100 4\nmissing.dat 16 1\n", "missing_file"),
        ("r 1 100 4\nr.dat 17 1\n", "unknown_format"),
    ])
    func headersThatCannotBeReadByAreRefused(header: String, code: String) {
        #expect(WFDBTestFolder(["r.hea": header], samples: ["r.dat": [0, 0]]).code("r") == code)
    }

    @Test func moreSamplesAFrameThanARecorderWritesAreRefused() {
        let lines = (0..<17).map { _ in "r.dat 16x4096 1" }.joined(separator: "\n")
        let folder = WFDBTestFolder(["r.hea": "r 17 100 1\n\(lines)\n"], samples: ["r.dat": []])
        #expect(folder.code("r") == "bad_header")
    }

    /// Long enough for several blocks, in a format whose groups straddle frames.
    @Test(arguments: [212, 310, 311, 24, 8])
    func howTheBytesComeDoesNotMatter(format: Int) throws {
        var generator = SplitMix64(seed: UInt64(format))
        let bytes = (0..<120_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let header = "r 3 100\nr.dat \(format)x2 7\nr.dat \(format):3 5\nr.dat \(format)x4 3\n"
        var folder = WFDBTestFolder(["r.hea": header], samples: ["r.dat": bytes])
        let whole = try folder.read("r").signals
        #expect(whole[0].samples.count == 2 * whole[1].samples.count)
        for step in [1, 7, 4099] {
            folder.step = step
            #expect(try folder.read("r").signals == whole)
        }
    }

    /// 1 M frames of three signals that no memory holds: what is read ahead stays bounded.
    @Test func memoryIsAFewBlocks() throws {
        let frames = 1_000_000
        let bytesPerFrame = 6
        var pulled = 0
        let folder = WFDBFolder(
            header: { _ throws(RecordingError) in throw .missingCompanion("none") },
            samples: { _ throws(RecordingError) in
                ByteSource { () throws(RecordingError) -> [UInt8] in
                    let size = min(65_536, frames * bytesPerFrame - pulled)
                    pulled += size
                    return [UInt8](repeating: 0, count: size)
                }
            })
        let text = "r 3 1000 \(frames)\n" + "r.dat 16 200\n" + "r.dat 16 200\n" + "r.dat 16 200\n"
        var signals = try WFDBSignals(try WFDBHeader(Array(text.utf8)), folder)
        var read = 0
        var ahead = 0
        var largest = 0
        while let block = try signals.nextBlock() {
            read += block.pieces[0].samples.count
            largest = max(largest, block.pieces.reduce(0) { $0 + $1.samples.count })
            ahead = max(ahead, pulled - read * bytesPerFrame)
        }
        #expect(read == frames)
        #expect(largest <= 24_576)
        #expect(ahead <= 2 * 65_536)
    }
}
