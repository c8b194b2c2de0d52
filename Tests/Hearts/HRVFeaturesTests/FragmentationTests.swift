import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct FragmentationTests {
    @Test(arguments: TestSeries.kinds)
    func everyIndexAgreesWithItsDefinition(kind: String) {
        for (seed, count) in [(1, 20), (2, 300), (3, 2000)] {
            let nn = TestSeries.ofKind(kind, seed: UInt64(seed), count: count)
            let expected = ReferenceFragmentation(nn)
            let metrics = Fragmentation(nn)
            #expect(TestSeries.agree(metrics.pip, expected.pip), "\(kind) \(count)")
            #expect(TestSeries.agree(metrics.ials, expected.ials), "\(kind) \(count)")
            #expect(TestSeries.agree(metrics.pss, expected.pss), "\(kind) \(count)")
            #expect(TestSeries.agree(metrics.pas, expected.pas), "\(kind) \(count)")
        }
    }

    /// Turning points of n independent numbers: mean 2 (n - 2) / 3, variance (16 n - 29) / 90
    /// (Kendall). Runs: 2 n (k^2 + 3 k + 1) / (k + 3)! of length k, so 10/24 + 22/60 = 47/60 of the
    /// differences lie in runs of 1 and 2. PAS: the same way, the probabilities of all orders of
    /// m + 5 numbers whose differences alternate between two equal signs, times 2 m, summed over m =
    /// 4, 5 ... in fractions. The spread of the last two is taken from 100 parts of the series.
    @Test(.slow) func whiteNoiseHasTheKnownFragmentation() throws {
        let count = 1_000_000
        let nn = TestSeries.white(seed: 1, count: count)
        let metrics = Fragmentation(nn)
        let deviation = (16.0 / 90 / Double(count)).squareRoot()
        #expect(abs(try #require(metrics.pip) - 2.0 / 3) < 3 * deviation)
        #expect(abs(try #require(metrics.ials) - 2.0 / 3) < 3 * deviation)
        let parts = (0..<100).map { part in
            Fragmentation(
                NNSeries(intervalsMs: Array(nn.intervalsMs[part * 10_000..<(part + 1) * 10_000])))
        }
        func error(_ values: [Double]) -> Double {
            let mean = values.reduce(0, +) / 100
            return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 99 / 100).squareRoot()
        }
        let pss = error(parts.compactMap(\.pss))
        let pas = error(parts.compactMap(\.pas))
        #expect(pss < 0.001 && pas < 0.0015)
        #expect(abs(try #require(metrics.pss) - 47.0 / 60) < 3 * pss)
        #expect(abs(try #require(metrics.pas) - 0.225_644_841_244_641) < 3 * pas)
    }

    @Test func anAlternatingSeriesIsAllFragments() {
        let metrics = Fragmentation(TestSeries.alternating(count: 20))
        #expect(metrics.pip == 18.0 / 20)
        #expect(metrics.ials == 1 && metrics.pss == 1 && metrics.pas == 1)
    }

    @Test func threeAlternationsAreTooFew() {
        // Runs of 1, 1, 1 and 2; then of 1, 1, 1, 1 and 2.
        let three = Fragmentation(NNSeries(intervalsMs: [800, 810, 800, 810, 800, 790]))
        #expect(three.pas == 0 && three.pss == 1 && three.ials == 4.0 / 5)
        let four = Fragmentation(NNSeries(intervalsMs: [800, 810, 800, 810, 800, 810, 820]))
        #expect(four.pas == 4.0 / 6 && four.pip == 4.0 / 7)
    }

    @Test func rampsAndConstantsAreOneRun() {
        for nn in [TestSeries.ramp(count: 20, stepMs: 3), TestSeries.constant(count: 20)] {
            let metrics = Fragmentation(nn)
            #expect(metrics.pip == 0 && metrics.ials == 1.0 / 19)
            #expect(metrics.pss == 0 && metrics.pas == 0)
        }
    }

    @Test func levelRunsBreakAlternations() {
        // Differences + - + - 0 + - + -: two alternations of four, and a level run of one.
        let broken = NNSeries(intervalsMs: [800, 810, 800, 810, 800, 800, 810, 800, 810, 800])
        #expect(Fragmentation(broken).pas == 8.0 / 9)
        #expect(Fragmentation(broken).pip == 8.0 / 10)
        // + - 0 + -: no alternation of four.
        let short = NNSeries(intervalsMs: [800, 810, 800, 800, 810, 800])
        #expect(Fragmentation(short).pas == 0)
        #expect(Fragmentation(short).ials == 1)
    }

    @Test func nothingCrossesAGap() {
        // A run of four with a gap in it is two of two; an alternation of four two of two.
        let rising = TestSeries.joined([[800, 810, 820], [830, 840, 850]])
        #expect(Fragmentation(rising).pss == 1 && Fragmentation(rising).pip == 0)
        #expect(Fragmentation(rising).ials == 2.0 / 4)
        let alternating = TestSeries.joined([[800, 810, 800], [800, 810, 800]])
        #expect(Fragmentation(alternating).pas == 0)
    }

    @Test func tooFewBeatsHaveNoIndex() {
        for intervals in [[], [800.0]] {
            let metrics = Fragmentation(NNSeries(intervalsMs: intervals))
            #expect(metrics.pip == nil && metrics.ials == nil)
            #expect(metrics.pss == nil && metrics.pas == nil)
        }
        let pair = Fragmentation(NNSeries(intervalsMs: [800, 810]))
        #expect(pair.pip == nil && pair.ials == 1 && pair.pss == 1 && pair.pas == 0)
        #expect(Fragmentation(TestSeries.joined([[800, 810], [800, 810]])).pip == nil)
    }

    /// NeuroKit2 0.2.13, `_hrv_nonlinear_fragmentation(x + 0.25 * (i % 2))` with x of
    /// ``TestSeries/formula``; no two neighbours are equal, as it leaves level runs out of IALS. Its
    /// PSS and PAS are shares of segments and not compared.
    @Test func inflectionsAgreeWithNeuroKit() {
        let intervals = TestSeries.formula.enumerated().map { $1 + ($0 % 2 == 1 ? 0.25 : 0) }
        let metrics = Fragmentation(NNSeries(intervalsMs: intervals))
        #expect(TestSeries.agree(metrics.pip, 0.755))
        #expect(TestSeries.agree(metrics.ials, 0.763819095477387))
    }
}

