import Foundation
import HRVFeatures
import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

@Suite struct SampleEntropyTests {
    /// A logarithm of a ratio of equal counts: rounding of the two logarithms only.
    private static let tolerance = 1e-12
    private static let series = [
        EntropySeries.heart(20, seed: 3), EntropySeries.heart(300, seed: 2),
        EntropySeries.heart(300, seed: 4, gaps: [1, 2, 50, 51, 53, 200, 299]),
        EntropySeries.heart(400, seed: 5, gaps: [150]),
    ]

    @Test(arguments: series.dropFirst(), [1, 2, 3]) func followTheDefinition(
        nn: NNSeries, m: Int
    ) throws {
        let reference = ReferenceEntropy(nn)
        let sample = SampleEntropy(nn, length: m)
        let counts = reference.matches(m)
        #expect(sample.matchCount == counts.shorter && sample.longerMatchCount == counts.longer)
        let value = try #require(sample.value)
        #expect(abs(value - reference.sampleEntropy(m)) < Self.tolerance)
        let approximate = try #require(ApproximateEntropy(nn, length: m).value)
        #expect(abs(approximate - reference.approximateEntropy(m)) < Self.tolerance)
    }

    @Test func twentyBeatsGiveAValueOrAReason() throws {
        for seed in 1...30 {
            let nn = EntropySeries.heart(20, seed: UInt64(seed))
            let sample = SampleEntropy(nn)
            let counts = ReferenceEntropy(nn).matches(2)
            #expect(sample.matchCount == counts.shorter && sample.longerMatchCount == counts.longer)
            #expect((sample.value == nil) == (counts.longer == 0))
            #expect(sample.missingReason == (counts.longer == 0 ? .zeroDenominator : nil))
            let approximate = try #require(ApproximateEntropy(nn).value)
            #expect(abs(approximate - ReferenceEntropy(nn).approximateEntropy(2)) < Self.tolerance)
        }
    }

    /// Two normal numbers lie within r = 0.2 of their deviation with probability erf(0.1); the
    /// entropy is minus its logarithm. Pairs share beats, so they do not give the deviation of
    /// the estimate; twenty pieces of the series do, over the root of 20.
    @Test func normalNoiseHasTheEntropyOfItsDistribution() throws {
        let expected = -log(erf(0.1))
        #expect(abs(expected - 2.185) < 5e-4)
        let (pieces, length) = (20, 50_000)
        let noise = EntropySeries.normal(pieces * length, seed: 1)
        let values = try (0..<pieces).map { piece in
            let part = noise.intervalsMs[(piece * length)..<((piece + 1) * length)]
            return try #require(SampleEntropy(NNSeries(intervalsMs: Array(part))).value)
        }
        let deviation =
            try #require(Statistics.standardDeviation(values)) / Double(pieces).squareRoot()
        #expect(deviation < 0.001)
        #expect(abs(try #require(SampleEntropy(noise).value) - expected) < 3 * deviation)
    }

    @Test func regularSeriesHaveNoEntropy() throws {
        let alternating = NNSeries(
            intervalsMs: (0..<60).map { $0.isMultiple(of: 2) ? 800 : 900 })
        #expect(SampleEntropy(alternating).value == 0)
        #expect(SampleEntropy(alternating).longerMatchCount == 2 * (29 * 28 / 2))
    }

    /// r is a share of a deviation that is 0: the formula's -ln 1 would be the entropy of any series
    /// at a tolerance of 0, not of this one.
    @Test(arguments: [800, 800.1]) func constantSeriesHaveNoTolerance(intervalMs: Double) {
        let constant = TestSeries.constant(count: 60, intervalMs: intervalMs)
        let sample = SampleEntropy(constant)
        #expect(sample.value == nil && sample.missingReason == .zeroDenominator)
        #expect(sample.toleranceMs == nil && sample.matchCount == 0)
        let approximate = ApproximateEntropy(constant)
        #expect(approximate.value == nil && approximate.missingReason == .zeroDenominator)
        let fuzzy = FuzzyEntropy(constant)
        #expect(fuzzy.value == nil && fuzzy.missingReason == .zeroDenominator)
    }

