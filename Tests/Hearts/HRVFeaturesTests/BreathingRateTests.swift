import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct BreathingRateTests {
    /// Intervals that swing with breathing and, more strongly, at 0.1 Hz.
    private static func breathed(
        hz: Double, count: Int, slowMs: Double = 0, seed: UInt64 = 7
    ) -> NNSeries {
        var generator = SplitMix64(seed: seed)
        var time = 0.0
        let intervals = (0..<count).map { _ -> Double in
            let swing = 30 * sin(2 * .pi * hz * time) + slowMs * sin(2 * .pi * 0.1 * time)
            let interval = 850 + swing + 8 * generator.gaussian()
            time += interval / 1000
            return interval
        }
        return NNSeries(intervalsMs: intervals)
    }

    private static func band(_ low: Double, _ high: Double) throws -> FrequencyBand {
        try #require(FrequencyBand(lowHz: low, highHz: high))
    }

    /// The error of a tone's frequency in noise of deviation s over n beats in T seconds is about
    /// sqrt(6 / n) s / (pi T A), here 0.00003 Hz, half as much again under the taper; the parabola
    /// adds less than 2 % of 1 / T, 0.00006 Hz. That the intervals belong to their ends shifts the
    /// phase, not the rate.
    @Test(arguments: [0.17, 0.22, 0.31, 0.38])
    func theRateOfBreathingIsFound(hz: Double) throws {
        let free = try Self.band(0.15, 0.4)
        for slow in [0.0, 60] {
            let nn = Self.breathed(hz: hz, count: 400, slowMs: slow)
            let rate = BreathingRate(nn, band: free)
            #expect(abs(try #require(rate.peakHz) - hz) < 0.0002, "\(hz) \(slow)")
            #expect(rate.breathsPerMinute == rate.peakHz.map { 60 * $0 })
        }
    }

    @Test func thePeakIsThatOfADirectFit() throws {
        let nn = TestSeries.ofKind("gaps", seed: 9, count: 150)
        let rate = BreathingRate(nn, band: try Self.band(0.15, 0.4))
        let step = 0.0005
        let grid = (0..<500).map { 0.15 + step * Double($0) }
        let power = grid.map { explained(nn, hz: $0) }
        let inside = (1..<499).filter {
            power[$0] > power[$0 - 1] && power[$0] >= power[$0 + 1]
        }
        let best = try #require(inside.max { power[$0] < power[$1] })
        // The parabola goes through points a quarter of 1 / duration apart.
        let resolution = 1 / nn.durationSeconds
        #expect(abs(try #require(rate.peakHz) - grid[best]) < 0.02 * resolution + step)
    }

    @Test func theBandDecides() throws {
        let nn = Self.breathed(hz: 0.25, count: 400, slowMs: 60)
        let low = try #require(BreathingRate(nn, band: try Self.band(0.05, 0.15)).peakHz)
        #expect(abs(low - 0.1) < 0.001)
        let high = try #require(BreathingRate(nn, band: try Self.band(0.15, 0.4)).peakHz)
        #expect(abs(high - 0.25) < 0.001)
    }

    @Test func nothingAboveHalfTheBeatRateCounts() throws {
        // Beats every 2 s show nothing above 0.25 Hz.
        let slow = NNSeries(
            intervalsMs: (0..<60).map { 2000 + 50 * sin(2 * .pi * 0.05 * 2 * Double($0)) })
        #expect(BreathingRate(slow, band: try Self.band(0.26, 0.4)).peakHz == nil)
        let found = try #require(BreathingRate(slow, band: try Self.band(0.02, 2)).peakHz)
        #expect(abs(found - 0.05) < 0.001)
    }

    @Test func constantAndShortSeriesHaveNoRate() throws {
        let band = try Self.band(0.15, 0.4)
        for nn in [
            TestSeries.constant(count: 200), NNSeries(intervalsMs: []),
            NNSeries(intervalsMs: [800]), NNSeries(intervalsMs: [800, 900]),
        ] {
            #expect(BreathingRate(nn, band: band).peakHz == nil)
            #expect(BreathingRate(nn, band: band).breathsPerMinute == nil)
        }
    }
}

/// The variance that cosine, sine and a constant explain at one frequency, under Hann weights, of
/// the intervals less their straight line: Gram and Schmidt's steps on whole vectors.
private func explained(_ nn: NNSeries, hz: Double) -> Double {
    let t = nn.endTimesSeconds
    let w = t.map { pow(sin(.pi * ($0 - nn.startSeconds) / nn.durationSeconds), 2) }
    func dot(_ a: [Double], _ b: [Double], _ w: [Double]) -> Double {
        zip(w, zip(a, b)).reduce(0) { $0 + $1.0 * $1.1.0 * $1.1.1 }
    }
    func without(_ a: [Double], _ b: [Double], _ w: [Double]) -> [Double] {
        let norm = dot(b, b, w)
        let share = norm > 0 ? dot(a, b, w) / norm : 0
        return zip(a, b).map { $0 - share * $1 }
    }
    let one = [Double](repeating: 1, count: t.count)
    let ramp = without(t, one, one)
    let y = without(without(nn.intervalsMs, one, one), ramp, one)
    let c = without(t.map { cos(2 * .pi * hz * $0) }, one, w)
    let s = without(without(t.map { sin(2 * .pi * hz * $0) }, one, w), c, w)
    let rest = without(y, one, w)
    return pow(dot(rest, c, w), 2) / dot(c, c, w) + pow(dot(rest, s, w), 2) / dot(s, s, w)
}
