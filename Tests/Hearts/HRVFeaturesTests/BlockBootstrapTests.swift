import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

@testable import HRVFeatures

@Suite struct BlockBootstrapTests {
    /// 800 ms plus an autoregression of order one with deviation 20 ms.
    private static func series(
        _ count: Int, correlation: Double, _ random: inout SplitMix64
    ) -> NNSeries {
        let shock = 20 * (1 - correlation * correlation).squareRoot()
        var value = 20 * random.gaussian()
        return NNSeries(
            intervalsMs: (0..<count).map { _ in
                value = correlation * value + shock * random.gaussian()
                return 800 + value
            })
    }

    private static let keys: [MetricKey] = [.meanNN, .sdnn, .rmssd]

    /// Returns the metrics by their definitions, cheap enough for many series.
    private static func metrics(_ nn: NNSeries) -> MetricValues {
        let x = nn.intervalsMs
        var sum = 0.0
        var squares = 0.0
        var steps = 0.0
        var stepCount = 0.0
        for index in x.indices {
            let value = x[index] - 800
            sum += value
            squares += value * value
            guard nn.isAdjacentToPrevious[index] else { continue }
            let step = x[index] - x[index - 1]
            steps += step * step
            stepCount += 1
        }
        let count = Double(x.count)
        let variance = max(0, (squares - sum * sum / count) / (count - 1))
        return [
            .meanNN: 800 + sum / count, .sdnn: variance.squareRoot(),
            .rmssd: (steps / stepCount).squareRoot(),
        ]
    }

    // MARK: Calibration

