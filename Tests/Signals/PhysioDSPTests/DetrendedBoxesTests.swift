import CSignalKernels
@testable import PhysioDSP
import TestSupport
import Testing

/// Residuals of boxes against whole-number arithmetic, which rounds nothing.
@Suite struct DetrendedBoxesTests {
    private static let levels = InstructionSet.allCases.filter { $0 <= .available }
    private static let sizes = Array(3...20) + [63, 64, 65, 100, 128, 129, 1000]

    private static func intervals(_ count: Int, seed: UInt64) -> [Int] {
        var generator = SplitMix64(seed: seed)
        var level = 800
        return (0..<count).map { _ in
            level = min(1500, max(300, level + Int.random(in: -12...12, using: &generator)))
            return level + Int.random(in: -30...30, using: &generator)
        }
    }

    /// Sum of y^2 less what mean and slope explain, over a common denominator: with T = 2 j - (s-1),
    /// (s S C - S A^2 - s B^2) / (s S), A the sum of y, B that of T y, C that of y^2, S that of T^2.
    private static func exactResidual(_ box: ArraySlice<Int>) -> Double {
        let s = Int128(box.count)
        var y: Int128 = 0
        var (a, b, c): (Int128, Int128, Int128) = (0, 0, 0)
        for (j, value) in box.enumerated() {
            y += Int128(value)
            a += y
            b += (2 * Int128(j) - (s - 1)) * y
            c += y * y
        }
        let spread: Int128 = s * (s * s - 1) / 3
        let explained: Int128 = spread * a * a + s * b * b
        let denominator: Int128 = s * spread
        return Double(denominator * c - explained) / Double(denominator)
    }

    private static func exactResiduals(_ series: [Int], size: Int) -> [Double] {
        (0..<(series.count / size)).map { exactResidual(series[($0 * size)..<(($0 + 1) * size)]) }
    }

    private static func sums(_ set: InstructionSet, _ x: [Double], _ sizes: [Int]) -> [Double] {
        var sums = [Double](repeating: 0, count: sizes.count)
        ck_detrended_boxes_sums(set.level, x, x.count, sizes, sizes.count, &sums)
        return sums
    }

    private static func boxes(_ set: InstructionSet, _ x: [Double], _ size: Int) -> [Double] {
        var boxes = [Double](repeating: -1, count: x.count / size)
        ck_detrended_boxes_each(set.level, x, x.count, size, &boxes)
        return boxes
    }

    @Test(arguments: levels) func everyBoxAgreesWithWholeNumbers(set: InstructionSet) {
        for size in Self.sizes {
            // Up to two groups of eight boxes and a half, so that every count of lanes occurs.
            for count in [size - 1, size, 5 * size + 1, 8 * size, 20 * size - 1] {
                let series = Self.intervals(count, seed: UInt64(size))
                let found = Self.boxes(set, series.map(Double.init), size)
                let expected = Self.exactResiduals(series, size: size)
                #expect(found.count == expected.count)
                for (residual, exact) in zip(found, expected) {
                    let tolerance = 4 * Double(size) * Double.ulpOfOne
                    #expect(relativeError(residual, exact) < tolerance, "\(size), \(count)")
                }
            }
        }
    }

    /// The series is so short that every sum is that of a box or two: no error of adding hides
    /// another.
    @Test(arguments: levels) func everySumOfOneOrTwoBoxesAgreesWithWholeNumbers(
        set: InstructionSet
    ) {
        for seed in 0..<200 {
            let count = 3 + seed % 40
            let series = Self.intervals(count, seed: UInt64(seed))
            let sizes = Self.sizes.filter { $0 <= count && count < 3 * $0 }
            let found = Self.sums(set, series.map(Double.init), sizes)
            for (size, sum) in zip(sizes, found) {
                let exact = Self.exactResiduals(series, size: size).reduce(0, +)
                let tolerance = 4 * Double(size) * Double.ulpOfOne
                #expect(relativeError(sum, exact) < tolerance, "\(size), \(count)")
            }
        }
    }

    /// Whole numbers up to 10^6 on a level of 10^9 are exact, and so are their differences.
    @Test(arguments: levels) func steepAndRoughSeriesKeepTheirDigits(set: InstructionSet) {
        var generator = SplitMix64(seed: 12)
        let shapes: [(Int) -> Int] = [
            { _ in Int.random(in: 0...1_000_000, using: &generator) },
            { 1000 * $0 * $0 }, { 1000 * $0 + $0 % 2 }, { 1_000_000 * ($0 / 7 % 2) },
            { $0 == 150 ? 1_000_000 : 0 },
        ]
        for shape in shapes {
            let series = (0..<300).map { 1_000_000_000 + shape($0) }
            let found = Self.sums(set, series.map(Double.init), Self.sizes)
            for (size, sum) in zip(Self.sizes, found) where size <= 300 {
                let exact = Self.exactResiduals(series, size: size).reduce(0, +)
                let tolerance = 2 * Double(size * size) * Double.ulpOfOne
                #expect(abs(sum - exact) <= tolerance * exact, "size \(size)")
            }
        }
    }

