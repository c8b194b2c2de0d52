import Foundation
import TestSupport
import Testing

@testable import MusicLibrary

/// The data that a scan stores of tempos that change, and of files that are silent.
@Suite struct StoredTempoTests {
    private static let rateHz = 8_000

    /// Clicks whose distance falls or stays by a factor from one to the next.
    private static func clicks(firstSeconds: Double, factor: Double, seconds: Int) -> [UInt8] {
        var samples = [Double](repeating: 0, count: seconds * rateHz)
        var (time, gap) = (0.2, firstSeconds)
        while time < Double(seconds) - 0.1 {
            let start = Int(time * Double(rateHz))
            for i in 0..<400 {
                let t = Double(i) / Double(rateHz)
                samples[start + i] += 16_000 * exp(-t / 0.01) * sin(2 * .pi * 1000 * t)
            }
            time += gap
            gap *= factor
        }
        return samples.flatMap { TestWAV.two(Int($0.rounded())) }
    }

    @Test func aTempoThatChangesIsStoredAsARange() throws {
        let library = try TestLibrary()
        // From 80 to 80/.99^52, about 135 bpm.
        try library.write(
            "faster.wav",
            TestWAV.file(Self.clicks(firstSeconds: 0.75, factor: 0.99, seconds: 31)))
        try library.write(
            "steady.wav", TestWAV.file(Self.clicks(firstSeconds: 0.6, factor: 1, seconds: 31)))
        try library.write("silent.wav", TestWAV.file([UInt8](repeating: 0, count: 62 * 8_000)))
        let store = try library.open()
        try library.scan(store)
        let songs = try store.songs()
        let faster = try #require(songs.first { $0.displayTitle == "faster" })
        let range = try #require(faster.features.tempo?.range)
        #expect(abs(range.lowerBound / 80 - 1) <= 0.05 && range.upperBound > 115)
        #expect(faster.tempo.notes == [.lowConfidence, .changes] && faster.tempo.isDoubtful)
        let steady = try #require(songs.first { $0.displayTitle == "steady" })
        #expect(steady.features.tempo?.range == nil && steady.tempo.notes.isEmpty)
        let silent = try #require(songs.first { $0.displayTitle == "silent" })
        let facts = try store.songFacts()
        #expect(facts.filter(\.isTempoDoubtful).map(\.id) == [faster.id])
        #expect(facts.filter { !$0.isPlayable }.map(\.id) == [silent.id])
    }
}
