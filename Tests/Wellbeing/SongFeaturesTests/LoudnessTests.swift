import CSignalKernels
import Foundation
@testable import SongFeatures
import TestSupport
import Testing

/// A part of a test signal: sines of 1 kHz with a peak in dBFS for each channel.
private struct Part {
    var decibels: [Double?]
    var seconds: Double
}

@Suite struct LoudnessTests {
    private static func samples(_ parts: [Part], rate: Double, hz: Double = 1000) -> [Float] {
        var samples: [Float] = []
        var frame = 0
        for part in parts {
            let peaks = part.decibels.map { $0.map { pow(10, $0 / 20) } ?? 0 }
            for _ in 0..<Int((part.seconds * rate).rounded()) {
                let wave = sin(2 * .pi * hz * Double(frame) / rate)
                samples += peaks.map { Float($0 * wave) }
                frame += 1
            }
        }
        return samples
    }

    private static func gated(_ parts: [Part], rate: Double = 8_000, hz: Double = 1000)
        -> GatedLoudness
    {
        let channels = parts[0].decibels.count
        var meter = LoudnessMeter(sampleRateHz: rate, channels: channels)
        samples(parts, rate: rate, hz: hz).withUnsafeBufferPointer { meter.push($0) }
        return GatedLoudness(slots: meter.slots)
    }

    private static func stereo(_ steps: (decibels: Double, seconds: Double)...) -> [Part] {
        steps.map { Part(decibels: [$0.decibels, $0.decibels], seconds: $0.seconds) }
    }

    /// The coefficients that BS.1770-4 prints for 48 kHz; it gives them to 14 digits.
    @Test func filtersAreTheStandardsAt48Kilohertz() {
        let filters = LoudnessFilters.filters(sampleRateHz: 48_000)
        let found = filters.map { [$0.b0, $0.b1, $0.b2, $0.a1, $0.a2] }
        let printed = [
            [
                1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241,
                0.73248077421585,
            ],
            [1, -2, 1, -1.99004745483398, 0.99007225036621],
        ]
        for (ours, theirs) in zip(found, printed) {
            for (a, b) in zip(ours, theirs) { #expect(abs(a - b) <= 1e-12) }
        }
    }

    /// A stereo sine of 1 kHz that peaks at -23 dBFS has -23.0 LUFS (EBU Tech 3341, case 1).
    @Test(arguments: [8_000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000.0])
    func theReferenceToneHasItsLoudnessAtEveryRate(rate: Double) throws {
        let tone = try #require(Self.gated(Self.stereo((-23, 3)), rate: rate).loudnessLUFS)
        #expect(abs(tone + 23) <= 0.1)
    }

    /// EBU Tech 3341 (2016), cases 1 to 6: the tolerance is the document's.
    @Test func theMinimumRequirementsOfTech3341() throws {
        let five = [-28, -28, -24, -30, -30] as [Double?]
        let cases: [([Part], Double)] = [
            (Self.stereo((-23, 20)), -23), (Self.stereo((-33, 20)), -33),
            (Self.stereo((-36, 10), (-23, 60), (-36, 10)), -23),
            (Self.stereo((-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)), -23),
            (Self.stereo((-26, 20), (-20, 20.1), (-26, 20)), -23),
            ([Part(decibels: five, seconds: 20)], -23),
        ]
        for (number, (parts, expected)) in cases.enumerated() {
            let found = try #require(Self.gated(parts).loudnessLUFS)
            #expect(abs(found - expected) <= 0.1, "case \(number + 1): \(found)")
        }
    }

    /// EBU Tech 3342, cases 1 to 4: 20 s each; the tolerance is the document's.
    @Test func theMinimumRequirementsOfTech3342() throws {
        let cases: [([Part], Double)] = [
            (Self.stereo((-20, 20), (-30, 20)), 10), (Self.stereo((-20, 20), (-15, 20)), 5),
            (Self.stereo((-40, 20), (-20, 20)), 20),
            (
                Self.stereo((-50, 20), (-35, 20), (-20, 20), (-35, 20), (-50, 20)),
                15
            ),
        ]
        for (number, (parts, expected)) in cases.enumerated() {
            let found = try #require(Self.gated(parts).rangeLU)
            #expect(abs(found - expected) <= 1, "case \(number + 1): \(found)")
        }
    }

    @Test func silenceBetweenTonesIsGated() throws {
        let silent = Part(decibels: [nil, nil], seconds: 20)
        let tone = Self.stereo((-23, 20))
        let alone = try #require(Self.gated(tone).loudnessLUFS)
        let gapped = try #require(Self.gated(tone + [silent] + tone).loudnessLUFS)
        // The six blocks that the silence cuts hold at most as much as a tenth of a block more.
        #expect(abs(gapped - alone) <= 0.1)
        #expect(Self.gated([silent]).loudnessLUFS == nil && Self.gated([silent]).hasBlock)
        #expect(Self.gated([silent]).rangeLU == nil)
    }

    @Test func shortSoundsHaveNoBlock() {
        #expect(!Self.gated(Self.stereo((-23, 0.39))).hasBlock)
        let half = Self.gated(Self.stereo((-23, 0.5)))
        #expect(
            half.hasBlock && half.loudnessLUFS != nil && !half.hasRangeBlock && half.rangeLU == nil)
    }