    /// The share of intervals that hold the truth is 90 to 99 %, as far as 200 series show: three
    /// binomial deviations, 0.064 at 0.9 and 0.021 at 0.99, are allowed on top.
    @Test(arguments: [(0.0, 300), (0.5, 300), (0.8, 300)])
    func intervalsHoldTheTruthNearlyAsOftenAsTheySay(correlation: Double, count: Int) throws {
        var random = SplitMix64(seed: 17)
        let truth: MetricValues = [
            .meanNN: 800, .sdnn: 20, .rmssd: 20 * (2 * (1 - correlation)).squareRoot(),
        ]
        let total = 200
        var hits: [MetricKey: Int] = [:]
        for index in 0..<total {
            let nn = Self.series(count, correlation: correlation, &random)
            let bootstrap = try #require(
                BlockBootstrap(nn, resampleCount: 199, seed: UInt64(index)))
            let intervals = bootstrap.intervals(of: Self.metrics(nn), Self.metrics)
            for (key, value) in truth {
                if try #require(intervals[key]).contains(value) { hits[key, default: 0] += 1 }
            }
        }
        for key in Self.keys {
            let share = Double(hits[key] ?? 0) / Double(total)
            #expect(share > 0.9 - 0.064 && share < 0.99 + 0.021, "\(key): \(share)")
        }
    }

    /// The deviation of the mean of white noise is known: 20 / sqrt(400) = 1. The interval is 2 x
    /// 3.18 x 1.08 times a deviation that three cosines give, the root of a chi-square of 3 over 3:
    /// its mean over 40 series is 0.92 of that, its own deviation 0.39 / sqrt(40) = 0.06.
    @Test func theIntervalOfAMeanIsAsWideAsItsDeviationSays() throws {
        var random = SplitMix64(seed: 5)
        var sum = 0.0
        for _ in 0..<40 {
            let nn = Self.series(400, correlation: 0, &random)
            let bootstrap = try #require(BlockBootstrap(nn, resampleCount: 199, seed: 1))
            let interval = try #require(
                bootstrap.intervals(of: Self.metrics(nn), Self.metrics)[.meanNN])
            sum += interval.upperBound - interval.lowerBound
        }
        let expected = 2 * 3.182 * 1.08 * 0.92
        #expect(abs(sum / 40 / expected - 1) < 0.2, "\(sum / 40)")
    }

    @Test func resamplesAreAsManyAsTheLengthAsksFor() throws {
        var random = SplitMix64(seed: 5)
        let short = Self.series(400, correlation: 0, &random)
        #expect(try #require(BlockBootstrap(short, seed: 1)).resampleCount == 999)
        let long = Self.series(4001, correlation: 0, &random)
        #expect(try #require(BlockBootstrap(long, seed: 1)).resampleCount == 159)
    }

    /// Slow noise: an autoregression whose correlation falls to 1/e in 1 / (2 pi 0.0033 Hz) = 48 s
    /// of 300, about flat below 1/300 Hz, over white noise. The mean's interval held the truth in
    /// 85 % before the width came from the slowest cosines; three binomial deviations of 200 are
    /// 0.046 at 0.95.
    @Test func theMeanOfASlowSeriesIsHeld() throws {
        var random = SplitMix64(seed: 61)
        var hits = 0
        for index in 0..<200 {
            let slow = Self.series(375, correlation: 0.9835, &random)
            let nn = NNSeries(intervalsMs: slow.intervalsMs.map { $0 + 10 * random.gaussian() })
            guard let bootstrap = BlockBootstrap(nn, resampleCount: 199, seed: UInt64(index))
            else { continue }
            let intervals = bootstrap.intervals(of: Self.metrics(nn), Self.metrics)
            if try #require(intervals[.meanNN]).contains(800) { hits += 1 }
        }
        #expect(hits > 170, "\(hits)")
    }

    // MARK: Resamples

    /// Every neighbour of a resample was a neighbour, and blocks are as long as they say.
    @Test func noNeighboursAreMadeAcrossAJoinOrAGap() throws {
        var random = SplitMix64(seed: 2)
        // Every interval identifies its index; of noise blocks are short.
        let lengths = (0..<200).map { _ in random.uniform(in: 700...900) }
        let indices = Dictionary(uniqueKeysWithValues: lengths.enumerated().map { ($1, $0) })
        let gaps: Set<Int> = [50, 51, 130]
        let whole = NNSeries(intervalsMs: lengths)
        let nn = NNSeries(
            intervalsMs: lengths, endTimesSeconds: whole.endTimesSeconds,
            isAdjacentToPrevious: lengths.indices.map { $0 > 0 && !gaps.contains($0) },
            startSeconds: 0, endSeconds: whole.endSeconds)
        let drawn = try #require(BlockBootstrap(nn, seed: 4))
        #expect(drawn.blockLength == 6)  // 200^(1/3) = 5.85
        var generator = SeededGenerator(seed: 9)
        var joins = 0
        for _ in 0..<50 {
            let resample = drawn.resample(&generator)
            #expect(resample.count == 200 && !resample.isAdjacentToPrevious[0])
            for index in 1..<200 {
                let previous = try #require(indices[resample.intervalsMs[index - 1]])
                let position = try #require(indices[resample.intervalsMs[index]])
                if index % drawn.blockLength == 0 {
                    #expect(!resample.isAdjacentToPrevious[index])
                    joins += 1
                } else {
                    #expect(position == (previous + 1) % 200)
                    #expect(
                        resample.isAdjacentToPrevious[index]
                            == (position > 0 && !gaps.contains(position)))
                }
            }
        }
        #expect(joins == 50 * 33)
    }

    @Test func theSameSeedGivesTheSameIntervals() throws {
        var random = SplitMix64(seed: 8)
        let nn = Self.series(300, correlation: 0.6, &random)
        func intervals(_ seed: UInt64) throws -> [MetricKey: ClosedRange<Double>] {
            let bootstrap = try #require(BlockBootstrap(nn, seed: seed))
            return bootstrap.intervals(of: Self.metrics(nn), Self.metrics)
        }
        #expect(try intervals(3) == intervals(3))
        #expect(try intervals(3) != intervals(4))
    }

    @Test func aConstantSeriesHasIntervalsOfNoWidth() throws {
        let nn = NNSeries(intervalsMs: [Double](repeating: 812.5, count: 100))
        let bootstrap = try #require(BlockBootstrap(nn, seed: 1))
        let intervals = bootstrap.intervals(of: Self.metrics(nn), Self.metrics)
        #expect(intervals == [.meanNN: 812.5...812.5, .sdnn: 0...0, .rmssd: 0...0])
    }

    @Test func aSeriesOfFewBlocksHasNone() {
        #expect(BlockBootstrap(NNSeries(intervalsMs: []), seed: 1) == nil)
        #expect(BlockBootstrap(NNSeries(intervalsMs: [800, 810, 805]), seed: 1) == nil)
        // A ramp is one long oscillation.
        let ramp = NNSeries(intervalsMs: (0..<100).map { 800 + Double($0) })
        #expect(BlockBootstrap(ramp, seed: 1) == nil)
        #expect(BlockBootstrap.blockCount(ramp) < BlockBootstrap.minimumBlockCount)
    }

    // MARK: Block length

    /// An autoregression of order one with correlation c has G = 2 c / (1 - c)^2 and g = (1 + c) /
    /// (1 - c) of the variance, so b = (3/2 (2 c / (1 - c^2))^2 N)^(1/3): 13.9 for 0.5 and 1000.
    /// The estimate scatters by some tens of per cent.
    @Test(arguments: [(0.5, 13.9), (0.8, 31.0)])
    func blocksAreAsLongAsTheoryAsks(correlation: Double, expected: Double) {
        var random = SplitMix64(seed: 31)
        let lengths = (0..<40).map { _ in
            BlockLength(Self.series(1000, correlation: correlation, &random).intervalsMs)
                .valueCount
        }.sorted()
        let median = Double(lengths[20])
        #expect(abs(median / expected - 1) < 0.25, "\(median)")
    }
}
