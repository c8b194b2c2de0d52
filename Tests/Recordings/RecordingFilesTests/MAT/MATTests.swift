import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

@Suite struct MATTests {
    private static func beats(
        _ bytes: [UInt8], rateHz: Double? = nil, column: String? = nil
    ) throws(RecordingError) -> Recording {
        var options = RecordingFile.Options()
        options.rateHz = rateHz
        options.text.column = column
        var input = try OpenedInput(SignalReading.pipe(bytes), fileName: nil, options: options)
        return try input.beats()
    }

    private static func failure(_ bytes: [UInt8]) -> RecordingError? {
        do throws(RecordingError) {
            _ = try beats(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        MATVectors.version4, MATVectors.version6, MATVectors.version7, MATVectors.fields,
    ])
    func intervalsAreThoseThatWereSaved(bytes: [UInt8]) throws {
        let recording = try Self.beats(bytes)
        #expect(recording.rr.intervalsMs == MATVectors.intervals)
        #expect(recording.format == "matlab" && recording.notices.isEmpty)
    }

    @Test func timesBesideIntervalsAreUsed() throws {
        let recipe = try Self.beats(MATVectors.version7).recipe
        #expect("\(recipe)".contains("time, RR"))
    }

    @Test func positionsCountAtTheStatedRate() throws {
        let recording = try Self.beats(MATVectors.peaks)
        let expected = MATVectors.intervals.map { ($0 / 4).rounded(.down) * 4 }
        #expect(recording.rr.intervalsMs == expected)
    }

    @Test func theVariableIsAskedForWhereSeveralHoldIntervals() throws {
        let error = Self.failure(MATVectors.two)
        #expect(error?.code == "ambiguous" && error?.text.contains("--column rr") == true)
        #expect(try Self.beats(MATVectors.two, column: "rr").rr.count == 12)
        #expect(try Self.beats(MATVectors.two, column: "NN").rr.count == 10)
    }

    @Test func rowsOfAMatrixAreSignalsWithNamesUnitsAndRate() throws {
        let result = try SignalReading.read(ByteSource(MATVectors.matrix))
        #expect(result.reader.signals.map(\.name) == ["ECG", "II", "Resp"])
        #expect(result.reader.signals.map(\.unit) == ["mV", "mV", "mV"])
        #expect(result.reader.signals.map(\.sampleRateHz) == [250, 250, 250])
        #expect(result.signals[0] == MATVectors.samples.map { $0 * 1e-3 })
        #expect(result.signals[1] == MATVectors.samples.map { -$0 })
        #expect(result.signals[2] == MATVectors.samples.map { $0 * 2000 })
        let chosen = try SignalReading.read(ByteSource(MATVectors.matrix), choose: [2, 0])
        #expect(chosen.signals == [result.signals[2], result.signals[0]])
    }

    /// A matrix called `data`, which is a date in other languages, and the time between samples.
    @Test func theLayoutOfAcqKnowledgeIsRead() throws {
        let result = try SignalReading.read(ByteSource(MATVectors.laboratory))
        #expect(result.reader.signals.map(\.name) == ["ECG100C", "RSP"])
        #expect(result.reader.signals.map(\.unit) == ["mV", "mV"])
        #expect(result.reader.signals.map(\.sampleRateHz) == [250, 250])
        #expect(
            result.signals == [MATVectors.samples, MATVectors.samples.map { $0 * 2 * 1000 }])
        #expect(throws: RecordingError.self) { try Self.beats(MATVectors.laboratory) }
    }

    @Test func equalStepsOfTimesMakeTheRate() throws {
        let result = try SignalReading.read(ByteSource(MATVectors.timed))
        #expect(result.reader.signals.map(\.name) == ["data"])
        #expect(result.reader.signals.map(\.sampleRateHz) == [250])
        #expect("\(result.reader.recipe)".contains("time column"))
    }

