import PracticePlans
import Testing

@testable import PracticeRuntime

/// Players whose clock, start and buffers are known, against where each of their samples is heard.
@Suite struct PlayerLatencyTests {
    /// A player that is reckoned in steps of 20 ms, as the output writes.
    private struct Player {
        /// Begins to read so late; s.
        var delay = 0.0
        /// Holds so much itself; s.
        var buffer = 0.0
        /// Its clock against ours.
        var speed = 1.0
    }

    /// Lateness against the plan with which the samples of each second are heard; s. No sound is heard below 2 s.
    ///
    /// - Parameter hole: a period in which the program does not come to write; s.
    private static func lateness(
        _ player: Player, seconds: Double, hole: Range<Double>? = nil
    ) throws -> [Double] {
        let rate = 48_000.0
        let ticks = stride(from: 0, to: seconds, by: 5).map {
            SoundCue(timeSeconds: $0, sound: .named(.tick))
        }
        var feed = SoundFeed(SoundTrack(SoundTrackContents(cues: ticks, lengthSeconds: seconds)))
        var latency = PlayerLatency(sampleRateHz: 48_000)
        let begin = feed.beginSeconds
        // Samples that were written, and that were heard; from where in the stream on the track lies how far behind it.
        var (written, heard) = (0.0, 0.0)
        var segments = [(stream: 0.0, shift: Double(feed.position))]
        var late: [Double] = []
        for step in 1...Int((seconds - begin) / stepSeconds) {
            let now = begin + stepSeconds * Double(step)
            if now - begin > player.delay {
                heard = min(written, heard + stepSeconds * rate * player.speed)
            }
            // The sample that is heard now belongs to this time of the track.
            let segment = segments.last { $0.stream <= heard } ?? segments[0]
            if now >= 0, now < seconds - 1 { late.append(now - (heard + segment.shift) / rate) }
            guard hole?.contains(now) != true else { continue }
            let before = feed.position
            let piece = feed.next(atSeconds: now)
            let moved = Double(piece.range.lowerBound - before - piece.silenceCount)
            if moved != 0 {
                segments.append((written, segments[segments.count - 1].shift + moved))
                if segments.count > 8 { segments.removeFirst() }
            }
            written += Double(piece.silenceCount + piece.range.count)
            let read = now - begin > player.delay ? min(written, heard + player.buffer * rate) : 0
            let behind = latency.update(
                waitingCount: Int(written - read), writtenCount: Int(written), atSeconds: now,
                isCatchingUp: feed.latencySampleCount != 0)
            if let behind { feed.latencySampleCount = behind }
        }
        return late
    }

    private static let stepSeconds = 0.02

    /// A clock that is 100 parts in a million off is 1 s off after three hours; what is heard is not.
    @Test(arguments: [0.9999, 1, 1.0001]) func aClockThatDriftsIsFollowed(speed: Double) throws {
        let late = try Self.lateness(Player(speed: speed), seconds: 10_800)
        #expect(late.map(abs).max() ?? 1 < 0.03)
        #expect(abs((late.last ?? 1) - late[0]) < 0.01)
    }

    /// A player that is ready 300 ms late is on time at the first sound, whatever it holds itself.
    @Test(arguments: [0, 0.05, 0.1]) func aLateStartIsMadeUpFor(buffer: Double) throws {
        let late = try Self.lateness(Player(delay: 0.3, buffer: buffer), seconds: 60)
        #expect(late.map(abs).max() ?? 1 < 0.03)
    }

    /// A busy machine that does not write for 400 ms starves the player once, and not for good.
    @Test func aStarvedPlayerIsOnTimeAgain() throws {
        let late = try Self.lateness(Player(), seconds: 60, hole: 20..<20.4)
        #expect(late.suffix(1500).map(abs).max() ?? 1 < 0.025)
        #expect(late.max() ?? 0 > 0.2)
    }
}
