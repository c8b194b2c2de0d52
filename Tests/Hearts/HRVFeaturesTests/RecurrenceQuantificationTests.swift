import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct RecurrenceQuantificationTests {
    private static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { 850 + 30 * sin(0.3 * Double($0)) + 20 * generator.gaussian() }
    }

    private static func series(_ segments: [[Double]]) -> NNSeries {
        let values = segments.flatMap { $0 }
        return NNSeries(
            intervalsMs: values, endTimesSeconds: values.indices.map(Double.init),
            isAdjacentToPrevious: segments.flatMap { $0.indices.map { $0 > 0 } },
            startSeconds: 0, endSeconds: Double(values.count))
    }

    /// The whole matrix, and lines searched from their first pair on.
    private struct Matrix {
        var recurrences = 0
        var vectorCount = 0
        var lines: [Int] = []

        init(_ segments: [[Double]], dimension m: Int) {
            let all = segments.flatMap { $0 }
            let mean = all.reduce(0, +) / Double(all.count)
            let variance =
                all.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(all.count - 1)
            // Vectors by segment and index, so that "the next" never crosses a gap.
            var vectors: [[Double]?] = []
            for segment in segments {
                for index in 0..<max(0, segment.count - m + 1) {
                    vectors.append(Array(segment[index..<(index + m)]))
                }
                vectors.append(nil)
            }
            vectorCount = vectors.count { $0 != nil }
            func recur(_ j: Int, _ k: Int) -> Bool {
                guard vectors.indices.contains(j), vectors.indices.contains(k), let u = vectors[j],
                    let v = vectors[k]
                else {
                    return false
                }
                let distance = zip(u, v).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
                return distance.squareRoot() <= Double(m).squareRoot() * variance.squareRoot()
            }
            for j in vectors.indices {
                for k in vectors.indices where recur(j, k) {
                    recurrences += 1
                    if k <= j || recur(j - 1, k - 1) { continue }
                    var length = 1
                    while j + length < vectors.count, recur(j + length, k + length) { length += 1 }
                    if length >= 2 { lines.append(length) }
                }
            }
        }
    }

    @Test(arguments: [[[120]], [[60], [5], [40], [30]]], [10, 3])
    func measuresAreThoseOfTheWholeMatrix(lengths: [[Int]], dimension: Int) throws {
        let segments = lengths.flatMap { $0 }.map { Self.noise($0, seed: UInt64($0)) }
        let found = RecurrenceQuantification(Self.series(segments), dimension: dimension)
        let matrix = Matrix(segments, dimension: dimension)
        let vectors = matrix.vectorCount
        let pairs = Double(matrix.recurrences - vectors) / 2
        let onLines = Double(matrix.lines.reduce(0, +))
        #expect(matrix.lines.count > 10)
        let rate = 100 * Double(matrix.recurrences) / Double(vectors * vectors)
        #expect(relativeError(try #require(found.recurrencePercent), rate) < 1e-13)
        #expect(
            relativeError(try #require(found.determinismPercent), 100 * onLines / pairs) < 1e-13)
        let mean = onLines / Double(matrix.lines.count)
        #expect(relativeError(try #require(found.meanLineLengthBeats), mean) < 1e-13)
        #expect(found.maxLineLengthBeats == matrix.lines.max())
        let shares = Dictionary(grouping: matrix.lines) { $0 }.values
            .map { Double($0.count) / Double(matrix.lines.count) }
        let entropy = -shares.reduce(0) { $0 + $1 * log($1) }
        #expect(abs(try #require(found.lineEntropy) - entropy) < 1e-12)
    }

    /// The distance of the two vectors of an alternating series is 100 sqrt(m), about twice r; so every second
    /// diagonal is one line.
    @Test func alternatingSeriesRecurOnEverySecondDiagonal() {
        let nn = NNSeries(intervalsMs: (0..<29).map { $0.isMultiple(of: 2) ? 800 : 900 })
        let found = RecurrenceQuantification(nn)
        // 20 vectors: lags 2, 4 ... 18 have 18, 16 ... 2 pairs, 90 in all.
        #expect(found.recurrencePercent == 50)
        #expect(found.determinismPercent == 100)
        #expect(found.meanLineLengthBeats == 10 && found.maxLineLengthBeats == 18)
        #expect(abs((found.lineEntropy ?? 0) - log(9)) < 1e-14)
    }

    @Test func thereIsNothingToMeasureWithoutVariationOrData() {
        let constant = RecurrenceQuantification(
            NNSeries(intervalsMs: [Double](repeating: 800, count: 60)))
        let short = RecurrenceQuantification(NNSeries(intervalsMs: Self.noise(10, seed: 1)))
        let broken = RecurrenceQuantification(
            Self.series([Self.noise(9, seed: 1), Self.noise(9, seed: 2)]))
        let empty = RecurrenceQuantification(NNSeries(intervalsMs: []))
        for found in [constant, short, broken, empty] {
            #expect(found.recurrencePercent == nil && found.determinismPercent == nil)
            #expect(found.meanLineLengthBeats == nil && found.maxLineLengthBeats == nil)
            #expect(found.lineEntropy == nil)
        }
    }
}
