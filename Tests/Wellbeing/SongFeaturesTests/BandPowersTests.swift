import CSignalKernels
import Foundation
import PhysioDSP
@testable import SongFeatures
import TestSupport
import Testing

/// The definition in the header of ck_band_powers, in double precision.
private struct Definition {
    let layout: FrameLayout
    private let edges: [Double]

    init(_ layout: FrameLayout) {
        self.layout = layout
        let (low, high) = (log(1 + 30.0 / 700), log(1 + 10_000.0 / 700))
        edges = (0..<42).map { 700 * (exp(low + (high - low) / 41 * Double($0)) - 1) }
    }

    /// Squared magnitudes of the bins of the frame that begins at `start`.
    func powers(_ x: [Float], from start: Int) -> [Double] {
        let n = layout.length
        let turn = (0..<n).map { 2 * Double.pi * Double($0) / Double(n) }
        let (cosines, sines) = (turn.map(cos), turn.map(sin))
        let tapered = (0..<n).map { (0.5 - 0.5 * cosines[$0]) * Double(x[start + $0]) }
        return (0...n / 2).map { k in
            var (real, imaginary) = (0.0, 0.0)
            for j in 0..<n {
                real += tapered[j] * cosines[j * k % n]
                imaginary -= tapered[j] * sines[j * k % n]
            }
            return (real * real + imaginary * imaginary) * 16 / Double(n * n)
        }
    }

    func height(band: Int, bin: Int) -> Double {
        let f = Double(bin) * layout.sampleRateHz / Double(layout.length)
        let rise = (f - edges[band]) / (edges[band + 1] - edges[band])
        let fall = (edges[band + 2] - f) / (edges[band + 2] - edges[band + 1])
        return max(0, min(rise, fall))
    }
}

@Suite struct BandPowersTests {
    private static let levels = InstructionSet.allCases.filter { $0 <= .available }
    /// The value by which a number is rounded at most, 2 to the power -24.
    private static let rounding = 0x1p-24

    private static func run(_ layout: FrameLayout, _ x: [Float], _ set: InstructionSet)
        -> (bands: [Float], centre: [Float])
    {
        let powers = BandPowers(layout)
        var scratch = [Float](repeating: .nan, count: powers.scratchCount)
        var bands = [Float](repeating: .nan, count: 16 * 40)
        var centre = [Float](repeating: .nan, count: 32)
        InstructionSet.runLimited(to: set) {
            powers.run(x, scratch: &scratch, bands: &bands, centre: &centre)
        }
        return (bands, centre)
    }

    /// A sine in noise, so that bands differ by a factor of a million.
    private static func signal(_ layout: FrameLayout) -> [Float] {
        let count = BandPowers(layout).sampleCount
        let noise = whiteNoise(count, amplitude: 1e-3, seed: 7)
        return (0..<count).map { noise[$0] + Float(0.7 * sin(0.3 * Double($0))) }
    }

    /// Rates whose frames have 512, 1,024 and 2,048 samples: an even and an odd number of passes.
    @Test(arguments: [11_025, 44_100, 32_000.0])
    func bandsFollowTheDefinition(sampleRateHz: Double) {
        let layout = FrameLayout(sampleRateHz: sampleRateHz)
        let definition = Definition(layout)
        let x = Self.signal(layout)
        let eta = 5 * Self.rounding * log2(Double(layout.length))
        let (bands, centre) = Self.run(layout, x, .available)
        for frame in [0, 1, 6, 15] {
            let powers = definition.powers(x, from: frame * layout.hop)
            let energy = powers.reduce(0, +)
            for band in 0..<40 {
                let heights = powers.indices.map { definition.height(band: band, bin: $0) }
                let exact = zip(heights, powers).reduce(0) { $0 + $1.0 * $1.1 }
                let bins = Double(heights.count { $0 > 0 })
                let bound =
                    2 * eta * (exact * energy).squareRoot() + eta * eta * energy
                    + (bins + 4) * Self.rounding * exact
                #expect(abs(Double(bands[40 * frame + band]) - exact) <= bound)
            }
            let step = layout.sampleRateHz / Double(layout.length)
            let last = min(layout.length / 2, Int(10_000 / step))
            let magnitudes = (1...last).map { powers[$0].squareRoot() }
            let sum = magnitudes.reduce(0, +)
            // Each magnitude is off by the transform's error, and the sum by one rounding a bin.
            let bound =
                eta * (energy * Double(last)).squareRoot() + Double(last) * Self.rounding * sum
            #expect(abs(Double(centre[2 * frame]) - sum) <= bound)
            let moment = zip(1...last, magnitudes).reduce(0) { $0 + Double($1.0) * step * $1.1 }
            #expect(abs(Double(centre[2 * frame + 1]) - moment) <= bound * 10_000)
        }
    }

    @Test(arguments: levels) func everyLevelGivesTheSameBits(set: InstructionSet) {
        for rate in [11_025, 44_100, 32_000.0] {
            let layout = FrameLayout(sampleRateHz: rate)
            let x = Self.signal(layout)
            let (plain, fast) = (Self.run(layout, x, .plain), Self.run(layout, x, set))
            #expect(plain.bands == fast.bands && plain.centre == fast.centre, "\(rate)")
        }
    }

    @Test func aSineOnABinHasItsSquaredAmplitude() {
        let layout = FrameLayout(sampleRateHz: 22_050)
        let count = BandPowers(layout).sampleCount
        let turn = 2 * Double.pi * 93 / 1024
        let x = (0..<count).map { Float(0.5 * cos(turn * Double($0))) }
        let (bands, _) = Self.run(layout, x, .available)
        // A Hann taper leaks half the magnitude into both neighbours; the triangles of two
        // neighbouring bands add up to 1.
        let sum = bands[..<40].reduce(0, +)
        #expect(abs(Double(sum) - 0.25 * 1.5) <= 1e-4)
    }

    @Test func badArgumentsAreRefused() {
        var plan: OpaquePointer?
        #expect(ck_band_powers_create(22_050, 1000, 220, 40, 30, 10_000, &plan) == CK_BAD_ARGUMENT)
        #expect(ck_band_powers_create(22_050, 1024, 0, 40, 30, 10_000, &plan) == CK_BAD_ARGUMENT)
        #expect(ck_band_powers_create(22_050, 1024, 220, 65, 30, 10_000, &plan) == CK_BAD_ARGUMENT)
        #expect(ck_band_powers_create(22_050, 1024, 220, 40, 30, 30, &plan) == CK_BAD_ARGUMENT)
        #expect(ck_band_powers_create(.nan, 1024, 220, 40, 30, 99, &plan) == CK_BAD_ARGUMENT)
        #expect(plan == nil)
    }

    @Test func framesFollowEveryTenMillisecondsAtEveryRate() {
        for rate in [8_000, 11_025, 16_000, 24_000, 32_000, 48_000, 96_000, 192_000.0] {
            let layout = FrameLayout(sampleRateHz: rate)
            #expect(abs(layout.frameRateHz - 22_050.0 / 220) <= 0.7, "\(rate)")
            #expect(layout.sampleRateHz < 44_000)
            #expect((0.04..<0.081).contains(Double(layout.length) / layout.sampleRateHz))
        }
        let cd = FrameLayout(sampleRateHz: 44_100)
        #expect(cd.length == 1024 && cd.hop == 220 && cd.halvingCount == 1)
    }
}
