import Foundation
import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

/// Signals, dates in words and footers beside intervals.
extension TableReadingTests {
    /// Returns true if lines of a file of that name are taken for samples.
    private static func areSamples(_ lines: [String], fileName: String) throws -> Bool {
        var input = try OpenedInput(
            SignalReading.pipe(Array(lines.joined(separator: "\n").utf8)), fileName: fileName,
            options: .init())
        if case .signals = try input.content() { return true }
        return false
    }

    /// Slow waves of an unnamed column, which could be intervals by their values.
    private static let slowWave = (0..<3000).map {
        1000 + ($0 % 400 < 200 ? $0 % 200 : 200 - $0 % 200)
    }

    @Test(arguments: ["belt_fs250.csv", "belt 250 Hz.csv", "rest_250sps.txt"])
    func aRateInTheNameOfAFileMakesSamples(_ fileName: String) throws {
        let lines =
            ["Number;Value"] + Self.slowWave.enumerated().map { "\($0.offset);\($0.element)" }
        #expect(try Self.areSamples(lines, fileName: fileName))
        // Values that hardly change from row to row are a signal's from a thousand on.
        #expect(try Self.areSamples(Array(lines.prefix(1600)), fileName: "breaths3.csv"))
        #expect(try !Self.areSamples(Array(lines.prefix(800)), fileName: "breaths3.csv"))
    }

    @Test func aRateAboveTheNumbersMakesSamples() throws {
        let lines = ["Sampling frequency (Hz): 200"] + Self.slowWave.map { "\($0)" }
        #expect(try Self.areSamples(lines, fileName: "x.csv"))
    }

    @Test func evenTimesBesideChangingValuesMakeSamples() throws {
        // 130 samples a second, in minutes: a step is as long as an interval would be.
        let lines = Self.slowWave.prefix(900).enumerated().map {
            "\(Double($0.offset * 2) / 130),\($0.element)"
        }
        #expect(try Self.areSamples(lines, fileName: "x.csv"))
    }