    @Test func numbersOfEveryTypeAreRead() throws {
        let result = try SignalReading.read(ByteSource(MATVectors.types))
        #expect(result.signals.count == 10)
        for signal in result.signals { #expect(signal == [0, 3, 2, 100, 40, 5, 1, 127]) }
        #expect(result.reader.signals.first?.sampleRateHz == 500)
    }

    @Test func theRateIsAskedForWhereNothingStatesIt() throws {
        #expect(SignalReading.failure(MATVectors.solaris4)?.text.contains("--rate HZ") == true)
        #expect(SignalReading.failure(MATVectors.version7)?.text.contains("hrv analyze") == true)
        let result = try SignalReading.read(
            ByteSource(MATVectors.solaris4), options: Self.rate(100))
        #expect(result.reader.signals.map(\.sampleRateHz) == [100])
    }

    private static func rate(_ rateHz: Double) -> RecordingFile.Options {
        var options = RecordingFile.Options()
        options.rateHz = rateHz
        return options
    }

    /// Files of MATLAB itself, on machines of both byte orders.
    @Test(arguments: [MATVectors.solaris4, MATVectors.solaris6, MATVectors.linux7])
    func filesOfEveryMachineHoldTheSameNumbers(bytes: [UInt8]) throws {
        let result = try SignalReading.read(ByteSource(bytes), options: Self.rate(100))
        #expect(result.signals.count == 1)
        for (index, value) in result.signals[0].enumerated() {
            #expect(abs(value - Double(index) * .pi / 4) < 1e-15)
        }
        #expect(result.signals[0].count == 9)
    }

    @Test func filesOfVersion73AreRefusedWithTheWayIn() {
        let text = "MATLAB 7.3 MAT-file, Platform: PCWIN64, Created on: Mon Jan 1 00:00:00 2024"
        let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: 600)
        for error in [Self.failure(bytes), SignalReading.failure(bytes)] {
            #expect(error?.code == "unknown_format" && error?.text.contains("-v7") == true)
        }
    }

    @Test func samplesOfAWFDBRecordAreReadThroughItsHeader() throws {
        let folder = try TemporaryFolder()
        try folder.write("r.hea", Array("r 1 250 8\nr.mat 16+24 200/mV 16 0 0 0 0 II\n".utf8))
        let header: [UInt8] = [30, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0]
        let values = MATVectors.samples.flatMap { value in
            let bits = UInt16(bitPattern: Int16(value))
            return [UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8)]
        }
        try folder.write("r.mat", header + Array("val\0".utf8) + values)
        var reader = try RecordingFile.openSignals(path: folder.path + "/r.mat")
        #expect(reader.format == "wfdb")
        #expect(try reader.wholeSignal(0).samples == MATVectors.samples.map { $0 / 200 })
        try folder.write("r.hea", Array("r 1 250 8\nr.dat 16 200/mV 16 0 0 0 0 II\n".utf8))
        #expect(
            try RecordingFile.openSignals(
                path: folder.path + "/r.mat", options: Self.rate(250)
            ).format == "matlab")
    }

    // MARK: Damage

    private static let samples = [
        MATVectors.version4, MATVectors.version6, MATVectors.version7, MATVectors.fields,
        MATVectors.matrix, MATVectors.peaks, MATVectors.types, MATVectors.linux7,
    ]

    /// Whatever comes of it is an error with a sentence, or intervals and samples that are sound.
    private static func check(_ bytes: [UInt8]) {
        for rateHz in [nil, 250.0] {
            do throws(RecordingError) {
                let recording = try beats(bytes, rateHz: rateHz)
                #expect(recording.rr.intervalsMs.allSatisfy { $0 > 0 && $0.isFinite })
            } catch {
                #expect(!error.text.isEmpty)
            }
        }
        if let error = SignalReading.failure(bytes, rateHz: 250) { #expect(!error.text.isEmpty) }
    }

    @Test(arguments: samples)
    func cutFilesAreAnErrorOrAWarning(bytes: [UInt8]) throws {
        for count in stride(from: 0, to: bytes.count, by: bytes.count < 700 ? 1 : 5) {
            Self.check(Array(bytes[..<count]))
        }
        // The last variable is lost, the one before it is used.
        guard bytes == MATVectors.version6 else { return }
        let recording = try Self.beats(bytes.dropLast(1))
        #expect(recording.rr.intervalsMs == MATVectors.intervals)
        #expect(recording.notices.map(\.code) == ["mat_damaged"])
    }

    @Test(arguments: samples)
    func changedBytesEndNothing(bytes: [UInt8]) {
        for changed in ChangedBytes.copies(of: bytes, count: 150, seed: 20) { Self.check(changed) }
    }

    /// 16 MiB of zeros, packed again and again, would fill any memory.
    @Test func variablesThatUnpackToTooMuchAreRefused() {
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        let deflater = Deflater()
        var packed: [UInt8] = [0x78, 0x9C]
        for _ in 0..<128 { packed += deflater.pack(zeros) }
        packed += deflater.finish()
        var file = Array(MATVectors.version7[..<128])
        file += [15, 0, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: packed.count >> (8 * $0)) }
        #expect(Self.failure(file + packed)?.code == "zip_limit")
    }
}
