import CHeartKernels
import PhysioDSP
import TestSupport
import Testing

@Suite struct BeatClassKernelTests {
    private static let levels = InstructionSet.allCases.filter { $0 <= .available }

    private static func noise(_ count: Int, seed: UInt64) -> [Float] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in Float(generator.gaussian()) }
    }

    private static func form(_ set: InstructionSet, _ x: [Float]) -> [Double] {
        var form = ck_beat_class_form()
        ck_beat_class_measure(set.level, x, x.count, &form)
        return [form.height, form.max_slope, form.spread, form.area, form.peak]
    }

    @Test(arguments: levels) func formsFollowTheDefinition(set: InstructionSet) {
        for n in [3, 4, 5, 8, 33, 34, 35, 64] {
            var x = Self.noise(n, seed: UInt64(n))
            if n > 8 { for index in 4..<8 { x[index] = x[3] } }
            let sorted = x.map(Double.init).sorted()
            let median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2
            let slopes = (0..<(n - 2)).map { (Double(x[$0 + 2]) - Double(x[$0])) / 16 }
            let times = slopes.indices.map { Double($0) * 8 }
            let energy = slopes.reduce(0) { $0 + $1 * $1 }
            let mean = zip(slopes, times).reduce(0) { $0 + $1.0 * $1.0 * $1.1 } / energy
            let spread = zip(slopes, times).reduce(0) { sum, pair in
                sum + pair.0 * pair.0 * (pair.1 - mean) * (pair.1 - mean)
            }
            let distances = x.map { abs(Double($0) - median) }
            let expected = [
                sorted[n - 1] - sorted[0], slopes.map(abs).max() ?? 0,
                (spread / energy).squareRoot(), distances.reduce(0, +), distances.max() ?? 0,
            ]
            let found = Self.form(set, x)
            // Some 64 additions of numbers below 1e4, and 1e-12 in the divisor.
            for (a, b) in zip(found, expected) {
                #expect(abs(a - b) <= 1e-9 * (1 + abs(b)), "n \(n)")
            }
            #expect(found == Self.form(.plain, x))
        }
    }

    @Test(arguments: levels) func matchesFollowTheDefinition(set: InstructionSet) {
        for (leads, n) in [(1, 29), (2, 29), (3, 8)] {
            let layout = ck_beat_class_layout(
                n_leads: leads, n_window: n + 40, n_template: n + 20, first: 7, n: n)
            let window = Self.noise(leads * (n + 40), seed: 1)
            // The template is the window nine samples later, and noise.
            let template = (0..<leads).flatMap { lead in
                (0..<(n + 20)).map { window[lead * (n + 40) + $0 + 9] }
            }
            let disturbance = Self.noise(template.count, seed: 2)
            let disturbed = zip(template, disturbance).map { $0 + 0.3 * $1 }
            var results: [[Float]] = []
            for level in [set, .plain] {
                var energies = [Float](repeating: 0, count: 16)
                var similarity: Float = 0
                let shift = withUnsafePointer(to: layout) { layout in
                    ck_beat_class_energies(level.level, layout, window, &energies)
                    return ck_beat_class_match(
                        level.level, layout, window, energies, disturbed, 13, &similarity)
                }
                results.append(energies + [similarity, Float(shift)])
            }
            #expect(results[0] == results[1])
            let similarities = (0..<13).map { shift -> Double in
                var (xx, xy, yy) = (0.0, 0.0, 0.0)
                for lead in 0..<leads {
                    for index in 7..<(7 + n) {
                        let x = Double(window[lead * (n + 40) + index + shift])
                        let y = Double(disturbed[lead * (n + 20) + index])
                        xx += x * x
                        xy += x * y
                        yy += y * y
                    }
                }
                return 2 * xy / (xx + yy)
            }
            #expect(Int(results[0][17]) == 9 && similarities.max() == similarities[9])
            // 90 roundings of sums of single precision.
            #expect(abs(Double(results[0][16]) - similarities[9]) < 90 * Double(Float.ulpOfOne))
        }
    }

    @Test(arguments: levels) func resamplingFollowsTheDefinition(set: InstructionSet) {
        let (tapCount, phaseCount, step, begin) = (13, 4, 2.3, -6)
        let taps = Self.noise(tapCount * phaseCount, seed: 3)
        let x = Self.noise(60, seed: 4)
        var results: [[Float]] = []
        for level in [set, .plain] {
            var out = [Float](repeating: 0, count: 15)
            ck_beat_class_resample(
                level.level, taps, tapCount, phaseCount, x, begin, 3, step, out.count, &out)
            results.append(out)
        }
        #expect(results[0] == results[1])
        for (index, value) in results[0].enumerated() {
            let grid = Int((Double(3 + index) * step * Double(phaseCount)).rounded())
            let (whole, phase) = (grid / phaseCount, grid % phaseCount)
            let expected = (0..<tapCount).reduce(0.0) { sum, tap in
                sum + Double(taps[phase * tapCount + tap]) * Double(x[whole + tap - begin])
            }
            #expect(abs(Double(value) - expected) < 1e-5)
        }
    }
}
