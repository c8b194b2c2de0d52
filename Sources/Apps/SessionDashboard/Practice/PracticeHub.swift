import Foundation
import LiveSession
import PracticePlans
import PracticeRuntime
import SessionHistory
import Synchronization

/// The practice that pages see and lead: one that runs here, or another program's.
final class PracticeHub: Sendable {
    private struct State {
        /// The newest practice that was begun here: what an older one says does not count.
        var newestID: UUID?
        /// The control of the practice that runs here.
        var control: PracticeControl?
        var snapshot: PracticeSnapshot?
        /// The state of a practice in another program.
        var otherSnapshot: PracticeSnapshot?
        /// The number of times that a practice began or ended here: a state read before a change
        /// says nothing of what came after.
        var changeCount = 0
        /// Times at which pages were notified last, of the state and of the cues; s.
        var notifiedAt = -Double.infinity
        var cuesNotifiedAt = -Double.infinity
        var cuesMessage: String?
        /// The callers that wait for the first state of a practice that begins.
        var beginContinuations: [UUID: CheckedContinuation<PracticeSnapshot?, Never>] = [:]
        /// Practices whose hearts are heard, or are still to be kept.
        var heartPracticeIDs: Set<UUID> = []
        var isClosed = false
    }

    let resources: PracticeResources
    private let hub: SessionHub
    private let state = Mutex(State())
    private let wake = WakeSignal()

    /// Interval of messages to pages where nothing changes; s.
    private static let stateMessageIntervalSeconds = 5.0
    /// The same where a heart is heard; s.
    private static let heartMessageIntervalSeconds = 1.0
    private static let cueMessageIntervalSeconds = 30.0
    /// Age up to which a cue that just came is sent to pages, too; s.
    private static let maxCueAgeSeconds = 1.0
    /// Another program's practice is looked for as often; ms.
    private static let pollIntervalMs: Int32 = 1000
    /// The longest wait for a practice to end when the server does; steps of 20 ms.
    private static let maxWaitSteps = 200
    /// The longest wait for the sensors of hearts to disconnect then; steps of 20 ms.
    private static let maxHeartWaitSteps = 500

    /// - Parameter hub: where those who watch are.
    init(_ resources: PracticeResources, hub: SessionHub) {
        self.resources = resources
        self.hub = hub
        broadcastState()
        let thread = Thread { [weak self] in
            while let self, !self.state.withLock(\.isClosed) {
                self.checkOtherPrograms()
                self.wake.wait(milliseconds: Self.pollIntervalMs)
            }
        }
        thread.name = "practice.look"
        thread.start()
    }

