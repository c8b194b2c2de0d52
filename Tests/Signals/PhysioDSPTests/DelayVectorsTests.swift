@testable import PhysioDSP
import CSignalKernels
import TestSupport
import Testing

@Suite struct DelayVectorsTests {
    private static let levels = InstructionSet.allCases.filter { $0 <= .available }

    private static func noise(_ count: Int) -> [Double] {
        var generator = SplitMix64(seed: UInt64(count))
        return (0..<count).map { _ in 800 + 50 * generator.gaussian() }
    }

    private static func distances(
        _ set: InstructionSet, _ x: [Double], _ m: Int, _ tau: Int, _ lag: Int
    ) -> [Double] {
        var scratch = [Double](repeating: -1, count: x.count - lag)
        var out = [Double](repeating: -1, count: x.count - (m - 1) * tau - lag)
        ck_delay_distances(set.level, x, x.count, m, tau, lag, &scratch, &out)
        return out
    }

    @Test(arguments: levels) func distancesFollowTheDefinition(set: InstructionSet) {
        for (n, m, tau) in [(1, 1, 1), (40, 10, 1), (57, 3, 4), (100, 10, 2)] {
            let x = Self.noise(n)
            for lag in 0..<(n - (m - 1) * tau) {
                let found = Self.distances(set, x, m, tau, lag)
                for (j, distance) in found.enumerated() {
                    let expected = (0..<m).reduce(0.0) { sum, i in
                        let difference = x[j + i * tau] - x[j + lag + i * tau]
                        return sum + difference * difference
                    }
                    // Terms of one sign: m additions and a product.
                    let tolerance = Double(m + 2) * Double.ulpOfOne
                    #expect(relativeError(distance, expected) <= tolerance)
                }
                #expect(found == Self.distances(.plain, x, m, tau, lag))
            }
        }
    }

    @Test func everyPairIsVisitedOnce() {
        let x = Self.noise(30)
        let vectors = DelayVectors(series: x, dimension: 4, delay: 2)
        #expect(vectors.count == 24)
        var lags: [Int] = []
        var isRight = true
        vectors.forEachDiagonal { lag, distances in
            lags.append(lag)
            isRight = isRight && Array(distances) == Self.distances(.inUse, x, 4, 2, lag)
        }
        #expect(lags == Array(1...23) && isRight)
    }

    @Test func notANumberIsInNoVector() {
        var x = Self.noise(50)
        x[20] = .nan
        for lag in [1, 7, 30] {
            let found = Self.distances(.inUse, x, 5, 1, lag)
            for (j, distance) in found.enumerated() {
                let touches = (j...(j + 4)).contains(20) || ((j + lag)...(j + lag + 4)).contains(20)
                #expect(distance.isNaN == touches)
            }
        }
    }

    @Test func shortSeriesHaveNoPairs() {
        for count in [0, 5, 9, 10] {
            let vectors = DelayVectors(series: Self.noise(count), dimension: 10, delay: 1)
            #expect(vectors.count == (count == 10 ? 1 : 0))
            vectors.forEachDiagonal { _, _ in Issue.record("there is no pair") }
        }
    }
}
