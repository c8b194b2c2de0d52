import Foundation
package import PracticePlans
import Synchronization

/// Plays the track of a practice through a player, on a thread of its own.
///
/// ```swift
/// let output = SoundOutput(track, players: PlayerCommand.usual(sampleRateHz: 48_000), ...)
/// output.begin(atSeconds: clock.seconds)  // where the track's 0 lies on the clock
/// output.replace(track)                   // what comes has changed, what was heard has not
/// output.finish()                         // waits for the end of the last sound
/// ```
package final class SoundOutput: Sendable {
    /// A report of the sound for a person.
    package enum Report: Sendable, Equatable {
        /// This player plays.
        case playing([String])
        /// No player works: the terminal's bell stands in.
        case noPlayer
        /// The player that played is gone, and another one is tried.
        case lost([String])
    }

    private struct State: Sendable {
        var feed: SoundFeed
        /// Where the track's 0 lies on the clock; s.
        var origin = 0.0
        var isMuted = false
        var isEnding = false
        var isStopped = false
        /// When the thread came back after it had not run; nil once the practice has looked since; s.
        var cameBackAt: Double?

        var isSilent: Bool { isMuted || (cameBackAt != nil && !isEnding) }
    }

    private let state: Mutex<State>
    private let clock: any PracticeClock
    private let players: [PlayerCommand]
    private let environment: [String: String]
    private let report: @Sendable (Report) -> Void
    private let endSignal = DispatchSemaphore(value: 0)

    /// Between two writes; us.
    private static let stepMicroseconds: UInt32 = 20_000
    /// The same while the player has not begun to read; us.
    private static let startingMicroseconds: UInt32 = 2000
    /// A player that takes nothing for so long has what waits for it dropped; s.
    private static let timeoutSeconds = 1.0
    /// A practice that did not run for longer may have lost its slot meanwhile; s.
    private static let maxAbsenceSeconds = 0.25
    /// What a player may have in its own buffer at the end; s.
    private static let maxDrainSeconds = 5.0

    /// - Parameter players: tried in their order; the first that is alive after 300 ms plays.
    package init(
        _ track: SoundTrack, players: [PlayerCommand], clock: any PracticeClock,
        environment: [String: String], report: @escaping @Sendable (Report) -> Void
    ) {
        state = Mutex(State(feed: SoundFeed(track)))
        self.players = players
        self.clock = clock
        self.environment = environment
        self.report = report
    }

    /// Starts the thread.
    ///
    /// - Parameter origin: where the track's 0 lies on the clock; s.
    package func begin(atSeconds origin: Double) {
        state.withLock { $0.origin = origin }
        let thread = Thread { self.run() }
        thread.name = "practice.sound"
        thread.start()
    }

    /// Continues with another track at the same position: what has been heard is the same in both, so that a gong rings
    /// on in a pause.
    package func replace(_ track: SoundTrack) { state.withLock { $0.feed.replace(track) } }

    /// Whether cues are silent.
    package func mute(_ isMuted: Bool) { state.withLock { $0.isMuted = isMuted } }

    /// Confirms that the practice still had its slot then. After a time in which nothing ran, such as when the process
    /// was stopped, cues are silent until it is known: another practice may sound by now.
    package func confirm(atSeconds seconds: Double) {
        state.withLock { state in
            if let cameBackAt = state.cameBackAt, seconds >= cameBackAt { state.cameBackAt = nil }
        }
    }

    /// Waits until the last sound has been played.
    package func finish() {
        state.withLock { $0.isEnding = true }
        endSignal.wait()
    }

    /// Falls silent at once.
    package func stop() {
        state.withLock { $0.isStopped = true }
        endSignal.wait()
    }

    // MARK: The thread

    private func run() {
        defer { endSignal.signal() }
        var rest = players[...]
        while !state.withLock(\.isStopped) {
            guard let command = rest.popFirst() else { return report(.noPlayer) }
            guard let player = PlayerProcess(command, environment: environment) else { continue }
            switch play(player, command) {
            case .ended: return
            case .gone(let hasPlayed): if hasPlayed { report(.lost(command.words)) }
            }
        }
    }

    private enum End {
        case ended
        case gone(hasPlayed: Bool)
    }

    private func play(_ player: PlayerProcess, _ command: PlayerCommand) -> End {
        let began = clock.seconds
        var hasPlayed = false
        var waiting: [UInt8] = []
        var writtenCount = 0
        var acceptedAt = began
        var before = began
        var latency = PlayerLatency(sampleRateHz: state.withLock(\.feed.track.sampleRateHz))
        while true {
            let now = clock.seconds
            if now - before > Self.maxAbsenceSeconds {
                state.withLock { $0.cameBackAt = now }
            }
            before = now
            guard player.isRunning else { return .gone(hasPlayed: hasPlayed) }
            if !hasPlayed, now - began >= PlayerProcess.minUptimeSeconds {
                hasPlayed = true
                report(.playing(command.words))
            }
            let (isStopped, isDone) = state.withLock { state in
                (state.isStopped, state.isEnding && state.feed.isDone)
            }
            if isStopped {
                player.stop()
                return .ended
            }
            let bytes = next(now)
            waiting += bytes
            writtenCount += bytes.count / 2
            switch player.write(waiting[...]) {
            case nil: return .gone(hasPlayed: hasPlayed)
            case let count?:
                if count > 0 || waiting.isEmpty { acceptedAt = now }
                waiting.removeFirst(count)
            }
            if now - acceptedAt > Self.timeoutSeconds {
                waiting = []
                acceptedAt = now
            }
            let waitingCount = (player.waitingCount + waiting.count) / 2
            state.withLock { state in
                let behind = latency.update(
                    waitingCount: waitingCount, writtenCount: writtenCount, atSeconds: now,
                    isMakingUp: state.feed.latencyCount != 0)
                if let behind { state.feed.latencyCount = behind }
            }
            if isDone, waiting.isEmpty {
                player.finish(timeoutSeconds: Self.maxDrainSeconds)
                return .ended
            }
            usleep(latency.hasBegun ? Self.stepMicroseconds : Self.startingMicroseconds)
        }
    }

    /// The bytes of the next samples.
    private func next(_ now: Double) -> [UInt8] {
        state.withLock { state in
            let piece = state.feed.next(atSeconds: now - state.origin)
            let silence = [UInt8](repeating: 0, count: 2 * piece.silenceCount)
            guard !state.isSilent else {
                return silence + [UInt8](repeating: 0, count: 2 * piece.range.count)
            }
            return state.feed.track.pcm16(in: piece.range).reduce(into: silence) { bytes, sample in
                let bits = UInt16(bitPattern: sample)
                bytes.append(UInt8(truncatingIfNeeded: bits))
                bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            }
        }
    }
}