    /// Ends the practice that runs here, which is kept as far as it counts.
    func close() async {
        let control = state.withLock { state in
            state.isClosed = true
            return state.control
        }
        wake.signal()
        if let control {
            _ = await control.apply(.end)
            for _ in 0..<Self.maxWaitSteps where state.withLock({ $0.control === control }) {
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
        for _ in 0..<Self.maxHeartWaitSteps where state.withLock({ !$0.heartPracticeIDs.isEmpty }) {
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    // MARK: What there is

    private var clock: any PracticeClock { resources.clock }

    /// The current practice; nil where there is none.
    var now: PracticeSnapshot? {
        state.withLock(\.snapshot) ?? otherProgramSnapshot
    }

    /// A practice of another program.
    private var otherProgramSnapshot: PracticeSnapshot? {
        PracticeSnapshot(ofOtherProgram: (try? resources.store?.activity()) ?? nil, resources)
    }

    /// Returns the current practice as a page reads it.
    func response(_ snapshot: PracticeSnapshot) -> PracticeResponse {
        PracticeResponse(snapshot, at: clock.seconds, clock: clock)
    }

    /// The newest practice that was interrupted and can go on.
    func resumablePractice() throws -> StoredPractice? {
        guard let entry = try resources.store?.interruptedPractice(),
            let stored = StoredPractice(entry, clock: clock), stored.canResume(clock),
            stored.plannedEnd.map({ $0 > clock.date }) ?? true
        else { return nil }
        return stored
    }

    // MARK: Beginning

    /// Begins a practice; returns when it has begun.
    ///
    /// - Parameter resumed: one that was interrupted, and continues.
    /// - Parameter choice: the heart that is heard beside it.
    /// - Throws: `running` where something else has the lock.
    func begin(
        _ start: PracticeStart, resumed: StoredPractice? = nil,
        heart choice: PracticeHeartSourceChoice? = nil, isForced: Bool
    ) async throws(PracticeRequestError) -> PracticeSnapshot {
        let id = resumed?.entry.id ?? UUID()
        let activity = Activity(
            id: id, owner: .page, title: start.title, kind: start.plan.kind.rawValue,
            endsAt: resumed?.plannedEnd ?? start.plan.lengthSeconds.map { clock.date + $0 })
        let reservation = try reserveActivity(activity, isForced: isForced)
        var start = start
        let heart = try startHeartSource(choice, &start, reservation)
        let control = PracticeControl()
        let runner = PracticeRunner(
            start: start, resumedPractice: resumed, activity: activity, reservation: reservation,
            resources: resources,
            control: control, sound: resources.settings.sound, heart: heart
        ) { [weak self] report in self?.handle(report, control, id) }
        let snapshot = await withCheckedContinuation { continuation in
            state.withLock { state in
                state.beginContinuations[id] = continuation
                state.newestID = id
                state.changeCount += 1
                if heart != nil { state.heartPracticeIDs.insert(id) }
                state.cuesNotifiedAt = -.infinity
            }
            runner.begin()
        }
        guard let snapshot else { throw .notRunning }
        return snapshot
    }

    private func startHeartSource(
        _ choice: PracticeHeartSourceChoice?, _ start: inout PracticeStart,
        _ reservation: ActivityReservation
    ) throws(PracticeRequestError) -> PracticeHeartRecorder? {
        guard let choice else { return nil }
        do throws(PracticeRequestError) {
            return try resources.startHeartSource(choice, &start)
        } catch {
            reservation.release()
            throw error
        }
    }

    private func reserveActivity(
        _ activity: Activity, isForced: Bool
    ) throws(PracticeRequestError) -> ActivityReservation {
        do throws(ActivityReservation.Refusal) {
            return try ActivityReservation(
                activity, isForced: isForced, store: resources.store, database: resources.database
            ) { $0.credited(clock) }
        } catch {
            switch error {
            case .occupied(let holder), .notReplaceable(let holder, _):
                let isHere =
                    state.withLock { $0.snapshot?.activity.id == holder.id }
                    || (hub.isRunning && holder.owner == .page)
                throw .running(RunningActivityInfo(holder, resources.store, isHere: isHere))
            case .unknownActivity: throw .running(nil)
            }
        }
    }

    // MARK: Leading

    /// Has what runs do something: here at once, in another program as soon as it looks.
    func apply(_ input: PracticeInput) async throws {
        let input = try input.checked()
        if let control = state.withLock(\.control) {
            switch await control.apply(input) {
            case .accepted, .noEffect: return
            case .conflict: throw PracticeRequestError.conflict
            case .notRunning: throw PracticeRequestError.notRunning
            }
        }
        guard let otherSnapshot = otherProgramSnapshot, let store = resources.store,
            try store.request(input.request, of: otherSnapshot.activity.id)
        else { throw PracticeRequestError.notRunning }
    }

    /// Mutes what the machine plays of the practice that runs here.
    func mute(_ isMuted: Bool) throws {
        guard let control = state.withLock(\.control) else { throw PracticeRequestError.notRunning }
        control.mute(isMuted)
    }

    // MARK: Telling

    private func handle(_ report: PracticeRunner.Report, _ control: PracticeControl, _ id: UUID) {
        switch report {
        case .state(let snapshot, let hasNewPlan):
            let (isNewest, waiter) = state.withLock { state in
                let isNewest = state.newestID == id
                // What was found before it ran can be itself.
                if isNewest {
                    (state.control, state.snapshot, state.otherSnapshot) = (control, snapshot, nil)
                }
                return (isNewest, state.beginContinuations.removeValue(forKey: id))
            }
            waiter?.resume(returning: snapshot)
            if isNewest { broadcast(snapshot, isChanged: hasNewPlan) }
        case .ended(let outcome, let hasFinished):
            let (isNewest, waiter) = state.withLock { state in
                // Another one of this page may have replaced it by now.
                let isNewest = state.newestID == id
                if isNewest {
                    (state.control, state.snapshot, state.cuesMessage) = (nil, nil, nil)
                    state.changeCount += 1
                }
                return (isNewest, state.beginContinuations.removeValue(forKey: id))
            }
            waiter?.resume(returning: nil)
            let message = PracticeMessage.ended(outcome, hasFinished: hasFinished)
            hub.broadcast([message.text], of: .practice, retained: retainedMessages)
            if isNewest { broadcastState() }
        case .heartDataStored: state.withLock { _ = $0.heartPracticeIDs.remove(id) }
        }
    }

    /// Sends pages the state of this page's practice, and what is heard of it soon, where it is time.
    private func broadcast(_ snapshot: PracticeSnapshot, isChanged: Bool) {
        let now = clock.seconds
        let intervalSeconds =
            snapshot.heart == nil
            ? Self.stateMessageIntervalSeconds : Self.heartMessageIntervalSeconds
        let (sendsState, sendsCues) = state.withLock { state in
            (
                isChanged || now - state.notifiedAt >= intervalSeconds,
                isChanged || now - state.cuesNotifiedAt >= Self.cueMessageIntervalSeconds
            )
        }
        guard sendsState else { return }
        if sendsCues, let timeline = snapshot.timeline {
            let (from, to) = (now - Self.maxCueAgeSeconds, now + Timeline.cueLookaheadSeconds)
            let cues = CueResponse.responses(timeline, after: from, through: to, snapshot.language)
            let message = PracticeMessage.cues(cues, of: snapshot.activity.id, from: from, to: to)
            state.withLock { ($0.cuesMessage, $0.cuesNotifiedAt) = (message.text, now) }
        }
        broadcastState(withCues: sendsCues)
    }

    /// Messages for pages that join.
    private var retainedMessages: [String] {
        let now = clock.seconds
        let (shown, cues) = state.withLock { ($0.snapshot ?? $0.otherSnapshot, $0.cuesMessage) }
        let response = shown.map { PracticeResponse($0, at: now, clock: clock) }
        return [PracticeMessage.state(response, at: now).text] + [cues].compactMap(\.self)
    }

    private func broadcastState(withCues: Bool = false) {
        let retainedMessages = retainedMessages
        state.withLock { $0.notifiedAt = clock.seconds }
        hub.broadcast(
            withCues ? retainedMessages : Array(retainedMessages.prefix(1)), of: .practice,
            retained: retainedMessages)
    }

    /// Looks for a practice of another program, where a client watches.
    private func checkOtherPrograms() {
        let (isRunningHere, changeCount) = state.withLock { ($0.control != nil, $0.changeCount) }
        guard !isRunningHere, hub.watcherCount > 0 else { return }
        let found = otherProgramSnapshot
        let now = clock.seconds
        let isUpToDate = state.withLock { state in
            guard state.control == nil, state.changeCount == changeCount else { return true }
            defer { state.otherSnapshot = found }
            switch (state.otherSnapshot, found) {
            case (nil, nil): return true
            case (let before?, let found?) where before.equalsIgnoringTime(found):
                return now - state.notifiedAt < Self.stateMessageIntervalSeconds
            default: return false
            }
        }
        if !isUpToDate { broadcastState() }
    }
}