/// The metrics by their definitions, beat by beat: the lengths of the run and of the alternation in
/// which the beat lies.
private struct ReferenceFragmentation {
    var pip: Double?
    var ials: Double?
    var pss: Double?
    var pas: Double?

    init(_ nn: NNSeries) {
        let x = nn.intervalsMs
        let n = x.count
        // d[i] is missing where beat i has no neighbour before it.
        let d = (0..<n).map { nn.isAdjacentToPrevious[$0] ? x[$0] - x[$0 - 1] : nil }
        func isSameRun(_ i: Int, _ j: Int) -> Bool {
            guard let a = d[i], let b = d[j] else { return false }
            return a * b > 0 || (a == 0 && b == 0)
        }
        func runLength(_ i: Int) -> Int {
            var low = i
            var high = i
            while low > 0, isSameRun(low - 1, low) { low -= 1 }
            while high < n - 1, isSameRun(high, high + 1) { high += 1 }
            return high - low + 1
        }
        func isLoneChange(_ i: Int) -> Bool { d[i] != nil && d[i] != 0 && runLength(i) == 1 }
        func alternationLength(_ i: Int) -> Int {
            guard isLoneChange(i) else { return 0 }
            var low = i
            var high = i
            while low > 0, isLoneChange(low - 1) { low -= 1 }
            while high < n - 1, isLoneChange(high + 1) { high += 1 }
            return high - low + 1
        }
        let beats = (0..<n).filter { d[$0] != nil }
        let pairs = (1..<max(1, n)).filter { d[$0] != nil && d[$0 - 1] != nil }
        let inflections = pairs.filter { !isSameRun($0 - 1, $0) }
        if !pairs.isEmpty { pip = Double(inflections.count) / Double(n) }
        guard !beats.isEmpty else { return }
        let total = Double(beats.count)
        ials = beats.reduce(0) { $0 + 1 / Double(runLength($1)) } / total
        pss = Double(beats.filter { runLength($0) < 3 }.count) / total
        pas = Double(beats.filter { alternationLength($0) >= 4 }.count) / total
    }
}
