import Foundation
import Testing

@testable import PracticePlans

/// The strikes against their formula, evaluated here sample by sample.
@Suite struct StrikeSoundTests {
    struct Strikes: Sendable {
        let name: SoundName
        let hertz: Double
        let decay: Double
        var starts: [Double] = [0]
        let count: Int
    }

    static let strikes = [
        Strikes(name: .gong, hertz: 220, decay: 1.6, count: 530_688),
        Strikes(name: .bell, hertz: 330, decay: 0.8, count: 265_344),
        Strikes(
            name: .gongTriple, hertz: 220, decay: 0.8, starts: [0, 1.2, 2.4], count: 380_544),
        Strikes(name: .gongEnd, hertz: 176, decay: 2.1, count: 696_528),
    ]
    /// r_k, a_k, T_k / T_1.
    static let partials = [
        (1.0, 1.0, 1.0), (1.004, 0.7, 1), (1.47, 0.5, 0.6), (2.09, 0.4, 0.45), (2.56, 0.25, 0.3),
        (3.36, 0.15, 0.2), (4.49, 0.1, 0.12),
    ]
    /// Half an ulp of a Float just below 1, and as much for what the rotation rounds.
    static let tolerance = 6e-8

    static func strike(_ t: Double, _ hertz: Double, _ decay: Double) -> Double {
        let end = 6.91 * decay
        guard t >= 0, t < end else { return 0 }
        let rise = t < 0.008 ? pow(sin(.pi * t / 0.016), 2) : 1
        let fade = end - t < 0.05 ? pow(sin(.pi * (end - t) / 0.1), 2) : 1
        let sum = partials.reduce(0) { sum, partial in
            sum + partial.1 * exp(-t / (decay * partial.2)) * sin(2 * .pi * hertz * partial.0 * t)
        }
        return rise * fade * sum / partials.reduce(0) { $0 + $1.1 }
    }

    @Test(arguments: strikes) func samplesAreTheFormula(_ item: Strikes) {
        for level in [1.0, 0.5] {
            let values = PracticeSound.named(item.name).samples(level: level).values
            #expect(values.count == item.count)
            let edges = Array(0..<500) + Array(item.count - 2_500..<item.count)
            let worst = (edges + Array(stride(from: 500, to: item.count, by: 997))).map { index in
                let t = Double(index) / 48_000
                let sum = item.starts.reduce(0) {
                    $0 + Self.strike(t - $1, item.hertz, item.decay)
                }
                return abs(Double(values[index]) - 0.708 * level * sum)
            }.max()
            #expect(worst! < Self.tolerance, "level \(level)")
        }
    }

    @Test func durationsAreThoseOfTheSamples() {
        for name in SoundName.allCases {
            let sound = PracticeSound.named(name)
            for rate in [48_000, 24_000, 12_000] {
                let difference =
                    sound.samples(sampleRateHz: rate).durationSeconds - sound.durationSeconds
                #expect(abs(difference) < 1 / Double(rate), "\(name) at \(rate) Hz")
            }
        }
    }

    /// .708 (1 + exp(-1.5) + exp(-3)) = .9012.
    @Test func theTripleGongStaysBelowFullScale() {
        let values = PracticeSound.named(.gongTriple).samples(level: 1).values
        #expect(values.map(abs).max()! < 0.9013)
        #expect(values[115_200 + 480] != 0)
    }

    /// A step no larger than the sines and the rise can make: |sum a 2 pi f r / sum a + pi / .016| / rate.
    @Test(arguments: strikes) func noStepIsAClick(_ item: Strikes) {
        let values = PracticeSound.named(item.name).samples(level: 1).values
        let weights = Self.partials.reduce(0) { $0 + $1.1 }
        let slope =
            Self.partials.reduce(0) { $0 + $1.1 * 2 * .pi * item.hertz * $1.0 } / weights + .pi
            / 0.016
        let steps = zip(values, values.dropFirst()).map { abs(Double($1 - $0)) }
        #expect(steps.max()! < 0.708 * Double(item.starts.count) * slope / 48_000)
        #expect(values[0] == 0)
        #expect(abs(values.last!) < 1e-8)
    }
}