    @Test func aSumDoesNotDependOnTheOtherSizes() {
        let x = Self.intervals(400, seed: 21).map(Double.init)
        let together = Self.sums(.available, x, Self.sizes)
        for (size, sum) in zip(Self.sizes, together) {
            #expect(Self.sums(.available, x, [size, size]) == [sum, sum])
        }
    }

    @Test(arguments: levels) func aDayOfBeatsKeepsItsDigits(set: InstructionSet) {
        let series = Self.intervals(100_000, seed: 17)
        let sizes = [4, 7, 16, 64, 1000]
        let found = Self.sums(set, series.map(Double.init), sizes)
        for (size, sum) in zip(sizes, found) {
            let exact = Self.exactResiduals(series, size: size).reduce(0, +)
            #expect(relativeError(sum, exact) < 1e-12, "size \(size)")
        }
    }

    @Test func everyLevelGivesTheSameBits() {
        for count in [0, 3, 50, 311, 2000] {
            let x = Self.intervals(count, seed: UInt64(count)).map { Double($0) / 7 }
            let plain = Self.sums(.plain, x, Self.sizes)
            for set in Self.levels {
                #expect(Self.sums(set, x, Self.sizes) == plain, "\(set), \(count)")
                for size in Self.sizes {
                    #expect(Self.boxes(set, x, size) == Self.boxes(.plain, x, size))
                }
            }
        }
    }

    @Test(arguments: levels) func sumsAreThoseOfTheirBoxes(set: InstructionSet) {
        let x = Self.intervals(1999, seed: 3).map(Double.init)
        for (size, sum) in zip(Self.sizes, Self.sums(set, x, Self.sizes)) {
            let expected = Self.boxes(set, x, size).reduce(0, +)
            #expect(relativeError(sum, expected) < 2000 * Double.ulpOfOne, "size \(size)")
        }
    }

    @Test(arguments: levels) func equalValuesLeaveExactlyNothing(set: InstructionSet) {
        let x = [Double](repeating: 812.3, count: 400)
        #expect(Self.sums(set, x, Self.sizes).allSatisfy { $0 == 0 })
    }

    @Test(arguments: levels) func theFirstValueOfABoxDoesNotMatter(set: InstructionSet) {
        let x = Self.intervals(160, seed: 5).map(Double.init)
        var changed = x
        for index in stride(from: 0, to: 160, by: 16) { changed[index] = 1e9 }
        #expect(Self.boxes(set, changed, 16) == Self.boxes(set, x, 16))
    }

    @Test(arguments: levels) func notANumberStaysInItsBox(set: InstructionSet) {
        for size in [4, 10, 70] {
            let x = Self.intervals(11 * size, seed: 6).map(Double.init)
            let clean = Self.boxes(set, x, size)
            for wrong in [Double.nan, .infinity] {
                var changed = x
                changed[9 * size + 2] = wrong
                let found = Self.boxes(set, changed, size)
                #expect(found[9].isNaN)
                #expect(found[..<9] == clean[..<9] && found[10] == clean[10], "size \(size)")
                #expect(Self.sums(set, changed, [size])[0].isNaN)
            }
        }
    }

    @Test(arguments: levels) func whatFillsNoBoxDoesNotMatter(set: InstructionSet) {
        let x = Self.intervals(320, seed: 7).map(Double.init)
        for size in Self.sizes where size <= 320 {
            for count in [320 - 320 % size, 128 - 128 % size] where count >= size {
                let filled = Self.sums(set, Array(x[..<count]), [size])
                let rest = [Double](repeating: .nan, count: size - 1)
                #expect(Self.sums(set, x[..<count] + rest, [size]) == filled, "size \(size)")
            }
        }
    }

    @Test func residualsOfSegmentsAddUp() {
        let x = Self.intervals(500, seed: 8).map(Double.init)
        let boxes = DetrendedBoxes(sizes: [5, 30])
        var sums = [1.0, 2.0]
        var span = sums.mutableSpan
        boxes.addResiduals(of: x.span.extracting(0..<200), to: &span)
        boxes.addResiduals(of: x.span.extracting(200..<500), to: &span)
        for (index, size) in boxes.sizes.enumerated() {
            let both =
                DetrendedBoxes.residuals(of: x.span.extracting(..<200), size: size)
                + DetrendedBoxes.residuals(of: x.span.extracting(200...), size: size)
            let expected = both.reduce(Double(index + 1), +)
            #expect(relativeError(sums[index], expected) < 1e-14)
        }
    }

    @Test func theExampleHolds() {
        let series = [0.0, 1, 0, 1, 0, 1]
        let residuals = DetrendedBoxes.residuals(of: series.span, size: 3)
        #expect(residuals.count == 2)
        for residual in residuals {
            #expect(relativeError(residual, 1.0 / 6) < 1e-15)
        }
    }
}
