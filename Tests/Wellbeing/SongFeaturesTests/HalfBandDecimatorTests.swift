import CSignalKernels
import Foundation
import PhysioDSP
@testable import SongFeatures
import TestSupport
import Testing

@Suite struct HalfBandDecimatorTests {
    private static func halved(_ x: [Float], blocks: [Int]) -> [Float] {
        var decimator = HalfBandDecimator()
        var output: [Float] = []
        var start = 0
        let padded = x + [Float](repeating: 0, count: HalfBandDecimator.tailCount)
        for block in blocks.lazy.map({ max(0, min($0, padded.count - start)) }) {
            var samples = Array(padded[start..<start + block])
            let count = samples.withUnsafeMutableBufferPointer { decimator.decimate($0) }
            output += samples[..<count]
            start += block
            if start == padded.count { break }
        }
        return output
    }

    private static func whole(_ x: [Float]) -> [Float] {
        halved(x, blocks: [Int](repeating: HalfBandDecimator.blockSampleCount, count: 1000))
    }

    @Test func theDefinitionIsASymmetricSum() {
        let x = whiteNoise(301, seed: 1)
        let taps = HalfBandDecimator.designedTaps().map(Double.init)
        let output = Self.whole(x)
        #expect(output.count == 151)
        for (m, value) in output.enumerated() {
            func sample(_ index: Int) -> Double { x.indices.contains(index) ? Double(x[index]) : 0 }
            var sum = sample(2 * m) / 2
            for (j, tap) in taps.enumerated() {
                sum += tap * (sample(2 * m - 2 * j - 1) + sample(2 * m + 2 * j + 1))
            }
            // 24 products and 48 sums of numbers below 0.1.
            #expect(abs(Double(value) - sum) <= 72 * 0x1p-24 * 0.1)
        }
    }

    @Test func anyBlocksGiveTheSameBits() {
        var generator = SplitMix64(seed: 2)
        for count in [0, 1, 2, 47, 48, 1000, 9001] {
            let x = whiteNoise(count, seed: UInt64(count))
            let whole = Self.whole(x)
            #expect(whole.count == (count + 1) / 2)
            for _ in 0..<5 {
                let blocks = (0..<20_000).map { _ in Int.random(in: 0...40, using: &generator) }
                #expect(Self.halved(x, blocks: blocks) == whole)
            }
        }
    }

    @Test func everyLevelGivesTheSameBits() {
        let x = whiteNoise(5000, seed: 3)
        let plain = InstructionSet.runLimited(to: .plain) { Self.whole(x) }
        for set in InstructionSet.allCases where set <= .available {
            #expect(InstructionSet.runLimited(to: set) { Self.whole(x) } == plain, "\(set)")
        }
    }

    /// The effect of the filter on a frequency, from its taps.
    @Test func passesTenKilohertzAndStopsWhatWouldFoldOntoIt() {
        let taps = HalfBandDecimator.designedTaps().map(Double.init)
        func gain(_ share: Double) -> Double {
            taps.enumerated().reduce(0.5) { sum, tap in
                sum + 2 * tap.element * cos(2 * .pi * share * Double(2 * tap.offset + 1))
            }
        }
        #expect(abs(gain(0) - 1) <= 1e-6)
        for share in stride(from: 0.0, through: 10_000 / 44_100, by: 0.001) {
            #expect(abs(20 * log10(abs(gain(share)))) <= 0.01, "\(share)")
            #expect(20 * log10(max(1e-9, abs(gain(0.5 - share)))) <= -68, "\(0.5 - share)")
        }
    }
}
