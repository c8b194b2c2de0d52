import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

@Suite struct XDFTests {
    private static func recordings(
        _ bytes: [UInt8], _ part: String? = nil
    ) throws(RecordingError) -> [NamedRecording] {
        var input = try OpenedInput(
            SignalReading.pipe(bytes), fileName: nil, options: .init())
        guard let recordings = try input.recordings(InputName(path: "a.xdf", part: part)) else {
            throw .noRR("signals")
        }
        return recordings
    }

    private static func beats(_ bytes: [UInt8]) throws(RecordingError) -> Recording {
        try recordings(bytes).onlyRecording()
    }

    @Test(arguments: [
        XDFVectors.beatsFloat32, XDFVectors.beatsDouble64, XDFVectors.beatsInt16,
        XDFVectors.beatsString,
    ])
    func intervalsAreThoseOfTheStream(bytes: [UInt8]) throws {
        guard bytes != XDFVectors.beatsInt16 else { return try intervalsHaveTimes(bytes) }
        let recording = try Self.beats(bytes)
        #expect(recording.format == "xdf")
        for (interval, value) in zip(recording.rr.intervalsMs, XDFVectors.intervals) {
            #expect(abs(interval - value) < 1e-9)
        }
        #expect(recording.rr.count == XDFVectors.intervals.count)
    }

    private func intervalsHaveTimes(_ bytes: [UInt8]) throws {
        let rr = try Self.beats(bytes).rr
        #expect(rr.intervalsMs == XDFVectors.intervals)
        let (first, last) = (XDFVectors.times[0], XDFVectors.times[11])
        #expect(abs(rr.endTimesSeconds[11] - rr.endTimesSeconds[0] - (last - first)) < 1e-6)
        #expect(!rr.marks.contains { $0.contains(.afterGap) })
    }

    @Test(arguments: [
        XDFVectors.ecgInt8, XDFVectors.ecgInt16, XDFVectors.ecgInt32, XDFVectors.ecgInt64,
        XDFVectors.ecgFloat32, XDFVectors.ecgDouble64,
    ])
    func samplesOfEveryTypeAreRead(bytes: [UInt8]) throws {
        for source in [ByteSource(bytes), SignalReading.pipe(bytes)] {
            let result = try SignalReading.read(source)
            #expect(result.signals == [XDFVectors.samples])
            #expect(result.reader.format == "xdf" && result.gapStarts.isEmpty)
            #expect(result.reader.signals.map(\.sampleRateHz) == [125])
            #expect(result.reader.signals.map(\.name) == ["ECG Biosignals"])
            #expect(result.reader.notices.isEmpty)
        }
    }

