import CSignalKernels
import Foundation
@testable import PhysioDSP
import TestSupport
import Testing

@Suite struct WelchKernelTests {
    private static let counts = Array(1...40) + [63, 64, 65, 255, 256, 1000]
    private static let levels = InstructionSet.allCases.filter { $0 <= .available }

    private static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in 800 + 50 * generator.gaussian() }
    }

    private static func taper(_ set: InstructionSet, _ x: [Double], _ w: [Double]) -> [Double] {
        var out = [Double](repeating: -1, count: x.count)
        ck_welch_taper(set.level, x, w, x.count, &out)
        return out
    }

    private static func pair(
        _ set: InstructionSet, _ x: [Double], _ y: [Double], _ w: [Double]
    ) -> [Double] {
        var out = [Double](repeating: -1, count: 2 * x.count)
        ck_welch_taper_pair(set.level, x, y, w, x.count, &out)
        return out
    }

    /// The mean's rounding: at most n/16 + 20 additions of numbers below 1,200.
    private static func tolerance(_ n: Int) -> Double {
        Double(n / 16 + 20) * 1200 * Double.ulpOfOne
    }

    @Test(arguments: levels) func taperedSegmentsFollowTheDefinition(set: InstructionSet) {
        for n in Self.counts {
            let x = Self.noise(n, seed: UInt64(n))
            let y = Self.noise(n, seed: UInt64(n) + 1000).map { $0 - 700 }
            let w = (0..<n).map { pow(sin(.pi * (Double($0) + 0.3) / Double(n)), 2) }
            let meanX = x.reduce(0, +) / Double(n)
            let meanY = y.reduce(0, +) / Double(n)
            let single = Self.taper(set, x, w)
            let both = Self.pair(set, x, y, w)
            for j in 0..<n {
                let expected = w[j] * (x[j] - meanX)
                #expect(abs(single[j] - expected) <= 2 * Self.tolerance(n), "n \(n)")
                #expect(both[2 * j] == single[j])
                #expect(
                    abs(both[2 * j + 1] - w[j] * (y[j] - meanY)) <= 2 * Self.tolerance(n), "n \(n)")
            }
        }
    }

    @Test func everyLevelGivesTheSameBits() {
        for n in Self.counts {
            let x = Self.noise(n, seed: UInt64(n) + 1)
            let y = Self.noise(n, seed: UInt64(n) + 2)
            let w = Self.noise(n, seed: UInt64(n) + 3)
            for set in Self.levels {
                #expect(Self.taper(set, x, w) == Self.taper(.plain, x, w), "\(set), n \(n)")
                #expect(Self.pair(set, x, y, w) == Self.pair(.plain, x, y, w), "\(set), n \(n)")
                var sums = y
                ck_welch_add_squares(set.level, x, n, &sums)
                #expect(sums == zip(x, y).map { $1 + $0 * $0 }, "\(set), n \(n)")
            }
        }
    }

    @Test(arguments: levels) func notANumberStaysInItsOwnSeries(set: InstructionSet) {
        var x = Self.noise(37, seed: 5)
        let y = Self.noise(37, seed: 6)
        let w = [Double](repeating: 1, count: 37)
        let clean = Self.pair(set, x, y, w)
        x[20] = .nan
        let both = Self.pair(set, x, y, w)
        for j in 0..<37 {
            #expect(both[2 * j].isNaN)
            #expect(both[2 * j + 1] == clean[2 * j + 1])
        }
    }
}
