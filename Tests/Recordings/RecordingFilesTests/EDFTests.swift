import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct EDFTests {
    @Test func digitalValuesBecomePhysicalOnes() throws {
        var builder = EDFBuilder()
        builder.signals[0].physical = ("-5", "5")
        builder.signals[0].digital = ("-2048", "2047")
        let bytes = builder.header + builder.samples([-2048, 2047, 0, 1000])
        let result = try SignalReading.read(ByteSource(bytes))
        #expect(result.reader.format == "edf")
        #expect(result.reader.startDate == "2024-03-02T12:34:56")
        #expect(
            result.reader.signals == [
                SignalDescription(name: "ECG", unit: "mV", sampleRateHz: 4, sampleCount: 4)
            ])
        // (d - dmin) * (pmax - pmin) / (dmax - dmin) + pmin
        let expected = [-5, 5, 2048.0 * 10 / 4095 - 5, 3048.0 * 10 / 4095 - 5]
        for (sample, value) in zip(result.signals[0], expected) {
            #expect(abs(sample - value) < 1e-14)
        }
        #expect(result.reader.notices.isEmpty)
    }

    @Test func bdfHasTwentyFourBitsWithSign() throws {
        var builder = EDFBuilder(isBDF: true)
        builder.signals[0].unit = "uV"
        builder.signals[0].physical = ("-8388608", "8388607")
        builder.signals[0].digital = ("-8388608", "8388607")
        let bytes = builder.header + builder.samples([-8_388_608, 8_388_607, -1, 70_000])
        let result = try SignalReading.read(ByteSource(bytes))
        #expect(result.reader.format == "bdf")
        #expect(result.reader.signals[0].unit == "mV")
        for (sample, microvolts) in zip(result.signals[0], [-8_388_608, 8_388_607, -1, 70_000.0]) {
            #expect(abs(sample - microvolts / 1000) <= 1e-15 * 8_388_608)
        }
    }

    @Test func signalsOfDifferentRatesKeepTheirOwn() throws {
        var builder = EDFBuilder()
        builder.recordSeconds = "0.5"
        builder.recordCount = "3"
        builder.signals = [
            .init(label: "ECG II", physical: ("-1000", "1000")),
            .init(label: "Temp", unit: "degC", physical: ("-1000", "1000"), samplesPerRecord: "1"),
        ]
        var bytes = builder.header
        for record in 0..<3 {
            bytes += builder.samples((0..<4).map { 4 * record + $0 } + [500 + record])
        }
        let result = try SignalReading.read(SignalReading.pipe(bytes))
        #expect(result.reader.signals.map(\.sampleRateHz) == [8, 2])
        #expect(result.reader.signals.map(\.sampleCount) == [12, 3])
        #expect(result.reader.signals.map(\.unit) == ["mV", "degC"])
        #expect(result.signals == [(0..<12).map(Double.init), [500, 501, 502]])
        let chosen = try SignalReading.read(ByteSource(bytes), choose: [1])
        #expect(chosen.signals == [[500, 501, 502]])
        #expect(try ECGSignal.index(in: result.reader.signals) == 0)
    }

    @Test func aRecordOfVeryManySamplesPassesInSeveralBlocks() throws {
        var builder = EDFBuilder()
        builder.signals[0].samplesPerRecord = "100003"
        builder.signals[0].physical = ("-1000", "1000")
        let values = (0..<100_003).map { $0 % 1000 }
        let bytes = builder.header + builder.samples(values)
        var reader = try SignalReading.open(ByteSource(bytes))
        let first = try #require(try reader.nextBlock())
        #expect(first.pieces[0].samples.count < 20_000)
        let result = try SignalReading.read(ByteSource(bytes))
        #expect(result.signals[0] == values.map(Double.init))
    }

    // MARK: Errors of real files

    @Test(arguments: [("5", "5", "-1", "1"), ("-1", "1", "7", "7"), ("x", "1", "0", "9")])
    func aSignalWithoutARangeIsLeftOut(range: (String, String, String, String)) throws {
        var builder = EDFBuilder()
        var broken = EDFBuilder.Signal(label: "SpO2", unit: "%")
        broken.physical = (range.0, range.1)
        broken.digital = (range.2, range.3)
        builder.signals = [broken, .init(physical: ("-1000", "1000"))]
        let bytes = builder.header + builder.samples([9, 9, 9, 9, 1, 2, 3, 4])
        let result = try SignalReading.read(ByteSource(bytes))
        #expect(result.reader.signals.map(\.name) == ["ECG"])
        #expect(result.signals == [[1, 2, 3, 4]])
        #expect(result.reader.notices.map(\.code) == ["edf_signal"])
    }

    @Test(arguments: [
        ("02:03:99", "12:34:56", "", "1999-03-02T12:34:56"),
        ("02.03.85", "00.00.00", "", "1985-03-02T00:00:00"),
        ("02.03.84", "00.00.00", "", "2084-03-02T00:00:00"),
        ("01.01.00", "23.59.30", "Startdate 02-MAR-2104 X X X", "2104-03-02T23:59:30"),
        ("02.03.24", "ab.cd.ef", "", "2024-03-02"),
        ("XX.XX.XX", "12.00.00", "Startdate X X X X", nil as String?),
    ])
    func datesAreReadInEverySpelling(
        date: String, time: String, recording: String, expected: String?
    ) throws {
        var builder = EDFBuilder(recording: recording, date: date, time: time)
        builder.reserved = recording.isEmpty ? "" : "EDF+C"
        let bytes = builder.header + builder.samples([1, 2, 3, 4])
        #expect(try SignalReading.open(ByteSource(bytes)).startDate == expected)
    }

    @Test func decimalCommasAndForeignLettersAreRead() throws {
        var builder = EDFBuilder()
        builder.recordSeconds = "0,5"
        builder.signals[0].physical = ("-0,5", "0,5")
        builder.signals[0].unit = "uV"
        var bytes = builder.header
        bytes[8] = 0xE9
        bytes[256 + 96] = 0xB5  // a micro sign in Latin-1
        bytes += builder.samples([1000, -1000, 0, 500])
        let result = try SignalReading.read(ByteSource(bytes))
        #expect(result.reader.signals[0].sampleRateHz == 8)
        #expect(result.reader.signals[0].unit == "mV")
        for (sample, value) in zip(result.signals[0], [0.0005, -0.0005, 0, 0.00025]) {
            #expect(abs(sample - value) < 1e-18)
        }
    }

    @Test(arguments: ["-1", "7", "1", "0", "x"])
    func whateverNumberIsStatedWholeRecordsAreUsed(recordCount: String) throws {
        var builder = EDFBuilder()
        builder.recordCount = recordCount
        builder.signals[0].physical = ("-1000", "1000")
        let bytes = builder.header + builder.samples(Array(0..<8)) + [1, 2, 3]
        for source in [ByteSource(bytes), SignalReading.pipe(bytes)] {
            let result = try SignalReading.read(source)
            #expect(result.signals[0] == (0..<8).map(Double.init))
            let stated = Int(recordCount).map { $0 > 0 } == true
            #expect(
                result.reader.notices.map(\.code) == ["short_data"]
                    + (stated ? ["short_data"] : []))
        }
        #expect(try SignalReading.open(ByteSource(bytes)).signals[0].sampleCount == 8)
        let piped = try SignalReading.open(SignalReading.pipe(bytes)).signals[0].sampleCount
        #expect(piped == (recordCount == "7" ? 28 : recordCount == "1" ? 4 : nil))
    }

    @Test func aWrongLengthOfTheHeaderIsAWarning() throws {
        let builder = EDFBuilder(headerBytes: "9999")
        let result = try SignalReading.read(
            ByteSource(builder.header + builder.samples([1, 2, 3, 4])))
        #expect(result.signals[0].count == 4)
        #expect(result.reader.notices.map(\.code) == ["edf_header"])
    }

    @Test func statedSizesAreCheckedBeforeTheyAreUsed() {
        func failure(_ change: (inout EDFBuilder) -> Void) -> RecordingError? {
            var builder = EDFBuilder()
            change(&builder)
            return SignalReading.failure(builder.header + builder.samples([1, 2, 3, 4]))
        }
        #expect(failure { $0.signalCount = "9999" }?.text.contains("number of signals") == true)
        #expect(failure { $0.signalCount = "0" }?.code == "bad_header")
        #expect(failure { $0.signalCount = "-3" }?.code == "bad_header")
        for samples in ["99999999", "-4", "1e9", "nan", ""] {
            let error = failure { $0.signals[0].samplesPerRecord = samples }
            #expect(error?.code == "bad_header", "\(samples)")
            #expect(error?.text.contains("samples in a record") == true, "\(samples)")
        }
        #expect(failure { $0.signals[0].samplesPerRecord = "0" }?.code == "bad_header")
    }

    @Test(arguments: ["0", "-1", "x", "1e-300", "1e300"])
    func recordsWithoutALengthGiveNoSignal(seconds: String) throws {
        var builder = EDFBuilder()
        builder.recordSeconds = seconds
        let error = try #require(
            SignalReading.failure(builder.header + builder.samples([1, 2, 3, 4])))
        #expect(error.code == "bad_header" && error.text.contains("length of a record"))
    }

    @Test(arguments: [
        ("5", "5", "-1", "1", "physical minimum and maximum: both are 5.0"),
        ("-1", "1", "7", "7", "digital minimum and maximum: both are 7.0"),
        ("x", "1", "0", "9", "physical minimum: \"x\" is no number"),
        ("0", "", "0", "9", "physical maximum: \"\" is no number"),
        ("0", "1", "0..", "9", "digital minimum: \"0..\" is no number"),
        ("0", "1", "0", "nan", "digital maximum: \"nan\" is no number"),
    ])
    func theErrorNamesTheFieldThatSpoilsTheOnlySignal(
        range: (String, String, String, String, phrase: String)
    ) throws {
        var builder = EDFBuilder()
        builder.signals[0].physical = (range.0, range.1)
        builder.signals[0].digital = (range.2, range.3)
        let plain = builder.header + builder.samples([1, 2, 3, 4])
        builder.signals.append(.init(label: "EDF Annotations", samplesPerRecord: "8"))
        let annotated =
            builder.header + builder.samples([1, 2, 3, 4])
            + EDFBuilder.annotations(["+0\u{14}\u{14}"], byteCount: 16)
        for bytes in [plain, annotated] {
            let error = try #require(SignalReading.failure(bytes))
            #expect(error.code == "bad_header")
            #expect(
                error.text == "no signal can be read: signal 0 is left out: \(range.phrase)")
        }
    }

    @Test func aSignalWithoutSamplesIsLeftOutByTheNameOfItsField() throws {
        var builder = EDFBuilder()
        builder.signals = [
            .init(label: "SpO2", samplesPerRecord: "0"), .init(physical: ("-1000", "1000")),
        ]
        let result = try SignalReading.read(
            ByteSource(builder.header + builder.samples([1, 2, 3, 4])))
        #expect(result.signals == [[1, 2, 3, 4]])
        #expect(
            result.reader.notices.map(\.text)
                == ["signal 0 is left out: samples in a record: 0"])
    }

    @Test func aRecordLongerThanTheInputIsRefusedByItsField() throws {
        var builder = EDFBuilder()
        builder.signals[0].samplesPerRecord = "1000000"
        let bytes = builder.header + builder.samples([1, 2, 3, 4])
        for source in [ByteSource(bytes), SignalReading.pipe(bytes)] {
            let error = #expect(throws: RecordingError.self) { try SignalReading.read(source) }
            #expect(error?.code == "bad_header")
            #expect(error?.text.contains("samples in a record") == true)
            #expect(error?.text.contains("2000000 bytes, the input has 8") == true)
        }
    }

    @Test func theSubjectIsNeverNamed() throws {
        var builder = EDFBuilder()
        builder.signals[0].samplesPerRecord = "-1"
        let error = try #require(SignalReading.failure(builder.header))
        #expect(!error.text.contains("secret"))
    }
}
