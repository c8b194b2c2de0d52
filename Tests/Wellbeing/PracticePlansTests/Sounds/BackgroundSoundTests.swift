import Foundation
import Testing

@testable import PracticePlans

@Suite struct BackgroundSoundTests {
    private static func rms(_ values: [Float]) -> Double {
        (values.reduce(0) { $0 + Double($1) * Double($1) } / Double(values.count)).squareRoot()
    }

    /// -36 dB are 10^(-1.8) = .0158489 of full scale.
    @Test(arguments: [
        ("drone", -36.0, 0.015_848_9), ("brown-noise", -36, 0.015_848_9), ("drone", -60, 0.001),
    ]) func theLevelIsThatOfTheRootMeanSquare(name: String, levelDB: Double, wanted: Double) throws
    {
        let loop = try #require(BackgroundSound(name: name, levelDB: levelDB).loop(own: nil))
        #expect(abs(Self.rms(loop.samples.values) / wanted - 1) < 1e-4)
        #expect(loop.samples.values.allSatisfy { abs($0) < 0.2 })
    }

    @Test func anOwnSoundHasTheSameLevelAndASilentOneIsNone() throws {
        let own = SoundSamples(values: (0..<48_000).map { Float(0.9 * sin(0.05 * Double($0))) })
        let loop = try #require(BackgroundSound(name: "drone", levelDB: -40).loop(own: own))
        #expect(abs(Self.rms(loop.samples.values) - 0.01) < 1e-6)
        let silence = SoundSamples(values: [Float](repeating: 0, count: 48_000))
        #expect(BackgroundSound(name: "x").loop(own: silence) == nil)
        #expect(BackgroundSound(name: "x").loop(own: SoundSamples(values: [])) == nil)
        #expect(BackgroundSound(name: "x").loop(own: nil) == nil)
    }

    /// A sine of 950 periods and a quarter in 9.5 s, where the loop of 10 s ends: crossfaded with equal power, two sines a
    /// quarter shifted keep their amplitude, and the gains change by .5 % of a step. Without a crossfade the end of 10 s, near
    /// 1, meets the beginning, at 0.
    @Test func theLoopHasNoStepAtItsSeam() throws {
        let step = 2 * Double.pi * (950.25 / 9.5) / 48_000
        let own = SoundSamples(values: (0..<480_000).map { Float(sin(step * Double($0))) })
        func largestStep(isPeriodic: Bool) throws -> Double {
            let loop = try #require(
                SoundLoop(own, rmsAmplitude: 0.5.squareRoot(), isPeriodic: isPeriodic)
            ).samples.values
            #expect(loop.count == (isPeriodic ? 480_000 : 456_000))
            let following = loop.dropFirst() + [loop[0]]
            return Double(try #require(zip(loop, following).map { abs($1 - $0) }.max()))
        }
        #expect(try largestStep(isPeriodic: true) > 0.9)
        #expect(try largestStep(isPeriodic: false) < 1.02 * step)
    }

    @Test func theDroneRepeatsWithoutACrossfade() throws {
        let values = try #require(BackgroundSound(name: "drone").loop(own: nil)).samples.values
        #expect(values.count == 960_000)
        // All tones are sines from 0 with whole periods in 20 s.
        #expect(abs(values[0]) < 1e-6)
        #expect(abs(values[959_999] + values[1]) < 1e-5)
    }

    private static func track(_ spans: [ClosedRange<Double>], level: Double = 0.5) throws
        -> SoundTrack
    {
        let even = SoundSamples(values: [Float](repeating: 1, count: 1000))
        let loop = try #require(SoundLoop(even, rmsAmplitude: 0.1, isPeriodic: true))
        return SoundTrack(
            SoundTrackContents(
                cues: [], background: TrackBackground(loop, spansSeconds: spans), level: level,
                lengthSeconds: 6))
    }

    /// sin^2 has half its height after half of the 4 s.
    @Test(
        arguments: [
            (0.5, 0), (1, 0), (3, 0.025), (5, 0.05), (5.999, 0.05), (8, 0.025), (10.1, 0),
        ] as [(Double, Float)]) func itRisesAndFallsInFourSeconds(seconds: Double, value: Float)
        throws
    {
        let track = try Self.track([1...6])
        #expect(track.sampleCount == 480_000 && track.firstSoundIndex == 48_000)
        let index = Int(seconds * 48_000)
        #expect(abs(track.samples(in: index..<index + 1)[0] - value) < 1e-5)
    }

    /// A fall of 2 s has half the height at 7 s, and a rise begins there: a second later .5 less
    /// 0.354 of the fall and .146 of the rise.
    @Test func aSpanRisesFromTheFallBeforeIt() throws {
        let track = try Self.track([0...5, 7...20], level: 1)
        func value(_ seconds: Double) -> Double {
            let index = Int(seconds * 48_000)
            return Double(track.samples(in: index..<index + 1)[0])
        }
        #expect(abs(value(7) - 0.05) < 1e-5)
        // 1 - sin^2(3 pi / 8) + sin^2(pi / 8) = 2 sin^2(pi / 8) = .292893
        #expect(abs(value(8) - 0.029_289_3) < 1e-5)
        #expect(abs(value(11) - 0.1) < 1e-5)
    }

    @Test func aRangeIsThatOfTheWholeAndCuesAreAdded() throws {
        let background = TrackBackground(
            try #require(BackgroundSound(name: "brown-noise").loop(own: nil)),
            spansSeconds: [0...20])
        let cues = [SoundCue(timeSeconds: 6, sound: .named(.bell))]
        let track = SoundTrack(
            SoundTrackContents(cues: cues, background: background, level: 0.5, lengthSeconds: 20))
        let whole = track.samples(in: 0..<track.sampleCount)
        for first in stride(from: 0, to: whole.count - 7000, by: 77_777) {
            #expect(track.samples(in: first..<first + 7000) == Array(whole[first..<first + 7000]))
        }
        let bell = PracticeSound.named(.bell).samples(level: 0.5).values
        let loop = background.loop.samples.values
        for offset in stride(from: 0, to: bell.count, by: 997) {
            let index = 288_000 + offset
            #expect(abs(whole[index] - bell[offset] - 0.5 * loop[index % loop.count]) < 1e-6)
        }
        // A cue begins at its time, also for the player's clock.
        #expect(track.silenceCount(from: 0) == 288_000 && track.firstSoundIndex == 0)
    }

    /// Paused from 10 to 25 s: it sounds from 0 to 10 and from 25 to the end, which the pause has moved to 45.
    @Test func pausesAreNoPartOfTheSpans() throws {
        var timeline = Timeline(.timer(try TimerPlan(phase1Seconds: 30, phase2Seconds: 0)))
        timeline.apply(.start, at: 100)
        #expect(timeline.runningSpansSeconds(through: 130) == [100...130])
        timeline.apply(.pause, at: 110)
        #expect(timeline.runningSpansSeconds(through: 150) == [100...110])
        timeline.apply(.resume, at: 125)
        #expect(timeline.runningSpansSeconds(through: 145) == [100...110, 125...145])
        timeline.apply(.extend(minutes: 1), at: 130)
        #expect(timeline.runningSpansSeconds(through: 205) == [100...110, 125...205])
        timeline.apply(.end, at: 150)
        #expect(timeline.runningSpansSeconds(through: 150) == [100...110, 125...150])
    }
}
