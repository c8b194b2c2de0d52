import PhysioTypes
import Testing

@testable import RecordingFiles

/// Records of several segments, built in the test.
@Suite struct WFDBSegmentsTests {
    private static let segments = [
        "a.hea": "a 2 100 2\na.dat 16 1 16 0 0 3 0 I\na.dat 16 1 16 0 0 30 0 II\n",
        "b.hea": "b 2 100 3\nb.dat 16 10 16 0 0 60 0 I\nb.dat 16 1 16 0 0 12 0 II\n",
    ]
    private static let samples = [
        "a.dat": WFDBTestFolder.words([1, 10, 2, 20]),
        "b.dat": WFDBTestFolder.words([10, 3, 20, 4, 30, 5]),
    ]

    private static func folder(_ master: String, _ more: [String: String] = [:]) -> WFDBTestFolder {
        let texts = segments.merging(more) { $1 }.merging(["m.hea": master]) { $1 }
        return WFDBTestFolder(texts, samples: samples)
    }

    @Test func segmentsFollowOneAnother() throws {
        let folder = Self.folder("m/2 2 100 5 10:00:00\na 2\nb 3\n")
        let result = try folder.read("m")
        #expect(result.signals.map(\.samples) == [[1, 2, 1, 2, 3], [10, 20, 3, 4, 5]])
        #expect(result.signals.allSatisfy { $0.jumps.isEmpty } && result.notices.isEmpty)
        let signals = try folder.open("m")
        #expect(signals.signals.map(\.name) == ["I", "II"])
        #expect(signals.signals.map(\.sampleCount) == [5, 5])
        #expect(signals.startDate == "10:00:00")
    }

    @Test func aNullSegmentIsReadAsMissingSamples() throws {
        let result = try Self.folder("m/4 2 100 16\n~ 1\na 2\n~ 10\nb 3\n").read("m")
        #expect(result.signals[0].jumps == [1, 13])
        #expect(result.signals[0].samples.count == 16)
        #expect(Array(result.signals[0].samples[13...]) == [1, 2, 3])
        #expect(result.signals[0].samples[3..<13].allSatisfy { $0.isNaN })
    }

    @Test func aRecordThatEndsUnrecordedKeepsItsLength() throws {
        let result = try Self.folder("m/2 2 100 12\na 2\n~ 10\n").read("m")
        #expect(result.signals.map(\.samples.count) == [12, 12])
        #expect(result.signals[0].samples[2...].allSatisfy { $0.isNaN })
    }

    /// The layout lists III, II and I; segment a has I and II, segment c only III.
    @Test func signalsOfAVariableLayoutAreKnownByTheirNames() throws {
        let layout = "l 3 100 0\n~ 0 1/mV 0 0 0 0 0 III\n~ 0 1 0 0 0 0 0 II\n~ 0 1 0 0 0 0 0 I\n"
        var folder = Self.folder(
            "m/4 3 100 8\nl 0\na 2\nc 2\na 4\n",
            ["l.hea": layout, "c.hea": "c 1 100 2\nc.dat 16 1 16 0 0 0 0 III\n"])
        folder.files["c.dat"] = WFDBTestFolder.words([-1, 1])
        #expect(try folder.open("m").signals.map(\.name) == ["III", "II", "I"])
        let result = try folder.read("m")
        #expect(result.signals[0].jumps == [2, 7])
        #expect(Array(result.signals[0].samples[2..<4]) == [-1, 1])
        #expect(Array(result.signals[1].samples[..<2]) == [10, 20])
        #expect(Array(result.signals[2].samples[..<2]) == [1, 2])
        #expect(result.signals[2].jumps == [4, 7])
        // Segment a states 2 samples where the record gives it 4.
        #expect(result.notices.map(\.code) == ["segment", "short_data"])
    }

