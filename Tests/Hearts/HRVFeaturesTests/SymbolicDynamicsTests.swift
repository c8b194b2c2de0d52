import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct SymbolicDynamicsTests {
    private static let quantisations: [SymbolicDynamics.Quantisation] = [
        .range(levels: 6), .range(levels: 2), .equalProbability(levels: 4),
        .equalProbability(levels: 6), .sigma(share: 0.05), .sigma(share: 0.02),
    ]

    private static func shares(_ words: SymbolicDynamics) -> [Double?] {
        [words.share0V, words.share1V, words.share2LV, words.share2UV]
    }

    @Test(arguments: TestSeries.kinds)
    func sharesAgreeWithTheirDefinition(kind: String) {
        for (seed, count) in [(1, 20), (2, 300), (3, 2000)] {
            let nn = TestSeries.ofKind(kind, seed: UInt64(seed), count: count)
            for quantisation in Self.quantisations {
                let found = Self.shares(SymbolicDynamics(nn, quantisation: quantisation))
                let expected = referenceShares(nn, quantisation)
                for (a, b) in zip(found, expected) {
                    #expect(TestSeries.agree(a, b), "\(kind) \(count) \(quantisation)")
                }
            }
        }
    }

    /// Two equally likely symbols: of the 8 words 2 have no variation, 4 one, none two alike, 2 two
    /// unlike. Neighbouring words share symbols; 100 parts of the series give the spread.
    @Test func coinTossesHaveTheKnownShares() throws {
        let nn = TestSeries.white(seed: 3, count: 100_000)
        let binary = SymbolicDynamics.Quantisation.equalProbability(levels: 2)
        let whole = SymbolicDynamics(nn, quantisation: binary)
        #expect(whole.share2LV == 0)
        for (path, expected) in [
            (\SymbolicDynamics.share0V, 0.25), (\.share1V, 0.5), (\.share2UV, 0.25),
        ] {
            let parts = (0..<100).map { part in
                let x = Array(nn.intervalsMs[part * 1000..<(part + 1) * 1000])
                let words = SymbolicDynamics(NNSeries(intervalsMs: x), quantisation: binary)
                return words[keyPath: path] ?? .nan
            }
            let mean = parts.reduce(0, +) / 100
            let squares = parts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            let error = (squares / 99 / 100).squareRoot()
            #expect(error < 0.003)
            #expect(abs(try #require(whole[keyPath: path]) - expected) < 3 * error)
        }
    }

    @Test func everyWordHasItsFamily() {
        // Levels of one unit each: the word is the series, framed by the lowest and the highest.
        let table: [([Double], Int)] = [
            ([3, 3, 3], 0), ([3, 3, 4], 1), ([4, 3, 3], 1), ([1, 2, 5], 2), ([5, 2, 1], 2),
            ([2, 5, 2], 3), ([5, 1, 3], 3), ([1, 5, 4], 3),
        ]
        for (word, family) in table {
            // The frame stands alone between gaps: it sets the scale and makes no word.
            let nn = TestSeries.joined([[600.5], word.map { 600.5 + 100 * $0 }, [1200.5]])
            var expected = [0.0, 0, 0, 0]
            expected[family] = 1
            #expect(Self.shares(SymbolicDynamics(nn)) == expected, "\(word)")
        }
    }

    @Test func bordersBelongToTheUpperLevel() {
        // 600 to 1200 in six levels: 700 is in the second, and so not with 600 or 699.
        let words = SymbolicDynamics(
            TestSeries.joined([[600, 600, 699], [600, 600, 700], [1200]]))
        #expect(words.wordCount == 2 && words.share0V == 0.5 && words.share1V == 0.5)
    }

    @Test func constantsAreOneSymbolAndRampsNeverTurn() {
        for quantisation in Self.quantisations {
            let constant = SymbolicDynamics(
                TestSeries.constant(count: 30), quantisation: quantisation)
            #expect(Self.shares(constant) == [1, 0, 0, 0])
            let ramp = SymbolicDynamics(
                TestSeries.ramp(count: 200, stepMs: 1), quantisation: quantisation)
            #expect(ramp.share2UV == 0 && ramp.share2LV == 0)
        }
        let alternating = SymbolicDynamics(TestSeries.alternating(count: 20))
        #expect(Self.shares(alternating) == [0, 0, 0, 1])
    }

    @Test func tooFewNeighboursHaveNoWord() {
        for nn in [
            NNSeries(intervalsMs: []), NNSeries(intervalsMs: [800, 900]),
            TestSeries.joined([[800, 900], [700, 800]]),
        ] {
            for quantisation in Self.quantisations {
                let words = SymbolicDynamics(nn, quantisation: quantisation)
                #expect(words.wordCount == 0 && words.share0V == nil && words.share2UV == nil)
            }
        }
    }

    /// NeuroKit2 0.2.13, `_hrv_symbolic_dynamics(x, (4, 6), (6,), (0.02,))` with x of
    /// ``TestSeries/formula``; 198 words.
    @Test func sharesAgreeWithNeuroKit() {
        let table: [(SymbolicDynamics.Quantisation, [Double])] = [
            (
                .equalProbability(levels: 4),
                [
                    0.025252525252525252, 0.35353535353535354, 0.07575757575757576,
                    0.5454545454545454,
                ]
            ),
            (
                .equalProbability(levels: 6),
                [
                    0.015151515151515152, 0.2676767676767677, 0.12626262626262627,
                    0.5909090909090909,
                ]
            ),
            (
                .range(levels: 6),
                [
                    0.025252525252525252, 0.29797979797979796, 0.11616161616161616,
                    0.5606060606060606,
                ]
            ),
            (
                .sigma(share: 0.02),
                [
                    0.06060606060606061, 0.3383838383838384, 0.09595959595959595,
                    0.5050505050505051,
                ]
            ),
        ]
        let nn = NNSeries(intervalsMs: TestSeries.formula)
        for (quantisation, expected) in table {
            let found = Self.shares(SymbolicDynamics(nn, quantisation: quantisation))
            for (a, b) in zip(found, expected) {
                #expect(TestSeries.agree(a, b), "\(quantisation)")
            }
        }
    }
}

