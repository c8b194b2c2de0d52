package import Foundation
import LivePipeline
import LiveProtocol
package import LiveSession
package import PhysioTypes
package import PracticePlans
import ResonanceBreathing
package import SessionHistory
import Synchronization

/// The heart beside a practice: a session of its own that claims no slot, and whose end ends nothing.
///
/// It runs on a thread of its own until the practice has ended; a sensor that is lost, or never found, costs the
/// practice nothing.
package final class PracticeHeartRecorder: Sendable {
    /// The heart values to be shown now.
    package struct Figures: Sendable, Equatable {
        /// Beats/min; nil with a reason.
        package var bpm: Double?
        /// ms.
        package var rmssdMs: Double?
        /// The reason that there is no rate; nil where there is one, and before the sensor has sent
        /// anything.
        package var missing: String?
    }

    fileprivate struct State {
        var record = HeartRecord()
        var figures = Figures()
        var notices: [Notice] = []
        /// Flags: the practice is over, and nothing of the session is to be stored then.
        var hasEnded = false
        var isDiscarded = false
        var outcome: SessionOutcome?
    }

    /// The identifier of the session in the history.
    package let id: UUID
    private let clock: any PracticeClock
    private let wake: WakeSignal
    private let state = Mutex(State())
    private let endSignal = DispatchSemaphore(value: 0)

    /// The plan of the session beside a practice: unpaced, or paced at the practice's pattern.
    ///
    /// - Parameter isStored: whether the history is to have it.
    package static func plan(
        _ source: SessionSource, beside practice: PracticePlan, title: String, application: String,
        isStored: Bool
    ) -> SessionPlan {
        var settings = StreamingSettings()
        if case .breathing(let breathing) = practice {
            settings = StreamingSettings(
                plan: PacerPlan(.fixed, sessionSeconds: practice.lengthSeconds ?? 86_400))
            settings.pattern = breathing.pattern
            settings.haptics = HapticSettings(isOn: false)
        }
        var plan = SessionPlan(source, settings, title: title, application: application)
        plan.clock = source.isExcluded ? .bridge : .wall
        plan.isStored = isStored
        if !source.isExcluded, isStored { plan.logging = .ifPossible }
        return plan
    }

    /// Begins the session.
    ///
    /// - Parameter preparedSession: not used elsewhere, nor the source, from here on.
    /// - Parameter wake: ends the session's waits; the source's own one where it has one.
    package init(
        _ preparedSession: PreparedSession, _ source: any LiveSource, clock: any PracticeClock,
        wake: WakeSignal
    ) {
        id = preparedSession.id
        self.clock = clock
        self.wake = wake
        SessionThread.begin { [self] in
            let outcome = preparedSession.run(
                source, observers: [Observer(self)], wake: wake
            ) { false }
            state.withLock { state in
                state.outcome = outcome
                state.figures.missing = outcome.failure?.text
            }
            endSignal.signal()
        }
    }

    /// The values to be shown now.
    package var figures: Figures { state.withLock(\.figures) }

    /// Notices of the sensor, or of those who keep the session, since the last call.
    package func drainNotices() -> [Notice] {
        state.withLock { state in
            defer { state.notices.removeAll() }
            return state.notices
        }
    }

    /// Ends the session, waits until its sensor is let go, and gives what is to be kept with the practice.
    ///
    /// - Parameter timeline: of the practice.
    /// - Parameter isStored: whether the practice is; else nothing of the session is kept either.
    /// - Returns: the report; the session's id where the history has it; what could not be kept.
    package func finish(
        _ timeline: Timeline, isStored: Bool
    ) -> (report: HeartReport, session: UUID?, errors: [String]) {
        let now = clock.seconds
        state.withLock { state in
            state.hasEnded = true
            state.isDiscarded = !isStored
        }
        wake.signal()
        endSignal.wait()
        endSignal.signal()
        let (record, outcome) = state.withLock { ($0.record, $0.outcome) }
        var errors = outcome?.errors ?? []
        if let failure = outcome?.failure { errors.append(failure.text) }
        return (HeartReport(record, timeline.parts(through: now)), outcome?.storedSession, errors)
    }

    /// Follows the session for the practice.
    private final class Observer: SessionObserver {
        private let heart: PracticeHeartRecorder
        private var hasRequestedEnd = false

        init(_ heart: PracticeHeartRecorder) { self.heart = heart }

        var maxWaitMs: Double { 250 }

        func follow(_ progress: SessionProgress) {
            guard progress.hasBegun else { return }
            let now = heart.clock.seconds
            heart.state.withLock { state in
                if state.record.originSeconds == nil {
                    state.record.originSeconds = now - progress.seconds
                }
            }
        }

        func drainCommands() -> [SessionCommand] {
            heart.state.withLock { state in
                guard state.hasEnded, !hasRequestedEnd else { return [] }
                hasRequestedEnd = true
                return [state.isDiscarded ? .discard : .end]
            }
        }

        func receive(
            _ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession,
            atMicroseconds now: Int
        ) {
            let seconds = session.seconds
            heart.state.withLock { state in
                for case .live(let output) in outputs {
                    state.record.add(output, atSeconds: seconds)
                    guard case .figures(let figures) = output else { continue }
                    state.figures = Figures(
                        bpm: figures.heartRate.value, rmssdMs: figures.rmssd.value,
                        missing: figures.heartRate.missing?.text)
                }
            }
        }

        func notify(_ notice: Notice) { heart.state.withLock { $0.notices.append(notice) } }

        func sessionEnded() { heart.state.withLock { $0.figures = Figures() } }
    }
}

extension PracticeOutcome {
    /// Keeps what the heart did with the entry of a practice that is over.
    ///
    /// - Returns: what the heart did, and sentences on what could not be kept.
    package mutating func saveHeartData(
        _ heart: PracticeHeartRecorder, _ timeline: Timeline, in store: SessionStore?
    ) -> (report: HeartReport, errors: [String]) {
        let isStored = entry != nil || isReplaced
        let (report, session, errors) = heart.finish(timeline, isStored: isStored)
        guard let id = entry?.id, let store else { return (report, errors) }
        do throws(HistoryError) {
            // While the sensor was let go, a person may have changed the entry.
            var entry = try store.practice(id)
            entry.session = session
            entry.heart = PracticeJSON.text(report)
            try store.save(entry)
            self.entry = entry
            return (report, errors)
        } catch .noPractice {
            // Nor is it kept again where a person has deleted it.
            self.entry = nil
            return (report, errors)
        } catch {
            return (report, errors + ["the report on the heart is not kept: \(error)"])
        }
    }
}
