import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct ShortTimePSDTests {
    private static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in 50 + 7 * generator.gaussian() }
    }

    /// The periodogram by its definition at one frequency.
    private static func direct(
        _ segment: ArraySlice<Double>, taper: Taper, rate: Double, _ frequency: Double
    ) -> Double {
        let n = segment.count
        let mean = segment.reduce(0, +) / Double(n)
        var real = 0.0
        var imaginary = 0.0
        var squares = 0.0
        for (j, value) in segment.enumerated() {
            let h = taper.weight(at: (Double(j) + 0.5) / Double(n))
            let angle = 2 * .pi * frequency * Double(j) / rate
            real += h * (value - mean) * cos(angle)
            imaginary += h * (value - mean) * sin(angle)
            squares += h * h
        }
        let single = frequency == 0 || frequency == rate / 2
        return (single ? 1 : 2) * (real * real + imaginary * imaginary) / (rate * squares)
    }

    @Test(arguments: [Taper.hann, .none, .blackmanHarris])
    func columnsAreThePeriodogramsOfTheirSegments(taper: Taper) throws {
        let x = Self.noise(101, seed: 1)
        let map = try #require(
            ShortTimePSD(segmentSeconds: 8, stepSeconds: 2.6, taper: taper)
                .map(of: x, sampleRateHz: 4))
        // 32 samples a segment, 2.6 s are 10 samples: starts 0, 10 ... 60.
        #expect(map.timesSeconds.count == 7)
        #expect(map.frequenciesHz.first == 0 && map.frequenciesHz.last == 2)
        let peak = map.values.max() ?? 0
        for time in 0..<7 {
            let start = 10 * time
            #expect(abs(map.timesSeconds[time] - (Double(start) + 15.5) / 4) < 1e-12)
            for (index, frequency) in map.frequenciesHz.enumerated() {
                let expected = Self.direct(
                    x[start..<start + 32], taper: taper, rate: 4, frequency)
                #expect(abs(map[time, index] - expected) < 1e-12 * peak)
            }
        }
    }

    /// 500 samples in segments of 200: Welch, too, begins them at 0, 100, 200 and 300.
    @Test(arguments: Taper.allCases)
    func meanOfTheColumnsIsWelch(taper: Taper) throws {
        let x = Self.noise(500, seed: 2)
        let map = try #require(
            ShortTimePSD(segmentSeconds: 50, stepSeconds: 25, taper: taper)
                .map(of: x, sampleRateHz: 4))
        let welch = try #require(
            WelchPSD(segmentSeconds: 50, taper: taper).density(samples: x, sampleRateHz: 4))
        #expect(map.timesSeconds.count == 4)
        #expect(map.frequenciesHz.count == welch.density.count)
        let peak = welch.density.max() ?? 0
        for (index, mean) in map.meanOverTime().enumerated() {
            #expect(map.frequenciesHz[index] == welch.frequencyHz(index))
            #expect(abs(mean - welch.density[index]) < 1e-13 * peak)
        }
    }

    @Test func aToneHasItsPowerInEveryColumn() throws {
        for frequency in [0.06, 0.1, 0.2371] {
            let x = (0..<2400).map { 20 * sin(2 * .pi * frequency * Double($0) / 4 + 0.7) }
            let map = try #require(
                ShortTimePSD(segmentSeconds: 120, stepSeconds: 10).map(of: x, sampleRateHz: 4))
            for power in map.power(fromHz: 0, toHz: 2) { #expect(abs(power - 200) < 2) }
            let mainLobe = map.power(fromHz: frequency - 2 / 120.0, toHz: frequency + 2 / 120.0)
            // Of a Hann taper's energy 0.05 % lies outside its main lobe.
            for power in mainLobe { #expect(abs(power - 200) < 2) }
        }
    }

    @Test func aRisingToneIsFollowed() throws {
        // 0.05 to 0.45 Hz over 1,000 s.
        let x = (0..<4000).map { index -> Double in
            let t = Double(index) / 4
            return cos(2 * .pi * (0.05 * t + 0.0002 * t * t))
        }
        let map = try #require(
            ShortTimePSD(segmentSeconds: 60, stepSeconds: 20).map(of: x, sampleRateHz: 4))
        for (index, time) in map.timesSeconds.enumerated() {
            let column = Array(map.column(index))
            let peak = try #require(column.indices.max { column[$0] < column[$1] })
            #expect(abs(map.frequenciesHz[peak] - (0.05 + 0.0004 * time)) < 1 / 120.0)
        }
    }

    @Test func badSamplesShowInTheirColumnsOnly() throws {
        for bad in [Double.nan, .infinity, -.infinity] {
            var x = Self.noise(100, seed: 3)
            x[25] = bad
            let map = try #require(
                ShortTimePSD(segmentSeconds: 5, stepSeconds: 5).map(of: x, sampleRateHz: 4))
            for time in 0..<5 {
                let isBad = map.column(time).allSatisfy(\.isNaN)
                #expect(isBad == (time == 1))
                #expect(isBad || map.column(time).allSatisfy(\.isFinite))
            }
        }
    }

    @Test func shortSeriesHaveNoMap() {
        let estimator = ShortTimePSD(segmentSeconds: 5, stepSeconds: 1)
        #expect(estimator.map(of: [], sampleRateHz: 4) == nil)
        #expect(estimator.map(of: Self.noise(19, seed: 1), sampleRateHz: 4) == nil)
        #expect(estimator.map(of: Self.noise(20, seed: 1), sampleRateHz: 4) != nil)
        // Three samples a segment; and longer than any series.
        let tiny = ShortTimePSD(segmentSeconds: 0.75, stepSeconds: 1)
        #expect(tiny.map(of: Self.noise(100, seed: 1), sampleRateHz: 4) == nil)
        let endless = ShortTimePSD(segmentSeconds: .infinity, stepSeconds: 1)
        #expect(endless.map(of: Self.noise(100, seed: 1), sampleRateHz: 4) == nil)
    }

    @Test func aStepBelowOneSampleIsOneSample() throws {
        let x = Self.noise(30, seed: 5)
        let map = try #require(
            ShortTimePSD(segmentSeconds: 5, stepSeconds: 1e-9).map(of: x, sampleRateHz: 4))
        #expect(map.timesSeconds.count == 11)
        let wide = try #require(
            ShortTimePSD(segmentSeconds: 5, stepSeconds: .infinity).map(of: x, sampleRateHz: 4))
        #expect(wide.timesSeconds.count == 1)
        #expect(Array(wide.column(0)) == Array(map.column(0)))
    }
}