    /// A ramp of steps of 1 has deviation sqrt(N (N + 1) / 12), r 0.2 of it; templates k steps away match
    /// while k <= r, over any length.
    @Test func everyMatchOfARampExtends() throws {
        let count = 200
        let ramp = SampleEntropy(NNSeries(intervalsMs: (0..<count).map { 700 + Double($0) }))
        let r = 0.2 * (Double(count * (count + 1)) / 12).squareRoot()
        let pairs = (1...Int(r)).reduce(0) { $0 + count - 2 - $1 }
        #expect(ramp.value == 0 && ramp.matchCount == pairs && ramp.longerMatchCount == pairs)
        #expect(relativeError(try #require(ramp.toleranceMs), r) < 1e-14)
    }

    @Test func coinTossesHaveTheEntropyOfACoin() throws {
        var generator = SplitMix64(seed: 8)
        let nn = NNSeries(
            intervalsMs: (0..<4000).map { _ in Bool.random(using: &generator) ? 800 : 900 })
        // p = A / B is 1/2; 4,000 beats leave a deviation near 0.01.
        #expect(abs(try #require(SampleEntropy(nn).value) - log(2)) < 0.03)
    }

    @Test func shortSeriesSayWhatTheyLack() {
        for count in 0...3 {
            let nn = NNSeries(intervalsMs: (0..<count).map { 800 + Double($0) })
            let missing = MissingReason.tooFew(needed: 4, found: Double(count), .beats)
            #expect(SampleEntropy(nn).value == nil && SampleEntropy(nn).missingReason == missing)
        }
        let two = NNSeries(intervalsMs: [800, 810])
        #expect(ApproximateEntropy(two).value == nil)
        #expect(ApproximateEntropy(two).missingReason == .tooFew(needed: 3, found: 2, .beats))
        // Every interval alone between gaps: enough of them, but no template.
        let alone = EntropySeries.heart(50, seed: 1, gaps: Set(0..<50))
        #expect(SampleEntropy(alone).missingReason == .zeroDenominator)
        #expect(ApproximateEntropy(alone).value == nil)
    }

    @Test func shiftAndScaleDoNotMatter() throws {
        let nn = EntropySeries.heart(500, seed: 6)
        // Doubling and a whole number are exact, and so are all distances.
        let other = NNSeries(intervalsMs: nn.intervalsMs.map { 2 * $0 + 64 })
        #expect(SampleEntropy(nn).value == SampleEntropy(other).value)
        let backwards = NNSeries(intervalsMs: nn.intervalsMs.reversed())
        #expect(SampleEntropy(backwards).longerMatchCount == SampleEntropy(nn).longerMatchCount)
    }

    /// Output of PhysioNet's sampen.c (its m 0 is our length 0, which we do not have), run there
    /// with -r 0.2 and -r 2 without normalisation. It matches below r, not at r, so r is taken one
    /// ulp lower; six decimals.
    @Test(
        .needsDatasets,
        arguments: [("sampen_expected_m5_r02.txt", 0.2), ("sampen_expected_m5_r2.txt", 2)])
    func physioNetsProgramIsReproduced(file: String, r: Double) throws {
        let text = try Datasets.text("rr-reference/sampen_test.10000.txt")
        let series = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        #expect(series.count == 10_000)
        let expected = try Datasets.text("rr-reference/" + file).split(separator: "\n")
            .compactMap { $0.split(separator: "=").last }
            .compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
        #expect(expected.count == 6)
        let nn = NNSeries(intervalsMs: series)
        let sdnn = try #require(TimeDomain(nn).sdnnMs)
        var workspace = TemplateWorkspace()
        for m in 1...5 {
            let value = try #require(
                SampleEntropy(
                    nn, length: m, relativeTolerance: r / sdnn * (1 - 1e-12), using: &workspace
                ).value)
            #expect(abs(value - expected[m]) < 6e-7, "m \(m)")
        }
    }
}
