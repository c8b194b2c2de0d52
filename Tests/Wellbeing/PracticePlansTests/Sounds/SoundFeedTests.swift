import Testing
import TestSupport

@testable import PracticePlans

/// A tick at 3 s and one at 5 s, 3,840 samples each, in a track of 6 s.
@Suite struct SoundFeedTests {
    static let track = SoundTrack(
        SoundTrackContents(
            cues: [3, 5].map { SoundCue(timeSeconds: $0, sound: .named(.tick)) }, lengthSeconds: 6))

    @Test func theStreamBeginsTwoSecondsBeforeTheFirstSound() {
        var feed = SoundFeed(Self.track)
        #expect(feed.position == 48_000)
        #expect(feed.beginSeconds == 1)
        #expect(feed.next(atSeconds: 0.99).range.isEmpty)
        #expect(feed.next(atSeconds: 1).range == 48_000..<52_800)
        let early = SoundFeed(
            SoundTrack(
                SoundTrackContents(
                    cues: [SoundCue(timeSeconds: 0, sound: .named(.tick))], lengthSeconds: 1)))
        #expect(early.position == -96_000)
    }

    @Test func piecesFollowEachOtherATenthOfASecondAhead() {
        var feed = SoundFeed(Self.track)
        var random = SplitMix64(seed: 3)
        var now = feed.beginSeconds
        _ = feed.next(atSeconds: now)
        var position = feed.position
        while !feed.isDone {
            now += Double.random(in: 0.001...0.09, using: &random)
            let piece = feed.next(atSeconds: now)
            #expect(piece.range.lowerBound == position && piece.silenceCount == 0)
            position = piece.range.upperBound
            #expect(
                position == min(Int((now * 48_000).rounded(.down)) + 4_800, Self.track.sampleCount))
        }
        #expect(position == 288_000)
        #expect(feed.next(atSeconds: 7).range.isEmpty)
    }

    @Test func silenceIsLeftOutWhereThePlayerIsBehind() {
        var feed = SoundFeed(Self.track)
        _ = feed.next(atSeconds: 1)
        feed.latencySampleCount = 480
        #expect(feed.next(atSeconds: 1.02) == .init(silenceCount: 0, range: 53_280..<53_760))
        #expect(feed.latencySampleCount == 0)
    }

    @Test func silenceIsAddedWhereThePlayerIsAhead() {
        var feed = SoundFeed(Self.track)
        _ = feed.next(atSeconds: 1)
        feed.latencySampleCount = -480
        #expect(feed.next(atSeconds: 1.02) == .init(silenceCount: 480, range: 52_800..<53_760))
        #expect(feed.latencySampleCount == 0)
    }

    @Test func noSoundIsCutOrHeldBackInItsMiddle() {
        var feed = SoundFeed(Self.track)
        _ = feed.next(atSeconds: 1)
        _ = feed.next(atSeconds: 1.95)
        _ = feed.next(atSeconds: 2.9)
        #expect(feed.position == 144_000)
        for latency in [480, -480] {
            feed.latencySampleCount = latency
            let start = feed.position
            let piece = feed.next(atSeconds: latency > 0 ? 2.92 : 2.94)
            #expect(piece.silenceCount == 0 && piece.range.lowerBound == start)
            #expect(feed.latencySampleCount == latency)
        }
        // 100 samples before a sound only these are left out.
        var other = SoundFeed(Self.track)
        _ = other.next(atSeconds: 2)
        _ = other.next(atSeconds: (144_000 - 4_900) / 48_000.0)
        #expect(other.position == 143_900)
        other.latencySampleCount = 480
        #expect(other.next(atSeconds: 2.95).range.lowerBound == 144_000)
        #expect(other.latencySampleCount == 380)
    }

    @Test func whatIsLateIsHeardAndWhatIsOldIsNot() {
        var feed = SoundFeed(Self.track)
        _ = feed.next(atSeconds: 2.9)
        // .5 s late at the beginning of the tick: it is written whole.
        #expect(feed.next(atSeconds: 3.5).range.lowerBound == 144_000)
        #expect(feed.latencySampleCount == 24_000)
        // In the silence after it the half second is made up for.
        #expect(feed.next(atSeconds: 3.6).range.isEmpty)
        #expect(feed.latencySampleCount == 0)
        // A suspend of an hour ends the track.
        _ = feed.next(atSeconds: 3_600)
        #expect(feed.isDone)
        var late = SoundFeed(Self.track)
        _ = late.next(atSeconds: 2.9)
        #expect(late.next(atSeconds: 4.5).range.lowerBound == 216_000)
        #expect(late.latencySampleCount == 0)
    }

    @Test func anotherTrackContinuesAtTheSamePosition() {
        var feed = SoundFeed(Self.track)
        _ = feed.next(atSeconds: 1)
        let position = feed.position
        feed.replace(SoundTrack(SoundTrackContents(cues: [], lengthSeconds: 9)))
        #expect(feed.next(atSeconds: 1.01).range.lowerBound == position)
        #expect(feed.track.sampleCount == 432_000)
    }
}
