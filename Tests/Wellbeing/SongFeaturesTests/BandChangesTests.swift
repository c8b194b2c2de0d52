import CSignalKernels
import Foundation
import PhysioDSP
import SongFeatures
import TestSupport
import Testing

@Suite struct BandChangesTests {
    private static let levels = InstructionSet.allCases.filter { $0 <= .available }
    private static let counts = [0, 1, 2, 3, 17, 100]

    /// Powers over twelve powers of ten, some of them 0.
    private static func powers(_ frames: Int, bands: Int) -> [Float] {
        var generator = SplitMix64(seed: UInt64(frames))
        return (0..<frames * bands).map { _ in
            let exponent = generator.uniform(in: -12...0)
            return exponent < -11.5 ? 0 : Float(pow(10, exponent))
        }
    }

    private static func onsets(
        _ set: InstructionSet, _ x: [Float], bands: Int, scale: [Float], low: Int, high: Int,
        count: Int
    ) -> [[Float]] {
        var all = [Float](repeating: .nan, count: count)
        var (lows, highs) = (all, all)
        ck_band_changes_onsets(set.level, x, bands, scale, low, high, count, &all, &lows, &highs)
        return [all, lows, highs]
    }

    @Test(arguments: levels) func onsetsFollowTheDefinition(set: InstructionSet) {
        for (bands, low, high) in [(8, 0, 0), (40, 3, 12), (64, 64, 64)] {
            let scale = (0..<bands).map { Float(100 + 3 * $0) }
            for count in Self.counts {
                let x = Self.powers(count + 2, bands: bands)
                let found = Self.onsets(
                    set, x, bands: bands, scale: scale, low: low, high: high, count: count)
                // The largest logarithm is ln(1 + 300).
                let bound = Double(bands) * 0x1p-22 * (1 + 2 * log(301))
                for t in 0..<count {
                    let rises = (0..<bands).map { b -> Double in
                        let logs = [t, t + 2].map {
                            log(1 + Double(scale[b]) * Double(x[$0 * bands + b]))
                        }
                        return max(0, logs[1] - logs[0])
                    }
                    let exact = [rises[...], rises[..<low], rises[high...]]
                    for (curve, rises) in zip(found, exact) {
                        #expect(abs(Double(curve[t]) - rises.reduce(0, +)) <= bound)
                    }
                }
            }
        }
    }

    @Test(arguments: levels) func entropyFollowsTheDefinition(set: InstructionSet) {
        for bands in [8, 40, 64] {
            let x = Self.powers(50, bands: bands)
            var entropy = [Float](repeating: .nan, count: 50)
            var total = entropy
            ck_band_changes_entropy(set.level, x, bands, 50, &entropy, &total)
            for t in 0..<50 {
                let frame = x[t * bands..<(t + 1) * bands].map(Double.init)
                let sum = frame.reduce(0, +)
                let exact = frame.reduce(0) { $0 - ($1 > 0 ? $1 / sum * log($1 / sum) : 0) }
                #expect(abs(Double(entropy[t]) - exact) <= Double(bands) * 0x1p-20)
                #expect(abs(Double(total[t]) - sum) <= Double(bands) * 0x1p-24 * sum)
            }
        }
    }

    @Test func closedForms() {
        // Forty equal bands have the entropy ln 40, one band and silence have none.
        let equal = [Float](repeating: 0.3, count: 40)
        let one = [Float](repeating: 0, count: 39) + [5]
        let none = [Float](repeating: 0, count: 40)
        var entropy = [Float](repeating: .nan, count: 3)
        var total = entropy
        ck_band_changes_entropy(
            InstructionSet.inUse.level, equal + one + none, 40, 3, &entropy, &total)
        #expect(abs(Double(entropy[0]) - log(40)) <= 40 * 0x1p-20)
        #expect(entropy[1] == 0 && entropy[2] == 0 && total[2] == 0)
    }

    @Test func everyLevelGivesTheSameBits() {
        let x = Self.powers(102, bands: 40)
        let scale = [Float](repeating: 123, count: 40)
        let plain = Self.onsets(.plain, x, bands: 40, scale: scale, low: 3, high: 12, count: 100)
        var entropy = [Float](repeating: 0, count: 102)
        var total = entropy
        ck_band_changes_entropy(InstructionSet.plain.level, x, 40, 102, &entropy, &total)
        for set in Self.levels {
            let found = Self.onsets(set, x, bands: 40, scale: scale, low: 3, high: 12, count: 100)
            #expect(found == plain, "\(set)")
            var other = [Float](repeating: 0, count: 102)
            var sums = other
            ck_band_changes_entropy(set.level, x, 40, 102, &other, &sums)
            #expect(other == entropy && sums == total, "\(set)")
        }
    }
}
