import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct LempelZivComplexityTests {
    /// Words by looking for each in all that came before its last symbol.
    private static func slowWordCount(_ symbols: [Bool]) -> Int {
        var words = 0
        var begin = 0
        while begin < symbols.count {
            var end = begin + 1
            while end <= symbols.count {
                let word = symbols[begin..<end]
                let known = (0..<begin).contains { start in
                    symbols[start..<(start + word.count)].elementsEqual(word)
                }
                if !known { break }
                end += 1
            }
            words += 1
            begin = end
        }
        return words
    }

    private static func symbols(_ text: String) -> [Bool] { text.map { $0 == "1" } }

    @Test func allShortRowsFollowTheDefinition() {
        for count in 0...11 {
            for number in 0..<(1 << count) {
                let row = (0..<count).map { number >> $0 & 1 == 1 }
                #expect(LempelZivComplexity.wordCount(row) == Self.slowWordCount(row), "\(row)")
            }
        }
    }

    @Test(arguments: TestEffort.pick([0.8], all: [0.5, 0.8, 0.99]))
    func longRowsFollowTheDefinition(share: Double) {
        for seed in 0..<8 {
            var generator = SplitMix64(seed: UInt64(seed))
            var row: [Bool] = []
            while row.count < 900 {
                // Copies of earlier segments make long words, and states that are divided.
                if row.count > 50, Bool.random(using: &generator) {
                    let start = Int.random(in: 0..<(row.count - 40), using: &generator)
                    row += Array(row[start..<(start + 40)])
                } else {
                    row += (0..<20).map { _ in generator.uniform(in: 0...1) < share }
                }
            }
            #expect(LempelZivComplexity.wordCount(row) == Self.slowWordCount(row), "seed \(seed)")
        }
    }

    /// The example of Lempel and Ziv 1976: 0, 001, 10, 100, 1000, 101.
    @Test func theExampleOfThePaperHasSixWords() {
        #expect(LempelZivComplexity.wordCount(Self.symbols("0001101001000101")) == 6)
        #expect(LempelZivComplexity.wordCount(Self.symbols("010101")) == 3)
    }

    @Test func intervalsAreSplitAtTheirMedian() throws {
        // Median 805; equal to it is 0: 0 0 1 0 1, words 0, 01, 01.
        let found = LempelZivComplexity(NNSeries(intervalsMs: [800, 805, 820, 790, 830]))
        #expect(found.wordCount == 3 && found.symbolCount == 5)
        #expect(relativeError(try #require(found.normalised), 3 * log2(5) / 5) < 1e-14)
    }

    @Test func constantSeriesAreTwoWords() {
        let found = LempelZivComplexity(
            NNSeries(intervalsMs: [Double](repeating: 800, count: 1000)))
        #expect(found.wordCount == 2)
    }

    @Test func fairCoinsHaveComplexityNearOne() throws {
        var generator = SplitMix64(seed: 12)
        let nn = NNSeries(intervalsMs: (0..<20_000).map { _ in generator.uniform(in: 700...900) })
        let found = try #require(LempelZivComplexity(nn).normalised)
        #expect(abs(found - 1) < 0.06)
    }

    @Test func aGapEndsTheRow() {
        let values: [Double] = [1, 2, 3, 9, 8, 7, 1, 9, 1, 9]
        let nn = NNSeries(
            intervalsMs: values, endTimesSeconds: values.indices.map(Double.init),
            isAdjacentToPrevious: values.indices.map { $0 != 0 && $0 != 3 },
            startSeconds: 0, endSeconds: 10)
        let alone = LempelZivComplexity(NNSeries(intervalsMs: Array(values[3...])))
        #expect(LempelZivComplexity(nn) == alone && alone.symbolCount == 7)
    }

    /// neurokit2 0.2.13 with numpy 2.4.6: `complexity_lempelziv(x, symbolize='median')` for
    /// `j = numpy.arange(1200); x = 800 + ((7*j*j + 3*j) % 1009) / 8`.
    @Test func agreesWithNeuroKit() throws {
        let values = (0..<1200).map { (j: Int) -> Double in
            let number: Int = (7 * j * j + 3 * j) % 1009
            return 800 + Double(number) / 8
        }
        let found = LempelZivComplexity(NNSeries(intervalsMs: values))
        #expect(found.wordCount == 68)
        #expect(relativeError(try #require(found.normalised), 0.5796330591280999) < 1e-14)
    }

    @Test func tooFewIntervalsHaveNoComplexity() {
        #expect(LempelZivComplexity(NNSeries(intervalsMs: [])).normalised == nil)
        #expect(LempelZivComplexity(NNSeries(intervalsMs: [800])).normalised == nil)
    }
}
