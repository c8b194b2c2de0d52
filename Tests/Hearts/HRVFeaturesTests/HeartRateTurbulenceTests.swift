import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct HeartRateTurbulenceTests {
    /// The intervals about one premature beat, which ends interval 5.
    private static func intervals(
        before: [Double] = [800, 800, 800, 800, 800], coupling: Double = 500,
        pause: Double = 1100, after: [Double]
    ) -> [Double] {
        before + [coupling, pause] + after
    }

    private static func series(
        _ intervals: [Double], marks: [Int: RRSeries.Marks] = [:]
    ) -> RRSeries {
        var rr = RRSeries()
        var time = 0.0
        for (index, interval) in intervals.enumerated() {
            time += interval / 1000
            rr.append(intervalMs: interval, endSeconds: time, marks: marks[index] ?? [])
        }
        return rr
    }

    private static let recovering = (0..<15).map { 770 + 4 * Double($0) }

    private static func accepted(_ rr: RRSeries) -> Int {
        HeartRateTurbulence(rr, couplingIntervalIndices: [5]).acceptedBeatCount
    }

    @Test func aSteadyRecoveryHasItsOwnSlope() {
        let rr = Self.series(
            Self.intervals(after: Self.recovering), marks: [5: .notNormal, 6: .notNormal])
        let turbulence = HeartRateTurbulence(rr, couplingIntervalIndices: [5])
        #expect(turbulence.acceptedBeatCount == 1)
        #expect(TestSeries.agree(turbulence.onsetPercent, 100 * (770 + 774 - 1600.0) / 1600))
        #expect(TestSeries.agree(turbulence.slopeMsPerInterval, 4))
        #expect(turbulence.meanRecoveryMs == Self.recovering)
    }

    @Test func aFallingRecoveryHasANegativeSlope() {
        let falling = (0..<15).map { 850 - 5 * Double($0) }
        let turbulence = HeartRateTurbulence(
            Self.series(Self.intervals(after: falling)), couplingIntervalIndices: [5])
        #expect(TestSeries.agree(turbulence.slopeMsPerInterval, -5))
    }

    @Test func onsetsAreAveragedAndTheSlopeIsOfTheMeanCourse() throws {
        var generator = SplitMix64(seed: 11)
        var all: [Double] = []
        var indices: [Int] = []
        var courses: [[Double]] = []
        var onsets: [Double] = []
        for _ in 0..<8 {
            let before = (0..<5).map { _ in 900 + 15 * generator.gaussian() }
            let after = (0..<15).map { _ in 900 + 20 * generator.gaussian() }
            indices.append(all.count + 5)
            all += Self.intervals(before: before, coupling: 600, pause: 1200, after: after)
            courses.append(after)
            onsets.append(100 * ((after[0] + after[1]) / (before[3] + before[4]) - 1))
        }
        let turbulence = HeartRateTurbulence(
            Self.series(all), couplingIntervalIndices: indices.reversed())
        #expect(turbulence.acceptedBeatCount == 8)
        #expect(TestSeries.agree(turbulence.onsetPercent, onsets.reduce(0, +) / 8))
        let mean = (0..<15).map { k in courses.reduce(0) { $0 + $1[k] } / 8 }
        let slopes = (0...10).map { start in slope(Array(mean[start..<start + 5])) }
        #expect(TestSeries.agree(turbulence.slopeMsPerInterval, slopes.max()))
    }

    /// Least squares over the numbers' indices, by its normal equations.
    private func slope(_ y: [Double]) -> Double {
        let n = Double(y.count)
        let x = y.indices.map { Double($0) }
        let sumX = x.reduce(0, +)
        let sumY = y.reduce(0, +)
        let products = zip(x, y).reduce(0) { $0 + $1.0 * $1.1 }
        let squares = x.reduce(0) { $0 + $1 * $1 }
        return (n * products - sumX * sumY) / (n * squares - sumX * sumX)
    }

    @Test func prematurityAndPauseHaveBorders() {
        for (coupling, pause, count) in [
            (640.0, 1100.0, 1), (640.5, 1100, 0), (500, 960, 1), (500, 959.5, 0),
        ] {
            let intervals = Self.intervals(
                coupling: coupling, pause: pause, after: Self.recovering)
            #expect(Self.accepted(Self.series(intervals)) == count, "\(coupling) \(pause)")
        }
    }

    @Test func everySinusIntervalMustBeNearTheReference() {
        for index in [7, 14, 21] {
            for (interval, count) in [(955.0, 1), (965, 0), (645, 1), (635, 0)] {
                var intervals = Self.intervals(after: [Double](repeating: 800, count: 15))
                intervals[index] = interval
                #expect(Self.accepted(Self.series(intervals)) == count, "\(index) \(interval)")
            }
        }
        // The five before are compared with their own mean: 1274 and 1270.
        for (last, count) in [(1020.0, 1), (1000, 0)] {
            let intervals = Self.intervals(
                before: [1400, 1400, 1350, 1200, last], coupling: 700, pause: 1700,
                after: [Double](repeating: 1270, count: 15))
            #expect(Self.accepted(Self.series(intervals)) == count, "\(last)")
        }
    }

    @Test func sinusIntervalsMustNotJump() {
        // Within 20 % of 1200, but with a difference of 220 ms.
        let slow = [Double](repeating: 1200, count: 5)
        var after = [Double](repeating: 1200, count: 15)
        for (step, count) in [(95.0, 1), (110, 0)] {
            after[6] = 1200 - step
            after[7] = 1200 + step
            let intervals = Self.intervals(
                before: slow, coupling: 700, pause: 1700, after: after)
            #expect(Self.accepted(Self.series(intervals)) == count)
        }
    }

    @Test func tooLongAndTooShortIntervalsDoNotCount() {
        for (length, count) in [(1980.0, 1), (2010, 0), (305, 1), (295, 0)] {
            let intervals = Self.intervals(
                before: [Double](repeating: length, count: 5), coupling: 0.7 * length,
                pause: 1.3 * length, after: [Double](repeating: length, count: 15))
            let marks: [Int: RRSeries.Marks] = [5: .notNormal, 6: .notNormal]
            #expect(Self.accepted(Self.series(intervals, marks: marks)) == count, "\(length)")
        }
    }

    @Test func gapsAndOtherBeatsInTheWindowDoNotCount() {
        let intervals = Self.intervals(after: Self.recovering)
        for index in 0..<22 {
            let gap = Self.series(intervals, marks: [index: .afterGap])
            #expect(Self.accepted(gap) == (index == 0 ? 1 : 0))
            let ectopic = Self.series(intervals, marks: [index: .notNormal])
            #expect(Self.accepted(ectopic) == (index == 5 || index == 6 ? 1 : 0))
        }
    }

    @Test func incompleteWindowsAndForeignIndicesDoNotCount() {
        let whole = Self.intervals(after: Self.recovering)
        #expect(Self.accepted(Self.series(Array(whole.dropLast()))) == 0)
        let late = HeartRateTurbulence(
            Self.series(Array(whole.dropFirst())), couplingIntervalIndices: [4])
        #expect(late.acceptedBeatCount == 0)
        for indices in [[], [-1], [Int.max], [Int.min], [22]] {
            let none = HeartRateTurbulence(
                Self.series(whole), couplingIntervalIndices: indices)
            #expect(none.acceptedBeatCount == 0 && none.onsetPercent == nil)
            #expect(none.slopeMsPerInterval == nil && none.meanRecoveryMs.isEmpty)
        }
        let empty = HeartRateTurbulence(RRSeries(), couplingIntervalIndices: [0, 5])
        #expect(empty.acceptedBeatCount == 0)
    }
}
