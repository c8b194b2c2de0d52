import Foundation
import HRVFeatures
import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

@Suite struct MultiscaleEntropyTests {
    private static let tolerance = 1e-12
    private static let series = [
        EntropySeries.heart(300, seed: 2),
        EntropySeries.heart(300, seed: 4, gaps: [1, 50, 51, 60, 200]),
    ]

    @Test(arguments: series) func valuesFollowTheDefinition(nn: NNSeries) {
        let reference = ReferenceEntropy(nn)
        let plain = MultiscaleEntropy(nn, method: .multiscale, scales: 1...9)
        let composite = MultiscaleEntropy(nn, method: .composite, scales: 1...9)
        let refined = MultiscaleEntropy(nn, method: .refinedComposite, scales: 1...9)
        for (index, scale) in (1...9).enumerated() {
            let counts = (0..<scale).map { reference.coarse(scale, $0).matches(2) }
            let values = counts.map { log(Double($0.shorter) / Double($0.longer)) }
            let shorter = counts.reduce(0) { $0 + $1.shorter }
            let longer = counts.reduce(0) { $0 + $1.longer }
            expect(plain.values[index], values[0], "plain, \(scale)")
            expect(composite.values[index], values.reduce(0, +) / Double(scale), "mean, \(scale)")
            expect(
                refined.values[index], log(Double(shorter) / Double(longer)), "refined, \(scale)")
        }
    }

    /// Equal, or nil where the definition has no finite value.
    private func expect(_ value: Double?, _ expected: Double, _ what: Comment) {
        if let value {
            #expect(abs(value - expected) < Self.tolerance, what)
        } else {
            #expect(!expected.isFinite, what)
        }
    }

    @Test(arguments: MultiscaleEntropy.Method.allCases)
    func scaleOneIsSampleEntropy(method: MultiscaleEntropy.Method) throws {
        let nn = EntropySeries.heart(1500, seed: 9, gaps: [700])
        let value = try #require(MultiscaleEntropy(nn, method: method, scales: 1...1).mean)
        #expect(value == SampleEntropy(nn).value)
    }

    /// One count serves all forms, and memory that has served other series changes nothing.
    @Test(arguments: series) func sharedCountsGiveTheSameValues(nn: NNSeries) {
        var workspace = TemplateWorkspace()
        _ = MultiscaleCounts(EntropySeries.heart(1200, seed: 3), using: &workspace)
        let counts = MultiscaleCounts(nn, scales: 2...7, using: &workspace)
        for method in MultiscaleEntropy.Method.allCases {
            let alone = MultiscaleEntropy(nn, method: method, scales: 2...7)
            #expect(MultiscaleEntropy(counts, method: method) == alone)
        }
        #expect(counts.pairs.map(\.count) == Array(2...7))
    }

    /// Means of s normal numbers deviate 1/sqrt(s) as much, r does not: minus the logarithm of
    /// erf(sqrt(s) 0.1), lower from scale to scale (Costa 2005).
    @Test func normalNoiseLosesEntropyFromScaleToScale() throws {
        let runs = (0..<8).map {
            MultiscaleEntropy(
                EntropySeries.normal(4000, seed: 100 + UInt64($0)), method: .refinedComposite)
        }
        for (index, scale) in MultiscaleEntropy.defaultScales.enumerated() {
            let values = try runs.map { try #require($0.values[index]) }
            let mean = try #require(Statistics.mean(values))
            let deviation = try #require(Statistics.standardDeviation(values))
            let expected = -log(erf(0.1 * Double(scale).squareRoot()))
            #expect(deviation < 0.1)
            #expect(abs(mean - expected) < 4 * deviation / 8.0.squareRoot(), "scale \(scale)")
        }
    }

    @Test func refinedCountsGiveValuesWhereOneSeriesCannot() throws {
        let nn = EntropySeries.heart(120, seed: 21)
        let plain = MultiscaleEntropy(nn, method: .multiscale)
        let composite = MultiscaleEntropy(nn, method: .composite)
        let refined = MultiscaleEntropy(nn, method: .refinedComposite)
        for (index, value) in composite.values.enumerated() where value != nil {
            #expect(plain.values[index] != nil && refined.values[index] != nil)
        }
        #expect(refined.values.count { $0 != nil } > composite.values.count { $0 != nil })
        for value in plain.values + composite.values + refined.values {
            #expect(value?.isFinite ?? true)
        }
    }

    /// The lines through the values that are there, at their own scales.
    @Test func theMeanIsThatOfTheLines() throws {
        let nn = EntropySeries.heart(90, seed: 2)
        let entropy = MultiscaleEntropy(nn, method: .multiscale)
        let present = zip(entropy.scales, entropy.values).compactMap { scale, value in
            value.map { (scale, $0) }
        }
        let (first, last) = (try #require(present.first), try #require(present.last))
        #expect(present.count > 2 && present.count < 20)
        // By steps of 1/840, a whole number of which every gap of 1 to 8 scales has.
        let steps = (last.0 - first.0) * 840
        var sum = 0.0
        for step in 0..<steps {
            let position = Double(first.0) + (Double(step) + 0.5) / 840
            let right = try #require(present.firstIndex { Double($0.0) > position })
            let (a, b) = (present[right - 1], present[right])
            sum += a.1 + (b.1 - a.1) * (position - Double(a.0)) / Double(b.0 - a.0)
        }
        #expect(abs(try #require(entropy.mean) - sum / Double(steps)) < 1e-10)
    }

    @Test(arguments: MultiscaleEntropy.Method.allCases)
    func constantAndShortSeriesHaveNoValue(method: MultiscaleEntropy.Method) {
        let constant = NNSeries(intervalsMs: [Double](repeating: 800, count: 200))
        let entropy = MultiscaleEntropy(constant, method: method)
        #expect(entropy.values == [Double?](repeating: nil, count: 20) && entropy.mean == nil)
        for count in 0...3 {
            let short = MultiscaleEntropy(
                NNSeries(intervalsMs: [Double](repeating: 800, count: count)), method: method)
            #expect(short.values == [Double?](repeating: nil, count: 20) && short.mean == nil)
        }
    }
}
