import PhysioDSP
import Testing

@Suite struct StatisticsTests {
    @Test func momentsOfAKnownSeries() {
        let values: [Double] = [2, 4, 4, 4, 5, 5, 7, 9]
        #expect(Statistics.mean(values) == 5)
        #expect(Statistics.standardDeviation(values) == (32.0 / 7).squareRoot())
        #expect(Statistics.mean([]) == nil)
        #expect(Statistics.standardDeviation([3]) == nil)
        #expect(Statistics.standardDeviation([0.1, 0.1, 0.1]) == 0)
    }

    /// numpy.quantile([1, 2, 4, 8], q), version 2.4, default method.
    @Test func quantilesAreLinearBetweenNeighbours() {
        let sorted: [Double] = [1, 2, 4, 8]
        #expect(Statistics.quantile(0, ofSorted: sorted) == 1)
        #expect(Statistics.quantile(0.25, ofSorted: sorted) == 1.75)
        #expect(Statistics.quantile(0.5, ofSorted: sorted) == 3)
        #expect(Statistics.quantile(0.75, ofSorted: sorted) == 5)
        #expect(Statistics.quantile(1, ofSorted: sorted) == 8)
        #expect(Statistics.quantile(0.5, ofSorted: []) == nil)
    }

    @Test func detrendingRemovesExactlyALine() {
        let times = [0.0, 1, 2.5, 4]
        let line = times.map { 3 - 2 * $0 }
        for value in Detrending.linear.applied(to: line, at: times) { #expect(abs(value) < 1e-14) }
        let centred = Detrending.none.applied(to: [1, 2, 6], at: [0, 1, 2])
        #expect(centred == [-2, -1, 3])
        #expect(Detrending.linear.applied(to: [], at: []) == [])
    }
}
