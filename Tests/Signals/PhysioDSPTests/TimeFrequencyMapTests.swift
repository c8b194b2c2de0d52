@testable import PhysioDSP
import TestSupport
import Testing

@Suite struct TimeFrequencyMapTests {
    /// Two columns on an uneven grid: f at the first time, 10 f at the second.
    private static let frequencies = [0.05, 0.1, 0.11, 0.2, 0.4]
    private static let map = TimeFrequencyMap(
        timesSeconds: [0, 10], frequenciesHz: frequencies,
        values: frequencies + frequencies.map { 10 * $0 },
        coneOfInfluenceSeconds: frequencies.map { 0.4 / $0 }, spanSeconds: 10)

    @Test(arguments: [(0.05, 0.4), (0.06, 0.07), (0.1, 0.2), (0.105, 0.3), (0.3, 0.39)])
    func powerOfARampIsExactOnAnUnevenGrid(low: Double, high: Double) {
        let expected = 0.5 * (high * high - low * low)
        let power = Self.map.power(fromHz: low, toHz: high)
        #expect(power.count == 2)
        #expect(abs(power[0] - expected) < 1e-15)
        #expect(abs(power[1] - 10 * expected) < 1e-14)
    }

    @Test func neighbouringBandsAddUp() {
        let edges = [0.05, 0.083, 0.1, 0.17, 0.4]
        var sum = 0.0
        for (low, high) in zip(edges, edges.dropFirst()) {
            sum += Self.map.power(fromHz: low, toHz: high)[0]
        }
        #expect(abs(sum - Self.map.power(fromHz: 0.05, toHz: 0.4)[0]) < 1e-15)
    }

    @Test func outsideItsFrequenciesAMapHoldsNothing() {
        #expect(
            Self.map.power(fromHz: 0, toHz: 9) == Self.map.power(fromHz: 0.05, toHz: 0.4))
        for (low, high) in [(0.0, 0.05), (0.4, 1), (0.2, 0.2), (0.3, 0.1)] {
            #expect(Self.map.power(fromHz: low, toHz: high) == [0, 0])
        }
    }

    @Test func oneFrequencySpansNoBand() {
        let map = TimeFrequencyMap(
            timesSeconds: [0], frequenciesHz: [1], values: [3], coneOfInfluenceSeconds: [0],
            spanSeconds: 1)
        #expect(map.power(fromHz: 0, toHz: 2) == [0])
        #expect(map.meanOverTime() == [3])
    }

    @Test func aMissingValueShowsInTheBandsThatTouchItOnly() {
        var values = Self.map.values
        values[9] = .nan
        let map = TimeFrequencyMap(
            timesSeconds: [0, 10], frequenciesHz: Self.frequencies, values: values,
            coneOfInfluenceSeconds: Self.map.coneOfInfluenceSeconds, spanSeconds: 10)
        #expect(map.power(fromHz: 0.05, toHz: 0.2) == Self.map.power(fromHz: 0.05, toHz: 0.2))
        let touched = map.power(fromHz: 0.05, toHz: 0.21)
        #expect(touched[0] > 0 && touched[1].isNaN)
    }

    @Test func accessorsAgree() {
        #expect(Self.map[1, 3] == 2)
        #expect(Array(Self.map.column(1)) == [0.5, 1, 1.1, 2, 4])
        for (mean, frequency) in zip(Self.map.meanOverTime(), Self.frequencies) {
            #expect(relativeError(mean, 5.5 * frequency) < 1e-15)
        }
    }

    /// 0.4 / f from either end of 10 s: times 4, 5 and 6 s feel no end from 0.1 Hz up, others do.
    @Test func theConeOfInfluenceReachesInFromBothEnds() {
        let times = [0.0, 3.9, 4, 5, 6, 6.1, 10]
        let map = TimeFrequencyMap(
            timesSeconds: times, frequenciesHz: [0.08, 0.1],
            values: [Double](repeating: 1, count: 14),
            coneOfInfluenceSeconds: [5, 4], spanSeconds: 10)
        let clear = times.indices.filter { map.isClearOfEnds(time: $0, frequency: 1) }
        #expect(clear == [2, 3, 4])
        let slow = times.indices.filter { map.isClearOfEnds(time: $0, frequency: 0) }
        #expect(slow == [3])
    }

    @Test func onAnEvenGridPowerIsThatOfASpectrum() {
        var generator = SplitMix64(seed: 4)
        let density = (0..<40).map { _ in generator.uniform(in: 0...5) }
        let spectrum = PowerSpectrum(firstHz: 0, stepHz: 0.025, density: density)
        let map = TimeFrequencyMap(
            timesSeconds: [0], frequenciesHz: (0..<40).map { Double($0) * 0.025 }, values: density,
            coneOfInfluenceSeconds: [Double](repeating: 0, count: 40), spanSeconds: 0)
        for (low, high) in [(0.0, 0.975), (0.04, 0.15), (0.15, 0.4), (0.3, 2)] {
            let expected = spectrum.power(fromHz: low, toHz: high)
            #expect(relativeError(map.power(fromHz: low, toHz: high)[0], expected) < 1e-13)
        }
    }
}
