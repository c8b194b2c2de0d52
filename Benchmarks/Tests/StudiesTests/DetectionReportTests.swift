import BeatDetection
@_spi(Studies) import KernelBenchmarks
@testable import Studies
import Testing

@Suite struct DetectionReportTests {
    private static let beats = (1...99).map { 360.0 * Double($0) }

    /// A signal of which so many of the first beats are missed.
    private static func score(_ name: String, missing: Int) -> SignalScore {
        SignalScore(
            name: name, durationSeconds: 100,
            reference: BeatMarks(positions: beats, sampleRateHz: 360),
            found: [("resonant", Array(beats.dropFirst(missing))), ("peer", beats)])
    }

    private static let report = {
        let records = [3, 0, 7, 1, 7, 2, 4, 5].enumerated().map {
            score("r\($0.offset)", missing: $0.element)
        }
        var report = DetectionReport(
            firstLead: records, secondLead: [score("r0", missing: 9)],
            noise: [score("n", missing: 1)])
        report.versions = ["peer 1.0"]
        report.failures = [("peer", 2), ("other", 0)]
        report.files = [
            FileRow(path: "x/y", found: nil, remark: "no signal"),
            FileRow(
                path: "x/z",
                found: FileRow.Found(
                    format: "edf", signal: "", rateHz: 125.5, durationSeconds: 10, beatCount: 12,
                    quality: 0.875), remark: "none"),
        ]
        let signal = TimedSignal(rateHz: 250, noise: nil, trueRMSSDMs: 20)
        let ecg = signal.run(lastingSeconds: 30)
        let positions = ecg.beats.map(\.sample)
        report.times = [
            (
                signal,
                [
                    TimeErrors(method: "resonant", positions: positions, in: ecg),
                    TimeErrors(method: "peer", positions: Array(positions.dropFirst()), in: ecg),
                ]
            )
        ]
        return report
    }()

    private static func time(
        _ program: String, _ workload: DetectionWorkload, _ minNs: Double
    ) -> DetectionSpeed.Time {
        DetectionSpeed.Time(
            program: program, workload: workload.name, minNs: minNs, firstNs: 2 * minNs,
            grownBytes: 0x30_0000, countError: 0)
    }

    @Test func theWorstRecordsHaveTheHighestErrorCounts() {
        #expect(Self.report.worst.map(\.name) == ["r2", "r4", "r7", "r6", "r0", "r5"])
    }

    @Test func tablesHoldTheCounts() {
        let text = Self.report.markdown
        // 29 of 8 x 99 beats are missed; shares are cut.
        #expect(text.contains("| **resonant** | 96.33 | 100 | 98.13 | 763 | 0 | 29 | 0.0 | 0.0 |"))
        #expect(text.contains("| peer | 100 | 100 | 100 | 792 | 0 | 0 | 0.0 | 0.0 |"))
        #expect(text.contains("| r2 | 99 | 7 | 0 | 92.92 | 100 | 96.33 | 0.0 | 100 |"))
        #expect(text.contains("| r0 | 99 | 3 | 0 | 96.96 | 100 | 98.46 | 0.0 | 100 |"))
        #expect(text.contains("**r4**: 7 missed, 0 surplus."))
    }

    @Test func theSummaryHasTheBestOfTheOthers() {
        let text = Self.report.markdown
        #expect(text.contains("| F1, their second lead (the same) | 95.23 | 100 (peer) |"))
        #expect(text.contains("| faults on all simulated signals | 0 | 1 (peer) |"))
        #expect(text.contains("| largest SD of times in noise of 12 dB, ms | - | - |"))
    }

    @Test func whatIsMissingIsSaid() {
        let text = Self.report.markdown
        #expect(text.contains("## Speed\nNot measured."))
        #expect(text.contains("peer on 2 signals.") && !text.contains("other on 0"))
        #expect(text.contains("| x/y | not read |  |  |  |  |  | no signal |"))
        #expect(text.contains("| x/z | edf | (no name) | 125.5 | 10 | 12 | 0.88 | none |"))
    }

    @Test func errorsOfTheOtherMethodsAreStated() {
        #expect(Self.report.markdown.contains("| 250 | none | 0 | 0.00 | 0.00 | 0.00 | 0.00 / "))
        #expect(Self.report.markdown.contains(" (faults 1) |"))
    }

    @Test func tablesAreRectangular() {
        var report = Self.report
        report.speed = DetectionSpeed(
            environment: "a processor", times: [Self.time("", .day, 1), Self.time("c", .day, 3)],
            cases: [])
        var width: Int?
        for line in report.markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                width = nil
                continue
            }
            let cells = line.count { $0 == "|" }
            #expect(cells == width ?? cells, "\(line)")
            width = cells
        }
    }

    @Test func growthIsTheExponentFromAnHourToADay() throws {
        let speed = DetectionSpeed(
            environment: "",
            times: [
                Self.time("", .day, 24e6), Self.time("", .hour, 1e6),
                Self.time("c", .day, 576e6), Self.time("c", .hour, 1e6),
            ], cases: [])
        #expect(abs(try #require(speed.growth("")) - 1) < 1e-12)
        #expect(abs(try #require(speed.growth("c")) - 2) < 1e-12 && speed.growth("d") == nil)
        #expect(
            speed.table.contains(
                "| 24 h at 250 Hz | c | 576 ms | 24.0 | 1.15 s | 3.00 MiB | 0 % |"))
    }

    @Test func numbersBelowZeroKeepTheirSign() {
        #expect(DetectionReport.signed(-1.26) == "-1.3" && DetectionReport.signed(0.04) == "0.0")
        #expect(DetectionReport.signed(-0.04) == "0.0" && DetectionReport.signed(nil) == "-")
        #expect(DetectionReport.signed(-12.345, decimals: 2) == "-12.35")
    }
}

@Suite struct DetectionFigureTests {
    /// Score of two errors in a signal of 100 s: one in the middle, one at the end.
    private static let score = SignalScore(
        name: "a", durationSeconds: 100,
        reference: BeatMarks(positions: [1_000, 5_000], sampleRateHz: 100),
        found: [("resonant", [1_000, 10_000])])

    @Test func marksLieAtTheirTimes() {
        let svg = DetectionErrorStrips([Self.score]).svg
        // 60 + 760 x 0.5 upwards, and 60 + 760 x 1 downwards, from the middle of the row.
        #expect(svg.contains("<line x1=\"440.0\" y1=\"66.0\" x2=\"440.0\" y2=\"52.0\""))
        #expect(svg.contains("<line x1=\"820.0\" y1=\"66.0\" x2=\"820.0\" y2=\"80.0\""))
        #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    }

    @Test func everyDetectionErrorHasAPanel() {
        let drawing = DetectionErrorWaveforms(
            Self.score, samples: (0..<10_000).map { Double($0 % 100) },
            reference: BeatMarks(positions: [1_000, 5_000], sampleRateHz: 100),
            positions: [1_000, 10_000])
        let svg = drawing.svg
        #expect(svg.contains(">50.0 s missed<") && svg.contains(">100.0 s surplus<"))
        #expect(svg.split(separator: "\n").count { $0.hasPrefix("<polyline") } == 2)
    }
}