    @Test func aDateOverMidnightIsNoParticipant() throws {
        var clock = 23 * 3_600_000 + 58 * 60_000
        let rows = Self.intervals.map { interval -> String in
            clock += interval
            let day = clock < 86_400_000 ? "6 Apr 2012" : "7 Apr 2012"
            let time = clock % 86_400_000
            let parts = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60]
            let digits = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
            return "\(day)\t\(digits).\(1000 + time % 1000)".replacing(".1", with: ".")
                + "\t\(interval)"
        }
        let recording = try Self.read(["Data\tTempo\tIntervallo RR [ms]"] + rows)
        #expect(recording.rr.intervalsMs == Self.milliseconds)
    }

    /// The options of the readings of a question, and nil where the text is none.
    private static func options(_ lines: [String]) throws -> [String]? {
        let file = try TemporaryFolder()
        let path = try file.write("x.csv", lines.joined(separator: "\n"))
        let description = InputDescription(path: path)
        return description.outcome == .question ? description.choices.map(\.option) : nil
    }

    @Test func slowValuesBesideACounterAreAskedFor() throws {
        // No heart beats 28 times a minute for so long: a strap round the chest.
        let belt = (0..<4000).map { "\($0);\(2150 + Int((40 * sin(Double($0) / 110)).rounded()))" }
        #expect(try Self.options(belt) == ["--rate HZ", "--column 1"])
        let slow = Self.intervals.indices.map { "\($0);\(1500 + $0 * 37 % 400)" }
        #expect(try Self.options(slow) == nil)
    }

    @Test(arguments: [(360, 25_000), (128, 9_000), (250, 9_000)])
    func clockTimesInWholeMillisecondsMakeSamples(rateHz: Int, count: Int) throws {
        let rows = (0..<count).map { index in
            let clock = index * 1000 / rateHz
            let second = "\(100 + clock / 1000 % 60)".dropFirst()
            let minute = "\(100 + clock / 60_000)".dropFirst()
            return "18:\(minute):\(second).\("\(1000 + clock % 1000)".dropFirst()),"
                + "\(400 + (index % 300) / 20)"
        }
        let folder = try TemporaryFolder()
        let path = try folder.write("x.csv", rows.joined(separator: "\n"))
        let reader = try RecordingFile.openSignals(path: path)
        #expect(abs(reader.signals[0].sampleRateHz - Double(rateHz)) < 0.01 * Double(rateHz))
        #expect(InputDescription(path: path).content == .signals)
    }

    @Test func columnsWithoutNamesMayBeSamples() throws {
        let rows = Self.slowWave.prefix(600).map { "1.\($0 % 1000 + 100),0.\($0 % 100 + 900)" }
        let asked = try Self.options(Array(rows))
        #expect(asked == ["--column 0", "--column 1", "--column all", "--rate HZ"])
    }

    @Test func aCounterBesideFlagsHoldsNoPeaks() throws {
        let rows = (0..<3000).map { "\($0)\t\($0 % 700 < 30 ? 5 : 0)" }
        #expect(try Self.options(rows) == ["--rate HZ"])
    }

    @Test(arguments: [0, 3])
    func columnsOfTwoDevicesAreIntervals(difference: Int) throws {
        let rows = Self.intervals.enumerated().map {
            "\($0.offset + 1),\($0.element),\($0.element + difference * ($0.offset % 2))"
        }
        let lines = ["Nr.,RR strap[ms],RR watch (ms)"] + rows
        if difference == 0 {
            #expect(try Self.read(lines).rr.intervalsMs == Self.milliseconds)
        } else {
            #expect(try Self.options(lines) == ["--column 1", "--column 2"])
        }
    }

    /// Values as long as intervals, beside a counter and a flag.
    @Test(arguments: ["rt_ms", "price", "latency"])
    func otherQuantitiesBesideACounterAreAskedFor(name: String) throws {
        let rows = Self.intervals.enumerated().map { "\($0.offset),\($0.element),\($0.offset % 2)" }
        #expect(try Self.options(["trial,\(name),correct"] + rows) == ["--column 1", "--rate HZ"])
        let plain = try Self.read(["trial,value,correct"] + rows)
        #expect(plain.rr.intervalsMs == Self.milliseconds)
    }

    @Test func resultsOfManyDaysAreNoIntervals() throws {
        let rows = (1...28).map {
            "2020-12-\($0 < 10 ? "0" : "")\($0),74.6,\(600 + $0 * 7 % 60),530"
        }
        #expect(try Self.options(["Date,Mean HR (bpm),Median NN,HF (ms2)"] + rows) != nil)
    }

    @Test func aRateAmongKeysAboveTheRowsMakesSamples() throws {
        let lines = ["# {\"device\": {\"sampling rate\": 500, \"channels\": [\"ACC_X\"]}}"]
        let rows = (0..<3000).map { "\($0)\t1.0\(10 + $0 * 37 % 23)" }
        #expect(try Self.areSamples(lines + rows, fileName: "x.txt"))
    }

    @Test func intervalsWithASignAreRefused() throws {
        let rows = Self.ends.indices.map { "\($0),\($0 % 2 == 0 ? 850 : -861)" }
        let error = #expect(throws: RecordingError.self) { try Self.read(["Time,RtoR"] + rows) }
        #expect(error?.text.contains("intervals are not below 0") == true)
    }

    @Test func aListBetweenCommasIsAllBeats() throws {
        let list = Self.intervals.map(String.init).joined(separator: ",")
        let recording = try Self.read(["id,source,rr_intervals", "1,camera,\"\(list)\""])
        #expect(recording.rr.intervalsMs == Self.milliseconds)
    }

    @Test func messagesOfFITAreRefusedWithTheWayIn() throws {
        let rows = (0..<40).map { index in
            index % 3 == 0
                ? "Data,2,hrv,time,\"0.\(800 + index)|65.535\",s"
                : "Data,1,record,heart_rate,\"70\",bpm"
        }
        let error = #expect(throws: RecordingError.self) {
            try Self.read(["Type,Local Number,Message,Field 1,Value 1,Units 1"] + rows)
        }
        #expect(error?.text.contains("read the .fit file itself") == true)
    }

    @Test func aMarkAtTheEndOfNamesIsAName() throws {
        let rows = Self.intervals.enumerated().map { "63 \($0.element) 15 \($0.offset + 1)" }
        let recording = try Self.read(["Heart_rate[bpm] RR-interval[ms] errorEstimate #"] + rows)
        #expect(recording.rr.intervalsMs == Self.milliseconds)
    }

    @Test(arguments: ["Celkem", "Pr\u{16F}m\u{11B}r", "Gesamt", "Somme totale"])
    func aLastRowWithAWordIsAFooterInAnyLanguage(_ word: String) throws {
        let rows = zip(Self.ends, Self.intervals).map { "\($0),\($1)" }
        let recording = try Self.read(["t,RR"] + rows + ["\(word),790"])
        #expect(recording.rr.intervalsMs == Self.milliseconds)
        #expect(recording.notices.map(\.code).contains("footer_unused"))
    }

    @Test func aFewNumbersBelowAProgramAreNoRecording() {
        let program = (0..<40).map { _ in "my $value = shift;" }
        #expect(throws: RecordingError.self) {
            try Self.read(program + ["800", "810", "805", "790"])
        }
    }
}
