import PhysioSimulation
import PhysioTypes
import RecordingFiles
import Testing
import TestSupport

@testable import RecordingAnalysis

@Suite struct RecordingPartTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let rate = 250.0

    /// A recording on another clock is the same in all else.
    @Test func aZoneChangesTheClockAlone() throws {
        let breathing = [
            BreathingEpoch(startSeconds: 0, durationSeconds: 60, breathsPerMinute: 6)
        ]
        let recording = Recording(
            format: "test", rr: RRSeries(intervalsMs: [800, 810]),
            startDate: "2026-01-17T17:00:00Z",
            notices: [Notice(.note, code: "some", "thing")], breathing: breathing)
        let moved = recording.inLocalTime(of: try #require(ZoneRules(offset: "+01:00")))
        #expect(moved.startDate == "2026-01-17T18:00:00+01:00")
        #expect(moved.breathing == breathing && moved.rr == recording.rr)
        #expect(moved.notices == recording.notices && moved.clockChanges.isEmpty)
    }

    /// A record of an ECG and of a ramp, without annotations.
    private func record() throws -> (path: String, ecg: SampledSignal, ramp: SampledSignal) {
        let intervals = (0..<80).map { 850 + 40 * Double($0 % 7) }
        var simulation = ECGSimulation(seed: 3, rhythm: ECGRhythm(intervalsMs: intervals))
        simulation.sampleRateHz = Self.rate
        let ecg = SampledSignal(
            name: "ECG", unit: "mV", sampleRateHz: Self.rate,
            samples: simulation.run().millivolts)
        let ramp = SampledSignal(
            name: "ramp", unit: "l", sampleRateHz: Self.rate,
            samples: ecg.samples.indices.map { $0 == 5 ? .nan : Double($0) / 1000 })
        let files = try WFDBSignalWriter.files(name: "two", signals: [ecg, ramp])
        try folder.write(files.samplesFileName, files.samples)
        return (try folder.write("two.hea", files.header), ecg, ramp)
    }

    private static func signals(
        _ parts: [Result<RecordingPart, RecordingError>]
    ) throws -> [SampledSignal] {
        try parts.compactMap { part in
            if case .signal(let signal) = try part.get().content { signal } else { nil }
        }
    }

    @Test func beatsAreReadAsTheyAre() throws {
        let path = try folder.write("rr.txt", "812\n830\n0\n795\n")
        let part = try #require(RecordingLoader().parts(path).first).get()
        guard case .beats(let series) = part.content else {
            Issue.record("no beats")
            return
        }
        #expect(series.intervalsMs == [812, 830, 795])
        #expect(series.marks.map { $0.contains(.afterGap) } == [false, false, true])
        #expect(part.notices.map(\.code) == ["bad_rr"])
        #expect(part.name == path && part.format == "rr-text")
    }

    @Test func signalsAreReadAsTheyAre() throws {
        let (path, ecg, ramp) = try record()
        let signals = try Self.signals(RecordingLoader().parts(path))
        #expect(signals.map(\.name) == ["ECG", "ramp"] && signals.map(\.unit) == ["mV", "l"])
        for (read, written) in zip(signals, [ecg, ramp]) {
            let largest = written.samples.filter { !$0.isNaN }.map(abs).max() ?? 0
            #expect(read.samples.count == written.samples.count && read.sampleRateHz == 250)
            for (a, b) in zip(read.samples, written.samples) where !b.isNaN {
                #expect(abs(a - b) <= largest / 30_000)
            }
        }
        #expect(signals[1].samples.indices.filter { signals[1].samples[$0].isNaN } == [5])
    }

    @Test(arguments: [("ramp", "ramp"), ("0", "ECG")])
    func oneSignalAlone(wanted: String, name: String) throws {
        let path = try record().path
        let signals = try Self.signals(RecordingLoader(signal: wanted).parts(path))
        #expect(signals.map(\.name) == [name])
    }

    @Test func aSignalThatIsNotThereIsNamed() throws {
        let path = try record().path
        let error = #expect(throws: RecordingError.self) {
            try RecordingLoader(signal: "EMG").parts(path)
        }
        #expect(error?.text.contains("no signal EMG") == true)
    }

    @Test func moreSamplesThanMayBeHeldAreRefused() throws {
        let path = try record().path
        var reader = try RecordingFile.openSignals(path: path)
        let error = #expect(throws: RecordingError.self) {
            try reader.wholeSignals([0, 1], sampleLimit: 1000)
        }
        #expect(
            error?.text
                == "there are more than 1000 samples, gaps included: read one signal at a time")
    }

    @Test(.needsDatasets) func signalsBesideBeatsAreReadWhereTheyAreWanted() throws {
        let path = try Datasets.path("mitdb/100")
        guard case .beats? = try RecordingLoader().parts(path).first?.get().content else {
            Issue.record("no beats")
            return
        }
        let signals = try Self.signals(RecordingLoader().parts(path, .signals))
        #expect(signals.map(\.name) == ["MLII", "V5"])
        // wfdb gives the same sums for the first 216,000 samples.
        let sums = signals.map { $0.samples.prefix(216_000).reduce(0, +) }
        #expect(abs(sums[0] + 68_348.59) < 1e-6 && abs(sums[1] + 49_755.61) < 1e-6)
    }

    // MARK: Arrays

    @Test func anArrayHasTheBeatsOfItsFile() throws {
        let path = try record().path
        let ecg = try Self.signals(RecordingLoader(signal: "ECG").parts(path))[0]
        let request = try AnalysisRequest(
            json: #"{"ecg-rate": 250}"#, keys: AnalysisRequest.arrayOptions)
        let found = try request.recording(ecg.samples)
        let file = try RecordingLoader().recording(path)
        #expect(found.rr == file.rr && found.rr.count > 60)
    }

    @Test func peaksWithAMissingOneHaveAGap() throws {
        let request = try AnalysisRequest(
            json: #"{"peaks_rate": 250}"#, keys: AnalysisRequest.arrayOptions)
        let rr = try request.recording([100, 300, 505, .nan, 1200, 1400]).rr
        #expect(rr.intervalsMs == [800, 820, 800])
        #expect(rr.marks.map { $0.contains(.afterGap) } == [false, false, true])
        #expect(rr.endSeconds == 5.6 && rr.startSeconds == 0.4)
    }

    @Test(arguments: [
        (#"{"peaks-rate": 0}"#, "above 0"), (#"{"ecg-rate": -1}"#, "above 0"),
        (#"{"ecg-rate": 20}"#, "R peaks are found in"),
        (#"{"unit": "s", "peaks-rate": 250}"#, "leave out one"),
        (#"{"peaks-rate": 250, "ecg-rate": 250}"#, "leave out one"),
    ])
    func anArrayIsOneThing(json: String, words: String) {
        let error = #expect(throws: (any Error).self) {
            try AnalysisRequest(json: json, keys: AnalysisRequest.arrayOptions)
        }
        #expect("\(String(describing: error))".contains(words))
    }
}
