import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct CorrelationDimensionTests {
    private static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in 850 + 30 * generator.gaussian() }
    }

    private static func slowDimension(_ segments: [[Double]], dimension m: Int) -> Double {
        let vectors = segments.flatMap { segment in
            (0..<max(0, segment.count - m + 1)).map { Array(segment[$0..<($0 + m)]) }
        }
        var squares: [Double] = []
        for j in vectors.indices {
            for k in vectors.indices where j < k {
                squares.append(
                    zip(vectors[j], vectors[k]).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) })
            }
        }
        squares.sort()
        var radii: [Double] = []
        var shares: [Double] = []
        for step in -160...320 {
            let doubling = (Double(step) / 8).rounded(.down)
            let square = pow(2, doubling) * (1 + Double(step) / 8 - doubling)
            let share = Double(squares.prefix { $0 < square }.count) / Double(squares.count)
            guard (0.001...0.1).contains(share) else { continue }
            radii.append(log(square) / 2)
            shares.append(log(share))
        }
        return SlowFluctuation.slope(radii, shares)
    }

    @Test(arguments: [[[150]], [[70], [8], [60], [25]]], [10, 2])
    func slopesFollowTheDefinition(lengths: [[Int]], dimension: Int) throws {
        let segments = lengths.flatMap { $0 }.map { Self.noise($0, seed: UInt64($0)) }
        let values = segments.flatMap { $0 }
        let nn = NNSeries(
            intervalsMs: values, endTimesSeconds: values.indices.map(Double.init),
            isAdjacentToPrevious: segments.flatMap { $0.indices.map { $0 > 0 } },
            startSeconds: 0, endSeconds: Double(values.count))
        let found = try #require(CorrelationDimension(nn, dimension: dimension).d2)
        #expect(abs(found - Self.slowDimension(segments, dimension: dimension)) < 1e-9)
    }

    /// A wave that never repeats runs round one closed line, a sum of two round a torus. Both are
    /// bent, so that wide radii, measured along the chord, hold more of them: the slopes lie above.
    @Test func wavesHaveAsManyDimensionsAsFrequencies() throws {
        let one = (0..<1500).map { 850 + 40 * sin(2.0.squareRoot() * Double($0)) }
        let two = (0..<1500).map { one[$0] + 40 * sin(0.5 * Double($0)) }
        let found = try [one, two].map {
            try #require(CorrelationDimension(NNSeries(intervalsMs: $0)).d2)
        }
        #expect(found[0] > 1 && found[0] < 1.05, "\(found)")
        #expect(found[1] > 2 && found[1] < 2.25, "\(found)")
    }

    @Test func noiseFillsItsSpace() throws {
        let nn = NNSeries(intervalsMs: Self.noise(1500, seed: 2))
        #expect(abs(try #require(CorrelationDimension(nn, dimension: 2).d2) - 2) < 0.1)
    }

    @Test func thereIsNoSlopeWithoutVariationOrData() {
        let alternating: [Double] = (0..<100).map { $0.isMultiple(of: 2) ? 800 : 900 }
        for values in [
            [], Self.noise(10, seed: 1), [Double](repeating: 800, count: 100), alternating,
        ] {
            #expect(CorrelationDimension(NNSeries(intervalsMs: values)).d2 == nil)
        }
    }
}
