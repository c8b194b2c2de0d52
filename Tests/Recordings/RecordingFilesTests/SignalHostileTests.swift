import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

/// The effects that no input may have: stop the program, or take memory beyond what it holds.
@Suite struct SignalHostileTests {
    private static let samples: [(name: String, bytes: [UInt8])] = [
        (
            "EDF+D",
            EDFBuilder.plus("EDF+D", onsets: ["+0", "+1", "+5"], texts: [["+0.5\u{14}N\u{14}"]])
        ),
        ("ISHNE", ISHNETests.file(rows: [(1, 2), (3, 4)], variable: "text")),
        (
            "polar",
            Array(
                ("Phone timestamp;sensor timestamp [ns];timestamp [ms];ecg [uV]\n"
                    + "2021-03-04T10:11:12.000;599000000000000000;;-5\n"
                    + "2021-03-04T10:11:12.008;599000000007680000;7.68;6\n").utf8)
        ),
        ("gzip", Gzip.stored(Array("time,ecg_mV\n0.000,1\n0.004,-2\n0.008,3\n0.012,-4\n".utf8))),
        ("table", Array("time;ecg [uV]\n0;1,5\n4;-2,5\n8;3\n400;4\n404;NaN\n".utf8)),
        (
            "apple",
            Array(
                "Sample Rate,512 hertz\nLead,Lead I\nUnit,\u{B5}V\n\n-265,868\n12,5\n3\n".utf8)
        ),
        (
            "opensignals",
            Array(
                ("# OpenSignals Text File Format\n# {\"a\": {\"column\": [\"nSeq\", \"A1\"],"
                    + "\"sensor\": [\"ECG\"], \"label\": [\"A1\"], \"resolution\": [4, 10],"
                    + "\"device\": \"bitalino\", \"sampling rate\": 100}}\n# EndOfHeader\n"
                    + "0\t512\t\n1\t513\t\n").utf8)
        ),
    ]

    /// Reads as far as it goes; an error is an answer, too.
    private static func readOrRefuse(_ bytes: [UInt8], rateHz: Double?) {
        var options = RecordingFile.Options()
        options.rateHz = rateHz
        do throws(RecordingError) {
            let result = try SignalReading.read(SignalReading.pipe(bytes), options: options)
            #expect(
                result.reader.signals.allSatisfy {
                    RecordingLimits.rateRangeHz.contains($0.sampleRateHz)
                })
            let values = result.signals.reduce(0) { $0 + $1.count(where: { !$0.isNaN }) }
            #expect(values <= bytes.count)
        } catch {
            #expect(!error.text.isEmpty)
        }
    }

    @Test(arguments: samples.indices)
    func everyCutIsSurvived(index: Int) {
        let bytes = Self.samples[index].bytes
        let step = bytes.count > 1000 ? 3 : 1
        for count in stride(from: 0, through: bytes.count, by: step) {
            Self.readOrRefuse(Array(bytes.prefix(count)), rateHz: count % 2 == 0 ? nil : 250)
        }
    }

    @Test(arguments: samples.indices)
    func everyDamageIsSurvived(index: Int) {
        var generator = SplitMix64(seed: 77 + UInt64(index))
        for _ in 0..<400 {
            var bytes = Self.samples[index].bytes
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            Self.readOrRefuse(bytes, rateHz: Bool.random(using: &generator) ? nil : 130)
        }
    }

    @Test func garbageIsSurvived() {
        var generator = SplitMix64(seed: 20_261_122)
        let alphabet = Array("0123456789.,;\t \n\r-+eE#\"NaT:/\u{0}ecgmVtime".utf8)
        for round in 0..<2000 {
            var bytes = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            if round % 4 == 0 { bytes = Array("time,ecg\n".utf8) + bytes }
            if round % 16 == 1 { bytes = Array("ISHNE1.0".utf8) + bytes }
            Self.readOrRefuse(bytes, rateHz: round % 2 == 0 ? 100 : nil)
        }
    }

    @Test func numbersBeyondAnythingAreNoTimes() throws {
        for time in ["1e300", "-1e300", "9e18", "1e22", "99999999999999999999"] {
            let text =
                "t,ecg\n" + (0..<20).map { "\(Double($0) / 100),\($0)\n" }.joined()
                + "\(time),7\n0.21,8\n"
            let result = try SignalReading.read(text)
            #expect(result.signals[0].filter { !$0.isNaN }.count == 22, "\(time)")
            #expect(result.signals[0].count < 1 << 22, "\(time)")
        }
    }

    @Test func packedZerosNeedNoMemory() {
        // A line that never ends is refused long before it is unpacked as a whole.
        let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: 8 << 20)
        #expect(SignalReading.failure(Gzip.stored(zeros), rateHz: 100)?.code == "too_wide")
    }

    @Test(arguments: ["\r\n", "\n", "\r"], [",", ";", "\t"])
    func quotedColumnsBehindAByteOrderMarkAreRead(end: String, separator: String) throws {
        let names = ["time", "note, and more", "ecg"]
        let rows = (0..<200).map { ["\(Double($0) / 250)", "x", "\(Double($0 % 7) - 3)"] }
        let text =
            "\u{FEFF}"
            + ([names] + rows).map { row in
                row.map { "\"\($0)\"" }.joined(separator: separator) + end
            }.joined()
        for source in [ByteSource(Array(text.utf8)), SignalReading.pipe(Array(text.utf8))] {
            let result = try SignalReading.read(source)
            #expect(result.reader.signals.map(\.name) == ["ecg"])
            #expect(result.reader.signals.map(\.sampleRateHz) == [250])
            #expect(result.signals == [(0..<200).map { Double($0 % 7) - 3 }])
            #expect(result.reader.notices.isEmpty)
        }
    }

    @Test func aMillionColumnsAreRefusedAtOnce() throws {
        for column in ["1", "\"1\""] {
            let wide = [String](repeating: column, count: 1_000_000).joined(separator: ",")
            let names = (0..<1_000_000).map { "c\($0)" }.joined(separator: ",")
            for text in [wide, "\u{FEFF}\(names)\r\n\(wide)\r\n", "t,ecg\r\n0,1\r\n" + wide] {
                #expect(
                    SignalReading.failure(Array(text.utf8), rateHz: 100)?.code == "too_wide")
            }
        }
    }

    @Test func aLateRowOfManyColumnsYieldsItsSampleInOrder() throws {
        let rows = (0..<100_000).map { "\(Double($0) / 100),\($0 % 5)\r\n" }
        let wide = [String](repeating: "7", count: 500_000).joined(separator: ",")
        let text = "time,ecg\r\n" + rows.joined() + "1000,\(wide)\r\n1000.01,8\r\n"
        let result = try SignalReading.read(text)
        #expect(result.signals[0].count == 100_002)
        #expect(result.signals[0].suffix(2) == [7, 8])
    }
}
