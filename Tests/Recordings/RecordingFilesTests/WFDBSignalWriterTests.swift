import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct WFDBSignalWriterTests {
    private static func signal(
        _ samples: [Double], name: String = "ECG", unit: String = "mV", rate: Double = 250
    ) -> SampledSignal {
        SampledSignal(name: name, unit: unit, sampleRateHz: rate, samples: samples)
    }

    private static func folder(_ files: WFDBSignalWriter.Files) -> WFDBTestFolder {
        WFDBTestFolder(samples: ["r.hea": files.header, files.samplesFileName: files.samples])
    }

    private static func text(_ files: WFDBSignalWriter.Files) -> String {
        String(decoding: files.header, as: UTF8.self)
    }

    /// Numbers of every size about an offset, some missing.
    private static func random(_ generator: inout SplitMix64, count: Int) -> [Double] {
        let scales: [Double] = [1e-280, 1e-3, 1, 1e6, 1e280]
        let offsets: [Double] = [0, 0, 1, -30]
        let scale = scales.randomElement(using: &generator) ?? 1
        let offset = offsets.randomElement(using: &generator) ?? 0
        return (0..<count).map { _ in
            Int.random(in: 0..<10, using: &generator) == 0
                ? .nan : scale * (offset + generator.uniform(in: -1...1))
        }
    }

    @Test(arguments: WFDBSignalWriter.Storage.allCases, 1...40 as ClosedRange<UInt64>)
    func samplesAreReadBackWithinHalfAUnit(
        storage: WFDBSignalWriter.Storage, seed: UInt64
    ) throws {
        var generator = SplitMix64(seed: seed)
        let count = Int.random(in: 1...50, using: &generator)
        let signals = (0..<Int.random(in: 1...4, using: &generator)).map { index in
            Self.signal(Self.random(&generator, count: count), name: "s\(index)")
        }
        let files = try WFDBSignalWriter.files(name: "r", signals: signals, storage: storage)
        let header = try WFDBHeader(files.header)
        let read = try Self.folder(files).read("r")
        #expect(read.notices.isEmpty)
        #expect(header.signals.map(\.initialValue).count == signals.count)
        for (index, signal) in signals.enumerated() {
            // Rounding of the value itself adds some ulps.
            let largest = signal.samples.filter(\.isFinite).map(abs).max() ?? 0
            let bound = 0.5 / header.signals[index].gain + 4 * largest * Double.ulpOfOne
            #expect(read.signals[index].samples.count == count)
            for (value, stored) in zip(signal.samples, read.signals[index].samples) {
                #expect(value.isNaN == stored.isNaN)
                if !value.isNaN { #expect(abs(value - stored) <= bound) }
            }
        }
    }

    /// The gain is chosen so that at least 95 of 100 values of the format are used.
    @Test(arguments: WFDBSignalWriter.Storage.allCases)
    func theRangeOfTheFormatIsUsed(storage: WFDBSignalWriter.Storage) throws {
        for samples in [[-0.4, 0.1, 1.3], [100, 100.25], [-1e-9, 1e-9]] {
            let files = try WFDBSignalWriter.files(
                name: "r", signals: [Self.signal(samples)], storage: storage)
            let gain = try WFDBHeader(files.header).signals[0].gain
            let span = try #require(samples.max()) - (try #require(samples.min()))
            let values = storage == .bits16 ? 65_536.0 : 4096
            #expect(span * gain > 0.95 * values && span * gain < values)
        }
    }

    @Test(arguments: [[0, 0], [3.25, 3.25], [-1e9, -1e9], [.nan, .nan], [Double.infinity, 1]])
    func constantSignalsAreReadBack(samples: [Double]) throws {
        let files = try WFDBSignalWriter.files(name: "r", signals: [Self.signal(samples)])
        let read = try Self.folder(files).read("r")
        for (value, stored) in zip(samples, read.signals[0].samples) {
            #expect(value.isFinite ? abs(value - stored) <= 1e-9 * abs(value) : stored.isNaN)
        }
        #expect(read.signals[0].samples.count == samples.count && read.notices.isEmpty)
    }

    @Test func theHeaderSaysWhatTheSamplesAre() throws {
        let signals = [
            Self.signal([1, -1], name: "ECG lead II"),
            Self.signal([0, 60], name: "", unit: "beats a minute"), Self.signal([1, 2], unit: ""),
        ]
        let files = try WFDBSignalWriter.files(
            name: "night-1", signals: signals, startDate: "1987-06-28T9:45:00.5")
        let lines = Self.text(files).split(separator: "\n").map(String.init)
        #expect(lines[0] == "night-1 3 250 2 9:45:00.5 28/06/1987")
        // 32766 units each side of the middle; the checksum is 32766 - 32766.
        #expect(lines[1] == "night-1.dat 16 32766.0(0)/mV 16 0 32766 0 0 ECG lead II")
        #expect(lines[2] == "night-1.dat 16 1092.2(-32766)/beats_a_minute 16 0 -32766 0 0")
        #expect(lines[3].contains("/NU "))
        #expect(files.samplesFileName == "night-1.dat")
        #expect(try WFDBHeader(files.header).startDate == "1987-06-28T9:45:00.5")
    }

    @Test func aRateNeedNotBeWhole() throws {
        let files = try WFDBSignalWriter.files(
            name: "r", signals: [Self.signal([0, 1], rate: 125.44)])
        #expect(try Self.folder(files).open("r").signals[0].sampleRateHz == 125.44)
    }

    /// 3 signals of 1 sample in format 212: a pair, and one sample in two bytes.
    @Test func anOddNumberOf12BitSamplesEndsInTwoBytes() throws {
        let signals = [0.0, 1, 2].map { Self.signal([$0]) }
        let files = try WFDBSignalWriter.files(name: "r", signals: signals, storage: .bits12)
        #expect(files.samples.count == 5)
        #expect(try Self.folder(files).read("r").signals.map(\.samples) == [[0], [1], [2]])
    }

    @Test(arguments: ["", "a b", "../x", "a/b", "r.dat", ".r"])
    func namesThatAreNoRecordsAreRefused(name: String) {
        #expect(throws: RecordingError.self) {
            try WFDBSignalWriter.files(name: name, signals: [Self.signal([1])])
        }
        #expect(throws: RecordingError.self) {
            try WFDBHeaderWriter.header(name: name, sampleRateHz: 1)
        }
    }

    @Test(
        arguments: [
            (250.0, nil, nil, "r 0 250 0\n"), (125.44, 1000, nil, "r 0 125.44 1000\n"),
            (1000, 5, "10:00:00", "r 0 1000 5 10:00:00\n"),
            (1000, 5, "2024-02-29T23:59:59", "r 0 1000 5 23:59:59 29/02/2024\n"),
            (1000, 5, "yesterday", "r 0 1000 5\n"), (1000, 5, "2024-02T1:2:3", "r 0 1000 5\n"),
            (1000, 5, "1:2:3\n# T", "r 0 1000 5\n"),
        ] as [(Double, Int?, String?, String)])
    func aHeaderMayStandAlone(rate: Double, count: Int?, start: String?, text: String) throws {
        let header = try WFDBHeaderWriter.header(
            name: "r", sampleRateHz: rate, sampleCount: count, startDate: start)
        #expect(String(decoding: header, as: UTF8.self) == text)
        let read = try WFDBHeader(header)
        #expect(read.sampleRateHz == rate && read.sampleCount == count && read.signals.isEmpty)
    }
}
