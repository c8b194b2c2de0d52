import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct OpenedInputTests {
    private static let intervals = (0..<40_000).map { "\(800 + $0 * 37 % 90)\n" }.joined()
    private static let samples =
        "time,ecg\n" + (0..<40_000).map { "\(Double($0) / 250),\($0 % 9 - 4)\n" }.joined()

    /// The number of bytes that were read of an input, byte after byte, whatever it holds.
    private final class Meter {
        var byteCount = 0
    }

    private static func metered(_ bytes: [UInt8], _ meter: Meter) -> ByteSource {
        ByteSource { () throws(RecordingError) -> [UInt8] in
            let block = Array(bytes[meter.byteCount...].prefix(4096))
            meter.byteCount += block.count
            return block
        }
    }

    private static func beats(
        _ bytes: [UInt8], format: String? = nil
    ) throws(RecordingError) -> Recording {
        var options = RecordingFile.Options()
        options.format = format
        var input = try OpenedInput(
            SignalReading.pipe(bytes), fileName: nil, options: options)
        return try input.beats()
    }

    @Test func anInputThatComesOnceIsSniffedAndRead() throws {
        for text in [Self.intervals, Self.samples] {
            let meter = Meter()
            let bytes = Array(text.utf8)
            var input = try OpenedInput(
                Self.metered(bytes, meter), fileName: nil, options: .init())
            #expect(meter.byteCount < 8192)
            switch try input.content() {
            case .beats, .document:
                #expect(text == Self.intervals)
                #expect(meter.byteCount < bytes.count + 1)
                #expect(try input.beats().rr.count == 40_000)
            case .signals:
                #expect(text == Self.samples)
                var reader = SignalReader(try input.signals(), RecordingFile.Options())
                #expect(try reader.wholeSignal(0).samples.count == 40_000)
            }
            #expect(meter.byteCount == bytes.count)
        }
    }

    /// The public reader, to which the same bytes are pushed, comes to the same recording.
    @Test(arguments: [
        "812\n805\n799\n", "Kubios\nRR INTERVAL DATA\n0.8\n0.9\n", "0,8;0,80\n1,6;0,80\n2,5;0,90",
        "[Params]\nInterval=238\nDate=20200102\n[HRData]\n812\n805\n", "<a><IBI>812 805</IBI></a>",
        "VNS\nRohwerte\n0,8\n0,9\n", "1544021111.0, IBI\n0.8,0.81\n1.6,0.8\n",
        "date,rr,since start\n2021-01-25 13:35:48 +0000,800,800\n",
        "0.812\n0.805\nRR INTERVAL DATA\n0.8\n",
    ])
    func pushedBytesAndOpenedInputsAgree(text: String) throws {
        let pushed = try TextReading.read(text)
        let opened = try Self.beats(Array(text.utf8))
        #expect(opened == pushed)
    }

    @Test func aLogIsReadInUTF16Too() throws {
        let text = "{\"type\":\"rr\",\"rr_ms\":[812,805]}\n{\"type\":\"rr\",\"rr_ms\":[799]}\n"
        let wide = "\u{FEFF}\(text)".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for bytes in [Array(text.utf8), Array("\u{FEFF} \n\(text)".utf8), wide] {
            let recording = try Self.beats(bytes)
            #expect(recording.format == "beatline")
            #expect(recording.rr.intervalsMs == [812, 805, 799])
        }
        #expect(throws: RecordingError.self) {
            try Self.beats(Array(text.utf8), format: "rr-text")
        }
    }

    @Test(arguments: [
        ("PK\u{3}\u{4}\n", "compressed"), ("XDF:\u{4}\u{0}\n", "no stream"),
        ("\u{E} 123456.FIT\u{0}", "no FIT file"),
        ("\u{1} 123456.fit\u{0}", "binary"), ("{\"a\": [812, 805]}\n", "no list of R-R"),
        ("0       X X\n", "a recording of samples"), ("\n0       X X\n", "an EDF"),
    ])
    func whatHoldsNoBeatsIsNamed(text: String, words: String) throws {
        do throws(RecordingError) {
            _ = try Self.beats(Array(text.utf8))
            Issue.record("there are no beats")
        } catch {
            #expect(error.text.contains(words), "\(error.text)")
        }
    }

    @Test(arguments: [
        ("", "empty", "empty"), ("PK\u{3}\u{4}\n", "no_signal", "zip"),
        ("XDF:\u{4}\n", "unknown_format", "no stream"),
        ("\u{E} 123456.FIT\u{0}", "no_signal", "FIT"),
        ("ANN  1.0", "no_signal", "annotation"), ("\u{0}\u{1}", "unknown_format", "binary"),
    ])
    func whatHoldsNoSignalsIsNamed(text: String, code: String, words: String) throws {
        let error = try #require(SignalReading.failure(Array(text.utf8), rateHz: 250))
        #expect(error.code == code && error.text.contains(words))
    }
}
