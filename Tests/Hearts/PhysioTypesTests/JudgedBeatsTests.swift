import TestSupport
import Testing

@testable import PhysioTypes

@Suite struct JudgedBeatsTests {
    @Test func intervalsAreUsedAsTheyAre() throws {
        let beats = try ValidatedBeats(intervals: [800, 810, 795])
        #expect(beats.series == RRSeries(intervalsMs: [800, 810, 795]))
        #expect(beats.notices.isEmpty)
        #expect(try ValidatedBeats(intervals: [0.8, 0.81], unit: .seconds).series.count == 2)
    }

    @Test(arguments: [[], [Double.nan], [0], [-1, .infinity]])
    func withoutABeatTheSeriesIsEmpty(values: [Double]) throws {
        #expect(try ValidatedBeats(intervals: values).series.count == 0)
        #expect(try ValidatedBeats(peaks: values, rateHz: 250).series.count == 0)
    }

    /// A value that is left out separates the intervals around it, and counts for no time.
    @Test(arguments: [
        (Double.nan, "missing_rows"), (0, "bad_rr"), (-5, "bad_rr"), (1e308, "bad_rr"),
    ])
    func whatIsNoIntervalPartsTheOthers(value: Double, code: String) throws {
        let beats = try ValidatedBeats(intervals: [800, 810, value, 795, 805])
        #expect(beats.series.intervalsMs == [800, 810, 795, 805])
        #expect(beats.series.marks == [[], [], .afterGap, []])
        #expect(beats.series.endTimesSeconds == [0.8, 1.61, 2.405, 3.21])
        #expect(beats.notices.map(\.code) == [code])
    }

    @Test func fiveAreNamedAndTheOthersCounted() throws {
        let beats = try ValidatedBeats(intervals: [800, 810, 805] + Array(repeating: 0, count: 8))
        #expect(beats.notices.count == 6)
        #expect(beats.notices.last?.text == "further impossible intervals: 3")
    }

    private static let refused: [([Double], BeatUnit, String)] = [
        ([0.8, 0.82, 0.79], .milliseconds, "unit"),
        ([800, 820, 790], .seconds, "unit"),
        ([62, 65, 70], .milliseconds, "unit"),
        ((1...20).map { 800 * Double($0) }, .milliseconds, "ascending"),
        ((1...20).map { 80 * Double($0) }, .milliseconds, "ascending"),
        ([17_280_000_000, 17_280_000_000, 800, 800, 800, 800, 800], .milliseconds, "too_long"),
    ]

    @Test(arguments: refused)
    func anotherThingThanItIsSaidToBeIsRefused(
        values: [Double], unit: BeatUnit, code: String
    ) throws {
        let error = #expect(throws: SeriesError.self) {
            try ValidatedBeats(intervals: values, unit: unit)
        }
        #expect(error?.code == code)
    }

    /// Ten intervals may well become longer and longer.
    @Test func someAscendingIntervalsAreIntervals() throws {
        #expect(
            try ValidatedBeats(intervals: (1...10).map { 700 + 10 * Double($0) }).series.count == 10
        )
        #expect(try ValidatedBeats(intervals: (1...30).map { 700 + Double($0) }).series.count == 30)
    }

    @Test func peaksAreBeats() throws {
        let beats = try ValidatedBeats(
            peaks: [100, 300, 510, .nan, 900, 1_100, 1_000, 1_310], rateHz: 250)
        #expect(beats.series.intervalsMs == [800, 840, 800, 840])
        #expect(beats.series.endTimesSeconds == [1.2, 2.04, 4.4, 5.24])
        #expect(beats.series.marks == [[], [], .afterGap, .afterGap])
        #expect(beats.series.startSeconds == 0.4)
        #expect(beats.notices.map(\.code) == ["bad_rr", "missing_rows"])
    }

    @Test(arguments: [0, -250, .nan, .infinity])
    func aRateIsAboveZero(rate: Double) {
        let error = #expect(throws: SeriesError.self) {
            try ValidatedBeats(peaks: [1, 2], rateHz: rate)
        }
        #expect(error?.code == "rate")
    }

    /// Any bits: it is refused or gives a series; nothing ends the program.
    @Test func anyBitsAreJudged() {
        var random = SplitMix64(seed: 7)
        var acceptedCount = 0
        for round in 0..<20_000 {
            let count = Int(random.next() % 40)
            let values = (0..<count).map { _ in
                round % 2 == 0
                    ? Double(bitPattern: random.next()) : Double(random.next() % 3_000)
            }
            if let beats = try? ValidatedBeats(intervals: values) {
                acceptedCount += 1
                #expect(beats.series.count <= count)
            }
            _ = try? ValidatedBeats(intervals: values, unit: .seconds)
            _ = try? ValidatedBeats(peaks: values, rateHz: round % 3 == 0 ? 1e-300 : 250)
        }
        #expect(acceptedCount > 2_000)
    }

    @Test func aGapHasTheLengthThatIsSaid() throws {
        let beats = try ValidatedBeats(
            intervals: [-3000, 800, 810, -5000, 790, -1e-9, 820], hasGaps: true)
        #expect(beats.series.intervalsMs == [800, 810, 790, 820] && beats.notices.isEmpty)
        #expect(beats.series.startSeconds == 3)
        #expect(beats.series.marks.map { $0.contains(.afterGap) } == [false, false, true, true])
        let ends = beats.series.endTimesSeconds
        #expect(zip(ends, [3.8, 4.61, 10.4, 11.22]).allSatisfy { abs($0 - $1) < 1e-9 })
        // Without the word a value below 0 is no interval, and lasts no time.
        let other = try ValidatedBeats(intervals: [800, 810, -5000, 790])
        #expect(other.notices.map(\.code) == ["bad_rr"] && other.series.endSeconds == 2.4)
    }

    @Test(
        arguments: [[-.infinity, 800, 810], [-1e300, 800], [800, -1e300, 810]] as [[Double]])
    func aGapOfMoreThanAYearIsRefused(intervals: [Double]) {
        let error = #expect(throws: SeriesError.self) {
            try ValidatedBeats(intervals: intervals, hasGaps: true)
        }
        #expect(error?.code == "too_long")
    }

    @Test func gapsAloneAreNoBeats() throws {
        let beats = try ValidatedBeats(intervals: [-1, -2, -3], hasGaps: true)
        #expect(beats.series.count == 0 && beats.notices.isEmpty)
    }
}
