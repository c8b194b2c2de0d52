import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct SmoothnessPriorsTests {
    /// (I + lambda^2 D'D) z, formed from the second differences themselves.
    private static func product(_ z: [Double], lambda: Double) -> [Double] {
        var result = z
        for i in 0..<max(0, z.count - 2) {
            let difference = z[i] - 2 * z[i + 1] + z[i + 2]
            result[i] += lambda * lambda * difference
            result[i + 1] -= 2 * lambda * lambda * difference
            result[i + 2] += lambda * lambda * difference
        }
        return result
    }

    @Test(arguments: [3, 4, 5, 6, 100, 5000], [0.0, 1, 10, 500])
    func theTrendSolvesTheNormalEquations(count: Int, lambda: Double) {
        var generator = SplitMix64(seed: UInt64(count))
        let samples = (0..<count).map { 900 + 0.1 * Double($0) + 30 * generator.gaussian() }
        let trend = SmoothnessPriors(lambda: lambda).trend(of: samples)
        let back = Self.product(trend, lambda: lambda)
        // The matrix' largest eigenvalue is 1 + 16 lambda^2: that much the residual may amplify.
        let tolerance = 1e-12 * (1 + 16 * lambda * lambda)
        for (a, b) in zip(back, samples) { #expect(abs(a - b) < tolerance * 900) }
    }

    @Test func aStraightLineIsItsOwnTrend() {
        let line = (0..<1000).map { 700 + 0.25 * Double($0) }
        for (a, b) in zip(SmoothnessPriors().trend(of: line), line) { #expect(abs(a - b) < 1e-6) }
        #expect(SmoothnessPriors().trend(of: [1, 5]) == [1, 5])
        #expect(SmoothnessPriors().trend(of: []) == [])
    }

    /// The rest of a tone at uneven times: (1 - gain)^2 of its power.
    @Test(arguments: [(0.04, 0.63), (0.05, 0.82), (0.1, 0.987)])
    func detrendingLeavesThePublishedShareOfATone(frequency: Double, share: Double) {
        var time = 0.0
        let times = (0..<2000).map { _ in
            time += 0.9 + 0.1 * sin(0.7 * time)
            return time
        }
        let values = times.map { 800 + 0.01 * $0 + 20 * sin(2 * .pi * frequency * $0) }
        let rest = Detrending.smoothnessPriors.applied(to: values, at: times)
        let middle = rest[400..<1600]
        let power = middle.reduce(0) { $0 + $1 * $1 } / Double(middle.count)
        #expect(abs(power / 200 - share) < 0.02, "\(power / 200)")
    }

    @Test func aGapIsBridgedForTheTrendOnly() {
        let times = (0..<300).map { Double($0) * 0.9 + ($0 < 150 ? 0 : 500) }
        let values = times.map { 800 + 0.1 * $0 + 20 * sin(2 * .pi * 0.2 * $0) }
        let rest = Detrending.smoothnessPriors.applied(to: values, at: times)
        let power = rest.reduce(0) { $0 + $1 * $1 } / 300
        #expect(abs(power - 200) < 6)
        #expect(Detrending.smoothnessPriors.applied(to: [5], at: [1]) == [0])
        #expect(Detrending.smoothnessPriors.applied(to: [], at: []) == [])
    }

    @Test(arguments: [0.01, 0.0285, 0.05, 0.1])
    func toneInTheMiddleHasThePublishedGain(frequency: Double) {
        let samples = (0..<8000).map { sin(2 * .pi * frequency * Double($0) / 4) }
        let trend = SmoothnessPriors().trend(of: samples)
        let expected = 1 / (1 + 16 * 250_000 * pow(sin(.pi * frequency / 4), 4))
        for index in 3900..<4100 {
            #expect(abs(trend[index] - expected * samples[index]) < 1e-6)
        }
        if frequency == 0.0285 { #expect(abs(expected - 0.5) < 0.005) }
    }
}
