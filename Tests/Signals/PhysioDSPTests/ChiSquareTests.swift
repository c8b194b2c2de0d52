import Foundation
@testable import PhysioDSP
import TestSupport
import Testing

@Suite struct ChiSquareTests {
    /// Forming the probability from the quantile and back costs a few rounding errors, in the
    /// tails some more: an error of one part in 1e16 of 1 - 1e-6 is one in 1e10 of the tail, of
    /// which the quantile shows a hundredth.
    private static let tolerance = 1e-12

    /// scipy 1.17.1: scipy.stats.chi2.ppf(p, nu) for p = 1e-6, 0.025, 0.5, 0.95, 0.975, 1 - 1e-6;
    /// each checked to 1e-14 with mpmath 1.3.0 (gammainc, 40 digits).
    private static let scipy: [(freedom: Double, quantiles: [Double])] = [
        (
            0.5,
            [
                1.3499395786223394e-24, 5.273202591259991e-07, 0.0873476047057468,
                2.4202322748895257, 3.433235299960771, 21.375635152821964,
            ]
        ),
        (
            1,
            [
                1.5707963267957187e-12, 0.0009820691171752555, 0.454936423119572,
                3.841458820694124, 5.023886187314888, 23.92812697687947,
            ]
        ),
        (
            2,
            [
                2.0000010000006676e-06, 0.05063561596857975, 1.386294361119891,
                5.991464547107979, 7.377758908227871, 27.631021115871036,
            ]
        ),
        (
            3.7,
            [
                0.0015459425868674303, 0.39457687534151664, 3.058889359041863,
                8.99713556762768, 10.618055248352459, 32.58807402921484,
            ]
        ),
        (
            6,
            [
                0.036508565926558594, 1.2373442457912027, 5.348120627447118,
                12.591587243743977, 14.44937533544792, 38.25833637714585,
            ]
        ),
        (
            19.05,
            [
                2.269641212706798, 8.940533454392034, 18.387641135489275,
                30.207041455930057, 32.918390917799506, 63.76467731679984,
            ]
        ),
        (
            100,
            [
                46.50133071589314, 74.22192747492373, 99.33412923598846,
                124.34211340400407, 129.5611971858366, 182.12677711942618,
            ]
        ),
        (
            1000,
            [
                801.6244376068657, 914.257153799259, 999.333412403381,
                1074.679448803441, 1089.5309127749135, 1227.152421187278,
            ]
        ),
    ]

    @Test(arguments: scipy)
    func quantilesAreThoseOfScipy(freedom: Double, expected: [Double]) {
        let distribution = ChiSquare(degreesOfFreedom: freedom)
        let probabilities = [1e-6, 0.025, 0.5, 0.95, 0.975, 1 - 1e-6]
        for (probability, value) in zip(probabilities, expected) {
            let found = distribution.quantile(probability)
            #expect(relativeError(found, value) < Self.tolerance, "\(probability): \(found)")
        }
    }

    @Test func twoDegreesAreAnExponentialDistribution() {
        let distribution = ChiSquare(degreesOfFreedom: 2)
        for probability in [1e-12, 0.001, 0.3, 0.5, 0.7, 0.999, 1 - 1e-12] {
            let expected = -2 * log1p(-probability)
            #expect(relativeError(distribution.quantile(probability), expected) < Self.tolerance)
        }
        for x in [0.0, 1e-9, 0.5, 2, 7, 100] {
            #expect(relativeError(distribution.cumulativeProbability(x), -expm1(-x / 2)) < 1e-14)
        }
        #expect(distribution.cumulativeProbability(-1) == 0)
    }

    @Test func oneDegreeIsTheSquareOfANormal() {
        let distribution = ChiSquare(degreesOfFreedom: 1)
        for z in [1e-6, 0.1, 1, 1.959963984540054, 3, 6] {
            let inside = erf(z / 2.0.squareRoot())
            #expect(relativeError(distribution.cumulativeProbability(z * z), inside) < 1e-13)
        }
        // The two-sided 95 % point of the normal (Abramowitz and Stegun, table 26.2, extended).
        let point = 1.959963984540054
        #expect(relativeError(distribution.quantile(0.95), point * point) < Self.tolerance)
    }

    @Test func fourAndSixDegreesHaveAClosedForm() {
        for x in [0.01, 1, 4, 5, 6, 9, 40] {
            let y = x / 2
            let four = 1 - exp(-y) * (1 + y)
            let six = 1 - exp(-y) * (1 + y + y * y / 2)
            // The closed forms lose digits near 0; an absolute error is what they are good for.
            #expect(abs(ChiSquare(degreesOfFreedom: 4).cumulativeProbability(x) - four) < 1e-15)
            #expect(abs(ChiSquare(degreesOfFreedom: 6).cumulativeProbability(x) - six) < 1e-15)
        }
    }

    @Test(arguments: [0.01, 0.3, 1, 2.5, 17, 333, 20_000, 1e7])
    func quantileInvertsTheCumulative(freedom: Double) {
        let distribution = ChiSquare(degreesOfFreedom: freedom)
        for probability in [1e-9, 0.01, 0.2, 0.5, 0.8, 0.99, 1 - 1e-9] {
            let x = distribution.quantile(probability)
            // A rounding of x moves the cumulative by its slope: about sqrt(freedom) ulps.
            let tolerance = probability * (1e-13 + 1e-14 * freedom.squareRoot())
            if x > 0 {
                let back = distribution.cumulativeProbability(x)
                #expect(abs(back - probability) < tolerance, "\(probability)")
            } else {
                // Below the smallest number: only where the distribution is crowded at 0.
                #expect(freedom < 0.1 && probability < 0.5)
            }
        }
    }

    @Test func manyDegreesComeCloseToTheNormal() {
        // scipy 1.17.1: scipy.stats.chi2.ppf([0.025, 0.975], 1e6).
        let distribution = ChiSquare(degreesOfFreedom: 1e6)
        #expect(relativeError(distribution.quantile(0.025), 997230.0871432901) < Self.tolerance)
        #expect(relativeError(distribution.quantile(0.975), 1002773.701467926) < Self.tolerance)
    }
}
