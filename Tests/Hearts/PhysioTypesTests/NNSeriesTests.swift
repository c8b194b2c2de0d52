import PhysioTypes
import Testing

@Suite struct NNSeriesTests {
    @Test func endTimesAreSumsOfIntervals() {
        let series = RRSeries(intervalsMs: [800, 810, 795], startSeconds: 2)
        for (end, expected) in zip(series.endTimesSeconds, [2.8, 3.61, 4.405]) {
            #expect(abs(end - expected) < 1e-12)
        }
        #expect(series.startSeconds == 2)
        #expect(abs(series.durationSeconds - 2.405) < 1e-12)
    }

    @Test func implausibleIntervalsAreRetainedButNotCounted() {
        let rr = RRSeries(intervalsMs: [800, 5000, 810, 150, 820, 830])
        #expect(rr.count == 6)
        let nn = NNSeries(rr)
        #expect(nn.intervalsMs == [800, 810, 820, 830])
        #expect(nn.isAdjacentToPrevious == [false, false, false, true])
        #expect(nn.successiveDifferencesMs == [10])
        #expect(nn.durationSeconds == rr.durationSeconds)
    }

    @Test func limitsOfThePlausibleRangeAreInside() {
        let nn = NNSeries(RRSeries(intervalsMs: [200, 3000, 199.9, 3000.1]))
        #expect(nn.intervalsMs == [200, 3000])
    }

    @Test func onlyNormalNeighboursAreDifferenced() {
        var rr = RRSeries()
        rr.append(intervalMs: 800, endSeconds: 0.8)
        rr.append(intervalMs: 600, endSeconds: 1.4, marks: .notNormal)
        rr.append(intervalMs: 900, endSeconds: 2.3)
        rr.append(intervalMs: 905, endSeconds: 3.205)
        rr.append(intervalMs: 910, endSeconds: 9, marks: .afterGap)
        let nn = NNSeries(rr)
        #expect(nn.successiveDifferencesMs == [5])
        #expect(nn.contiguousRanges == [0..<1, 1..<3, 3..<4])
    }

    @Test func coverageIsTheShareOfTimeInsideIntervals() {
        var rr = RRSeries(intervalsMs: [1000, 1000])
        rr.append(intervalMs: 1000, endSeconds: 4, marks: .afterGap)
        let nn = NNSeries(rr)
        #expect(nn.coverage == 0.75)
        // Only the parts inside the window count: 0.5 s of the first, 0.5 s of the last.
        let window = NNSeries(
            intervalsMs: [1000, 1000], endTimesSeconds: [1, 4],
            isAdjacentToPrevious: [false, false], startSeconds: 0.5, endSeconds: 3.5)
        #expect(abs(window.coverage - 1.0 / 3) < 1e-12)
        #expect(NNSeries(RRSeries()).coverage == 0)
    }

    @Test func unbrokenSeriesCoverEverything() {
        let nn = NNSeries(intervalsMs: (0..<5000).map { 700 + Double($0 % 7) * 13.3 })
        #expect(nn.coverage == 1)
    }

    @Test func windowHoldsTheBeatsThatEndInIt() {
        let nn = NNSeries(intervalsMs: [500, 500, 500, 500])
        let window = nn.window(startSeconds: 0.5, endSeconds: 1.5)
        #expect(window.endTimesSeconds == [0.5, 1])
        #expect(window.isAdjacentToPrevious == [false, true])
        #expect(window.startSeconds == 0.5 && window.endSeconds == 1.5)
        // 0.5 to 1.5 s lies inside intervals throughout, though the last of them ends at its end.
        #expect(window.coverage == 1)
        #expect(nn.window(startSeconds: 0.6, endSeconds: 1.4).coverage == 1)
        #expect(nn.window(startSeconds: 7, endSeconds: 8).count == 0)
    }

    @Test func emptySeriesAreHarmless() {
        let nn = NNSeries(RRSeries())
        #expect(nn.count == 0)
        #expect(nn.successiveDifferencesMs.isEmpty)
        #expect(nn.contiguousRanges.isEmpty)
        #expect(nn.durationSeconds == 0)
    }
}
