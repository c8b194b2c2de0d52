import CSignalKernels
@testable import PhysioDSP
import TestSupport
import Testing

/// Moving quantiles against sorting every window.
@Suite struct RollingQuantilesTests {
    private static let levels = InstructionSet.allCases.filter { $0 <= .available }
    private static let probabilities = [0, 0.25, 0.5, 0.7, 1]

    private static func series(_ kind: String, _ count: Int) -> [Double] {
        var generator = SplitMix64(seed: UInt64(count))
        return (0..<count).map { index in
            switch kind {
            case "ties": Double(Int.random(in: 0...4, using: &generator))
            case "constant": 7.25
            case "ascending": Double(index)
            case "descending": -Double(index)
            case "signed": generator.uniform(in: -1...1) < 0 ? -0.0 : 0
            case "infinite": index % 17 == 3 ? .infinity : generator.gaussian()
            default: generator.gaussian()
            }
        }
    }

    private static func sorted(_ series: [Double], window: Int, probabilities: [Double])
        -> [[Double?]]
    {
        let windows = series.indices.map { index in
            series[max(0, index - window / 2)...min(series.count - 1, index + window / 2)].sorted()
        }
        return probabilities.map { share in windows.map { Statistics.quantile(share, ofSorted: $0) }
        }
    }

    @Test(arguments: ["gaussian", "ties", "constant", "ascending", "descending", "signed"])
    func everyWindowAgreesWithSorting(kind: String) {
        for window in [1, 3, 11, 91] {
            // Below and above the length from which pieces go side by side, with every remainder.
            for count in [0, 1, 2, 5, window] + [0, 1, 7].map({ 17 * window + 17 + $0 }) {
                let series = Self.series(kind, count)
                let expected = Self.sorted(
                    series, window: window, probabilities: Self.probabilities)
                for set in Self.levels {
                    let found = RollingQuantiles(
                        window: window, probabilities: Self.probabilities, instructionSet: set)(
                            series)
                    #expect(found == expected, "\(set), window \(window), \(count) values")
                }
            }
        }
    }

    @Test(arguments: levels) func infiniteValuesAreTheLargest(set: InstructionSet) {
        let series = Self.series("infinite", 400)
        for window in [11, 91] {
            // Half of an even count would lie between a number and infinity.
            let found = RollingQuantiles(window: window, probabilities: [0.5], instructionSet: set)(
                series)
            let expected = Self.sorted(series, window: window, probabilities: [0.5])
            for index in (window / 2)..<(400 - window / 2) {
                #expect(found[0][index] == expected[0][index])
            }
        }
    }

    @Test func everyLevelGivesTheSameBits() {
        let series = Self.series("gaussian", 20_011)
        for window in [11, 91] {
            let plain = Self.plain(series, window: window)
            for set in Self.levels {
                let found = RollingQuantiles(
                    window: window, probabilities: Self.probabilities, instructionSet: set)(series)
                #expect(found.flatMap(\.self) == plain, "\(set), window \(window)")
            }
        }
    }

    private static func plain(_ series: [Double], window: Int) -> [Double] {
        var out = [Double](repeating: 0, count: series.count * probabilities.count)
        var scratch = [Double](
            repeating: 0, count: ck_rolling_quantile_scratch_count(window / 2))
        ck_rolling_quantile_plain(
            series, series.count, window / 2, probabilities, probabilities.count, &out, &scratch)
        return out
    }

    /// No promise on the numbers, only that nothing outside the arrays is touched.
    @Test(arguments: levels) func notANumberDoesNoHarm(set: InstructionSet) {
        var series = Self.series("gaussian", 2000)
        for index in stride(from: 0, to: 2000, by: 97) { series[index] = .nan }
        let found = RollingQuantiles(window: 91, probabilities: [0.25, 1], instructionSet: set)(
            series)
        #expect(found.map(\.count) == [2000, 2000])
    }
}
