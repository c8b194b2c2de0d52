import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct ISHNETests {
    /// A recording of 2 leads at 200 Hz with the fields of the standard at their offsets.
    static func file(
        rows: [(Int, Int)], variable: String = "", change: (inout [UInt8]) -> Void = { _ in }
    ) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 522) + Array(variable.utf8)
        func put(_ value: Int, at offset: Int, width: Int = 2) {
            for index in 0..<width {
                bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
            }
        }
        bytes.replaceSubrange(0..<8, with: Array("ISHNE1.0".utf8))
        put(variable.utf8.count, at: 10, width: 4)
        put(rows.count, at: 14, width: 4)
        put(522, at: 18, width: 4)
        put(522 + variable.utf8.count, at: 22, width: 4)
        bytes.replaceSubrange(28..<34, with: Array("secret".utf8))
        for (index, value) in [2, 3, 2024].enumerated() { put(value, at: 138 + 2 * index) }
        for (index, value) in [12, 34, 56].enumerated() { put(value, at: 150 + 2 * index) }
        put(2, at: 156)
        put(6, at: 158)
        put(1, at: 160)
        put(2500, at: 206)
        put(1000, at: 208)
        put(200, at: 272)
        change(&bytes)
        put(Int(CRC16.checksum(bytes[10...])), at: 8)
        for row in rows {
            bytes += [row.0, row.1].flatMap {
                [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
            }
        }
        return bytes
    }

    /// The check value of the catalogue of such sums for this variant (CRC-16/IBM-3740).
    @Test func theChecksumOfOneToNineIsTheCataloguedOne() {
        #expect(CRC16.checksum("123456789".utf8) == 0x29B1)
    }

    @Test func everyFieldIsReadAtItsOffset() throws {
        let rows = [(100, -200), (-32_768, 32_767), (0, 1)]
        for variable in ["", "a block of text"] {
            let bytes = Self.file(rows: rows, variable: variable)
            for source in [ByteSource(bytes), SignalReading.pipe(bytes)] {
                let result = try SignalReading.read(source)
                #expect(result.reader.format == "ishne")
                #expect(result.reader.startDate == "2024-03-02T12:34:56")
                #expect(result.reader.signals.map(\.name) == ["II", "ECG 2"])
                #expect(result.reader.signals.map(\.unit) == ["mV", "mV"])
                #expect(result.reader.signals.map(\.sampleRateHz) == [200, 200])
                #expect(result.reader.signals.map(\.sampleCount) == [3, 3])
                #expect(SignalReading.areSame(result.signals[0], [0.25, .nan, 0]))
                #expect(SignalReading.areSame(result.signals[1], [-0.2, 32.767, 0.001]))
                #expect(result.reader.notices.isEmpty)
            }
        }
    }

    @Test func aWrongChecksumIsAWarning() throws {
        var bytes = Self.file(rows: [(1, 2)])
        bytes[40] ^= 1
        let result = try SignalReading.read(ByteSource(bytes))
        #expect(result.signals[0] == [0.0025])
        #expect(result.reader.notices.map(\.code) == ["ishne_checksum"])
    }

    @Test func rowsAreUsedAsFarAsTheyGo() throws {
        let bytes = Self.file(rows: [(1, 2), (3, 4), (5, 6)])
        let result = try SignalReading.read(SignalReading.pipe(bytes.dropLast(3)))
        #expect(result.signals[1] == [0.002, 0.004])
        #expect(result.reader.notices.map(\.code) == ["short_data", "short_data"])
    }

    @Test func aHeaderWithoutARowIsAnError() {
        for bytes in [Self.file(rows: []), Self.file(rows: [(1, 2)]).dropLast(1)] {
            #expect(SignalReading.failure(bytes)?.code == "empty")
        }
    }

    @Test func leadsWithoutResolutionHaveNoUnit() throws {
        let bytes = Self.file(rows: [(7, 8)]) { $0[206...207] = [0xF7, 0xFF] }
        let result = try SignalReading.read(ByteSource(bytes))
        #expect(result.reader.signals.map(\.unit) == ["", "mV"])
        #expect(result.signals[0] == [7])
        #expect(result.reader.notices.map(\.code) == ["no_resolution"])
    }

    @Test func poorLeadsAreNamed() throws {
        let bytes = Self.file(rows: [(7, 8)]) { $0[182] = 3 }
        let notice = try #require(try SignalReading.read(ByteSource(bytes)).reader.notices.first)
        #expect(notice.code == "lead_quality" && notice.text.contains("frequent noise of II"))
    }

    @Test(arguments: [
        (156, 0), (156, 13), (272, 0), (272, 0xFFFF), (12, 0x7FFF), (12, 0x8000), (24, 0x7FFF),
    ])
    func impossibleFieldsAreNamed(offset: Int, value: Int) {
        let bytes = Self.file(rows: [(1, 2)]) {
            $0[offset] = UInt8(value & 0xFF)
            $0[offset + 1] = UInt8(value >> 8)
        }
        for error in [SignalReading.failure(bytes)] {
            #expect(error?.code == "bad_header")
            #expect(error?.text.contains("secret") == false)
        }
    }

    @Test func annotationFilesAreNoRecordings() {
        let error = SignalReading.failure(
            Array("ANN  1.0".utf8) + [UInt8](repeating: 0, count: 600))
        #expect(error?.code == "no_signal" && error?.text.contains("annotation") == true)
    }
}
