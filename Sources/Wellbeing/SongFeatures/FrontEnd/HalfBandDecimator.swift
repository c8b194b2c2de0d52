import CSignalKernels
import PhysioDSP

/// Halves the rate of a stream: every other sample behind a half-band low-pass without phase.
///
/// Output m lies at the time of input 2 m. A Kaiser taper on the ideal filter: up to 0.2268 of the
/// input's rate (10 kHz of 44,100) nothing is changed by more than 0.01 dB, and what would fold
/// below that frequency is 68 dB down. The output is the same to the bit however the input is
/// divided.
package struct HalfBandDecimator: Sendable {
    /// Taps beside the middle one; the filter spans four times as many samples.
    static let tapCount = 24
    /// Most samples of a block.
    package static let blockSampleCount = 4096

    private static let taps = HalfBandDecimator.designedTaps()

    /// The samples with even and with odd indices that outputs still need, then the new ones.
    private var evenSamples: [Float]
    private var oddSamples: [Float]
    private var evenSampleCount = tapCount
    private var oddSampleCount = tapCount - 1

    package init() {
        let capacity = Self.blockSampleCount / 2 + 2 * Self.tapCount + 1
        evenSamples = [Float](repeating: 0, count: capacity)
        oddSamples = [Float](repeating: 0, count: capacity)
    }

    /// Zeros that bring out the last outputs, one for every two inputs.
    package static var tailCount: Int { 2 * tapCount - 1 }

    /// Takes samples, and overwrites them with the outputs that became ready.
    ///
    /// - Returns: the number of outputs; half the samples, rounded up or down.
    /// - Precondition: at most ``blockSampleCount`` samples.
    /// - Complexity: 24 products a sample that comes out; allocates nothing.
    package mutating func decimate(_ samples: UnsafeMutableBufferPointer<Float>) -> Int {
        precondition(samples.count <= Self.blockSampleCount, "a block has at most 4,096 samples")
        guard let block = samples.baseAddress else { return 0 }
        split(block, samples.count)
        let count = max(
            0, min(evenSampleCount - 2 * Self.tapCount + 1, oddSampleCount - Self.tapCount + 1))
        ck_half_band_run(
            InstructionSet.inUse.level, evenSamples, oddSamples, Self.taps, Self.tapCount, count,
            block)
        Self.drop(count, from: &evenSamples, &evenSampleCount)
        Self.drop(count, from: &oddSamples, &oddSampleCount)
        return count
    }

    /// Splits samples by the parity of their indices.
    private mutating func split(_ samples: UnsafePointer<Float>, _ count: Int) {
        // The first index is odd: the counts, which begin as one more even than odd, show which
        // parity the next index has.
        let isNextOdd = oddSampleCount < evenSampleCount
        let (firsts, seconds) = ((count + 1) / 2, count / 2)
        let (evenStart, oddStart) = (evenSampleCount, oddSampleCount)
        evenSamples.withUnsafeMutableBufferPointer { even in
            oddSamples.withUnsafeMutableBufferPointer { odd in
                guard let even = even.baseAddress, let odd = odd.baseAddress else { return }
                let (next, other) =
                    isNextOdd
                    ? (odd + oddStart, even + evenStart) : (even + evenStart, odd + oddStart)
                ck_half_band_split(samples, count, next, other)
            }
        }
        evenSampleCount += isNextOdd ? seconds : firsts
        oddSampleCount += isNextOdd ? firsts : seconds
    }

    private static func drop(_ count: Int, from samples: inout [Float], _ filled: inout Int) {
        filled -= count
        let left = filled
        samples.withUnsafeMutableBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            start.update(from: start + count, count: left)
        }
    }
}

extension HalfBandDecimator {
    /// Attenuation of 70 dB by Kaiser's formula for the shape of the taper.
    private static let kaiserBeta = 0.1102 * (70 - 8.7)

    /// h[j] of the filter at the distances 1, 3, 5 ... from its middle; with the middle of 1/2 and
    /// both sides they add up to 1.
    static func designedTaps() -> [Float] {
        let raw = (0..<tapCount).map { j -> Double in
            let distance = Double(2 * j + 1)
            let idealTap = (j.isMultiple(of: 2) ? 1 : -1) / (.pi * distance)
            let position = distance / Double(2 * tapCount)
            return idealTap * bessel(kaiserBeta * (1 - position * position).squareRoot())
                / bessel(kaiserBeta)
        }
        let sum = raw.reduce(0, +)
        return raw.map { Float($0 * 0.25 / sum) }
    }

    /// The modified Bessel function of order 0, by its series.
    private static func bessel(_ x: Double) -> Double {
        var term = 1.0
        var sum = 1.0
        var k = 1.0
        while term > 1e-17 * sum {
            term *= (x / (2 * k)) * (x / (2 * k))
            sum += term
            k += 1
        }
        return sum
    }
}