    @Test func onlySegmentsOfAChosenSignalAreOpened() throws {
        let layout = "l 2 100 0\n~ 0 1 0 0 0 0 0 I\n~ 0 1 0 0 0 0 0 X\n"
        let folder = Self.folder(
            "m/3 2 100 4\nl 0\na 2\nc 2\n",
            ["l.hea": layout, "c.hea": "c 1 100 2\nnot-there.dat 16 1 16 0 0 0 0 X\n"])
        var signals = try folder.open("m")
        signals.choose([0])
        let read = try WFDBTestFolder.readAll(&signals, count: 1)
        #expect(Array(read[0].samples[..<2]) == [1, 2] && read[0].samples.count == 4)
        #expect(folder.code("m") == "missing_file")
    }

    @Test func twoSignalsOfOneNameStaySeparate() throws {
        let layout = "l 2 100 0\n~ 0 1 0 0 0 0 0 V\n~ 0 1 0 0 0 0 0 V\n"
        let twin = "a 2 100 2\na.dat 16 1 16 0 0 3 0 V\na.dat 16 1 16 0 0 30 0 V\n"
        let result = try Self.folder("m/2 2 100 2\nl 0\na 2\n", ["l.hea": layout, "a.hea": twin])
            .read("m")
        #expect(result.signals.map(\.samples) == [[1, 2], [10, 20]])
    }

    @Test func aSignalInAnotherUnitIsMissing() throws {
        let other = Self.segments["b.hea", default: ""].replacing("16 10 16", with: "16 10/mmHg 16")
        let result = try Self.folder("m/2 2 100 5\na 2\nb 3\n", ["b.hea": other]).read("m")
        #expect(result.signals[0].samples.count == 5)
        #expect(result.signals[0].samples[2...].allSatisfy { $0.isNaN })
        #expect(result.signals[1].samples == [10, 20, 3, 4, 5])
        #expect(result.notices.map(\.code) == ["segment"])
    }

    @Test func skewEndsWithItsSegment() throws {
        let late = Self.segments["a.hea", default: ""].replacing(
            "16 1 16 0 0 30", with: "16:1 1 16 0 0 30")
        let result = try Self.folder("m/2 2 100 5\na 2\nb 3\n", ["a.hea": late]).read("m")
        #expect(result.signals[1].samples[0] == 20 && result.signals[1].samples[1].isNaN)
        #expect(Array(result.signals[1].samples[2...]) == [3, 4, 5])
    }

    @Test(arguments: [
        ("m/2 2 100 5\nm 2\nb 3\n", "nested_segment"),
        ("m/2 2 100 5\na 2\nm 3\n", "nested_segment"),
        ("m/2 2 100 5\nn 2\nb 3\n", "nested_segment"),
        ("m/2 2 100 5\na 2\nn 3\n", "nested_segment"),
        ("m/2 2 100 6\na 2\nb 3\n", "bad_header"),
        ("m/3 2 100 5\na 2\nb 3\n", "bad_header"),
        ("m/0 2 100 5\n", "bad_header"),
        ("m/x 2 100 5\na 2\nb 3\n", "bad_header"),
        ("m/2 2 100 5\na 2\nb\n", "bad_header"),
        ("m/2 2 100\na 1099511627776\nb 1099511627776\n", "bad_header"),
        // A gap of 367 days that was not recorded.
        ("m/3 2 100\na 2\n~ 3170880000\nb 3\n", "bad_header"),
        ("m/1 2 100\na -2\n", "bad_header"),
        ("m/2 2 200 5\na 2\nb 3\n", "bad_header"),
        ("m/2 3 100 5\na 2\nb 3\n", "bad_header"),
        ("m/2 2 100 5\n../a 2\nb 3\n", "bad_path"),
        ("m/2 2 100 5\na 2\nelsewhere 3\n", "missing_file"),
        ("m/1 2 100 5\n~ 5\n", "no_signal"),
    ])
    func brokenRecordsOfSegmentsAreRefused(master: String, code: String) {
        let folder = Self.folder(master, ["n.hea": "n/1 2 100 2\na 2\n"])
        #expect(folder.code("m") == code)
    }

    @Test func noticesOfDamagedSegmentsAreLimited() throws {
        let lines = (0..<200).map { _ in "a 3" }.joined(separator: "\n")
        let notices = try Self.folder("m/200 2 100\n\(lines)\n").read("m").notices
        #expect(notices.count == 50)
    }
}