    /// BS.1770-4 weights the channels at the sides by 1.41 (1.49 dB) and leaves out the effects.
    @Test func channelsHaveTheirWeights() throws {
        let expected: [Int: [Double]] = [
            1: [1], 2: [1, 1], 3: [1, 1, 1], 4: [1, 1, 1.41, 1.41], 5: [1, 1, 1, 1.41, 1.41],
            6: [1, 1, 1, 0, 1.41, 1.41], 7: [1, 1, 1, 0, 1, 1.41, 1.41],
            8: [1, 1, 1, 0, 1, 1, 1.41, 1.41],
        ]
        for (channels, weights) in expected {
            for (channel, weight) in weights.enumerated() {
                var levels = [Double?](repeating: nil, count: channels)
                levels[channel] = -20
                let found = Self.gated([Part(decibels: levels, seconds: 1)]).loudnessLUFS
                if weight == 0 {
                    #expect(found == nil)
                } else {
                    // One channel has 3.01 dB less than two: -23.01 for a peak of -20.
                    let exact = -23.01 + 10 * log10(weight)
                    #expect(abs(try #require(found) - exact) <= 0.1)
                }
            }
        }
    }

    /// The filters by their difference equation, sample by sample.
    @Test func energiesFollowTheDifferenceEquation() {
        let channels = 3
        let x = whiteNoise(channels * 500, amplitude: 1, seed: 5)
        let filters = LoudnessFilters.filters(sampleRateHz: 44_100)
        var state = [Double](repeating: 0, count: ck_k_weighting_state_count(channels))
        var energies = [Double](repeating: 0, count: channels)
        ck_k_weighting_run(filters, x, channels, 200, &state, &energies)
        Array(x[600...]).withUnsafeBufferPointer {
            guard let rest = $0.baseAddress else { return }
            ck_k_weighting_run(filters, rest, channels, 300, &state, &energies)
        }
        for channel in 0..<channels {
            var y = (0..<500).map { Double(x[$0 * channels + channel]) }
            for f in filters {
                var out: [Double] = []
                for j in y.indices {
                    func at(_ values: [Double], _ index: Int) -> Double {
                        index >= 0 ? values[index] : 0
                    }
                    out.append(
                        f.b0 * y[j] + f.b1 * at(y, j - 1) + f.b2 * at(y, j - 2)
                            - f.a1 * at(out, j - 1) - f.a2 * at(out, j - 2))
                }
                y = out
            }
            let exact = y.reduce(0) { $0 + $1 * $1 }
            #expect(abs(energies[channel] - exact) <= 1e-10 * exact)
        }
    }
}
