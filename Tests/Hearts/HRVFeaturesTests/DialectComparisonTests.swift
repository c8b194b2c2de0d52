import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct DialectComparisonTests {
    private static let nn = EntropySeries.heart(320, seed: 3)

    /// Every choice changed alone is the whole cause of all differences.
    @Test func oneChangedSettingIsFound() {
        let own = Conventions()
        var seen = 0
        for dialect in Dialect.allCases {
            let other = dialect.conventions(includingDefects: true)
            for setting in own.settings(differingFrom: other) {
                var changed = own
                setting.copy(from: other, to: &changed)
                #expect(own.settings(differingFrom: changed).map(\.name) == [setting.name])
                let comparison = DialectComparison(of: Self.nn, own, changed)
                for difference in comparison.differences {
                    #expect(difference.causes.map(\.setting) == [setting.name])
                    #expect(difference.singleCause?.setting == setting.name)
                    seen += 1
                }
            }
        }
        #expect(seen > 100)
    }

    /// SDSD over n and over n - 1 from the same sum of squares; pNN50 over N and N - 1.
    @Test func sharesAndValuesAreThoseOfTheFormulas() throws {
        let nn = NNSeries(intervalsMs: [800, 860, 790, 805, 880, 815])
        var other = Conventions()
        other.sdsd = .signedDividedByCount
        other.pnnDivisor = .intervals
        let comparison = DialectComparison(of: nn, Conventions(), other)
        #expect(comparison.differences.map(\.key) == [.sdsd, .pnn50, .pnn20])
        let sdsd = try #require(comparison.differences.first)
        // Five differences: the ratio is sqrt(4/5).
        #expect(abs(sdsd.second / sdsd.first - 0.8.squareRoot()) < 1e-12)
        let pnn50 = comparison.differences[1]
        #expect(pnn50.first == 80)
        #expect(abs(pnn50.second - 100 * 4 / 6) < 1e-12)
        #expect(pnn50.causes.map(\.setting) == ["pnn_divisor"])
    }

    /// One of the differences 50, 50, 100 and 1 is above 50 and three are at least 50: 25 % of four
    /// differences become 60 % of five intervals; the threshold alone gives 75, the divisor 20 %.
    @Test func sharesOfSettingsThatWorkTogetherAreEachItsOwn() throws {
        let nn = NNSeries(intervalsMs: [800, 850, 900, 1000, 1001])
        var other = Conventions()
        other.pnnComparison = .atLeast
        other.pnnDivisor = .intervals
        let comparison = DialectComparison(of: nn, Conventions(), other)
        let pnn50 = try #require(comparison.differences.first { $0.key == .pnn50 })
        #expect(pnn50.first == 25 && pnn50.second == 60)
        #expect(pnn50.causes.map(\.setting) == ["pnn_threshold", "pnn_divisor"])
        #expect(pnn50.causes.map(\.first) == ["above", "differences"])
        #expect(pnn50.causes.map(\.second) == ["at least", "intervals"])
        #expect(abs(pnn50.causes[0].share - 50.0 / 35) < 1e-12)
        #expect(abs(pnn50.causes[1].share + 5.0 / 35) < 1e-12)
        #expect(pnn50.singleCause == nil)
    }

    @Test func equalConventionsDoNotDiffer() {
        let comparison = DialectComparison(of: Self.nn, Conventions(), Conventions())
        #expect(comparison.differences.isEmpty)
        #expect(comparison.firstOnlyKeys.isEmpty)
        #expect(!comparison.equalKeys.isEmpty)
    }

    @Test func metricsOfOneSideAreListedSeparately() {
        let comparison = DialectComparison(
            of: Self.nn, Conventions(), Conventions(), firstMetrics: [.rmssd, .sdnn],
            secondMetrics: [.rmssd, .pnn50])
        #expect(comparison.equalKeys == [.rmssd])
        #expect(comparison.firstOnlyKeys == [.sdnn])
        #expect(comparison.secondOnlyKeys == [.pnn50])
    }
}
