package import Foundation
package import PracticePlans
package import SessionHistory

/// A practice that runs: its time, its entry and its slot, step by step.
///
/// It waits for nothing. The caller runs ``step()`` at least four times a second, since a thread's sleep stands
/// still while the computer sleeps, and does what the step says.
///
/// ```swift
/// let run = PracticeRun(start, clock: SystemPracticeClock(), store: store, claim: claim)
/// run.begin(atSeconds: clock.seconds)
/// while true {
///     let step = run.step()
///     if step.hasEnded { break }
/// }
/// let outcome = run.finish()
/// ```
package final class PracticeRun {
    /// The results of a look at the practice.
    package struct Step: Sendable {
        package var moment: PracticeStateSnapshot
        /// Seconds of the practice's clock.
        package var seconds: Double
        /// Cues that have come since the last step, and are not late.
        package var cues: [PracticeCue] = []
        /// A change that passed without a look: it sounds now, and its true time is stated.
        package var lateChange: PracticeChange?
        /// Changes since the last step, each with how late it was noticed; s.
        package var changes: [(change: PracticeChange, lateness: Double)] = []
        /// True if the future cues have changed since the last step, so that a player needs another
        /// track.
        package var hasNewPlan = false
        /// The report for a person: why nothing is kept any more.
        package var error: HistoryError?
        package var hasEnded = false
        /// Indicates whether another program has claimed the slot: everything falls silent at once.
        package var isReplaced = false
    }

    package let id: UUID
    package let start: PracticeStart
    package private(set) var timeline: Timeline
    private let clock: any PracticeClock
    private let claim: ActivityClaim?
    private let writer: PracticeWriter?
    private var events: PracticeEvents
    /// Up to where cues have been given out; s.
    private var deliveredUntilSeconds = -Double.infinity
    /// The offset at the last step of the clock that stops while the computer sleeps from the clock
    /// that does not; s.
    private var awakeOffsetSeconds: Double?
    private var lastSaveSeconds = -Double.infinity
    private var hasNewPlan = true
    private var isReplaced = false
    private let startUTCOffsetSeconds: Int

    /// The time between two signs of life; s.
    package static let saveIntervalSeconds = 10.0
    /// A hole in the computer's waking time of at least so long is sleep; s.
    private static let minSleepSeconds = 1.0

    /// A practice that has not begun.
    ///
    /// - Parameter claim: of the slot, with the id of the entry; nil where none is claimed.
    package init(
        _ start: PracticeStart, clock: any PracticeClock, store: SessionStore?,
        claim: ActivityClaim?
    ) {
        id = claim?.id ?? UUID()
        self.start = start
        self.clock = clock
        self.claim = claim
        writer = start.isStored ? store.map { PracticeWriter($0, claim: claim) } : nil
        timeline = Timeline(start.plan)
        events = PracticeEvents(
            bootID: clock.bootID, originSeconds: clock.seconds,
            originMs: Int64((clock.date.timeIntervalSince1970 * 1000).rounded()))
        startUTCOffsetSeconds = clock.zone.secondsFromGMT(for: clock.date)
    }

    /// A practice that was interrupted goes on where its clock is: the hole counts.
    package init(
        resuming entry: PracticeEntry, _ events: PracticeEvents, _ start: PracticeStart,
        clock: any PracticeClock, store: SessionStore, claim: ActivityClaim?
    ) {
        id = entry.id
        var start = start
        (start.session, start.isExcluded) = (entry.session, entry.isExcluded)
        self.start = start
        self.clock = clock
        self.claim = claim
        writer = PracticeWriter(store, claim: claim)
        let events = events.convertedToClock(clock)
        self.events = events
        timeline = Timeline(start.plan, events.inputs)
        deliveredUntilSeconds = events.lastSeenSeconds
        startUTCOffsetSeconds = entry.utcOffsetSeconds
    }

    /// Begins at a moment of the clock, which may lie a little ahead, so that a player wakes first.
    package func begin(atSeconds seconds: Double) { apply(.start, at: seconds) }

    // MARK: Inputs

    /// Takes an input now.
    @discardableResult
    package func apply(_ input: PracticeInput) -> InputResult { apply(input, at: clock.seconds) }

    @discardableResult
    private func apply(_ input: PracticeInput, at seconds: Double) -> InputResult {
        let result = timeline.apply(input, at: seconds)
        if result == .accepted {
            hasNewPlan = true
            events.inputs = timeline.inputs
            lastSaveSeconds = -.infinity
        }
        return result
    }

    // MARK: Time

    /// Looks where the practice is.
    package func step() -> Step {
        let now = clock.seconds
        detectSleep(now)
        if let claim {
            if claim.currentStatus() == .replaced { isReplaced = true }
            for case let input? in claim.drainRequests().map(PracticeInput.init(request:)) {
                apply(input, at: now)
            }
        }
        let moment = timeline.state(at: now)
        var step = Step(moment: moment, seconds: now)
        guard !isReplaced else {
            (step.hasEnded, step.isReplaced) = (true, true)
            return step
        }
        let dueCues = timeline.dueCues(after: deliveredUntilSeconds, now: now)
        step.cues = dueCues.cues
        step.lateChange = dueCues.lateChange
        step.changes = timeline.changes(after: deliveredUntilSeconds, through: now).map {
            ($0, now - $0.timeSeconds)
        }
        deliveredUntilSeconds = now
        (step.hasNewPlan, hasNewPlan) = (hasNewPlan, false)
        step.hasEnded = moment.state == .finished || moment.state == .cancelled
        publish(moment, now)
        // A part that begins has a sign of life, so that the first one with credit comes 10 s into it.
        let isSaveDue = !step.changes.isEmpty || now - lastSaveSeconds >= Self.saveIntervalSeconds
        if !step.hasEnded, isSaveDue { saveEntry(now) }
        step.error = writer?.nextFailure()
        return step
    }

    private func detectSleep(_ now: Double) {
        defer { awakeOffsetSeconds = clock.awakeSeconds - now }
        guard let awakeOffsetSeconds else { return }
        let sleptSeconds = awakeOffsetSeconds - (clock.awakeSeconds - now)
        if sleptSeconds >= Self.minSleepSeconds {
            events.suspended.append([now - sleptSeconds, now])
        }
    }

    private func publish(_ moment: PracticeStateSnapshot, _ now: Double) {
        claim?.publish(
            phase: moment.state.name, isPaused: moment.isPaused,
            secondsLeft: timeline.plannedEndSeconds(at: now).map { max(0, $0 - now) })
    }

    /// Returns the time for which nothing happens by itself; s; at most `maxSeconds`.
    package func idleSeconds(atMost maxSeconds: Double) -> Double {
        let now = clock.seconds
        let next = timeline.cues(after: now, through: now + maxSeconds).first?.timeSeconds
        return max(0, min(maxSeconds, (next ?? .infinity) - now))
    }

    // MARK: The entry

    private func saveEntry(_ now: Double) {
        guard let writer, let entry = entry(at: now, .running) else { return }
        lastSaveSeconds = now
        writer.save(entry)
    }

    /// The entry as it would be at a moment; nil where it is cancelled, or has ended with too little.
    ///
    /// While it runs it has an entry from the first moment on, by which it can be resumed.
    private func entry(at now: Double, _ state: PracticeEntry.State) -> PracticeEntry? {
        let credit = timeline.credit(
            at: now, start.creditRules, suspended: events.suspendedRanges,
            minMs: state == .running ? 0 : Timeline.minCreditMs)
        guard let credit else { return nil }
        events.lastSeenSeconds = now
        var entry = PracticeEntry(
            id: id, startedAt: date(credit.startSeconds), utcOffsetSeconds: startUTCOffsetSeconds,
            kind: start.plan.kind.rawValue, title: start.title,
            plan: PracticeJSON.text(start.plan), toolkitVersion: start.version)
        entry.endedAt = date(min(now, endSeconds(now)))
        entry.events = events.json
        entry.state = state
        entry.session = start.session
        entry.isExcluded = start.isExcluded
        entry.mindfulMs = credit.mindfulMs
        entry.workoutMs = credit.workoutMs
        entry.pauseMs = credit.pauseMs
        entry.sleptMs = credit.sleptMs
        return entry
    }

    /// Returns the time at which the practice ended, or now.
    private func endSeconds(_ now: Double) -> Double {
        timeline.changes(after: -.infinity, through: now).last { $0.state == .finished }?
            .timeSeconds ?? now
    }

    /// A moment of the practice's clock by the wall clock of its start: what was done to the wall clock since does not
    /// count.
    package func date(_ seconds: Double) -> Date {
        Date(
            timeIntervalSince1970: Double(events.originMs) / 1000 + seconds - events.originSeconds)
    }

    /// Ends the practice where it is, and keeps its entry.
    package func finish() -> PracticeOutcome {
        let now = clock.seconds
        if timeline.state(at: now).state.isUnderWay, !isReplaced { apply(.end, at: now) }
        var outcome = PracticeOutcome(id: id, isReplaced: isReplaced)
        outcome.isCancelled = timeline.state(at: now).state == .cancelled
        let entry = isReplaced ? nil : entry(at: now, .ended)
        if !isReplaced { writer?.finish(entry, id: id) }
        outcome.error = writer?.failure
        outcome.entry = writer != nil && outcome.error == nil ? entry : nil
        claim?.release()
        return outcome
    }
}

