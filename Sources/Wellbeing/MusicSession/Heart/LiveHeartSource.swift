package import Foundation
import LivePipeline
import LiveProtocol
package import LiveSession
import PhysioTypes
import ResonanceBreathing
package import SessionHistory
import Synchronization

/// A heart of a sensor beside music: a session of its own that claims no slot, and whose end ends nothing.
package final class LiveHeartSource: MusicHeartSource {
    fileprivate struct State {
        /// s since 1970 at which the session's clock shows 0; nil before its first line.
        var originSeconds: Double?
        var beats: [ReceivedBeat] = []
        var notices: [String] = []
        var hasEnded = false
    }

    package let session: UUID?
    private let isExcluded: Bool
    private let clock: any MusicClock
    private let wake: WakeSignal
    private let state = Mutex(State())
    private let endSemaphore = DispatchSemaphore(value: 0)

    /// The plan of the session beside music, which has no pacer.
    ///
    /// - Parameter isStored: whether the history is to have it.
    package static func plan(
        _ source: SessionSource, title: String, application: String, isStored: Bool
    ) -> SessionPlan {
        var plan = SessionPlan(
            source, StreamingSettings(), title: title, application: application)
        plan.clock = source.isExcluded ? .bridge : .wall
        plan.isStored = isStored
        return plan
    }

    /// Begins the session.
    ///
    /// - Parameter preparedSession: not used elsewhere, nor the source, from here on.
    /// - Parameter isExcluded: whether the heart is a simulated or an old one.
    /// - Parameter wake: ends the session's waits; the source's own one where it has one.
    package init(
        _ preparedSession: PreparedSession, _ source: any LiveSource, isStored: Bool,
        isExcluded: Bool,
        clock: any MusicClock, wake: WakeSignal
    ) {
        self.isExcluded = isExcluded
        session = isStored ? preparedSession.id : nil
        self.clock = clock
        self.wake = wake
        SessionThread.begin { [self] in
            let outcome = preparedSession.run(
                source, observers: [Observer(self)], wake: wake
            ) { false }
            let words = [outcome.failure?.text].compactMap(\.self) + outcome.errors
            state.withLock { $0.notices += words }
            endSemaphore.signal()
        }
    }

    package func drainBeats() -> [ReceivedBeat] {
        state.withLock { state in
            defer { state.beats.removeAll() }
            return state.beats
        }
    }

    package func drainNotices() -> [String] {
        state.withLock { state in
            defer { state.notices.removeAll() }
            return state.notices
        }
    }

    package func close() {
        state.withLock { $0.hasEnded = true }
        wake.signal()
        endSemaphore.wait()
        endSemaphore.signal()
    }

    private final class Observer: SessionObserver {
        private let heart: LiveHeartSource
        private var hasRequestedEnd = false

        init(_ heart: LiveHeartSource) { self.heart = heart }

        var maxWaitMs: Double { 250 }

        func follow(_ progress: SessionProgress) {
            guard progress.hasBegun else { return }
            let now = heart.clock.unixSeconds
            heart.state.withLock { state in
                if state.originSeconds == nil { state.originSeconds = now - progress.seconds }
            }
        }

        func drainCommands() -> [SessionCommand] {
            heart.state.withLock { state in
                guard state.hasEnded, !hasRequestedEnd else { return [] }
                hasRequestedEnd = true
                return [.end]
            }
        }

        func receive(
            _ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession,
            atMicroseconds now: Int
        ) {
            heart.state.withLock { state in
                guard let origin = state.originSeconds else { return }
                for case .live(.beat(let beat)) in outputs {
                    state.beats.append(
                        ReceivedBeat(
                            timeSeconds: origin + beat.timeSeconds, intervalMs: beat.intervalMs,
                            isValid: beat.artefact == nil, isPaced: false,
                            isExcluded: heart.isExcluded
                        ))
                }
            }
        }

        func notify(_ notice: Notice) { heart.state.withLock { $0.notices.append(notice.text) } }
    }
}
