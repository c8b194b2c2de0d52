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
        /// The player that plays.
        case playing([String])
        /// No player works: the terminal's bell stands in.
        case noPlayer
        /// The player that played is gone, and another one is tried.
        case lost([String])
        /// The player reads nothing: it is ended, and another one is tried. Reported once for each player.
        case stalled([String])
    }

    private struct State: Sendable {
        var feed: SoundFeed
        /// The time of the track's 0 on the clock; s.
        var originSeconds = 0.0
        var isMuted = false
        var isEnding = false
        var isStopped = false
        /// The time at which the thread ran again after it had not run; nil once the practice has
        /// looked since; s.
        var resumedAtSeconds: Double?

        var isSilent: Bool { isMuted || (resumedAtSeconds != nil && !isEnding) }
    }

    private let state: Mutex<State>
    private let clock: any PracticeClock
    private let players: [PlayerCommand]
    private let environment: [String: String]
    private let report: @Sendable (Report) -> Void
    private let endSignal = DispatchSemaphore(value: 0)

    /// The time between two writes; us.
    private static let stepMicroseconds: UInt32 = 20_000
    /// The same while the player has not begun to read; us.
    private static let startStepMicroseconds: UInt32 = 2000
    /// Timeout until a player reads its first byte, in s.
    private static let startTimeoutSeconds = 3.0
    /// Timeout until a player that has read before reads again, in s.
    private static let readTimeoutSeconds = 1.0
    /// A practice that did not run for longer may have lost its slot meanwhile; s.
    private static let maxAbsenceSeconds = 0.25
    /// The length that a player may have in its own buffer at the end; s.
    private static let maxDrainSeconds = 5.0

    /// - Parameter players: tried in their order; the first that is alive after 300 ms and reads plays.
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
    /// - Parameter originSeconds: where the track's 0 lies on the clock; s.
    package func begin(atSeconds originSeconds: Double) {
        state.withLock { $0.originSeconds = originSeconds }
        let thread = Thread { self.run() }
        thread.name = "practice.sound"
        thread.start()
    }

    /// Continues with another track at the same position: what has been heard is the same in both, so that a gong rings
    /// on in a pause.
    package func replace(_ track: SoundTrack) { state.withLock { $0.feed.replace(track) } }

    /// Sets whether cues are silent.
    package func setMuted(_ isMuted: Bool) { state.withLock { $0.isMuted = isMuted } }

    /// Confirms that the practice still had its slot then. After a time in which nothing ran, such as when the process
    /// was stopped, cues are silent until it is known: another practice may sound by now.
    package func confirmSlot(atSeconds seconds: Double) {
        state.withLock { state in
            if let resumedAtSeconds = state.resumedAtSeconds, seconds >= resumedAtSeconds {
                state.resumedAtSeconds = nil
            }
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
        var remainingPlayers = players[...]
        var stalledPlayers: [PlayerCommand] = []
        while !state.withLock(\.isStopped) {
            guard let command = remainingPlayers.popFirst() else { return report(.noPlayer) }
            guard let player = PlayerProcess(command, environment: environment) else { continue }
            switch play(player, command) {
            case .ended: return
            case .playerExited(let hasPlayed): if hasPlayed { report(.lost(command.words)) }
            case .playerStalled(let hasRead):
                player.stop()
                if !stalledPlayers.contains(command) { report(.stalled(command.words)) }
                stalledPlayers.append(command)
                // A device that stood still for a moment may be back when no other player works.
                if hasRead { remainingPlayers.append(command) }
            }
        }
    }

    private enum PlayResult {
        case ended
        case playerExited(hasPlayed: Bool)
        case playerStalled(hasRead: Bool)
    }

    private func play(_ player: PlayerProcess, _ command: PlayerCommand) -> PlayResult {
        let startSeconds = clock.seconds
        var hasPlayed = false
        var pendingBytes: [UInt8] = []
        var writtenSampleCount = 0
        var readByteCount = 0
        var lastReadSeconds = startSeconds
        var previousSeconds = startSeconds
        var latency = PlayerLatency(sampleRateHz: state.withLock(\.feed.track.sampleRateHz))
        while true {
            let now = clock.seconds
            if now - previousSeconds > Self.maxAbsenceSeconds {
                state.withLock { $0.resumedAtSeconds = now }
                lastReadSeconds = now
            }
            previousSeconds = now
            guard player.isRunning else { return .playerExited(hasPlayed: hasPlayed) }
            if !hasPlayed, readByteCount > 0,
                now - startSeconds >= PlayerProcess.minUptimeSeconds
            {
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
            pendingBytes += bytes
            writtenSampleCount += bytes.count / 2
            switch player.write(pendingBytes[...]) {
            case nil: return .playerExited(hasPlayed: hasPlayed)
            case let count?: pendingBytes.removeFirst(count)
            }
            let unreadByteCount = player.waitingCount + pendingBytes.count
            if unreadByteCount == 0 || 2 * writtenSampleCount - unreadByteCount > readByteCount {
                readByteCount = 2 * writtenSampleCount - unreadByteCount
                lastReadSeconds = now
            }
            let timeoutSeconds =
                readByteCount > 0 ? Self.readTimeoutSeconds : Self.startTimeoutSeconds
            if now - lastReadSeconds > timeoutSeconds {
                return .playerStalled(hasRead: readByteCount > 0)
            }
            let waitingCount = unreadByteCount / 2
            state.withLock { state in
                let lagCount = latency.update(
                    waitingCount: waitingCount, writtenCount: writtenSampleCount, atSeconds: now,
                    isCatchingUp: state.feed.latencySampleCount != 0)
                if let lagCount { state.feed.latencySampleCount = lagCount }
            }
            if isDone, pendingBytes.isEmpty {
                player.finish(timeoutSeconds: Self.maxDrainSeconds)
                return .ended
            }
            usleep(latency.hasBegun ? Self.stepMicroseconds : Self.startStepMicroseconds)
        }
    }

    /// The bytes of the next samples.
    private func next(_ now: Double) -> [UInt8] {
        state.withLock { state in
            let piece = state.feed.next(atSeconds: now - state.originSeconds)
            guard !state.isSilent else {
                return [UInt8](repeating: 0, count: 2 * (piece.silenceCount + piece.range.count))
            }
            let samples = state.feed.padding(piece) + state.feed.track.pcm16(in: piece.range)
            return samples.reduce(into: []) { bytes, sample in
                let bits = UInt16(bitPattern: sample)
                bytes.append(UInt8(truncatingIfNeeded: bits))
                bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            }
        }
    }
}
