@testable import PhysioDSP
import TestSupport
import Testing

@Suite struct RecurrenceLinesTests {
    private static let levels = InstructionSet.allCases.filter { $0 <= .available }

    /// Lines by walking along them.
    private static func slowCounts(_ d: [Double], _ threshold: Double, maxLength: Int) -> [Int] {
        var counts = [Int](repeating: 0, count: maxLength + 1)
        var length = 0
        for distance in d + [.nan] {
            if distance <= threshold {
                length += 1
            } else {
                if length > 0 { counts[length] += 1 }
                length = 0
            }
        }
        return counts
    }

    private static func lines(
        of d: [Double], _ threshold: Double, maxLength: Int, _ set: InstructionSet
    ) -> [Int] {
        var lines = RecurrenceLines(
            maxSquaredDistance: threshold, maxLength: maxLength, instructionSet: set)
        d.withUnsafeBufferPointer { lines.add($0) }
        return lines.counts
    }

    /// Every density of lines, lengths around whole words, NaN between.
    @Test(arguments: levels, [0.02, 0.3, 0.9, 0.995])
    func countsAreThoseOfAWalk(set: InstructionSet, share: Double) {
        var generator = SplitMix64(seed: 11)
        for count in [0, 1, 2, 63, 64, 65, 127, 128, 129, 192, 1000] {
            let d = (0..<count).map { _ -> Double in
                generator.next().isMultiple(of: 101)
                    ? .nan : generator.uniform(in: 0...1) < share ? 1 : 2
            }
            let found = Self.lines(of: d, 1, maxLength: 1000, set)
            #expect(found == Self.slowCounts(d, 1, maxLength: 1000), "\(count)")
        }
    }

    @Test(arguments: levels) func wholeAndEmptyDiagonals(set: InstructionSet) {
        for count in [1, 63, 64, 65, 128, 200] {
            let near = [Double](repeating: 0, count: count)
            var expected = [Int](repeating: 0, count: count + 1)
            #expect(Self.lines(of: near, -1, maxLength: count, set) == expected)
            expected[count] = 1
            #expect(Self.lines(of: near, 0, maxLength: count, set) == expected)
        }
    }

    /// Lines add up over diagonals and do not go on from one to the next.
    @Test func diagonalsAddUp() {
        var lines = RecurrenceLines(maxSquaredDistance: 1, maxLength: 5)
        for d in [[0, 1, 2, 1, 1], [1, 1.0], []] as [[Double]] {
            d.withUnsafeBufferPointer { lines.add($0) }
        }
        #expect(lines.counts == [0, 0, 3, 0, 0, 0])
    }

    @Test func distancesFallBetweenTheirRadii() {
        var generator = SplitMix64(seed: 12)
        var squared = (0..<500).map { _ in generator.uniform(in: 0...40) }
        squared += [
            0, .nan, -.nan, .infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1, 1.125,
        ]
        var distances = DistanceHistogram()
        squared.withUnsafeBufferPointer { distances.add($0) }
        #expect(distances.counts.reduce(0, +) == 505)
        var low = 0.0
        for (bin, count) in distances.counts.enumerated() {
            let high = DistanceHistogram.radius(endingBin: bin)
            let expected = squared.count {
                $0.isFinite && $0.squareRoot() >= low && $0.squareRoot() < high
            }
            if count > 0 || bin.isMultiple(of: 97) {
                #expect(count == expected, "below \(high)")
            }
            low = high
        }
    }
}
