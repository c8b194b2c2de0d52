import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct MorletWaveletTests {
    /// The part that the transform leaves out: a wavelet's tail beyond six standard deviations,
    /// exp(-18).
    private static let tail = 1.6e-8

    /// The m that makes the integral of exp(-c^2 (x - m)^2) (1 / x - 1) zero, by quadrature.
    private static func centre(_ cycles: Double) -> Double {
        func excess(_ m: Double) -> Double {
            let width = 7 / cycles
            let low = max(m - width, 1e-3)
            let step = (m + width - low) / 4000
            return (0..<4000).reduce(0) { sum, index in
                let x = low + (Double(index) + 0.5) * step
                return sum + exp(-cycles * cycles * (x - m) * (x - m)) * (1 / x - 1)
            }
        }
        var low = 1.0
        var high = 1.2
        for _ in 0..<60 {
            let middle = 0.5 * (low + high)
            if excess(middle) > 0 { low = middle } else { high = middle }
        }
        return low
    }

    /// The transform by its definition in time: the series times a Gaussian around each time.
    @Test(arguments: [4.0, 6, 9])
    func valuesAreTheConvolutionWithTheWavelet(cycles: Double) throws {
        var generator = SplitMix64(seed: 1)
        let x = (0..<300).map { _ in 40 + 5 * generator.gaussian() }
        let frequencies = [0.07, 0.1, 0.25, 0.4]
        let map = try #require(
            MorletWavelet(cycles: cycles).map(
                of: x, sampleRateHz: 4, frequenciesHz: frequencies, stepSeconds: 7))
        let mean = x.reduce(0, +) / 300
        let m = Self.centre(cycles)
        let peak = map.values.max() ?? 0
        #expect(map.timesSeconds == (0..<11).map { Double($0) * 7 })
        for (position, frequency) in frequencies.enumerated() {
            let width = frequency / cycles
            for (row, time) in map.timesSeconds.enumerated() {
                var real = 0.0
                var imaginary = 0.0
                for (index, value) in x.enumerated() {
                    let lag = time - Double(index) / 4
                    let envelope =
                        (2 * .pi).squareRoot() * width
                        * exp(-2 * .pi * .pi * width * width * lag * lag) / 4
                    real += (value - mean) * envelope * cos(2 * .pi * m * frequency * lag)
                    imaginary += (value - mean) * envelope * sin(2 * .pi * m * frequency * lag)
                }
                let energy = Double.pi.squareRoot() * width
                let expected = 2 * (real * real + imaginary * imaginary) / energy
                // At four cycles the cut at 0 Hz takes exp(-c^2 / 2) off the Gaussian.
                let cut = exp(-cycles * cycles / 2)
                #expect(abs(map[row, position] - expected) < (100 * Self.tail + cut) * peak)
            }
        }
    }

    /// The expected value on white noise is the sum of the maps of all unit pulses: a basis.
    private static func whiteNoiseMap(
        _ count: Int, cycles: Double, rate: Double, _ frequencies: [Double]
    ) throws -> (sums: [Double], map: TimeFrequencyMap) {
        let wavelet = MorletWavelet(cycles: cycles)
        var sums: [Double] = []
        var last: TimeFrequencyMap?
        for index in 0..<count {
            var pulse = [Double](repeating: 0, count: count)
            pulse[index] = 1
            let map = try #require(
                wavelet.map(of: pulse, sampleRateHz: rate, frequenciesHz: frequencies))
            sums = sums.isEmpty ? map.values : zip(sums, map.values).map { $0 + $1 }
            last = map
        }
        return (sums, try #require(last))
    }

    @Test func whiteNoiseIsFlatAtTheVarianceOverHalfTheRate() throws {
        let frequencies = [0.15, 0.3, 0.7, 1.2, 1.9, 2.0]
        let (sums, map) = try Self.whiteNoiseMap(160, cycles: 6, rate: 4, frequencies)
        // Middle column, 80 samples from both ends: at 0.15 Hz three standard deviations of the
        // wavelet, whose energy beyond is erfc(3.1) / 2 at either end.
        for (index, frequency) in frequencies.enumerated() {
            let value = sums[80 * frequencies.count + index]
            let sigma = 6 / (2 * .pi * frequency)
            #expect(map.timesSeconds[80] == 20)
            let lost = 0.5 * (erfc(20 / sigma) + erfc(19.75 / sigma))
            // Variance 1, half the rate 2. Cut off at half the rate, a wavelet has a slow tail in
            // time: that of sin(x) / x, of which 0.4 % lies more than 20 s away.
            let tolerance = frequency < 1.5 ? 1e-4 : 0.004
            #expect(abs(value - 0.5 * (1 - lost)) < tolerance, "\(frequency) Hz: \(value)")
        }
    }

    /// An end takes 2.3 % of the energy at a distance of sqrt 2 standard deviations, and half of it
    /// at the end itself.
    @Test func theConeMarksAnEndEffectOfTwoPercent() throws {
        let (sums, map) = try Self.whiteNoiseMap(160, cycles: 6, rate: 4, [0.15, 0.3])
        for index in 0..<2 {
            let time = try #require(
                map.timesSeconds.indices.first { map.isClearOfEnds(time: $0, frequency: index) })
            let sigma = 6 / (2 * .pi * map.frequenciesHz[index])
            #expect(abs(map.coneOfInfluenceSeconds[index] - sigma * 2.0.squareRoot()) < 1e-12)
            #expect(map.timesSeconds[time] - map.coneOfInfluenceSeconds[index] < 0.25)
            // The series ends half a sample before its first one.
            let seconds = map.timesSeconds[time] + 0.125
            let lost = 1 - sums[2 * time + index] / 0.5
            #expect(abs(lost - 0.5 * erfc(seconds / sigma)) < 3e-4, "\(lost)")
            #expect(abs(0.5 * erfc(map.coneOfInfluenceSeconds[index] / sigma) - 0.0228) < 1e-4)
            // At the first sample half is left, and half a sample more; the removed mean takes a
            // little of a wavelet that is cut in two.
            let left = sums[index] / 0.5
            let expected = 1 - 0.5 * erfc(0.125 / sigma)
            #expect(left < expected && left > expected - 0.005, "\(left)")
        }
    }

    @Test(arguments: [4.0, 6, 12], [0.1, 0.25])
    func aToneHasTheDocumentedDensity(cycles: Double, tone: Double) throws {
        let x = (0..<4001).map { 20 * cos(2 * .pi * tone * (Double($0) - 2000) / 4 + 0.4) }
        let frequencies = (0...100).map { tone * (0.2 + Double($0) * 0.04) }
            .filter { $0 <= 0.6 }
        let map = try #require(
            MorletWavelet(cycles: cycles).map(
                of: x, sampleRateHz: 4, frequenciesHz: frequencies, stepSeconds: 500))
        #expect(map.timesSeconds == [0, 500, 1000])
        let m = Self.centre(cycles)
        let column = Array(map.column(1))
        let peak = column.max() ?? 0
        for (frequency, value) in zip(frequencies, column) {
            let distance = cycles * (tone / frequency - m)
            let expected =
                200 * cycles / (frequency * Double.pi.squareRoot()) * exp(-distance * distance)
            // The negative frequencies of the tone and the mean of the series leave 1e-5.
            #expect(abs(value - expected) < 1e-4 * peak, "\(frequency)")
        }
    }

    @Test(arguments: [4.0, 6, 12], [0.1, 0.2])
    func aTonesDensityIntegratesToItsPower(cycles: Double, tone: Double) throws {
        for phase in [0.0, 1] {
            let x = (0..<4001).map { 20 * cos(2 * .pi * tone * Double($0) / 4 + phase) }
            // From a quarter of the tone to nine times it: four cycles leave exp(-c^2 (1/9 - m)^2)
            // of their peak there, 1e-6.
            let frequencies = (0...450).map { tone * 0.25 * exp(Double($0) * 0.008) }
                .filter { $0 <= 2 }
            let map = try #require(
                MorletWavelet(cycles: cycles).map(
                    of: x, sampleRateHz: 4, frequenciesHz: frequencies, stepSeconds: 500))
            let power = map.power(fromHz: 0, toHz: 2)[1]
            #expect(abs(power - 200) < 0.02, "\(power)")
        }
    }

    @Test(arguments: [4.0, 6, 12])
    func aTonesPeakLiesWhereDocumented(cycles: Double) throws {
        let x = (0..<4001).map { 20 * cos(2 * .pi * 0.2 * Double($0) / 4) }
        let wavelet = MorletWavelet(cycles: cycles)
        let frequencies = (0...700).map { 0.18 + Double($0) * 3e-5 }
        let map = try #require(
            wavelet.map(of: x, sampleRateHz: 4, frequenciesHz: frequencies, stepSeconds: 500))
        let column = Array(map.column(1))
        let peak = try #require(column.indices.max { column[$0] < column[$1] })
        #expect(abs(frequencies[peak] / 0.2 - wavelet.tonePeakFrequencyRatio) < 1e-4)
        if cycles == 6 { #expect(abs(wavelet.tonePeakFrequencyRatio - 0.973) < 0.0005) }
    }

    @Test func aBurstIsSeenWhereAndAtWhichFrequencyItIs() throws {
        let x = (0..<1200).map { index -> Double in
            let t = Double(index) / 4
            return 10 * exp(-pow((t - 180) / 20, 2)) * sin(2 * .pi * 0.25 * t)
        }
        let frequencies = (0..<60).map { 0.1 + 0.005 * Double($0) }
        let map = try #require(
            MorletWavelet().map(of: x, sampleRateHz: 4, frequenciesHz: frequencies))
        let best = try #require(map.values.indices.max { map.values[$0] < map.values[$1] })
        #expect(abs(map.timesSeconds[best / 60] - 180) < 1)
        #expect(abs(frequencies[best % 60] - 0.25 * MorletWavelet().tonePeakFrequencyRatio) < 0.005)
    }

    @Test func endsDoNotMeet() throws {
        // A tone in the first half only: the last column sees nothing of it.
        let x = (0..<1200).map { $0 < 600 ? cos(2 * .pi * 0.1 * Double($0) / 4) : 0 }
        let map = try #require(
            MorletWavelet().map(of: x, sampleRateHz: 4, frequenciesHz: [0.05, 0.1]))
        let peak = map.values.max() ?? 0
        #expect(map[1199, 1] < 1e-6 * peak)
    }

    @Test func theLowestFrequencyHasOneTimeClearOfBothEnds() throws {
        let wavelet = MorletWavelet(cycles: 5)
        let x = (0..<401).map { sin(Double($0)) }
        let lowest = wavelet.lowestHz(spanSeconds: 100)
        #expect(abs(wavelet.coneOfInfluenceSeconds(atHz: lowest) - 50) < 1e-12)
        let map = try #require(
            wavelet.map(of: x, sampleRateHz: 4, frequenciesHz: [lowest * (1 + 1e-12), 1]))
        let clear = map.timesSeconds.indices.filter { map.isClearOfEnds(time: $0, frequency: 0) }
        #expect(clear == [200])
        #expect(wavelet.map(of: x, sampleRateHz: 4, frequenciesHz: [0.99 * lowest, 1]) == nil)
    }

    @Test func shortSeriesHaveNoMap() {
        for count in 0...3 {
            let x = [Double](repeating: 1, count: count)
            #expect(MorletWavelet().map(of: x, sampleRateHz: 4, frequenciesHz: [2]) == nil)
        }
    }
}
