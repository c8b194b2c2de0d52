import Foundation
import Testing

@testable import PracticePlans

@Suite struct SincResamplingTests {
    static func tone(_ hertz: Double, rate: Int, count: Int) -> [Float] {
        (0..<count).map { Float(0.8 * sin(2 * .pi * hertz * Double($0) / Double(rate))) }
    }

    /// A tone is the same tone at the new rate, away from the ends, where the sound begins from silence.
    @Test(arguments: [
        (8_000, 48_000, 3_300.0), (11_025, 48_000, 1_000), (44_100, 48_000, 18_000),
        (44_100, 48_000, 50), (96_000, 48_000, 20_000), (192_000, 48_000, 1_000),
        (48_000, 12_000, 5_000), (47_999, 48_000, 440),
    ])
    func tonesKeepTheirShape(_ from: Int, _ to: Int, _ hertz: Double) {
        let count = from / 10
        let found = SincResampling.resample(
            Self.tone(hertz, rate: from, count: count), fromHz: from, toHz: to)
        #expect(found.count == (count * to + from - 1) / from)
        let expected = Self.tone(hertz, rate: to, count: found.count)
        let margin = found.count / 4
        let worst = (margin..<found.count - margin).map { abs(found[$0] - expected[$0]) }.max()
        #expect(worst! < 0.001)
    }

    /// A frequency that half the lower rate cannot hold would come back as another pitch: it is 80
    /// dB down.
    @Test(arguments: [
        (96_000, 48_000, 24_500.0), (96_000, 48_000, 40_000), (48_000, 12_000, 7_000),
    ])
    func whatTheRateCannotHoldIsRemoved(_ from: Int, _ to: Int, _ hertz: Double) {
        let found = SincResampling.resample(
            Self.tone(hertz, rate: from, count: from / 10), fromHz: from, toHz: to)
        let margin = found.count / 4
        #expect(found[margin..<found.count - margin].map(abs).max()! < 0.8e-4 * 1.5)
    }

    @Test func shortSoundsAndEmptyOnesEnd() {
        #expect(SincResampling.resample([], fromHz: 8_000, toHz: 48_000).isEmpty)
        #expect(SincResampling.resample([1], fromHz: 192_000, toHz: 48_000).count == 1)
    }
}
