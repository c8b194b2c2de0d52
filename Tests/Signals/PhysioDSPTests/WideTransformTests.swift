import CSignalKernels
import Foundation
import PhysioDSP
import TestSupport
import Testing

/// The kernel that transforms eight lines at once.
@Suite struct WideTransformTests {
    private static func transformed(
        _ samples: [Double], _ set: InstructionSet, modeCount: Int? = nil
    ) -> [ComplexNumber] {
        var plan: OpaquePointer?
        #expect(ck_wide_fft_create(samples.count, &plan) == CK_OK)
        guard let plan else { return [] }
        defer { ck_wide_fft_destroy(plan) }
        let count = modeCount ?? samples.count / 2
        var flat = [Double](repeating: 0, count: 2 * count)
        var scratch = [Double](repeating: 0, count: ck_wide_fft_scratch_count(plan))
        let level = [
            InstructionSet.plain: CK_CPU_PLAIN, .avx2: CK_CPU_AVX2, .avx512: CK_CPU_AVX512,
        ][set]
        ck_wide_fft_forward(
            level ?? CK_CPU_PLAIN, plan, samples, count, &flat, &scratch)
        return (0..<count).map { ComplexNumber(flat[2 * $0], flat[2 * $0 + 1]) }
    }

    private static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in generator.uniform(in: -1...1) }
    }

    private static var sets: [InstructionSet] {
        InstructionSet.allCases.filter { $0 <= .available }
    }

    /// Lengths with every radix: 2, 3, 4 and 5, once and several times.
    @Test(arguments: [128, 256, 384, 512, 640, 1152, 1920, 3200])
    func isTheDefinition(count: Int) {
        let samples = Self.noise(count, seed: UInt64(count))
        let norm = samples.reduce(0) { $0 + $1 * $1 }.squareRoot()
        for set in Self.sets {
            let spectrum = Self.transformed(samples, set)
            for k in stride(from: 0, to: count / 2, by: 5) {
                var real = 0.0
                var imaginary = 0.0
                for (j, sample) in samples.enumerated() {
                    let angle = 2 * Double.pi * Double(j * k % count) / Double(count)
                    real += sample * cos(angle)
                    imaginary -= sample * sin(angle)
                }
                // Both sums round: eps times the square root of the number of terms, at most.
                let bound = 2e-16 * Double(count).squareRoot() * norm
                #expect(
                    hypot(spectrum[k].real - real, spectrum[k].imaginary - imaginary) <= bound)
            }
        }
    }

    @Test(arguments: [12_800, 51_840, 96_000, 131_072])
    func agreesWithTheOtherTransform(count: Int) {
        let samples = Self.noise(count, seed: 3)
        let expected = RealFFT(count: count).forward(samples)
        let norm = samples.reduce(0) { $0 + $1 * $1 }.squareRoot()
        for set in Self.sets {
            let spectrum = Self.transformed(samples, set)
            var worst = 0.0
            for (a, b) in zip(spectrum, expected) {
                worst = max(worst, hypot(a.real - b.real, a.imaginary - b.imaginary))
            }
            // A few eps of the root-mean-square magnitude of the spectrum, which is this norm.
            #expect(worst <= 4e-15 * norm)
        }
    }

    @Test func fewerModesAreTheSameModes() {
        let samples = Self.noise(640, seed: 5)
        for set in Self.sets {
            let all = Self.transformed(samples, set)
            for count in [1, 7, 8, 100, 319] {
                #expect(
                    Self.transformed(samples, set, modeCount: count) == Array(all.prefix(count)))
            }
        }
    }

    @Test(arguments: [0, 64, 100, 127, 129, 128 * 7, 128 * 11])
    func refusesOtherLengths(count: Int) {
        var plan: OpaquePointer?
        #expect(ck_wide_fft_create(count, &plan) == CK_BAD_ARGUMENT)
        #expect(plan == nil)
    }
}
