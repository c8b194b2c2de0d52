import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct NonuniformFFTTests {
    @Test(arguments: [(1, 1), (3, 5), (40, 200), (333, 700), (2000, 1500)])
    func agreesWithTheDirectSum(points: Int, modes: Int) {
        var generator = SplitMix64(seed: UInt64(points))
        let x = (0..<points).map { _ in generator.uniform(in: -2...2) }
        let y = (0..<points).map { _ in generator.uniform(in: -1...1) }
        let sums = NonuniformFFT(modeCount: modes)(positions: x, values: y)
        #expect(sums.count == modes)
        let scale = y.reduce(0) { $0 + abs($1) }
        for k in stride(from: 0, to: modes, by: max(1, modes / 60)) {
            var real = 0.0
            var imaginary = 0.0
            for (position, value) in zip(x, y) {
                let turns = Double(k) * position
                let angle = 2 * Double.pi * (turns - turns.rounded())
                real += value * cos(angle)
                imaginary -= value * sin(angle)
            }
            let error = hypot(sums[k].real - real, sums[k].imaginary - imaginary)
            // The direct sum's own rounding: k turns of 1e-16 each.
            #expect(error <= (3e-15 * log2(Double(modes) + 2) + 4e-16 * Double(k)) * scale)
        }
    }

    @Test(arguments: [1e-3, 1e-6, 1e-9, 1e-12])
    func keepsTheToleranceAskedFor(tolerance: Double) {
        var generator = SplitMix64(seed: 11)
        let x = (0..<300).map { _ in generator.uniform(in: 0...1) }
        let y = (0..<300).map { _ in generator.uniform(in: -1...1) }
        let exact = NonuniformFFT(modeCount: 400)(positions: x, values: y)
        let sums = NonuniformFFT(modeCount: 400, tolerance: tolerance)(positions: x, values: y)
        let scale = y.reduce(0) { $0 + abs($1) }
        for (a, b) in zip(sums, exact) {
            #expect(hypot(a.real - b.real, a.imaginary - b.imaginary) <= tolerance * scale)
        }
    }

    @Test func noPointsGiveNothing() {
        let sums = NonuniformFFT(modeCount: 7)(positions: [], values: [])
        #expect(sums == [ComplexNumber](repeating: ComplexNumber(0), count: 7))
    }
}
