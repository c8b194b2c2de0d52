package import Foundation
import LivePipeline
package import LiveProtocol
import PhysioTypes
import ResonanceBreathing
package import SessionHistory

/// Keeps a session in the history while it runs: what it gives out goes in, second by second.
///
/// The session is in the history from its first beat. Where the history cannot be written any more, the
/// session continues all the same: ``failure`` says why.
///
/// ```swift
/// let writer = SessionWriter(store, SessionStart(.strap, settings, toolkitVersion: version))
/// writer.receive(session.drain(), session)  // after each step
/// let id = writer.finish(session)
/// ```
package final class SessionWriter {
    package let id: UUID

    private let recorder: SessionRecorder
    private var storedSession: BreathingSession
    private var breathCount = 0
    private var estimate: ResonanceEstimate?
    private var lastCommitSeconds = -Double.infinity
    /// True if it is all written at the end.
    private let writesAtEnd: Bool
    private var hasReportedFailure = false
    private var endFailure: HistoryError?

    /// - Parameter claim: of the slot that the session has; nil where it claims none.
    package init(_ store: SessionStore, _ start: SessionStart, claim: ActivityClaim? = nil) {
        id = start.id
        storedSession = start.session
        recorder = store.makeRecorder(storedSession, claim: claim)
        writesAtEnd = false
    }

    /// Replaces what the history has of the session, at its end.
    init(rebuilding start: SessionStart, in store: SessionStore) {
        id = start.id
        storedSession = start.session
        recorder = store.recorder(replacing: storedSession)
        writesAtEnd = true
    }

    /// The reason why the history is not written from here on, as a sentence; nil while it is.
    package var failure: String? {
        // A session that lost its slot is notified of it, and nothing is missing.
        if endFailure == .replaced || recorder.failure == .replaced { return nil }
        if let endFailure { return "the history is not as it should be: \(endFailure)" }
        return recorder.failure.map {
            "the session goes on, but the history keeps no more of it: \($0)"
        }
    }

    /// ``failure``, once.
    package func drainFailure() -> String? {
        guard !hasReportedFailure, let failure else { return nil }
        hasReportedFailure = true
        return failure
    }

    /// Takes what a session gave out, after each of its steps.
    package func receive(_ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession) {
        var isDue = session.seconds >= lastCommitSeconds + 1
        for output in outputs {
            switch output {
            case .live(let live): isDue = receive(live, session) || isDue
            case .mark(let label, let seconds):
                recorder.record(StoredMark(seconds: seconds, label: label))
            case .reply, .battery, .notice, .log: break
            }
        }
        guard !writesAtEnd, session.totals.beatCount > 0, isDue || !hasCommitted else { return }
        commit(session)
    }

    private var hasCommitted: Bool { lastCommitSeconds.isFinite }

    /// - Returns: whether a second is full.
    private func receive(_ live: LiveOutput, _ session: borrowing BridgeSession) -> Bool {
        switch live {
        case .beat(let beat):
            recorder.record(
                StoredBeat(
                    seconds: beat.timeSeconds, intervalMs: beat.intervalMs,
                    artefact: beat.artefact?.rawValue))
        case .breath: breathCount += 1
        case .decision(let text):
            recorder.record(StoredDecision(seconds: session.seconds, text: text))
        case .figures(let figures):
            receive(figures, session)
            return true
        case .phase, .tap, .stop, .notice: break
        }
        return false
    }

    private func receive(_ figures: LiveFigures, _ session: borrowing BridgeSession) {
        let pausedSeconds = session.seconds - session.activeSeconds
        let point = SessionDataPoint(
            seconds: ((figures.sessionSeconds + pausedSeconds) * 1000).rounded() / 1000,
            heartRate: figures.heartRate.value, rmssd: figures.rmssd.value,
            coherence: figures.coherence.value, breathsPerMinute: figures.breathsPerMinute)
        recorder.record(point)
        if let phase = figures.phase?.rawValue, phase != storedSession.phases.last?.name {
            storedSession.phases.append(.init(name: phase, startSeconds: point.seconds))
        }
    }

    private func commit(_ session: borrowing BridgeSession) {
        lastCommitSeconds = session.seconds
        updateStoredSession(session)
        recorder.commit(storedSession)
    }

    private func updateStoredSession(_ session: borrowing BridgeSession) {
        let totals = session.totals
        storedSession.deviceName = session.deviceName.flatMap(DeviceName.storableName)
        storedSession.durationSeconds = session.activeSeconds
        storedSession.beatCount = totals.beatCount
        storedSession.correctedCount = totals.correctedCount
        storedSession.gapCount = totals.gapCount
        storedSession.breathCount = max(breathCount, totals.breathCount)
        storedSession.averageHeartRate = totals.averageHeartRate
        storedSession.averageRMSSD = totals.averageRMSSD
        storedSession.averageCoherence = totals.averageCoherence
        storedSession.peakCoherence = totals.peakCoherence
        storedSession.peakBreathsPerMinute = totals.peakBreathsPerMinute
        storedSession.resonance = StoredResonance(totals.resonance ?? session.pacer?.finding)
        storedSession.latency = totals.latency
        guard let pacer = session.pacer, pacer.estimate != estimate else {
            return
        }
        estimate = pacer.estimate
        guard let densities = pacer.densities else { return }
        recorder.record(
            densities.map {
                StoredDensity(breathsPerMinute: $0.breathsPerMinute, density: $0.density)
            })
    }

    /// Ends it, when the session has ended; waits until all is written.
    ///
    /// - Returns: the id of the session in the history; nil where nothing of it is there: no beat came, or
    ///   it could not be written.
    package func finish(_ session: borrowing BridgeSession) -> UUID? {
        guard session.totals.beatCount > 0 else { return nil }
        do throws(HistoryError) {
            try finish(session, as: .ended)
        } catch {
            endFailure = error
        }
        return recorder.isInHistory ? id : nil
    }

    func finish(
        _ session: borrowing BridgeSession, as state: SessionState
    ) throws(HistoryError) {
        updateStoredSession(session)
        storedSession.state = state
        try recorder.finish(storedSession)
    }

    /// Takes the session out of the history again.
    package func discard() {
        do throws(HistoryError) {
            try recorder.discard()
        } catch {
            endFailure = error
        }
    }
}
