import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

/// The step of a clock, found in intervals that were made with a known one.
@Suite struct TimeStepTests {
    /// Times of beats of white intervals, put on a clock; ms.
    private static func intervals(
        _ seed: UInt64, count: Int, stepMs: Double, deviationMs: Double, digits: Double? = nil
    ) -> (true: [Double], counted: [Double]) {
        var random = SplitMix64(seed: seed)
        let lengths = (0..<count).map { _ in 850 + deviationMs * random.gaussian() }
        var (time, ticks) = (0.0, [0.0])
        for length in lengths {
            time += length
            ticks.append((time / stepMs).rounded())
        }
        let counted = zip(ticks.dropFirst(), ticks).map { after, before in
            let length = (after - before) * stepMs
            return digits.map { (length / $0).rounded() * $0 } ?? length
        }
        return (lengths, counted)
    }

    @Test(arguments: [100, 125, 128, 200, 250, 256, 360], [nil, 0.1, 1.0])
    func theStepOfAClockIsFound(rateHz: Double, digits: Double?) throws {
        let stepMs = 1000 / rateHz
        let made = Self.intervals(
            UInt64(rateHz), count: 600, stepMs: stepMs, deviationMs: 40, digits: digits)
        let step = try #require(ClockStep(of: RRSeries(intervalsMs: made.counted)))
        #expect(abs(step.milliseconds - stepMs) < 1e-9)
    }

    @Test func wholeMillisecondsHaveAStepOfOne() {
        let made = Self.intervals(1, count: 600, stepMs: 1, deviationMs: 40)
        #expect(ClockStep(of: RRSeries(intervalsMs: made.counted))?.milliseconds == 1)
    }

    @Test func lengthsBetweenAllStepsAndFewDifferentOnesShowNone() {
        let made = Self.intervals(2, count: 600, stepMs: 1, deviationMs: 40)
        #expect(ClockStep(of: RRSeries(intervalsMs: made.true)) == nil)
        #expect(ClockStep(of: RRSeries(intervalsMs: [800, 840, 880, 840, 800])) == nil)
        #expect(ClockStep(of: RRSeries()) == nil)
    }

    @Test func someBeatsBesideTheClockChangeNothing() {
        var lengths = Self.intervals(3, count: 2000, stepMs: 7.8125, deviationMs: 60).counted
        lengths[700] = 801.3
        #expect(ClockStep(of: RRSeries(intervalsMs: lengths))?.milliseconds == 7.8125)
    }

    /// The amount that the clock adds to RMSSD, measured: the standard error of the mean square of
    /// 40,000 differences is about 1 %, five of which are allowed.
    @Test(arguments: [(7.8125, 10.0), (7.8125, 25), (4, 12), (10, 20)])
    func theClockAddsHalfItsSquare(stepMs: Double, rmssdMs: Double) throws {
        let made = Self.intervals(
            4, count: 40_000, stepMs: stepMs, deviationMs: rmssdMs / 2.0.squareRoot())
        func meanSquare(_ lengths: [Double]) -> Double {
            let squares = zip(lengths.dropFirst(), lengths).map { ($0 - $1) * ($0 - $1) }
            return squares.reduce(0, +) / Double(squares.count)
        }
        let (before, after) = (meanSquare(made.true), meanSquare(made.counted))
        let step = try #require(ClockStep(of: RRSeries(intervalsMs: made.counted)))
        #expect(abs(after - before - step.addedMeanSquareMsSquared) < 0.05 * after)
        let share = step.share(ofRMSSDMs: after.squareRoot())
        #expect(abs(share - ((after / before).squareRoot() - 1)) < 0.05)
    }

    @Test func nothingButTheClockIsAnInfiniteShare() {
        #expect(ClockStep(milliseconds: 10).share(ofRMSSDMs: 7) == .infinity)
        #expect(ClockStep(milliseconds: 1).share(ofRMSSDMs: 30) < 0.001)
    }

    // MARK: Bins

    /// A day of a 128 Hz clock, rounded to whole ms: each bin of the usual kind holds one step, or
    /// two, or none.
    @Test func aCoarseClockLeavesNoCombInTheHistogram() throws {
        let exact = Self.intervals(5, count: 20_000, stepMs: 7.8125, deviationMs: 60).counted
        let rounded = exact.map { $0.rounded() }
        let series = NNSeries(intervalsMs: rounded)
        // The truth: each step counted by itself, in whole numbers.
        var counts: [Int: Int] = [:]
        for length in exact { counts[Int((length / 7.8125).rounded()), default: 0] += 1 }
        let expected = 20_000 / Double(try #require(counts.values.max()))
        let step = ClockStep(of: RRSeries(intervalsMs: rounded))
        #expect(
            GeometricMetrics(series, bins: HistogramBins(step: step)).triangularIndex == expected)
        // Bins from 0 on put two steps into some bins.
        let comb = try #require(GeometricMetrics(series).triangularIndex)
        #expect(comb < 0.7 * expected)
        let bits = try #require(
            ShannonEntropy(series, bins: HistogramBins(step: step)).bits)
        let entropy = counts.values.reduce(0.0) {
            $0 - Double($1) / 20_000 * log2(Double($1) / 20_000)
        }
        #expect(abs(bits - entropy) < 1e-9)
    }

    @Test(
        arguments: [
            (nil, 7.8125, 0), (1.0, 7.8125, 0), (0.5, 7.8125, 0), (2, 8, -1), (4, 8, -2),
            (7.8125, 7.8125, -3.90625), (10, 10, -5), (5, 10, -2.5), (20, 20, -10),
        ] as [(Double?, Double, Double)])
    func binsAreMultiplesOfACoarseStep(stepMs: Double?, widthMs: Double, originMs: Double) {
        let bins = HistogramBins(step: stepMs.map { ClockStep(milliseconds: $0) })
        #expect(bins.widthMs == widthMs && bins.originMs == originMs)
        for bin in [0, 1, 100] {
            #expect(bins.bin(of: bins.startMs(of: bin) + 0.5 * widthMs) == bin)
        }
    }
}

/// The binary logarithm by the standard library of the platform.
private func log2(_ value: Double) -> Double {
    // ln x = 2 artanh((x - 1) / (x + 1)), summed until nothing changes.
    let ratio = (value - 1) / (value + 1)
    var (sum, term, index) = (0.0, ratio, 1.0)
    while abs(term) > 1e-18 {
        sum += term / index
        term *= ratio * ratio
        index += 2
    }
    return 2 * sum / 0.693_147_180_559_945_3
}
