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
        // 200 samples a segment, steps of at most 100, first and last sample used.
        let starts = [0, 100, 200, 300]
        for index in [3, 40, 111, 150] {
            let expected = Self.direct(
                x, rate: 4, length: 200, starts: starts, spectrum.frequencyHz(index))
            #expect(relativeError(spectrum.density[index], expected) < 1e-10)
        }
    }

    @Test func spreadSegmentsReachBothEndsAndOverlapByHalf() {
        for (count, length) in [(100, 100), (101, 100), (1200, 1024), (5000, 1024), (7, 3)] {
            let segments = WelchSegments(sampleCount: count, length: length, overlap: .spread)
            let starts = (0..<segments.count).map(segments.start)
            #expect(starts.first == 0)
            #expect(starts.last == count - length)
            for (next, start) in zip(starts.dropFirst(), starts) {
                #expect(next > start && next - start <= (length + 1) / 2)
            }
        }
    }

    @Test(arguments: [
        (1200, 256, 0.5, 128, 8), (1151, 256, 0.5, 128, 7), (1152, 256, 0.5, 128, 8),
        (1200, 255, 0.5, 128, 8), (1200, 256, 0.75, 64, 15), (1200, 256, 0, 256, 4),
        (256, 256, 0.5, 128, 1),
    ]) func fixedSegmentsHopByTheirShareAndDropTheRest(
        count: Int, length: Int, share: Double, hop: Int, expected: Int
    ) {
        let segments = WelchSegments(
            sampleCount: count, length: length, overlap: .fixed(share: share))
        #expect((0..<segments.count).map(segments.start) == (0..<expected).map { $0 * hop })
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

    @Test func degreesOfFreedomFollowWelch() throws {
        // One segment: 2. Hann with half overlap: correlation 1/6, so 2 K / (1 + 2 (1 - 1/K)/36).
        let welch = WelchPSD(
            segmentSeconds: 1000, overlap: .fixed(share: 0.5), taperSampling: .periodic)
        let plan = try #require(welch.plan(sampleCount: 5500, sampleRateHz: 1))
        #expect(plan.degreesOfFreedom(sampleCount: 1499) == 2)
        #expect(abs(plan.degreesOfFreedom(sampleCount: 5500) - 20 / (1 + 2 * 0.9 / 36)) < 1e-9)
        // Spread over a multiple of the hop, the segments are the same.
        let spread = try #require(
            WelchPSD(segmentSeconds: 1000, taperSampling: .periodic).plan(
                sampleCount: 5500, sampleRateHz: 1))
        #expect(
            spread.degreesOfFreedom(sampleCount: 5500) == plan.degreesOfFreedom(sampleCount: 5500))
        // Spread over less, they overlap more and are worth less.
        #expect(
            spread.degreesOfFreedom(sampleCount: 5100) < plan.degreesOfFreedom(sampleCount: 5500))
    }

    /// Eight segments, and seven: the last one has no partner in its transform.
    @Test(arguments: [500, 460]) func fixedOverlapAgreesWithTheDefinition(count: Int) throws {
        var generator = SplitMix64(seed: 3)
        let x = (0..<count).map { _ in 100 + 10 * generator.gaussian() }
        let welch = WelchPSD(segmentSeconds: 25, overlap: .fixed(share: 0.5), paddingFactor: 1)
        let spectrum = try #require(welch.density(samples: x, sampleRateHz: 4))
        #expect(spectrum.density.count == 51)
        let starts = Array(stride(from: 0, through: count - 100, by: 50))
        for index in [1, 2, 17, 40, 49] {
            let expected = Self.direct(
                x, rate: 4, length: 100, starts: starts, spectrum.frequencyHz(index))
            #expect(relativeError(spectrum.density[index], expected) < 1e-10)
        }
    }

    /// Seven segments: the last is transformed where pairs were before, whatever the padding.
    @Test(arguments: [1, 1.3, 2, 3]) func paddingChangesTheGridOnly(factor: Double) throws {
        var generator = SplitMix64(seed: 8)
        let x = (0..<400).map { _ in 100 + 10 * generator.gaussian() }
        let welch = WelchPSD(
            segmentSeconds: 25, overlap: .fixed(share: 0.5), paddingFactor: factor)
        let spectrum = try #require(welch.density(samples: x, sampleRateHz: 4))
        let padded = factor > 1 ? RealFFT.efficientCount(atLeast: Int(100 * factor)) : 100
        #expect(spectrum.density.count == padded / 2 + 1)
        let starts = Array(stride(from: 0, through: 300, by: 50))
        for index in [0, 1, 2, 17, 40, padded / 2] {
            let expected =
                Self.direct(
                    x, rate: 4, length: 100, starts: starts, spectrum.frequencyHz(index))
                * (index == 0 || 2 * index == padded ? 0.5 : 1)
            #expect(abs(spectrum.density[index] - expected) <= 1e-11 * 100, "bin \(index)")
        }
    }

    @Test func aReusedWorkspaceForgetsTheSeriesBefore() throws {
        let plan = try #require(
            WelchPSD(segmentSeconds: 50).plan(sampleCount: 500, sampleRateHz: 4))
        var workspace = WelchWorkspace(for: plan)
        func density(_ x: [Double]) -> [Double] {
            var density = [Double](repeating: -1, count: plan.densityCount)
            var span = density.mutableSpan
            plan.density(x.span, into: &span, using: &workspace)
            return density
        }
        var generator = SplitMix64(seed: 4)
        let x = (0..<500).map { _ in generator.gaussian() }
        let first = density(x)
        #expect(first == WelchPSD(segmentSeconds: 50).density(samples: x, sampleRateHz: 4)?.density)
        let broken = density((0..<700).map { $0 == 300 ? .nan : 1e12 * Double($0) })
        #expect(broken.allSatisfy { $0.isNaN })
        #expect(density(x) == first)
    }

    @Test func fewerThanFourSamplesHaveNoSpectrum() {
        #expect(WelchPSD().density(samples: [1, 2, 3], sampleRateHz: 4) == nil)
        #expect(WelchPSD().density(samples: [1, 2, 3, 4], sampleRateHz: 4) != nil)
    }
}
