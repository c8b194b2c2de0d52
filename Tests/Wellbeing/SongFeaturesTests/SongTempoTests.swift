import SongFeatures
import TestSupport
import Testing

@Suite struct SongTempoTests {
    /// The tempos of the clicks are exact to a sample; the aim of the page is 0.1 %.
    @Test(arguments: [50, 61.7, 90, 128, 199.3, 231])
    func clicksHaveTheirTempo(bpm: Double) throws {
        for seconds in [15.0, 30] {
            let track = ClickTrack(bpm: bpm, seconds: seconds)
            let song = try #require(features(of: track.samples))
            let tempo = try #require(song.tempo)
            #expect(abs(tempo.bpm / bpm - 1) <= 0.001, "\(seconds) s: \(tempo)")
            #expect((0...1).contains(tempo.confidence))
            #expect(
                tempo.alternativeTempos.map(\.strength)
                    == tempo.alternativeTempos.map(\.strength).sorted(by: >))
            #expect(song.missing.isEmpty)
        }
    }

    @Test(arguments: [50, 90, 128, 199.3]) func beatsLieOnTheClicks(bpm: Double) throws {
        let track = ClickTrack(bpm: bpm, seconds: 25)
        let song = try #require(features(of: track.samples))
        #expect(song.beats.count == track.times.count)
        for (beat, click) in zip(song.beats, track.times) {
            #expect(abs(beat - click) <= 0.02, "a beat at \(beat), a click at \(click)")
        }
    }

    /// A sound that begins with the first sample is not seen to begin; everything else of it is found.
    @Test(arguments: [70, 128.0])
    func anOnsetInTheFirstSampleChangesNothingElse(bpm: Double) throws {
        let track = ClickTrack(bpm: bpm, seconds: 25, firstSeconds: 0)
        let song = try #require(features(of: track.samples))
        #expect(abs(try #require(song.tempo).bpm / bpm - 1) <= 0.001)
        let perSecond = try #require(song.onsetsPerSecond)
        #expect((0...1).contains(track.times.count - Int((25 * perSecond).rounded())))
        let first = try #require(song.beats.first)
        let clicks = first < 30 / bpm ? track.times : Array(track.times.dropFirst())
        #expect(song.beats.count == clicks.count)
        for (beat, click) in zip(song.beats, clicks) {
            #expect(abs(beat - click) <= 0.02, "a beat at \(beat), a click at \(click)")
        }
    }

    @Test func noiseAndOneClickAndThreeSecondsHaveNoTempo() throws {
        var click = [Float](repeating: 0, count: 441_000)
        for i in 200_000..<200_100 { click[i] = 0.5 }
        let one = try #require(features(of: click))
        #expect(one.tempo == nil && one.beats.isEmpty)
        #expect(one.missing[.tempo] == .noBeat)

        let short = try #require(features(of: ClickTrack(bpm: 120, seconds: 3).samples))
        #expect(short.tempo == nil && short.missing[.tempo] == .tooShort)

        for seed in 1...4 as ClosedRange<UInt64> {
            for seconds in [4, 10, 30] {
                let noise = whiteNoise(seconds * 22_050, seed: seed)
                let song = try #require(features(of: noise, sampleRateHz: 22_050))
                #expect(song.tempo == nil, "\(seconds) s, seed \(seed)")
                #expect(song.missing[.tempo] == .noBeat)
            }
        }
    }

    @Test func silenceHasNothingButAReason() throws {
        let song = try #require(features(of: [Float](repeating: 0, count: 441_000)))
        let reasons = SongFeature.allCases.map { ($0, MissingSongFeatureReason.silent) }
        let nothing = SongFeatures(seconds: 10, missing: Dictionary(uniqueKeysWithValues: reasons))
        #expect(song == nothing)
    }
}
