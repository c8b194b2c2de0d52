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
        #expect(try !Self.areSamples(lines, fileName: "breaths3.csv"))
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