/// Symbols by the position on the scale, words as lists, families by the definition.
private func referenceShares(
    _ nn: NNSeries, _ quantisation: SymbolicDynamics.Quantisation
) -> [Double?] {
    let x = nn.intervalsMs
    let low = x.min() ?? 0
    let high = x.max() ?? 0
    let mean = x.reduce(0, +) / Double(x.count)
    let sorted = x.sorted()
    func symbol(_ value: Double) -> Int {
        switch quantisation {
        case .range(let levels):
            return min(levels - 1, Int(floor((value - low) * Double(levels) / (high - low))))
        case .equalProbability(let levels):
            let borders = (1..<levels).map { k in
                let position = k * (x.count - 1)
                let share = Double(position % levels) / Double(levels)
                let next = sorted[min(x.count - 1, position / levels + 1)]
                return (1 - share) * sorted[position / levels] + share * next
            }
            return borders.filter { value >= $0 }.count
        case .sigma(let share):
            if value > mean * (1 + share) { return 3 }
            if value > mean { return 2 }
            return value > mean * (1 - share) ? 1 : 0
        }
    }
    var counts = [0.0, 0, 0, 0]
    for end in 2..<x.count where nn.isAdjacentToPrevious[end] && nn.isAdjacentToPrevious[end - 1] {
        let word = (end - 2...end).map { symbol(x[$0]) }
        if Set(word).count == 1 {
            counts[0] += 1
        } else if word[0] == word[1] || word[1] == word[2] {
            counts[1] += 1
        } else if word == word.sorted() || word == word.sorted(by: >) {
            counts[2] += 1
        } else {
            counts[3] += 1
        }
    }
    let total = counts.reduce(0, +)
    return counts.map { $0 / total }
}
