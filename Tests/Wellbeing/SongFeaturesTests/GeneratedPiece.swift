import Foundation
import TestSupport

/// A piece in 4/4 that a program composes from a seed and plays: its tempo is known.
///
/// A bar has eight steps. Drums strike where a rock beat does, with steps left out and added; the bass plays
/// a line of its own, and the chords strike on some beats or between them.
struct GeneratedPiece {
    enum Part: CaseIterable { case drums, bass, chords }

    static let sampleRateHz = 22_050.0
    private static let stepsPerBar = 8
    private static let barCount = 2
    /// Highest value of the noise that every recording has, 65 dB below full scale (root mean square).
    private static let floor = 0.001

    let seed: UInt64
    var bpm: Double
    var band: [Part]

    /// The tempo and the parts follow from the seed; a fifth of the pieces have no drums. Tempos gather round
    /// two beats a second, as those of music do (van Noorden and Moelants 1999), from 50 to 200 beats/min.
    init(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        self.seed = seed
        repeat {
            bpm = 112 * exp2(0.4 * generator.gaussian())
        } while !(50...200).contains(bpm)
        let bands: [[Part]] = [
            [.drums, .bass, .chords], [.drums, .bass], [.drums], [.drums, .chords],
            [.bass, .chords],
        ]
        band = bands[Int.random(in: bands.indices, using: &generator)]
    }

    /// One channel; the parts of the band at fixed gains, so that a part more adds to the others.
    func samples(seconds: Double) -> [Float] {
        var sound = [Double](repeating: 0, count: Int(seconds * Self.sampleRateHz))
        for part in band { play(part, into: &sound) }
        var generator = SplitMix64(seed: ~seed)
        return sound.map { Float($0 + generator.uniform(in: -Self.floor...Self.floor)) }
    }

    /// Every part draws from a generator of its own: without drums the others play the same.
    private func play(_ part: Part, into sound: inout [Double]) {
        let index = UInt64(Part.allCases.firstIndex(of: part) ?? 0)
        var generator = SplitMix64(seed: seed &* 31 &+ index &+ 1)
        let bars = (0..<Self.barCount).flatMap { _ in Self.bar(part, &generator) }
        let pitch = generator.uniform(in: 0...12)
        let stepSeconds = 30 / bpm
        let stepCount = Int(Double(sound.count) / Self.sampleRateHz / stepSeconds)
        var notes: [Instrument: [Double]] = [:]
        for step in 0..<stepCount {
            for instrument in bars[step % bars.count] {
                let note = notes[instrument] ?? Self.note(instrument, pitch, &generator)
                notes[instrument] = note
                let late = generator.gaussian() * 0.004
                let start = Int((Double(step) * stepSeconds + 0.1 + late) * Self.sampleRateHz)
                let accent = generator.uniform(in: 0.7...1)
                for i in 0..<max(0, min(note.count, sound.count - start)) {
                    sound[start + i] += accent * note[i]
                }
            }
        }
    }

    private enum Instrument { case kick, snare, hat, bass, chord }

    /// Returns the instruments that sound on each step of a bar.
    private static func bar(_ part: Part, _ generator: inout SplitMix64) -> [[Instrument]] {
        let line = generator.uniform(in: 0.3...0.9)
        let isOffbeat = generator.uniform(in: 0...1) < 0.25
        return (0..<stepsPerBar).map { step in
            func chance(_ share: Double) -> Bool { generator.uniform(in: 0...1) < share }
            let isBeat = step % 2 == 0
            switch part {
            case .drums:
                let kick = chance(step % 4 == 0 ? 0.95 : 0.15) ? [Instrument.kick] : []
                let snare = chance(step % 4 == 2 ? 0.9 : 0.05) ? [Instrument.snare] : []
                return kick + snare + (chance(line) ? [.hat] : [])
            case .bass: return chance(isBeat ? line : line / 2) ? [.bass] : []
            case .chords: return chance(isBeat == isOffbeat ? 0.1 : 0.7) ? [.chord] : []
            }
        }
    }

    /// Four time constants of one note, at its full accent.
    private static func note(
        _ instrument: Instrument, _ pitch: Double, _ generator: inout SplitMix64
    ) -> [Double] {
        let (gain, decay, base, isNoise) =
            switch instrument {
            case .kick: (0.3, 0.06, 60.0, false)
            case .snare: (0.2, 0.05, 0, true)
            case .hat: (0.08, 0.02, 0, true)
            case .bass: (0.1, 0.15, 55 * exp2(pitch / 12), false)
            case .chord: (0.04, 0.25, 262 * exp2(pitch / 12), false)
            }
        // Plucked strings have overtones, and take some milliseconds to begin.
        let overtones = instrument == .bass || instrument == .chord ? 4 : 1
        let attack = isNoise ? 0.0005 : 0.006
        let ratios = instrument == .chord ? [1, 1.25, 1.5] : [1.0]
        return (0..<Int(4 * decay * sampleRateHz)).map { i in
            let time = Double(i) / sampleRateHz
            let tone =
                isNoise
                ? generator.uniform(in: -1...1)
                : ratios.reduce(0) { sum, ratio in
                    (1...overtones).reduce(sum) {
                        $0 + sin(2 * .pi * base * ratio * Double($1) * time) / Double($1)
                    }
                }
            return gain * exp(-time / decay) * (1 - exp(-time / attack)) * tone
        }
    }
}
