import PhysioTypes
import Testing

@testable import RecordingFiles

/// Text of lab systems, and files that a device did not close.
@Suite struct LabTextTests {
    /// Two blocks of LabChart, the second begun 12 s after the first.
    private static func labChart(decimal: Character) -> String {
        func header(_ days: String) -> [String] {
            [
                "Interval=\t0.01 s", "ExcelDateTime=\t\(days)\t10/11/19 11:08:37.5",
                "TimeFormat=\tStartOfBlock", "DateFormat=\t", "ChannelTitle=\tECG\tBelt",
                "Range=\t2.000 mV\t10.000 V", "UnitName=\tmV\t*", "TopValue=\t*\t*",
                "BottomValue=\t*\t*",
            ]
        }
        func rows(_ first: Int) -> [String] {
            (0..<50).map { "\(Double($0) / 100)\t\(Double(first + $0) / 100)\t1.5" }
        }
        let second = 43_749.5 + 12.0 / 86_400
        let text = header("43749.5") + rows(0) + header("\(second)") + rows(50)
        return text.joined(separator: "\n").map { $0 == "." ? String(decimal) : String($0) }
            .joined()
    }

    @Test(arguments: [Character("."), ","])
    func blocksOfLabChartLieAsTheirStartsSay(decimal: Character) throws {
        let result = try SignalReading.read(ByteSource(Array(Self.labChart(decimal: decimal).utf8)))
        #expect(result.reader.signals.map(\.name) == ["ECG", "Belt"])
        #expect(result.reader.signals[0].unit == "mV")
        #expect(abs(result.reader.signals[0].sampleRateHz - 100) < 1e-9)
        #expect(result.gapStarts == [1200])
        let samples = result.signals[0].filter { !$0.isNaN }
        #expect(samples == (0..<100).map { Double($0) / 100 })
    }

    @Test func namesAndRateOfAcqKnowledgeAreRead() throws {
        let head = [
            "Test.acq", "2 msec/sample", "2 channels", "ECG", "mV", "Belt", "Volts",
            "min\tCH1\tCH2\t", "\t300\t300\t",
        ]
        let rows = (0..<300).map { "\(Double($0) / 30_000)\t\(Double($0 % 50) / 100)\t0.5\t" }
        let text = (head + rows).joined(separator: "\r\n")
        let result = try SignalReading.read(ByteSource(Array(text.utf8)))
        #expect(result.reader.signals.map(\.name) == ["ECG", "Belt"])
        #expect(abs(result.reader.signals[0].sampleRateHz - 500) < 0.01)
        #expect(result.signals[0] == (0..<300).map { Double($0 % 50) / 100 })
    }

    @Test(arguments: [true, false])
    func wideTextWithoutAMarkIsRead(isLittleEndian: Bool) throws {
        let units = Array("Odst\u{119}p RR [ms]\r\n812\r\n805\r\n799\r\n".utf16)
        let bytes = units.flatMap { unit in
            let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isLittleEndian ? pair : pair.reversed()
        }
        #expect(try TextReading.read(bytes).rr.intervalsMs == [812, 805, 799])
    }

    @Test func aFITFileThatWasNeverClosedIsReadToItsEnd() throws {
        var bytes = FITVectors.small
        let whole = try FITReadingTest.recording(bytes)
        for index in 4..<8 { bytes[index] = 0 }
        let open = try FITReadingTest.recording(bytes.dropLast(2))
        #expect(open.rr.intervalsMs == whole.rr.intervalsMs)
        #expect(open.notices.contains { $0.code == "fit_cut" })
    }

    @Test(arguments: ["5E16", "9E18", "1E5", "-1", "0"])
    func aNumberOfSignalsBeyondItsFieldIsAnError(count: String) {
        var builder = EDFBuilder()
        builder.signalCount = count
        let bytes = builder.header
        for source in [ByteSource(bytes), SignalReading.pipe(bytes)] {
            do throws(RecordingError) {
                _ = try SignalReading.open(source)
                Issue.record("opened")
            } catch {
                #expect(error.code == "bad_header" && error.text.contains("number of signals"))
            }
        }
    }

    @Test(
        arguments: [
            (Array("%PDF-1.7\n".utf8), "PDF"),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "PNG"),
            ([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0], "program"),
            (Array("MATLAB 7.3 MAT-file, Platform".utf8), "MATLAB"),
            (Array("PAR1".utf8), "Parquet"),
            (Array("SQLite format 3\u{0}".utf8), "SQLite"),
        ] as [([UInt8], String)])
    func filesOfOtherKindsAreNamed(start: [UInt8], words: String) {
        do throws(RecordingError) {
            _ = try SignalReading.open(ByteSource(start + [UInt8](repeating: 0, count: 600)))
            Issue.record("opened")
        } catch {
            #expect(error.text.contains(words), "\(error.text)")
        }
    }
}
