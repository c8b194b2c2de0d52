import CSignalKernels
import Foundation
@testable import PhysioDSP
import TestSupport
import Testing

@Suite struct SlidingDFTTests {
    private static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in 70 + generator.uniform(in: -20...20) }
    }

    /// The definition, with the angle reduced in integers before it is rounded.
    private static func directDFT(_ window: ArraySlice<Double>, bin: Int) -> ComplexNumber {
        let n = window.count
        var sum = ComplexNumber(0)
        for (j, value) in window.enumerated() {
            let angle = 2 * Double.pi * Double(j * bin % n) / Double(n)
            sum = sum + ComplexNumber(value * cos(angle), -value * sin(angle))
        }
        return sum
    }

    /// Twice the header's bound: the direct sum rounds as well.
    private static func tolerance(_ window: ArraySlice<Double>) -> Double {
        2 * Double(window.count + 4) * Double.ulpOfOne * window.reduce(0) { $0 + abs($1) }
    }

    /// Pushes everything, `chunk` samples a call; powers and energies after each sample.
    private static func pushed(
        _ samples: [Double], chunk: Int, into stream: inout SlidingDFT.Stream
    ) -> (powers: [Double], energies: [Double]) {
        var powers: [Double] = []
        var energies: [Double] = []
        for start in stride(from: 0, to: samples.count, by: chunk) {
            let part = Array(samples[start..<min(start + chunk, samples.count)])
            var partPowers = [Double](
                repeating: -1, count: part.count * stream.transform.bins.count)
            var partEnergies = [Double](repeating: -1, count: part.count)
            var powerSpan = partPowers.mutableSpan
            var energySpan = partEnergies.mutableSpan
            stream.push(part.span, powers: &powerSpan, energies: &energySpan)
            powers += partPowers
            energies += partEnergies
        }
        return (powers, energies)
    }

    @Test(arguments: [1, 2, 3, 4, 7, 8, 9, 30, 120, 121])
    func everySampleGivesTheTransformOfItsWindow(n: Int) {
        let bins = Array((0...n / 2).reversed())
        let x = Self.noise(3 * n + 5, seed: UInt64(n))
        var stream = SlidingDFT(count: n, bins: bins).stream()
        let padded = [Double](repeating: 0, count: n) + x
        for (m, sample) in x.enumerated() {
            stream.push(sample)
            #expect(stream.isFilled == (m + 1 >= n))
            let window = padded[(m + 1)..<(m + 1 + n)]
            for (bin, value) in zip(bins, stream.spectrum) {
                let error = value - Self.directDFT(window, bin: bin)
                #expect(
                    error.squaredMagnitude.squareRoot() <= Self.tolerance(window),
                    "n \(n), sample \(m), bin \(bin)")
            }
        }
        #expect(stream.sampleCount == x.count)
    }

    @Test(arguments: InstructionSet.allCases.filter { $0 <= .available })
    func powersAndEnergiesAreThoseOfTheWindow(set: InstructionSet) {
        let n = 30
        let bins = [3, 0, 15, 1, 2, 9]
        let x = Self.noise(101, seed: 9)
        let transform = SlidingDFT(count: n, bins: bins)
        let (powers, energies) = Self.kernelPushed(x, transform, set)
        let padded = [Double](repeating: 0, count: n) + x
        for m in x.indices {
            let window = padded[(m + 1)..<(m + 1 + n)]
            let energy = window.reduce(0) { $0 + $1 * $1 }
            #expect(relativeError(energies[m], energy) < 1e-13)
            for (index, bin) in bins.enumerated() {
                let amplitude = powers[m * bins.count + index].squareRoot()
                let expected = Self.directDFT(window, bin: bin).squaredMagnitude.squareRoot()
                #expect(abs(amplitude - expected) <= Self.tolerance(window), "bin \(bin)")
            }
        }
    }

    @Test func everyLevelGivesTheSameBits() {
        for (n, bins) in [(5, [1]), (30, [3, 0, 15, 1, 2, 9]), (120, [1, 2, 3, 4])] {
            let x = Self.noise(500, seed: UInt64(n))
            let transform = SlidingDFT(count: n, bins: bins)
            let plain = Self.kernelPushed(x, transform, .plain)
            for set in InstructionSet.allCases where set <= .available {
                let fast = Self.kernelPushed(x, transform, set)
                #expect(fast.powers == plain.powers && fast.energies == plain.energies, "\(set)")
            }
        }
    }

    /// The kernel at a given level, on a plan of its own.
    private static func kernelPushed(
        _ x: [Double], _ transform: SlidingDFT, _ set: InstructionSet
    ) -> (powers: [Double], energies: [Double]) {
        var plan: OpaquePointer?
        let bins = transform.bins
        guard ck_sliding_dft_create(transform.count, bins, bins.count, &plan) == CK_OK,
            let plan
        else { return ([], []) }
        defer { ck_sliding_dft_destroy(plan) }
        var state = [Double](repeating: 0, count: ck_sliding_dft_state_count(plan))
        var powers = [Double](repeating: -1, count: x.count * bins.count)
        var energies = [Double](repeating: -1, count: x.count)
        ck_sliding_dft_push(set.level, plan, &state, x, x.count, &powers, &energies)
        return (powers, energies)
    }

    @Test func samplesMayComeInPiecesOfAnySize() {
        let transform = SlidingDFT(count: 30, bins: [0, 1, 4, 5, 7])
        let x = Self.noise(400, seed: 3)
        var whole = transform.stream()
        let expected = Self.pushed(x, chunk: 400, into: &whole)
        for chunk in [1, 7, 29, 30, 31, 61] {
            var stream = transform.stream()
            let found = Self.pushed(x, chunk: chunk, into: &stream)
            #expect(found.powers == expected.powers && found.energies == expected.energies)
            #expect(stream.spectrum == whole.spectrum)
        }
    }

    @Test(arguments: [1e12, 1e300, .nan, .infinity])
    func whatHasLeftTheWindowLeavesNoTrace(intruder: Double) {
        let n = 30
        let transform = SlidingDFT(count: n, bins: [0, 1, 2, 15])
        let clean = Self.noise(5 * n, seed: 5)
        for position in [0, 1, 17, 29, 30, 44, 59] {
            var disturbed = clean
            disturbed[position] = intruder
            var a = transform.stream()
            var b = transform.stream()
            for (m, (sample, other)) in zip(clean, disturbed).enumerated() {
                a.push(sample)
                b.push(other)
                let isInside = m >= position && m < position + n
                #expect((a.spectrum == b.spectrum) == !isInside, "\(position), sample \(m)")
            }
        }
    }

    /// 24 hours: at 4 Hz with a window of 30 s, at 250 Hz with one of 10 s.
    @Test(arguments: [(120, [1, 2, 3, 4], 345_600), (2500, [1, 2, 12], 21_600_000)])
    func isAsAccurateAfterADayAsAtTheStart(n: Int, bins: [Int], count: Int) {
        let piece = Self.noise(8640 * 5, seed: 6)
        var stream = SlidingDFT(count: n, bins: bins).stream()
        var powers = [Double](repeating: 0, count: piece.count * bins.count)
        var energies = [Double](repeating: 0, count: piece.count)
        for _ in 0..<count / piece.count {
            var powerSpan = powers.mutableSpan
            var energySpan = energies.mutableSpan
            stream.push(piece.span, powers: &powerSpan, energies: &energySpan)
        }
        #expect(stream.sampleCount == count)
        let window = piece[(piece.count - n)...]
        for (bin, value) in zip(bins, stream.spectrum) {
            let expected = Self.directDFT(window, bin: bin)
            let error = (value - expected).squaredMagnitude.squareRoot()
            #expect(error <= Self.tolerance(window))
            #expect(error <= 1e-10 * expected.squaredMagnitude.squareRoot())
        }
    }

    @Test func aCopyOfAStreamGoesItsOwnWay() {
        var stream = SlidingDFT(count: 4, bins: [1]).stream()
        stream.push(1)
        var copy = stream
        copy.push(5)
        #expect(copy.sampleCount == 2 && stream.sampleCount == 1)
        // [0, 0, 0, 1] and [0, 0, 1, 5], at a quarter turn a sample: exact but for the quarter's
        // own rounding.
        #expect((stream.spectrum[0] - ComplexNumber(0, 1)).squaredMagnitude < 1e-30)
        #expect((copy.spectrum[0] - ComplexNumber(-1, 5)).squaredMagnitude < 1e-30)
    }

    @Test func onePlanServesManyThreads() async {
        let transform = SlidingDFT(count: 120, bins: [1, 2, 3, 4])
        let inputs = (0..<12).map { Self.noise(2000, seed: UInt64($0)) }
        let expected = inputs.map { input -> [ComplexNumber] in
            var stream = transform.stream()
            for sample in input { stream.push(sample) }
            return stream.spectrum
        }
        await withTaskGroup(of: Void.self) { group in
            for (input, spectrum) in zip(inputs, expected) {
                group.addTask {
                    var stream = transform.stream()
                    for sample in input { stream.push(sample) }
                    #expect(stream.spectrum == spectrum)
                }
            }
        }
    }

    @Test func theKernelRefusesBadArguments() {
        func status(_ n: Int, _ bins: [Int]) -> ck_status {
            var plan: OpaquePointer?
            let status = ck_sliding_dft_create(n, bins, bins.count, &plan)
            #expect((plan == nil) == (status != CK_OK))
            ck_sliding_dft_destroy(plan)
            return status
        }
        #expect(status(0, [0]) == CK_BAD_ARGUMENT)
        #expect(status(8, []) == CK_BAD_ARGUMENT)
        #expect(status(8, [5]) == CK_BAD_ARGUMENT)
        #expect(status(8, [0, 1, 2, 3, 4, 4]) == CK_BAD_ARGUMENT)
        #expect(status(1 << 25, [0]) == CK_BAD_ARGUMENT)
        #expect(status(8, [4, 0]) == CK_OK)
    }
}
