import Foundation
@testable import PhysioDSP
import TestSupport
import Testing

@Suite struct WelchPSDTests {
    /// Welch's definition by direct sums, segment by segment, without padding.
    private static func direct(
        _ x: [Double], rate: Double, length: Int, starts: [Int], _ frequency: Double
    ) -> Double {
        let h = (0..<length).map { 0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(length)) }
        let squares = h.reduce(0) { $0 + $1 * $1 }
        var sum = 0.0
        for start in starts {
            let segment = Array(x[start..<start + length])
            let mean = segment.reduce(0, +) / Double(length)
            var real = 0.0
            var imaginary = 0.0
            for j in 0..<length {
                let angle = 2 * .pi * frequency * Double(j) / rate
                real += h[j] * (segment[j] - mean) * cos(angle)
                imaginary -= h[j] * (segment[j] - mean) * sin(angle)
            }
            sum += 2 * (real * real + imaginary * imaginary) / (rate * squares)
        }
        return sum / Double(starts.count)
    }

    @Test func agreesWithTheDefinition() throws {
        var generator = SplitMix64(seed: 1)
        let x = (0..<500).map { _ in 100 + 10 * generator.gaussian() }
        let spectrum = try #require(
            WelchPSD(segmentSeconds: 50).density(samples: x, sampleRateHz: 4))
        // 200 samples a segment, at most 100 apart, first and last sample used.
        let starts = [0, 100, 200, 300]
        for index in [3, 40, 111, 150] {
            let expected = Self.direct(
                x, rate: 4, length: 200, starts: starts, spectrum.frequencyHz(index))
            #expect(relativeError(spectrum.density[index], expected) < 1e-10)
        }
    }

    @Test func segmentsReachBothEndsAndOverlapByHalf() {
        for (count, length) in [(100, 100), (101, 100), (1200, 1024), (5000, 1024), (7, 3)] {
            let starts = WelchPSD.segmentStarts(sampleCount: count, length: length)
            #expect(starts.first == 0)
            #expect(starts.last == count - length)
            for (next, start) in zip(starts.dropFirst(), starts) {
                #expect(next > start && next - start <= (length + 1) / 2)
            }
        }
    }

    /// Parseval: the sum over all bins is the tapered mean square of the segment.
    @Test func integralIsTheTaperedMeanSquare() throws {
        var generator = SplitMix64(seed: 2)
        let x = (0..<320).map { _ in generator.gaussian() }
        let spectrum = try #require(
            WelchPSD(segmentSeconds: 1000).density(samples: x, sampleRateHz: 4))
        let mean = x.reduce(0, +) / 320
        var power = 0.0
        var weights = 0.0
        for (j, value) in x.enumerated() {
            let h = 0.5 - 0.5 * cos(2 * .pi * (Double(j) + 0.5) / 320)
            power += h * h * (value - mean) * (value - mean)
            weights += h * h
        }
        let sum = spectrum.density.reduce(0, +) * spectrum.stepHz
        #expect(relativeError(sum, power / weights) < 1e-12)
    }

    @Test func degreesOfFreedomFollowWelch() {
        // One segment: 2. Hann with half overlap: correlation 1/6, so 2 K / (1 + 2 (1 - 1/K)/36).
        let weights = Taper.hann.weights(count: 1000)
        #expect(WelchPSD.degreesOfFreedom(starts: [0], weights: weights) == 2)
        let starts = (0..<10).map { $0 * 500 }
        let expected = 20 / (1 + 2 * 0.9 / 36)
        let found = WelchPSD.degreesOfFreedom(starts: starts, weights: weights)
        #expect(abs(found - expected) < 0.001)
    }

    @Test func fewerThanFourSamplesHaveNoSpectrum() {
        #expect(WelchPSD().density(samples: [1, 2, 3], sampleRateHz: 4) == nil)
        #expect(WelchPSD().density(samples: [1, 2, 3, 4], sampleRateHz: 4) != nil)
    }
}
