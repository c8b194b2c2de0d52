import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct FractalDimensionsTests {
    private static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in 850 + 40 * generator.gaussian() }
    }

    private static func withGaps(_ segments: [[Double]]) -> NNSeries {
        let values = segments.flatMap { $0 }
        return NNSeries(
            intervalsMs: values, endTimesSeconds: values.indices.map(Double.init),
            isAdjacentToPrevious: segments.flatMap { $0.indices.map { $0 > 0 } },
            startSeconds: 0, endSeconds: Double(values.count))
    }

    /// Higuchi 1988, with his indices from 1.
    private static func slowHiguchi(_ x: [Double], _ maxLag: Int) -> Double {
        let n = x.count
        let lengths = (1...maxLag).map { k in
            (1...k).reduce(0.0) { total, m in
                let steps = (n - m) / k
                let way = (1...steps).reduce(0.0) { sum, i in
                    sum + abs(x[m + i * k - 1] - x[m + (i - 1) * k - 1])
                }
                return total + way * Double(n - 1) / Double(steps * k) / Double(k)
            } / Double(k)
        }
        return SlowFluctuation.slope(
            (1...maxLag).map { -log(Double($0)) }, lengths.map { log($0) })
    }

    @Test func higuchiFollowsTheDefinition() throws {
        for (count, lag) in [
            (20, 10), (21, 10), (29, 10), (300, 10), (1001, 10), (300, 2), (90, 37),
        ] {
            let values = Self.noise(count, seed: UInt64(count))
            let nn = NNSeries(intervalsMs: values)
            let found = try #require(FractalDimensions(nn, maxLag: lag).higuchi)
            #expect(abs(found - Self.slowHiguchi(values, lag)) < 1e-10, "\(count), \(lag)")
        }
    }

    @Test func rampsAreLines() throws {
        let found = FractalDimensions(NNSeries(intervalsMs: (0..<100).map { 600 + 2 * Double($0) }))
        #expect(abs(try #require(found.higuchi) - 1) < 1e-13)
        #expect(abs(try #require(found.katz) - 1) < 1e-13)
    }

    @Test func noiseFillsThePlane() throws {
        let found = FractalDimensions(NNSeries(intervalsMs: Self.noise(20_000, seed: 3)))
        #expect(abs(try #require(found.higuchi) - 2) < 0.01)
    }

    @Test func noDifferenceCrossesAGap() throws {
        // Ramps of one slope: any difference across a gap would bend the line.
        let ramps = [[600.0, 20], [900, 7], [700, 41]].map { ramp in
            (0..<Int(ramp[1])).map { ramp[0] + 4 * Double($0) }
        }
        let found = FractalDimensions(Self.withGaps(ramps))
        #expect(abs(try #require(found.higuchi) - 1) < 1e-13)
        #expect(abs(try #require(found.katz) - 1) < 1e-13)
    }

    @Test func katzFollowsItsFormula() throws {
        // Steps 10, 20, 60, 10: L = 100, m = 4; the farthest value is 40 from the first.
        let found = FractalDimensions(NNSeries(intervalsMs: [800, 810, 830, 770, 760]))
        #expect(
            relativeError(try #require(found.katz), log(4) / (log(4) + log(40.0 / 100))) < 1e-14)
    }

    /// neurokit2 0.2.13 with numpy 2.4.6: `fractal_higuchi(x, k_max=10)` and `fractal_katz(x)` for
    /// `j = numpy.arange(1200); x = 800 + ((7*j*j + 3*j) % 1009) / 8`.
    @Test func agreesWithNeuroKit() throws {
        let values = (0..<1200).map { (j: Int) -> Double in
            let number: Int = (7 * j * j + 3 * j) % 1009
            return 800 + Double(number) / 8
        }
        let found = FractalDimensions(NNSeries(intervalsMs: values))
        #expect(relativeError(try #require(found.higuchi), 1.996803025095443) < 1e-12)
        #expect(relativeError(try #require(found.katz), 6.391526572732565) < 1e-12)
    }

    @Test func thereIsNoDimensionWithoutVariationOrData() {
        let constant = FractalDimensions(NNSeries(intervalsMs: [Double](repeating: 800, count: 60)))
        #expect(constant.higuchi == nil && constant.katz == nil)
        let alternating = FractalDimensions(
            NNSeries(intervalsMs: (0..<60).map { $0.isMultiple(of: 2) ? 800 : 900 }))
        #expect(alternating.higuchi == nil && alternating.katz == nil)
        let empty = FractalDimensions(NNSeries(intervalsMs: []))
        #expect(empty.higuchi == nil && empty.katz == nil)
        let short = FractalDimensions(NNSeries(intervalsMs: Self.noise(19, seed: 1)))
        #expect(short.higuchi == nil && short.katz != nil)
        #expect(FractalDimensions(NNSeries(intervalsMs: [800, 810])).katz == nil)
        // A mean step longer than the way from the first value to the farthest.
        #expect(FractalDimensions(NNSeries(intervalsMs: [800, 810, 790, 810, 790])).katz == nil)
    }
}
