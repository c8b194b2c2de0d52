import Foundation
import TestSupport

/// Slow music that is played on every eighth: its tempo is known, and half of its notes lie between the beats.
struct SlowPiece {
    enum Kind: CaseIterable {
        /// Bass drum and snare on the beats, hats and bass on every eighth.
        case soul
        /// A plucked string on every eighth, a lower one on the beats; quiet.
        case guitar
        /// Soft chords on the beats, broken ones between.
        case ballad
    }

    static let sampleRateHz = 22_050.0
    /// Highest value of the background noise.
    private static let floor = 0.0005

    let kind: Kind
    let bpm: Double
    private var generator: SplitMix64

    init(_ kind: Kind, seed: UInt64) {
        generator = SplitMix64(seed: seed)
        self.kind = kind
        bpm = generator.uniform(in: 58...82)
    }

    mutating func samples(seconds: Double) -> [Float] {
        var sound = [Double](repeating: 0, count: Int(seconds * Self.sampleRateHz))
        let count = Int(seconds * bpm / 30) - 1
        for eighth in 0..<count {
            let isBeat = eighth.isMultiple(of: 2)
            for note in notes(eighth, isBeat) {
                let late = generator.gaussian() * 0.005
                let start = Int((Double(eighth) * 30 / bpm + 0.1 + late) * Self.sampleRateHz)
                for i in 0..<max(0, min(note.count, sound.count - start)) {
                    sound[start + i] += note[i]
                }
            }
        }
        return sound.map { Float($0 + generator.uniform(in: -Self.floor...Self.floor)) }
    }

    /// Returns the notes that begin on an eighth of a bar of eight.
    private mutating func notes(_ eighth: Int, _ isBeat: Bool) -> [[Double]] {
        let step = eighth % 8
        let chord = [0.0, 7, 12, 16, 19, 16, 12, 7]
        switch kind {
        case .soul:
            let hat = noise(0.04 * generator.uniform(in: 0.8...1.2), decay: 0.03)
            let bass = tone(55, 0.15 * generator.uniform(in: 0.9...1.1), decay: 0.25)
            let drum =
                step % 4 == 2
                ? noise(0.2, decay: 0.08) : tone(60, 0.4, decay: 0.08)
            return [hat, bass] + (isBeat ? [drum] : [])
        case .guitar:
            let string = tone(147 * exp2(chord[step] / 12), 0.03, decay: 0.5)
            return [string] + (isBeat ? [tone(73, 0.04, decay: 0.6)] : [])
        case .ballad:
            let key = tone(220 * exp2(chord[step] / 12), 0.02, decay: 0.7)
            let left = [0, 7, 16].map { tone(131 * exp2($0 / 12), 0.02, decay: 0.8) }
            return [key] + (isBeat ? left : [])
        }
    }

    private func tone(_ hertz: Double, _ gain: Double, decay: Double) -> [Double] {
        (0..<Int(4 * decay * Self.sampleRateHz)).map { i in
            let time = Double(i) / Self.sampleRateHz
            let sum = (1...4).reduce(0.0) {
                $0 + sin(2 * .pi * hertz * Double($1) * time) / Double($1)
            }
            return gain * exp(-time / decay) * (1 - exp(-time / 0.004)) * sum
        }
    }

    private mutating func noise(_ gain: Double, decay: Double) -> [Double] {
        (0..<Int(4 * decay * Self.sampleRateHz)).map { i in
            gain * exp(-Double(i) / Self.sampleRateHz / decay) * generator.uniform(in: -1...1)
        }
    }
}
