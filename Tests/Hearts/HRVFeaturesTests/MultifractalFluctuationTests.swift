import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct MultifractalFluctuationTests {
    private static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in 850 + 40 * generator.gaussian() }
    }

    private static func slowExponent(
        _ segments: [[Double]], _ sizes: ClosedRange<Int>, _ order: Double
    ) -> Double {
        let fluctuations = sizes.map { size in
            let squares = segments.flatMap { segment in
                (0..<(segment.count / size)).map { box in
                    SlowFluctuation.residual(segment[(box * size)..<((box + 1) * size)])
                        / Double(size)
                }
            }
            let count = Double(squares.count)
            if order == 0 { return exp(squares.reduce(0) { $0 + log($1) } / (2 * count)) }
            return pow(squares.reduce(0) { $0 + pow($1, order / 2) } / count, 1 / order)
        }
        return SlowFluctuation.slope(sizes.map { log(Double($0)) }, fluctuations.map { log($0) })
    }

    @Test func exponentsFollowTheDefinition() throws {
        let segments = [
            Self.noise(700, seed: 1), Self.noise(30, seed: 2), Self.noise(150, seed: 3),
        ]
        let values = segments.flatMap { $0 }
        let nn = NNSeries(
            intervalsMs: values, endTimesSeconds: values.indices.map(Double.init),
            isAdjacentToPrevious: segments.flatMap { $0.indices.map { $0 > 0 } },
            startSeconds: 0, endSeconds: Double(values.count))
        let found = MultifractalFluctuation(nn, orders: [-5, -0.5, 0, 1, 2, 5])
        for (order, exponent) in zip(found.orders, found.hurstExponents) {
            let expected = Self.slowExponent(segments, 16...64, order)
            #expect(abs(try #require(exponent) - expected) < 1e-10, "q \(order)")
        }
    }

    @Test func theSecondOrderIsAlpha() throws {
        let nn = NNSeries(intervalsMs: Self.noise(600, seed: 4))
        let found = MultifractalFluctuation(nn, orders: [2]).hurstExponents[0]
        let alpha2 = try #require(DetrendedFluctuation(nn).alpha2)
        #expect(abs(try #require(found) - alpha2) < 1e-12)
    }

    /// Every box of a ramp has the same fluctuation, so every order sees the same.
    @Test func rampsAreMonofractal() throws {
        let found = MultifractalFluctuation(NNSeries(intervalsMs: (1...400).map { 5 * Double($0) }))
        let first = try #require(found.hurstExponents[0])
        for exponent in found.hurstExponents {
            #expect(abs(try #require(exponent) - first) < 1e-10)
        }
        #expect(try #require(found.spectrumWidth) < 1e-9)
    }

    @Test func theWidthIsThatOfTheSlopes() throws {
        let nn = NNSeries(intervalsMs: Self.noise(900, seed: 5))
        let found = MultifractalFluctuation(nn, orders: [3, -2, 0])
        let hurst = found.hurstExponents.compactMap { $0 }
        // q h(q) at -2, 0, 3: the slopes of its two pieces.
        let expected = abs(hurst[0] - hurst[1])
        #expect(abs(try #require(found.spectrumWidth) - expected) < 1e-12)
    }

    /// Positive orders take boxes without fluctuation as they are, the others leave them out: with
    /// runs of one interval that fill whole boxes, as if those were not there.
    @Test func boxesWithoutFluctuationCountForPositiveOrdersOnly() throws {
        let noise = Self.noise(960, seed: 6)
        let level = [Double](repeating: 800, count: 480)
        let sizes = 16...17
        let both = [noise + level, noise + level]
        let orders = [-4, -1, 0, 1, 2.0]
        let found = MultifractalFluctuation(
            TestSeries.joined(both), boxSizes: sizes, orders: orders)
        // What is level begins inside a box of 17: 960 = 56 x 17 + 8.
        let used = both.map { segment in
            sizes.map { size in
                (0..<(segment.count / size)).map { Array(segment[($0 * size)..<(($0 + 1) * size)]) }
            }
        }
        for (order, exponent) in zip(orders, found.hurstExponents) {
            let fluctuations = (0..<sizes.count).map { index in
                let boxes = used.flatMap { $0[index] }.filter { box in
                    order > 0 || box.dropFirst().contains { $0 != box[1] }
                }
                let squares = boxes.map { SlowFluctuation.residual($0[...]) / Double($0.count) }
                let count = Double(squares.count)
                return order == 0
                    ? exp(squares.reduce(0) { $0 + log($1) } / (2 * count))
                    : pow(squares.reduce(0) { $0 + pow($1, order / 2) } / count, 1 / order)
            }
            let expected = SlowFluctuation.slope(
                sizes.map { log(Double($0)) }, fluctuations.map { log($0) })
            #expect(abs(try #require(exponent) - expected) < 1e-8, "q \(order)")
        }
    }

    @Test func constantAndShortSeriesHaveNoExponent() {
        for values in [[], Self.noise(63, seed: 7), [Double](repeating: 812.3, count: 300)] {
            let found = MultifractalFluctuation(NNSeries(intervalsMs: values))
            #expect(found.hurstExponents.allSatisfy { $0 == nil } && found.spectrumWidth == nil)
        }
    }
}
