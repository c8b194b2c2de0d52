import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct DetrendedFluctuationTests {
    private static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in generator.gaussian() }
    }

    private static func running(_ values: [Double]) -> [Double] {
        var sum = 0.0
        return values.map { value in
            sum += value
            return sum
        }
    }

    /// Each segment follows the one before it after a gap.
    private static func series(_ segments: [[Double]]) -> NNSeries {
        let values = segments.flatMap { $0 }
        return NNSeries(
            intervalsMs: values, endTimesSeconds: running(values.map { abs($0) / 1000 + 1 }),
            isAdjacentToPrevious: segments.flatMap { $0.indices.map { $0 > 0 } },
            startSeconds: 0, endSeconds: 1e9)
    }

    private static func exponent(_ sizes: ClosedRange<Int>, _ meanSquare: (Int) -> Double) -> Double
    {
        SlowFluctuation.slope(
            sizes.map { log(Double($0)) }, sizes.map { log(meanSquare($0)) / 2 })
    }

    @Test func exponentsFollowTheDefinition() throws {
        let values = zip(Self.noise(500, seed: 1), Self.running(Self.noise(500, seed: 2)))
            .map { 850 + 20 * $0 + 5 * $1 }
        let found = DetrendedFluctuation(NNSeries(intervalsMs: values))
        let expected1 = Self.exponent(4...16) { SlowFluctuation.meanSquare([values], size: $0) }
        let expected2 = Self.exponent(16...64) { SlowFluctuation.meanSquare([values], size: $0) }
        #expect(abs(try #require(found.alpha1) - expected1) < 1e-10)
        #expect(abs(try #require(found.alpha2) - expected2) < 1e-10)
        #expect(found.curve.points.map(\.boxSize) == Array(4...64))
        for range in [4...11, 4...12] {
            let other = DetrendedFluctuation(NNSeries(intervalsMs: values), shortBoxes: range)
            let expected = Self.exponent(range) { SlowFluctuation.meanSquare([values], size: $0) }
            #expect(abs(try #require(other.alpha1) - expected) < 1e-10)
        }
    }

    @Test func noBoxCrossesAGap() throws {
        let segments = [40, 3, 90, 15, 200].map { count in
            Self.noise(count, seed: UInt64(count)).map { 800 + 40 * $0 }
        }
        let found = DetrendedFluctuation(Self.series(segments))
        for point in found.curve.points {
            let expected = SlowFluctuation.meanSquare(segments, size: point.boxSize).squareRoot()
            #expect(abs(try #require(point.fluctuationMs) - expected) < 1e-10)
            #expect(point.boxCount == segments.reduce(0) { $0 + $1.count / point.boxSize })
        }
        let expected = Self.exponent(4...16) { SlowFluctuation.meanSquare(segments, size: $0) }
        #expect(abs(try #require(found.alpha1) - expected) < 1e-10)
    }

    /// The running sum of a ramp is a parabola: F^2 = a^2 (s^2 - 1) (s^2 - 4) / 720.
    @Test func rampsLeaveAParabola() throws {
        let found = DetrendedFluctuation(
            NNSeries(intervalsMs: (0..<300).map { 700 + 3 * Double($0) }))
        for point in found.curve.points {
            let s = Double(point.boxSize)
            let expected = (9 * (s * s - 1) * (s * s - 4) / 720).squareRoot()
            #expect(relativeError(try #require(point.fluctuationMs), expected) < 1e-12)
        }
    }

    /// The running sum of c, c + a, c, c + a ... is a line and a zigzag of +-a/4 about it.
    @Test func alternatingSeriesLeaveAZigzag() throws {
        let values: [Double] = (0..<200).map { $0.isMultiple(of: 2) ? 800 : 840 }
        let found = DetrendedFluctuation(NNSeries(intervalsMs: values))
        func meanSquare(_ size: Int) -> Double {
            let s = Double(size)
            return 100
                * (size.isMultiple(of: 2) ? (s * s - 4) / (s * s - 1) : (s * s - 1) / (s * s))
        }
        for point in found.curve.points {
            let expected = meanSquare(point.boxSize).squareRoot()
            #expect(relativeError(try #require(point.fluctuationMs), expected) < 1e-13)
        }
        let alpha1 = try #require(found.alpha1)
        #expect(abs(alpha1 - Self.exponent(4...16, meanSquare)) < 1e-12)
        #expect(abs(alpha1 - 0.0515) < 0.0001)
    }

    @Test func constantSeriesHaveNoExponent() {
        let found = DetrendedFluctuation(
            NNSeries(intervalsMs: [Double](repeating: 801.7, count: 200)))
        #expect(found.curve.points.allSatisfy { $0.fluctuationMs == 0 })
        #expect(found.alpha1 == nil && found.alpha2 == nil)
    }

    @Test func exponentsNeedABoxOfEverySize() {
        func alpha(_ segments: [Int]) -> DetrendedFluctuation {
            DetrendedFluctuation(
                Self.series(segments.map { Self.noise($0, seed: 4).map { 800 + $0 } }))
        }
        #expect(alpha([]).alpha1 == nil && alpha([]).curve.points[0].fluctuationMs == nil)
        #expect(alpha([15]).alpha1 == nil)
        #expect(alpha([16]).alpha1 != nil)
        #expect(alpha([20]).alpha1 != nil && alpha([20]).alpha2 == nil)
        #expect(alpha([15, 15, 15]).alpha1 == nil)
        #expect(alpha([63, 63]).alpha2 == nil && alpha([64]).alpha2 != nil)
    }

    @Test func valuesThatAreNotFiniteHaveNoExponent() {
        for wrong in [Double.nan, .infinity, 1e300] {
            var values = Self.noise(100, seed: 5).map { 800 + $0 }
            values[50] = wrong
            let found = DetrendedFluctuation(Self.series([values]))
            #expect(found.alpha1 == nil && found.alpha2 == nil)
        }
    }

    @Test func twoSizesMakeASlopeAndOneDoesNot() throws {
        let nn = NNSeries(intervalsMs: Self.noise(100, seed: 6).map { 800 + 9 * $0 })
        let curve = FluctuationCurve(nn, boxSizes: [16, 4, 8])
        let f = curve.points.compactMap(\.fluctuationMs)
        #expect(curve.exponent(5...8) == nil && curve.exponent(20...30) == nil)
        #expect(relativeError(try #require(curve.exponent(4...8)), log2(f[2] / f[1])) < 1e-12)
    }

    /// The limit of alpha1: the mean of F(s)^2 is 1/s times the sum, over the noise values, of the
    /// residual that one of them leaves alone; a step for the running sum.
    @Test(.slow, arguments: [(false, 0.5830), (true, 1.5020)])
    func noiseHasItsExponent(isSummed: Bool, published: Double) throws {
        let limit = Self.exponent(4...16) { size in
            (0..<size).reduce(0) { total, index in
                let impulse = (0..<size).map { $0 == index || (isSummed && $0 > index) ? 1.0 : 0 }
                return total + SlowFluctuation.residual(impulse) / Double(size)
            }
        }
        #expect(abs(limit - published) < 1e-4)
        let noise = Self.noise(1_000_000, seed: 9)
        let values = isSummed ? Self.running(noise) : noise
        let alpha = try #require(DetrendedFluctuation(Self.series([values])).alpha1)
        // Standard error from a hundred pieces.
        let pieces = (0..<100).compactMap { piece in
            let part = Array(values[(piece * 10_000)..<((piece + 1) * 10_000)])
            return DetrendedFluctuation(Self.series([part])).alpha1
        }
        let mean = pieces.reduce(0, +) / 100
        let variance = pieces.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 99
        let standardError = (variance / 100).squareRoot()
        #expect(standardError < 0.002)
        #expect(abs(alpha - limit) < 3 * standardError, "\(alpha), limit \(limit)")
    }

    /// Output of PhysioNet's `dfa`: log10 s and log10 F(s), six significant digits.
    @Test(.needsDatasets) func agreesWithPhysioNet() throws {
        let values = try Datasets.text("rr-reference/dfa_rr-intervals.txt")
            .split(whereSeparator: \.isWhitespace).map { try #require(Double($0)) }
        let rows = try Datasets.text("rr-reference/dfa_expected.txt")
            .split(whereSeparator: \.isWhitespace).map { try #require(Double($0)) }
        let sizes = stride(from: 0, to: rows.count, by: 2).map { Int(pow(10, rows[$0]).rounded()) }
        #expect(sizes.count > 50)
        let curve = FluctuationCurve(NNSeries(intervalsMs: values), boxSizes: sizes)
        for (index, point) in curve.points.enumerated() {
            let found = log10(try #require(point.fluctuationMs))
            // Half a unit of the last digit, and the rounding of the program's own sums.
            #expect(abs(found - rows[2 * index + 1]) < 0.6e-5, "size \(point.boxSize)")
        }
    }
}
