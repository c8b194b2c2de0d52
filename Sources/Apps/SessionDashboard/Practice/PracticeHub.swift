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
        var newest: UUID?
        /// Of the practice that runs here.
        var control: PracticeControl?
        var snapshot: PracticeSnapshot?
        /// Of another program.
        var other: PracticeSnapshot?
        /// How often a practice began or ended here: a look from before says nothing of what came after.
        var turns = 0
        /// Times at which pages were notified last, of the state and of the cues; s.
        var notifiedAt = -Double.infinity
        var cuedAt = -Double.infinity
        var cues: String?
        /// Who waits for the first word of a practice that begins.
        var beginning: [UUID: CheckedContinuation<PracticeSnapshot?, Never>] = [:]
        /// Practices whose hearts are heard, or are still to be kept.
        var hearts: Set<UUID> = []
        var isClosed = false
    }

    let resources: PracticeResources
    private let hub: SessionHub
    private let state = Mutex(State())
    private let wake = SessionWake()

    /// Interval of messages to pages where nothing changes; s.
    private static let stateSeconds = 5.0
    /// The same where a heart is heard; s.
    private static let heartSeconds = 1.0
    private static let cueSeconds = 30.0
    /// Age up to which a cue that just came is sent to pages, too; s.
    private static let cueTailSeconds = 1.0
    /// Another program's practice is looked for as often; ms.
    private static let lookMs: Int32 = 1000
    /// How long a practice has to end when the server does; steps of 20 ms.
    private static let maxWaitSteps = 200
    /// How long the sensors of hearts have to be let go then; steps of 20 ms.
    private static let maxHeartWaitSteps = 500

    /// - Parameter hub: where those who watch are.
    init(_ resources: PracticeResources, hub: SessionHub) {
        self.resources = resources
        self.hub = hub
        broadcastState()
        let thread = Thread { [weak self] in
            while let self, !self.state.withLock(\.isClosed) {
                self.look()
                self.wake.wait(milliseconds: Self.lookMs)
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
        for _ in 0..<Self.maxHeartWaitSteps where state.withLock({ !$0.hearts.isEmpty }) {
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    // MARK: What there is

    private var clock: any PracticeClock { resources.clock }

    /// What runs now; nil where nothing does.
    var now: PracticeSnapshot? {
        state.withLock(\.snapshot) ?? another
    }

    /// A practice of another program.
    private var another: PracticeSnapshot? {
        PracticeSnapshot(ofAnother: (try? resources.store?.activity()) ?? nil, resources)
    }

    /// What runs now, as a page reads it.
    func response(_ snapshot: PracticeSnapshot) -> PracticeResponse {
        PracticeResponse(snapshot, at: clock.seconds, clock: clock)
    }

    /// The newest practice that was interrupted and can go on.
    func resumable() throws -> StoredPractice? {
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
        heart choice: PracticeHeartChoice? = nil, isForced: Bool
    ) async throws(PracticeRefusal) -> PracticeSnapshot {
        let id = resumed?.entry.id ?? UUID()
        let activity = Activity(
            id: id, owner: .page, title: start.title, kind: start.plan.kind.rawValue,
            endsAt: resumed?.plannedEnd ?? start.plan.lengthSeconds.map { clock.date + $0 })
        let holding = try hold(activity, isForced: isForced)
        var start = start
        let heart = try hear(choice, &start, holding)
        let control = PracticeControl()
        let runner = PracticeRunner(
            start: start, resumed: resumed, activity: activity, holding: holding,
            resources: resources,
            control: control, sound: resources.settings.sound, heart: heart
        ) { [weak self] report in self?.handle(report, control, id) }
        let begun = await withCheckedContinuation { continuation in
            state.withLock { state in
                state.beginning[id] = continuation
                state.newest = id
                state.turns += 1
                if heart != nil { state.hearts.insert(id) }
                state.cuedAt = -.infinity
            }
            runner.begin()
        }
        guard let begun else { throw .notRunning }
        return begun
    }

    private func hear(
        _ choice: PracticeHeartChoice?, _ start: inout PracticeStart, _ holding: ActivityReservation
    ) throws(PracticeRefusal) -> PracticeHeart? {
        guard let choice else { return nil }
        do throws(PracticeRefusal) {
            return try resources.hear(choice, &start)
        } catch {
            holding.release()
            throw error
        }
    }

    private func hold(
        _ activity: Activity, isForced: Bool
    ) throws(PracticeRefusal) -> ActivityReservation {
        do throws(ActivityReservation.Refusal) {
            return try ActivityReservation(
                activity, isForced: isForced, store: resources.store, database: resources.database
            ) { $0.credited(clock) }
        } catch {
            switch error {
            case .occupied(let other), .held(let other, _):
                let isHere =
                    state.withLock { $0.snapshot?.activity.id == other.id }
                    || (hub.isRunning && other.owner == .page)
                throw .running(SessionHolder(other, resources.store, isHere: isHere))
            case .unknown: throw .running(nil)
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
            case .conflict: throw PracticeRefusal.conflict
            case .notRunning: throw PracticeRefusal.notRunning
            }
        }
        guard let other = another, let store = resources.store,
            try store.request(input.request, of: other.activity.id)
        else { throw PracticeRefusal.notRunning }
    }

    /// Mutes what the machine plays of the practice that runs here.
    func mute(_ isMuted: Bool) throws {
        guard let control = state.withLock(\.control) else { throw PracticeRefusal.notRunning }
        control.mute(isMuted)
    }

    // MARK: Telling

    private func handle(_ report: PracticeRunner.Report, _ control: PracticeControl, _ id: UUID) {
        switch report {
        case .state(let snapshot, let hasNewPlan):
            let (isOurs, waiting) = state.withLock { state in
                let isOurs = state.newest == id
                // What was found before it ran can be itself.
                if isOurs {
                    (state.control, state.snapshot, state.other) = (control, snapshot, nil)
                }
                return (isOurs, state.beginning.removeValue(forKey: id))
            }
            waiting?.resume(returning: snapshot)
            if isOurs { broadcast(snapshot, isNews: hasNewPlan) }
        case .ended(let outcome, let hasFinished):
            let (isOurs, waiting) = state.withLock { state in
                // Another one of this page may have replaced it by now.
                let isOurs = state.newest == id
                if isOurs {
                    (state.control, state.snapshot, state.cues) = (nil, nil, nil)
                    state.turns += 1
                }
                return (isOurs, state.beginning.removeValue(forKey: id))
            }
            waiting?.resume(returning: nil)
            let message = PracticeMessage.ended(outcome, hasFinished: hasFinished)
            hub.broadcast([message.text], of: .practice, retained: retained)
            if isOurs { broadcastState() }
        case .heartStored: state.withLock { _ = $0.hearts.remove(id) }
        }
    }

    /// Sends pages the state of this page's practice, and what is heard of it soon, where it is time.
    private func broadcast(_ snapshot: PracticeSnapshot, isNews: Bool) {
        let now = clock.seconds
        let pause = snapshot.heart == nil ? Self.stateSeconds : Self.heartSeconds
        let (sendsState, sendsCues) = state.withLock { state in
            (
                isNews || now - state.notifiedAt >= pause,
                isNews || now - state.cuedAt >= Self.cueSeconds
            )
        }
        guard sendsState else { return }
        if sendsCues, let timeline = snapshot.timeline {
            let (from, to) = (now - Self.cueTailSeconds, now + Timeline.upcomingSeconds)
            let cues = CueResponse.all(timeline, after: from, through: to, snapshot.language)
            let message = PracticeMessage.cues(cues, of: snapshot.activity.id, from: from, to: to)
            state.withLock { ($0.cues, $0.cuedAt) = (message.text, now) }
        }
        broadcastState(withCues: sendsCues)
    }

    /// Messages for pages that join.
    private var retained: [String] {
        let now = clock.seconds
        let (shown, cues) = state.withLock { ($0.snapshot ?? $0.other, $0.cues) }
        let response = shown.map { PracticeResponse($0, at: now, clock: clock) }
        return [PracticeMessage.state(response, at: now).text] + [cues].compactMap(\.self)
    }

    private func broadcastState(withCues: Bool = false) {
        let retained = retained
        state.withLock { $0.notifiedAt = clock.seconds }
        hub.broadcast(
            withCues ? retained : Array(retained.prefix(1)), of: .practice, retained: retained)
    }

    /// Looks for a practice of another program, where a client watches.
    private func look() {
        let (isOurs, turns) = state.withLock { ($0.control != nil, $0.turns) }
        guard !isOurs, hub.watcherCount > 0 else { return }
        let found = another
        let now = clock.seconds
        let isUpToDate = state.withLock { state in
            guard state.control == nil, state.turns == turns else { return true }
            defer { state.other = found }
            switch (state.other, found) {
            case (nil, nil): return true
            case (let before?, let found?) where before.isLike(found):
                return now - state.notifiedAt < Self.stateSeconds
            default: return false
            }
        }
        if !isUpToDate { broadcastState() }
    }
}
