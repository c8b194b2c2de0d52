import Testing
import TestSupport

@testable import PracticePlans

@Suite struct SoundTrackTests {
    /// Sounds that overlap, an own one, words of another rate, and two at one moment.
    static let contents = SoundTrackContents(
        cues: [
            SoundCue(timeSeconds: 2.5, sound: .named(.tick)),
            SoundCue(timeSeconds: 0.5, sound: .named(.leadIn)),
            SoundCue(timeSeconds: 0.55, sound: .named(.changeToWork)),
            SoundCue(timeSeconds: 1, sound: .breath(.inhale, durationSeconds: 1.5)),
            SoundCue(timeSeconds: 1, sound: .breath(.exhale, durationSeconds: 1.5)),
            SoundCue(timeSeconds: 2, sound: .named(.close)),
        ],
        replacementSounds: [.tick: SoundSamples(values: [Float](repeating: 0.6, count: 9_000))],
        clips: [
            SpeechClip(
                timeSeconds: 2.6, sound: SoundSamples(values: [Float](repeating: 0.9, count: 4_800))
            )
        ],
        level: 1, lengthSeconds: 4)

    /// The whole in one array, every sound added where it begins.
    static let whole: [Float] = {
        var sum = [Double](repeating: 0, count: 192_000)
        func add(_ values: [Float], _ seconds: Double) {
            for (index, value) in values.enumerated() {
                sum[Int((seconds * 48_000).rounded()) + index] += Double(value)
            }
        }
        for cue in contents.cues {
            let own = cue.sound == .named(.tick) ? contents.replacementSounds[.tick] : nil
            add((own ?? cue.sound.samples(level: 1)).values, cue.timeSeconds)
        }
        add(contents.clips[0].sound.values, 2.6)
        return sum.map { Float(min(max($0, -1), 1)) }
    }()

    /// The tolerance for at most five sounds at once, each rounded by half an ulp of a Float below
    /// 2.
    static let tolerance: Float = 6e-7

    @Test func theTrackIsTheSumOfItsSoundsHeldAtFullScale() {
        let track = SoundTrack(Self.contents)
        let values = track.samples(in: 0..<track.sampleCount)
        #expect(values.count == Self.whole.count)
        #expect(zip(values, Self.whole).allSatisfy { abs($0 - $1) <= Self.tolerance })
        #expect(Self.whole.contains(1))
    }

    @Test func aRangeIsThatOfTheWholeHoweverItIsCut() {
        let track = SoundTrack(Self.contents)
        let whole = track.pcm16(in: 0..<track.sampleCount)
        var random = SplitMix64(seed: 7)
        for _ in 0..<200 {
            let first = Int.random(in: 0..<whole.count, using: &random)
            let last = Int.random(in: first...min(first + 9_000, whole.count), using: &random)
            let isEqual = track.pcm16(in: first..<last) == Array(whole[first..<last])
            #expect(isEqual, "samples \(first) to \(last)")
        }
        var joined: [Int16] = []
        while joined.count < whole.count {
            let next = min(joined.count + Int.random(in: 1...7_777, using: &random), whole.count)
            joined += track.pcm16(in: joined.count..<next)
        }
        let isEqual = joined == whole
        #expect(isEqual)
    }

    @Test func orderOfTheCuesDoesNotMatter() {
        let cues = Self.contents.cues.filter { $0.timeSeconds != 1 }
        let tracks = [cues, cues.reversed()].map {
            SoundTrack(SoundTrackContents(cues: $0, level: 1, lengthSeconds: 4))
        }
        for start in stride(from: 0, to: 192_000, by: 1_000) {
            let isEqual =
                tracks[0].samples(in: start..<start + 1_000)
                == tracks[1].samples(in: start..<start + 1_000)
            #expect(isEqual, "from sample \(start)")
        }
    }

    @Test func beforeAndBehindIsSilence() {
        let track = SoundTrack(Self.contents)
        let values = track.samples(in: -1_000..<193_000)
        #expect(values.count == 194_000)
        #expect(
            values[..<1_000].allSatisfy { $0 == 0 } && values[193_000...].allSatisfy { $0 == 0 })
        #expect(Array(values[1_000..<193_000]) == track.samples(in: 0..<192_000))
        #expect(track.samples(in: 500_000..<500_010) == [Float](repeating: 0, count: 10))
    }

    @Test func theLastDecayIsNotCut() {
        let contents = SoundTrackContents(
            cues: [SoundCue(timeSeconds: 10, sound: .named(.gongEnd))], lengthSeconds: 10)
        #expect(abs(contents.endSeconds - 24.511) < 1e-9)
        #expect(SoundTrack(contents, sampleRateHz: 12_000).sampleCount == 294_132)
    }

    @Test func levelScalesOwnSoundsAndWords() {
        let own = SoundSamples(values: [1, -1, 0.5])
        let contents = SoundTrackContents(
            cues: [SoundCue(timeSeconds: 0, sound: .named(.gong))], replacementSounds: [.gong: own],
            clips: [SpeechClip(timeSeconds: 0.5, sound: own)], level: 0.25, lengthSeconds: 1)
        let track = SoundTrack(contents)
        #expect(track.samples(in: 0..<4) == [0.25, -0.25, 0.125, 0])
        #expect(track.samples(in: 24_000..<24_003) == [0.25, -0.25, 0.125])
    }

    @Test func silenceIsCountedToTheNextSound() {
        let track = SoundTrack(Self.contents)
        #expect(track.silenceCount(from: 0) == 24_000)
        #expect(track.silenceCount(from: -100) == 24_100)
        #expect(track.silenceCount(from: 24_000) == 0)
        // The longest sound before is over, a shorter one begins at 2 s.
        #expect(track.silenceCount(from: 190_000) == 2_000)
        #expect(track.silenceCount(from: 192_000) == 0)
        // turn-work ends at 1.05 s, the breaths at 2.5 s, close at 2.75 s.
        #expect(track.silenceCount(from: 131_999) == 0)
        #expect(track.silenceCount(from: 132_000) == 60_000)
    }
}
