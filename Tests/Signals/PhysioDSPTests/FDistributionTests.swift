import PhysioDSP
import TestSupport
import Testing

@Suite struct FDistributionTests {
    /// scipy 1.17.1: scipy.stats.f.ppf(p, d1, d2) for p = 0.025, 0.5, 0.975.
    private static let scipy: [(d1: Double, d2: Double, quantiles: [Double])] = [
        (1, 5, [0.0010847776476146972, 0.5280737689526197, 10.006982196613569]),
        (2, 2, [0.025641025641025644, 1, 38.999999999999964]),
        (4.4, 37.5, [0.1365777788021347, 0.868839241168206, 3.0514440612554283]),
        (23, 71.3, [0.47865107483132163, 0.9803321577586829, 1.8568298799341856]),
        (1000, 3000, [0.9025271668969282, 0.9995555336663944, 1.105125164752858]),
    ]

    /// The promised tolerance.
    private static let tolerance = 1e-9

    @Test func quantilesAreThoseOfScipy() {
        for (d1, d2, quantiles) in Self.scipy {
            let distribution = FDistribution(
                numeratorDegreesOfFreedom: d1, denominatorDegreesOfFreedom: d2)
            for (probability, expected) in zip([0.025, 0.5, 0.975], quantiles) {
                let found = distribution.quantile(probability)
                #expect(relativeError(found, expected) < Self.tolerance, "\(d1) \(d2) \(found)")
            }
        }
    }

    /// scipy 1.17.1: scipy.stats.f.sf(f, d1, d2).
    @Test func tailsAreThoseOfScipy() {
        for (f, d1, d2, expected) in [
            (0.5, 4.0, 53.0, 0.7358009408489021), (3.7, 4, 53, 0.009936920030551955),
            (25, 4, 53, 1.1532389305631075e-11), (400, 4, 20, 8.946243212979665e-19),
            (6, 4, 3.7, 0.0628117816660106), (1e-3, 2, 8, 0.9990006246876366),
            (2.2, 4, 0.6, 0.5610552781382692),
        ] {
            let tail = FDistribution(numeratorDegreesOfFreedom: d1, denominatorDegreesOfFreedom: d2)
                .upperTailProbability(f)
            #expect(relativeError(tail, expected) < Self.tolerance, "\(f) \(d1) \(d2) \(tail)")
        }
        let any = FDistribution(numeratorDegreesOfFreedom: 4, denominatorDegreesOfFreedom: 53)
        #expect(any.upperTailProbability(0) == 1 && any.upperTailProbability(.infinity) == 0)
    }

    /// The probability of at most x with two and two degrees is x / (1 + x).
    @Test(arguments: [1e-6, 0.1, 0.5, 0.77, 1 - 1e-6])
    func twoAndTwoDegreesHaveAClosedForm(probability: Double) {
        let found = FDistribution(numeratorDegreesOfFreedom: 2, denominatorDegreesOfFreedom: 2)
            .quantile(probability)
        #expect(relativeError(found, probability / (1 - probability)) < Self.tolerance)
    }

    @Test func theRatioTurnedRoundHasTheOtherTail() {
        for (d1, d2) in [(3.0, 11.0), (0.7, 2.2), (150, 40)] {
            let low = FDistribution(numeratorDegreesOfFreedom: d1, denominatorDegreesOfFreedom: d2)
                .quantile(0.1)
            let high = FDistribution(numeratorDegreesOfFreedom: d2, denominatorDegreesOfFreedom: d1)
                .quantile(0.9)
            #expect(relativeError(low, 1 / high) < Self.tolerance)
        }
    }

    @Test func studentsTIsThatOfScipy() {
        // scipy 1.17.1: scipy.stats.t.ppf(0.975, nu).
        for (degrees, expected) in [
            (1.0, 12.706204736174694), (5, 2.5705818356363146), (32, 2.0369333434601016),
            (1e4, 1.960201239890626),
        ] {
            let found = StudentT.twoSidedQuantile(level: 0.95, degrees: degrees)
            #expect(relativeError(found, expected) < Self.tolerance, "\(degrees)")
        }
    }

    @Test func normalQuantilesAreThoseOfScipy() {
        // scipy 1.17.1: scipy.stats.norm.ppf(p).
        for (probability, expected) in [
            (1e-6, -4.753424308822899), (0.025, -1.9599639845400545), (0.3, -0.5244005127080409),
            (0.5, 0), (0.975, 1.959963984540054),
        ] {
            let found = NormalDistribution.quantile(probability)
            #expect(relativeError(found, expected) < 1e-10, "\(probability)")
            #expect(
                relativeError(NormalDistribution.cumulativeProbability(expected), probability)
                    < 1e-12)
        }
    }
}
