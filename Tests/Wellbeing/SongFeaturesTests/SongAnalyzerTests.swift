import Foundation
import PhysioDSP
@testable import SongFeatures
import TestSupport
import Testing

@Suite struct SongAnalyzerTests {
    /// Clicks over soft noise, so that every feature has something to do.
    private static func song(_ seconds: Double, rate: Double = 44_100) -> [Float] {
        let clicks = ClickTrack(bpm: 104, seconds: seconds, sampleRateHz: rate).samples
        return zip(clicks, whiteNoise(clicks.count, amplitude: 0.001, seed: 1)).map { $0 + $1 }
    }

    @Test func anyBlocksGiveTheSameFeatures() throws {
        var generator = SplitMix64(seed: 3)
        for (rate, channels) in [(44_100.0, 2), (96_000, 1), (11_025, 3)] {
            let samples = whiteNoise(Int(rate) * channels * 5, seed: 2)
            let whole = try #require(
                features(
                    of: samples, sampleRateHz: rate, channels: channels, blockFrames: 10_000_000))
            var analyzer = try #require(SongAnalyzer(sampleRateHz: rate, channelCount: channels))
            var start = 0
            samples.withUnsafeBufferPointer { samples in
                while start < samples.count {
                    let frames = Int.random(in: 0...Int.random(in: 1...9000, using: &generator))
                    let end = min(samples.count, start + frames * channels)
                    analyzer.push(UnsafeBufferPointer(rebasing: samples[start..<end]))
                    start = end
                }
            }
            #expect(analyzer.finish() == whole)
        }
    }

    @Test func everyInstructionSetGivesTheSameFeatures() {
        let samples = Self.song(12)
        let plain = InstructionSet.runLimited(to: .plain) { features(of: samples) }
        for set in InstructionSet.allCases where set <= .available {
            #expect(InstructionSet.runLimited(to: set) { features(of: samples) } == plain, "\(set)")
        }
    }

    @Test func gainMovesTheLoudnessAndNotTheTempo() throws {
        let samples = Self.song(12)
        let song = try #require(features(of: samples))
        for decibels in [-20.0, -6, 5] {
            let gain = Float(pow(10, decibels / 20))
            let other = try #require(features(of: samples.map { $0 * gain }))
            let (a, b) = (try #require(song.tempo), try #require(other.tempo))
            #expect(abs(a.bpm - b.bpm) <= 0.001)
            #expect(abs(a.confidence - b.confidence) <= 0.001)
            #expect(abs(try #require(other.loudnessLUFS) - song.loudnessLUFS! - decibels) <= 0.01)
            #expect(other.onsetsPerSecond == song.onsetsPerSecond)
            #expect(abs(other.density! - song.density!) <= 1e-4)
            #expect(other.beats == song.beats)
        }
    }

    @Test func stereoOfTwoEqualChannelsIsMono() throws {
        let mono = Self.song(12)
        let one = try #require(features(of: mono))
        let two = try #require(features(of: mono.flatMap { [$0, $0] }, channels: 2))
        #expect(one.tempo == two.tempo && one.beats == two.beats)
        #expect(one.density == two.density && one.onsetsPerSecond == two.onsetsPerSecond)
        // Two channels have twice the power.
        #expect(abs(two.loudnessLUFS! - one.loudnessLUFS! - 10 * log10(2)) <= 1e-9)
    }

    @Test(arguments: [22_050, 24_000, 32_000, 48_000, 88_200, 96_000, 176_400, 192_000.0])
    func theRateDoesNotChangeTheTempo(rate: Double) throws {
        let tempo = try #require(
            features(
                of: ClickTrack(bpm: 104, seconds: 15, sampleRateHz: rate).samples,
                sampleRateHz: rate)?.tempo)
        #expect(abs(tempo.bpm - 104) <= 0.05)
    }

    @Test func samplesThatAreNotNumbersAreUnsound() throws {
        for value in [Float.nan, .infinity, -.infinity, 1e7] {
            for index in [0, 200_001, 441_000 * 2 - 1] {
                var samples = [Float](repeating: 0.1, count: 441_000 * 2)
                samples[index] = value
                let song = try #require(features(of: samples, channels: 2))
                #expect(song.seconds == 10 && song.tempo == nil && song.loudnessLUFS == nil)
                #expect(SongFeature.allCases.allSatisfy { song.missing[$0] == .invalid })
            }
        }
    }

    @Test func emptyAndShortSongsSaySo() throws {
        for frames in [0, 1, 100, 17_000] {
            let song = try #require(features(of: whiteNoise(frames, seed: 1)))
            #expect(SongFeature.allCases.allSatisfy { song.missing[$0] == .tooShort })
        }
        let half = try #require(features(of: whiteNoise(22_050, seed: 1)))
        #expect(half.loudnessLUFS != nil && half.density != nil)
        #expect(half.missing[.energy] == .tooShort && half.missing[.tempo] == .tooShort)
    }

    @Test func badFormatsAreRefused() {
        for (rate, channels) in [(7_999.0, 1), (192_001, 1), (44_100, 0), (44_100, 9), (.nan, 2)] {
            #expect(SongAnalyzer(sampleRateHz: rate, channelCount: channels) == nil)
        }
    }

    @Test(arguments: [150, 440, 1000, 5000.0]) func oneToneIsNotDense(hz: Double) throws {
        let tone = (0..<132_300).map { Float(0.3 * sin(2 * .pi * hz * Double($0) / 44_100)) }
        #expect(try #require(features(of: tone)?.density) <= 0.09)
    }

    /// Noise of equal power in every octave: white noise whose spectrum is divided by the root of the
    /// frequency.
    @Test func pinkNoiseIsDense() throws {
        let count = 1 << 17
        let transform = RealFFT(count: count)
        var generator = SplitMix64(seed: 6)
        let white = transform.forward((0..<count).map { _ in generator.gaussian() })
        let pink = white.enumerated().map { $1 * (1 / Double(max(1, $0)).squareRoot()) }
        let samples = transform.inverse(pink).map { Float($0 / Double(count) * 3) }
        #expect(try #require(features(of: samples)?.density) >= 0.9)
    }

    @Test func louderFasterAndBusierSongsHaveMoreEnergy() throws {
        func energy(_ samples: [Float]) throws -> Double {
            try #require(features(of: samples)?.energy)
        }
        for bpm in [60, 80, 100.0] {
            let song = ClickTrack(bpm: bpm, seconds: 12).samples
            let base = try energy(song)
            #expect(try energy(song.map { $0 * 1.5 }) > base)
            #expect(try energy(ClickTrack(bpm: 1.3 * bpm, seconds: 12).samples) > base)
            let more = ClickTrack(bpm: 2 * bpm, seconds: 12, firstSeconds: 0.25, gain: 0.4).samples
            #expect(try energy(zip(song, more).map { $0 + $1 }) > base)
        }
    }

    @Test func onsetsAreTheClicksInASecond() throws {
        for bpm in [60, 100, 180.0] {
            let track = ClickTrack(bpm: bpm, seconds: 20)
            let found = try #require(features(of: track.samples)?.onsetsPerSecond)
            #expect(abs(found - Double(track.times.count) / 20) <= 0.101)
        }
    }

    /// A tempo in the middle of a song that is longer than the powers that are kept.
    @Test func songsOfMoreThanTenMinutesKeepTheirTempo() throws {
        var analyzer = try #require(SongAnalyzer(sampleRateHz: 8_000, channelCount: 1))
        let minute = ClickTrack(bpm: 120, seconds: 60, sampleRateHz: 8_000, firstSeconds: 0.25)
        let samples = minute.samples
        for _ in 0..<12 { samples.withUnsafeBufferPointer { analyzer.push($0) } }
        let song = analyzer.finish()
        #expect(song.seconds == 720)
        #expect(abs(try #require(song.tempo).bpm - 120) <= 0.05)
        #expect(abs(Double(song.beats.count) - 1440) <= 2)
    }

    /// The most that the process had in memory, less what it had before.
    @Test(.slow) func twoHoursFitIn32MiB() throws {
        let minute = Self.song(60, rate: 8_000)
        guard let before = ResidentMemory.bytesAfterReset() else { return }
        var analyzer = try #require(SongAnalyzer(sampleRateHz: 8_000, channelCount: 1))
        for _ in 0..<120 { minute.withUnsafeBufferPointer { analyzer.push($0) } }
        #expect(analyzer.finish().seconds == 7200)
        let peakBytes = try #require(ResidentMemory.peakBytes())
        #expect(peakBytes - before <= 32 << 20, "\((peakBytes - before) >> 10) KiB")
    }
}

/// The memory of this process by Linux; nil elsewhere.
enum ResidentMemory {
    /// Forgets the most that was in use so far, and gives what is in use.
    static func bytesAfterReset() -> Int? {
        guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return nil }
        try? file.write(contentsOf: Data("5".utf8))
        return bytes("VmRSS:")
    }

    static func peakBytes() -> Int? { bytes("VmHWM:") }

    private static func bytes(_ name: String) -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
            return nil
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
            .flatMap { Int($0) }.map { $0 << 10 }
    }
}