/// The outcome of a practice.
package struct PracticeOutcome: Sendable {
    package let id: UUID
    /// The entry in the history; nil where nothing is stored.
    package var entry: PracticeEntry?
    package var isCancelled = false
    package var isReplaced: Bool
    /// The reason that nothing could be stored.
    package var error: HistoryError?

    init(id: UUID, isReplaced: Bool) { (self.id, self.isReplaced) = (id, isReplaced) }
}

extension PracticeInput {
    /// An input as another program requests it: `pause`, `extend 5`.
    ///
    /// - Returns: nil for what is no input, or cannot be requested.
    package init?(request: String) {
        let words = request.split(separator: " ")
        switch (words.first, words.count) {
        case ("pause", 1): self = .pause
        case ("resume", 1): self = .resume
        case ("next", 1): self = .next
        case ("end", 1): self = .end
        case ("cancel", 1): self = .cancel
        case ("extend", 2):
            guard let minutes = Double(words[1]),
                let input = try? PracticeInput.extend(minutes: minutes).checked()
            else { return nil }
            self = input
        default: return nil
        }
    }

    /// The text of the request that another program writes.
    package var request: String {
        if case .extend(let minutes) = self { return "extend \(minutes)" }
        return name
    }
}

extension PracticeState {
    /// One word for programs.
    package var name: String {
        switch self {
        case .idle: "idle"
        case .preparing: "preparing"
        case .phase1, .openPhase1: "phase1"
        case .phase2: "phase2"
        case .breathing: "breathing"
        case .work: "work"
        case .rest: "rest"
        case .finished: "finished"
        case .cancelled: "cancelled"
        }
    }
}
