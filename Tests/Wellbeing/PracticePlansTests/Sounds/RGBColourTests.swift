import Foundation
import PhysioTypes
import ResonanceBreathing
import Testing

@testable import PracticePlans

/// Sines and breath tones against their definition.
@Suite struct ToneTests {
    static func edge(_ t: Double, _ duration: Double) -> Double {
        let near = min(t, duration - t)
        return near < 0.008 ? pow(sin(.pi * max(near, 0) / 0.016), 2) : 1
    }

    static let chords: [(SoundName, [[Double]], Double)] = [
        (.leadIn, [[440, 660]], 0.15), (.tick, [[880]], 0.08), (.changeToWork, [[1175]], 0.5),
        (.changeToRest, [[587]], 0.5), (.close, [[880], [659], [440]], 0.25),
    ]

    @Test(arguments: chords)
    func chordsAreTheFormula(_ name: SoundName, _ chords: [[Double]], _ seconds: Double) {
        let values = PracticeSound.named(name).samples(level: 0.8).values
        let count = Int((seconds * 48_000).rounded())
        #expect(values.count == chords.count * count)
        for (position, frequencies) in chords.enumerated() {
            let worst = (0..<count).map { index in
                let t = Double(index) / 48_000
                let sum = frequencies.reduce(0) { $0 + sin(2 * .pi * $1 * t) }
                let formula = 0.708 * 0.8 * Self.edge(t, seconds) * sum / Double(frequencies.count)
                return abs(Double(values[position * count + index]) - formula)
            }.max()
            #expect(worst! < StrikeSoundTests.tolerance)
        }
    }

    /// The phase is added up here from the pitch in the middle between two samples. The midpoint's
    /// error, f'' h^2 / 24 a second, is below 1e-9 cycles; the sum rounds by 1e-11.
    @Test(arguments: BreathPhase.allCases, [1.5, 4.0])
    func breathTonesFollowThePitchWithoutAJump(_ phase: BreathPhase, _ seconds: Double) {
        let values = PracticeSound.breath(phase, durationSeconds: seconds).samples(level: 1).values
        #expect(values.count == Int(seconds * 48_000))
        let cue = ToneSchedule.tone(phase, startSeconds: 0, durationSeconds: seconds)
        var cycles = 0.0
        var worst = 0.0
        for (index, value) in values.enumerated() {
            let t = Double(index) / 48_000
            let formula = 0.708 * Self.edge(t, seconds) * sin(2 * .pi * cycles)
            worst = max(worst, abs(Double(value) - formula))
            cycles += cue.frequencyHz(atSeconds: t + 0.5 / 48_000) / 48_000
        }
        #expect(worst < StrikeSoundTests.tolerance + 1e-8)
    }

    @Test func aSoundIsScaledByItsLevel() {
        #expect(PracticeSound.named(.tick).samples(level: 0).values.allSatisfy { $0 == 0 })
        let peak = PracticeSound.named(.changeToWork).samples(level: 1).values.max()!
        // A sample lies at most pi 1175 / 48000 rad from the top of the sine: 1 - cos = .003.
        #expect(peak <= 0.708 && peak > 0.705)
    }
}
