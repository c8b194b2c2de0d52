import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct AutoregressiveModelTests {
    private static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        var previous = 0.0
        return (0..<count).map { _ in
            previous = 0.6 * previous + generator.gaussian()
            return previous
        }
    }

    /// A process of known coefficients.
    private static func process(_ a: [Double], count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        var x = [Double](repeating: 0, count: count + 500)
        for n in x.indices {
            var value = generator.gaussian()
            for (k, coefficient) in a.enumerated() where n > k {
                value -= coefficient * x[n - 1 - k]
            }
            x[n] = value
        }
        return Array(x.dropFirst(500))
    }

    @Test func knownCoefficientsAreFound() throws {
        let truth = [-1.5, 0.9, -0.2]
        let x = Self.process(truth, count: 60_000, seed: 3)
        let burg = try #require(AutoregressiveModel.burg(x, order: .fixed(3)))
        let yuleWalker = try #require(AutoregressiveModel.yuleWalker(x, order: .fixed(3)))
        for model in [burg, yuleWalker] {
            // Standard error about 1 / sqrt(60,000) = 0.004.
            for (a, b) in zip(model.coefficients, truth) { #expect(abs(a - b) < 0.02) }
            #expect(abs(model.innovationVariance - 1) < 0.02)
        }
    }

    @Test func yuleWalkerSolvesItsEquations() throws {
        let x = Self.noise(400, seed: 4)
        let model = try #require(AutoregressiveModel.yuleWalker(x, order: .fixed(6)))
        func r(_ lag: Int) -> Double {
            var sum = 0.0
            for j in abs(lag)..<400 { sum += x[j] * x[j - abs(lag)] }
            return sum / 400
        }
        for m in 0...6 {
            var sum = r(m)
            for (k, a) in model.coefficients.enumerated() { sum += a * r(m - 1 - k) }
            #expect(abs(sum - (m == 0 ? model.innovationVariance : 0)) < 1e-12)
        }
    }

    /// One reflection minimises the sum of both squared errors: tried against its neighbours.
    @Test func burgMinimisesForwardAndBackwardErrors() throws {
        let x = Self.noise(50, seed: 5)
        let a = try #require(AutoregressiveModel.burg(x, order: .fixed(1))).coefficients[0]
        func error(_ k: Double) -> Double {
            (1..<50).reduce(0) {
                $0 + pow(x[$1] + k * x[$1 - 1], 2) + pow(x[$1 - 1] + k * x[$1], 2)
            }
        }
        #expect(error(a) < error(a + 1e-5) && error(a) < error(a - 1e-5))
    }

    @Test(arguments: [1, 4, 16, 40])
    func powerOverAllFrequenciesIsTheMeanSquare(order: Int) throws {
        let tones = (0..<1200).map { index -> Double in
            let t = Double(index)
            return 20 * sin(0.31 * t) + 0.1 * cos(1.7 * t)
        }
        for samples in [Self.noise(1200, seed: 6), tones] {
            let meanSquare = samples.reduce(0) { $0 + $1 * $1 } / 1200
            let burg = try #require(AutoregressiveModel.burg(samples, order: .fixed(order)))
            let yuleWalker = try #require(
                AutoregressiveModel.yuleWalker(samples, order: .fixed(order)))
            for model in [burg, yuleWalker] where model.innovationVariance > 0 {
                let power = model.power(fromHz: 0, toHz: 2, sampleRateHz: 4)
                #expect(relativeError(power, meanSquare) < 1e-6, "order \(order): \(power)")
            }
        }
    }

    @Test(arguments: [0.05, 0.1, 0.25, 0.35])
    func aNoiseFreeToneHasItsPowerInItsBand(frequency: Double) throws {
        let samples = (0..<1200).map { 20 * sin(2 * .pi * frequency * Double($0) / 4 + 0.4) }
        let model = try #require(AutoregressiveModel.burg(samples, order: .fixed(16)))
        let power = model.power(fromHz: 0.04, toHz: 0.4, sampleRateHz: 4)
        #expect(abs(power - 200) < 2, "\(frequency) Hz: \(power)")
    }

    @Test func polesAreTheRootsOfTheirPolynomial() throws {
        // (z - 0.5)(z + 0.8)(z^2 - 1.2 z + 0.81)
        let quadratic = [1.0, -1.2, 0.81]
        let linear = [1.0, 0.3, -0.4]
        var product = [Double](repeating: 0, count: 5)
        for (i, a) in quadratic.enumerated() {
            for (j, b) in linear.enumerated() { product[i + j] += a * b }
        }
        let model = AutoregressiveModel(
            coefficients: Array(product.dropFirst()), innovationVariance: 1)
        let poles = model.poles().sorted { ($0.real, $0.imaginary) < ($1.real, $1.imaginary) }
        let expected = [(-0.8, 0.0), (0.5, 0), (0.6, -0.45.squareRoot()), (0.6, 0.45.squareRoot())]
        for (pole, root) in zip(poles, expected) {
            #expect(hypot(pole.real - root.0, pole.imaginary - root.1) < 1e-12)
        }
        #expect(poles.count == 4)
    }

    @Test func informationCriteriaFindATrueOrder() throws {
        let x = Self.process([-1.2, 0.8, 0.1, -0.3], count: 8000, seed: 9)
        let model = try #require(
            AutoregressiveModel.burg(x, order: .minimumDescriptionLength(limit: 30)))
        #expect(model.order == 4)
        let akaike = try #require(AutoregressiveModel.burg(x, order: .akaike(limit: 30)))
        #expect(akaike.order >= 4)
    }

    @Test func degenerateSeriesEndEarly() throws {
        #expect(AutoregressiveModel.burg([], order: .fixed(3)) == nil)
        #expect(AutoregressiveModel.burg([1, .nan], order: .fixed(1)) == nil)
        let zeros = try #require(AutoregressiveModel.burg([0, 0, 0, 0], order: .fixed(3)))
        #expect(zeros.order == 0 && zeros.innovationVariance == 0)
        let one = try #require(AutoregressiveModel.yuleWalker([2], order: .fixed(3)))
        #expect(one.order == 0 && one.innovationVariance == 4)
    }
}
