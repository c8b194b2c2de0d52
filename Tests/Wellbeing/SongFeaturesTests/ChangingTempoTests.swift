import Foundation
import TestSupport
import Testing

@testable import SongFeatures

@Suite struct ChangingTempoTests {
    private static let sampleRateHz = 22_050.0

    /// Clicks whose tempo runs from one to another in a straight line; the beats follow by the quadratic formula.
    private static func clicks(from first: Double, to last: Double, seconds: Double) -> [Float] {
        var samples = [Float](repeating: 0, count: Int(seconds * sampleRateHz))
        let (begin, slope) = (first / 60, (last - first) / 60 / seconds)
        let click = ClickTrack(bpm: 60, seconds: 1, sampleRateHz: sampleRateHz, firstSeconds: 0)
            .samples.prefix(Int(0.05 * sampleRateHz))
        for beat in 0... {
            let time =
                2 * Double(beat) / (begin + (begin * begin + 2 * slope * Double(beat)).squareRoot())
            let start = Int((0.1 + time) * sampleRateHz)
            guard time.isFinite, start + click.count < samples.count else { break }
            for (i, value) in click.enumerated() { samples[start + i] += value }
        }
        return samples
    }

    /// The ends of the range within 5 %, as 2 % steps and windows of 8 s allow; nothing is known of one tempo.
    @Test(arguments: [(90.0, 132.0), (120, 84), (70, 100)])
    func aTempoThatRunsAwayIsARange(_ ends: (Double, Double)) throws {
        let samples = Self.clicks(from: ends.0, to: ends.1, seconds: 40)
        let song = try #require(features(of: samples, sampleRateHz: Self.sampleRateHz))
        let tempo = try #require(song.tempo)
        let range = try #require(tempo.range)
        let (slow, fast) = (min(ends.0, ends.1), max(ends.0, ends.1))
        #expect(abs(range.lowerBound / slow - 1) <= 0.05, "\(range)")
        #expect(abs(range.upperBound / fast - 1) <= 0.05, "\(range)")
        #expect(range.contains(tempo.bpm) && tempo.confidence < 0.5)
        #expect(song.beats.isEmpty && song.missing.isEmpty)
    }

    @Test(arguments: [60.0, 104, 150]) func aSteadyTempoHasNoRange(_ bpm: Double) throws {
        let samples = Self.clicks(from: bpm, to: bpm, seconds: 40)
        let song = try #require(features(of: samples, sampleRateHz: Self.sampleRateHz))
        #expect(try #require(song.tempo).range == nil)
    }

    /// Neither noise nor bursts at random times have a tempo that changes.
    @Test func nothingThatChangesIsFoundInNoise() throws {
        for seed in 1...6 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            var samples = whiteNoise(30 * 22_050, amplitude: 0.01, seed: seed)
            var time = 0.2
            while time < 29 {
                for i in 0..<2_000 {
                    samples[Int(time * 22_050) + i] += Float(generator.uniform(in: -0.3...0.3))
                }
                time += generator.uniform(in: 0.1...0.6)
            }
            let song = try #require(features(of: samples, sampleRateHz: 22_050))
            #expect(song.tempo?.range == nil)
        }
    }

    @Test func nearSilenceIsRefusedWithItsReason() throws {
        // Clicks of a clock, 80 dB below full scale.
        let clicks = ClickTrack(bpm: 60, seconds: 20, gain: 2e-4).samples
        let song = try #require(features(of: clicks))
        #expect(song.tempo == nil && song.energy == nil)
        let reason = try #require(song.missing[.tempo])
        #expect([.silent, .tooQuiet].contains(reason))
        let hum = (0..<441_000).map { Float(0.0015 * sin(2 * .pi * 50 * Double($0) / 44_100)) }
        let quiet = try #require(features(of: hum))
        #expect(quiet.missing[.tempo] == .tooQuiet && quiet.missing[.loudness] == nil)
        #expect((-70.0 ... -60).contains(try #require(quiet.loudnessLUFS)))
    }
}