    @Test func aRateThatNoRecorderHasIsAnError() {
        for bytes in [XDFVectors.ecgInt16, XDFVectors.twoChannels, XDFVectors.mixed] {
            var options = RecordingFile.Options()
            options.rateHz = 1e300
            #expect(
                throws: RecordingError.unknownFormat(
                    "a rate of 1e+300 Hz is none that a recorder has", line: nil)
            ) { try SignalReading.open(ByteSource(bytes), options: options) }
        }
    }

    @Test func missingSamplesAreAGap() throws {
        let result = try SignalReading.read(ByteSource(XDFVectors.ecgGap))
        let missing = [Double](repeating: .nan, count: 25)
        let (before, after) = (XDFVectors.samples[..<20], XDFVectors.samples[20...])
        #expect(SignalReading.areSame(result.signals[0], before + missing + after))
        #expect(result.gapStarts == [45])
        #expect(result.reader.notices.map(\.code) == ["time_gaps"])
    }

    @Test func channelsHaveTheirNamesAndUnits() throws {
        let result = try SignalReading.read(ByteSource(XDFVectors.twoChannels))
        #expect(result.reader.signals.map(\.name) == ["ECG Lead I", "ECG Resp"])
        #expect(result.reader.signals.map(\.unit) == ["mV", "a.u."])
        #expect(result.signals[0] == XDFVectors.samples.map { $0 * 1e-3 })
        #expect(result.signals[1] == XDFVectors.secondChannel)
        let chosen = try SignalReading.read(ByteSource(XDFVectors.twoChannels), choose: [1])
        #expect(chosen.signals == [XDFVectors.secondChannel])
    }

    @Test func beatsComeBeforeSignalsUnlessTheseAreAskedFor() throws {
        #expect(try Self.beats(XDFVectors.mixed).rr.intervalsMs == XDFVectors.intervals)
        let result = try SignalReading.read(ByteSource(XDFVectors.mixed))
        #expect(result.reader.signals.map(\.name) == ["ECG", "Belt"])
        #expect(result.reader.signals.map(\.sampleRateHz) == [125, 25])
        #expect(result.signals[0] == (0..<40).map { Double($0 % 20) })
        // The belt begins 0.4 s later on a clock that is 0.6 s behind.
        let missing = [Double](repeating: .nan, count: 25)
        #expect(
            SignalReading.areSame(result.signals[1], missing + (0..<10).map { Double($0 % 5) }))
    }

    // MARK: Rate

    /// An ECG in chunks of 73 samples, the first of each with its time.
    private static func chunked(
        statedHz: Double, trueHz: Double, count: Int = 8030, stream: String = "ECG"
    ) -> [UInt8] {
        func number<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
            (0..<(Number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func chunk(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            [4] + number(UInt32(content.count + 2)) + [tag, 0] + content
        }
        let header =
            "<info><name>\(stream)</name><type>\(stream)</type><channel_count>1</channel_count>"
            + "<nominal_srate>\(statedHz)</nominal_srate><channel_format>int16</channel_format></info>"
        var random = SplitMix64(seed: 5)
        var bytes = Array("XDF:".utf8) + chunk(2, number(UInt32(9)) + Array(header.utf8))
        for begin in stride(from: 0, to: count, by: 73) {
            let seconds = 500 + Double(begin) / trueHz + Double.random(in: 0...0.01, using: &random)
            var content = number(UInt32(9)) + [1, 73]
            for index in 0..<73 {
                content += index == 0 ? [8] + number(seconds.bitPattern) : [0]
                content += number(Int16((begin + index) % 100))
            }
            bytes += chunk(3, content)
        }
        return bytes
    }

    @Test func theRateIsSharpenedByTheTimes() throws {
        let bytes = Self.chunked(statedHz: 130, trueHz: 130.16)
        let result = try SignalReading.read(ByteSource(bytes))
        let rate = try #require(result.reader.signals.first?.sampleRateHz)
        #expect(abs(rate - 130.16) < 0.05)
        #expect(result.signals[0] == (0..<8030).map { Double($0 % 100) })
    }

    @Test func aRateThatTheTimesContradictIsAskedFor() throws {
        let bytes = Self.chunked(statedHz: 250, trueHz: 130)
        let error = SignalReading.failure(bytes)
        #expect(error?.code == "ambiguous" && error?.text.contains("--rate HZ") == true)
        var options = RecordingFile.Options()
        options.rateHz = 130
        let reader = try SignalReading.read(ByteSource(bytes), options: options).reader
        #expect(reader.signals.map(\.sampleRateHz) == [130])
    }

    @Test func aStreamWithoutBeatsOrSignalsIsNamed() {
        let bytes = Self.chunked(statedHz: 0, trueHz: 1, count: 73, stream: "Heart")
        let error = SignalReading.failure(bytes)
        #expect(error?.code == "no_signal" && error?.text.contains("Heart") == true)
    }

    @Test func aFileOfBeatsHoldsNoSignals() {
        let error = SignalReading.failure(XDFVectors.beatsFloat32)
        #expect(error?.code == "no_signal" && error?.text.contains("hrv analyze") == true)
    }

    // MARK: Damage

    private static let files = [
        XDFVectors.beatsDouble64, XDFVectors.beatsString, XDFVectors.ecgInt8, XDFVectors.ecgGap,
        XDFVectors.twoChannels, XDFVectors.mixed,
    ]

    /// Whatever comes of it is an error with a sentence, or intervals and samples that are sound.
    private static func check(_ bytes: [UInt8]) {
        do throws(RecordingError) {
            for recording in try recordings(bytes) {
                guard case .success(let recording) = recording.outcome else { continue }
                #expect(recording.rr.intervalsMs.allSatisfy { $0 > 0 && $0.isFinite })
            }
        } catch {
            #expect(!error.text.isEmpty)
        }
        if let error = SignalReading.failure(bytes) { #expect(!error.text.isEmpty) }
    }

    @Test(arguments: files)
    func cutFilesAreAnErrorOrAWarning(bytes: [UInt8]) {
        for count in stride(from: 0, to: bytes.count, by: bytes.count < 700 ? 1 : 5) {
            Self.check(Array(bytes[..<count]))
        }
    }

    @Test func whatComesBeforeTheEndOfACutFileIsUsed() throws {
        let cut = Array(XDFVectors.ecgInt16.prefix(XDFVectors.ecgInt16.count - 120))
        let result = try SignalReading.read(ByteSource(cut))
        #expect(
            result.signals[0].elementsEqual(
                XDFVectors.samples.prefix(36).prefix(result.signals[0].count)))
        #expect(result.signals[0].count > 30)
        #expect(result.reader.notices.map(\.code) == ["xdf_damaged"])
    }

    @Test(arguments: files)
    func changedBytesEndNothing(bytes: [UInt8]) {
        for changed in ChangedBytes.copies(of: bytes, count: 150, seed: 21) { Self.check(changed) }
    }

    @Test(
        arguments: [
            [8, 0, 0, 0, 0, 0, 0, 0, 0x80], [8, 255, 255, 255, 255, 255, 255, 255, 0x7F],
            [3, 9, 9, 9],
            [1, 1, 2], [1, 0],
        ] as [[UInt8]])
    func lengthsThatNoChunkHasAreDamage(chunk: [UInt8]) {
        let error = SignalReading.failure(Array("XDF:".utf8) + chunk + [2, 0, 0, 0])
        #expect(error?.code == "unknown_format")
    }

    /// 1 MiB of a chunk that states 2 GiB of samples.
    @Test func countsBeyondTheChunkAreNotBelieved() throws {
        var bytes = Array(XDFVectors.ecgInt8)
        bytes += [1, 15, 3, 0, 7, 0, 0, 0, 8, 255, 255, 255, 255, 255, 255, 255, 0x7F]
        #expect(try SignalReading.read(ByteSource(bytes)).signals == [XDFVectors.samples])
    }
}
