import Dispatch
import Foundation
import PhysioTypes
package import PracticePlans
package import SessionHistory

/// Announces the reminders of a history that are due, each occurrence once.
///
/// What is to be done is decided by ``ReminderAgenda``; what becomes of an occurrence is written before it is
/// announced, and only where the history still has what the decision was made with. So of several runners one
/// announces it, and none a second time, whatever clocks and zones do.
///
/// It waits for nothing: the caller runs ``announceDue()`` again and again, at the latest at the moment that it gives.
package final class ReminderRunner {
    /// Delivers a note on one of the ways, in their order.
    ///
    /// - Returns: the name of the way that succeeded; nil where none did.
    package typealias DeliveryHandler = @Sendable (ReminderNote, [ReminderChannel]) -> String?

    private let store: SessionStore
    private let clock: any PracticeClock
    private let language: PracticeLanguage
    private let handlesRule: (ReminderRule) -> Bool
    private let deliver: DeliveryHandler
    private let queue = DispatchQueue(label: "reminders.deliveries", attributes: .concurrent)
    private let deliveryGroup = DispatchGroup()
    private var cachedPlan: CachedPlan?

    /// The result of the last look, as long as nothing has changed.
    private struct CachedPlan {
        var rules: [ReminderRule]
        var events: [ReminderEvent]
        var zone: String
        var nowMs: Int64
        var nextDueMs: Int64?
    }

    /// The number of days back that events are read: more than occurrences are looked for.
    private static let eventLookbackDays = ReminderAgenda.lookbackDays + 1
    /// Ways on which the end of a practice is announced whose program died.
    private static let defaultChannels = [ReminderChannel.desktop, .page]

    /// - Parameter handlesRule: which rules this runner looks after; asked at each look.
    package init(
        _ store: SessionStore, clock: any PracticeClock, language: PracticeLanguage,
        handlesRule: @escaping (ReminderRule) -> Bool = { _ in true },
        deliver: @escaping DeliveryHandler
    ) {
        self.store = store
        self.clock = clock
        self.language = language
        self.handlesRule = handlesRule
        self.deliver = deliver
    }

    /// Looks once, and begins to announce what is due.
    ///
    /// - Returns: the moment of the next look that finds something to do, if nothing changes; ms since 1970.
    package func announceDue() throws(HistoryError) -> Int64? {
        try announceEndedPractice()
        let zone = clock.zone
        let rules = ZoneRules(zone)
        let nowMs = Int64((clock.date.timeIntervalSince1970 * 1000).rounded(.down))
        let today = rules.instant(nowMs).date
        let reminders = try store.reminders().filter(handlesRule)
        let events = try store.reminderEvents(
            of: reminders.map(\.id), from: today.adding(days: -Self.eventLookbackDays).text)
        let name = "\(zone.identifier) \(zone.secondsFromGMT(for: clock.date))"
        if let cachedPlan, cachedPlan.rules == reminders, cachedPlan.events == events,
            cachedPlan.zone == name,
            cachedPlan.nowMs <= nowMs, cachedPlan.nextDueMs.map({ nowMs < $0 }) ?? true
        {
            return cachedPlan.nextDueMs
        }
        let states = Self.states(events)
        let agenda = ReminderAgenda(reminders, states: states, nowMs: nowMs, zone: rules)
        if let dueMs = agenda.nextDueMs, dueMs <= nowMs {
            cachedPlan = nil
            return try recordDecisions(agenda, reminders, events, states, nowMs, zone)
        }
        cachedPlan = CachedPlan(
            rules: reminders, events: events, zone: name, nowMs: nowMs, nextDueMs: agenda.nextDueMs)
        return agenda.nextDueMs
    }

    /// Waits until all announcements under way are delivered or have failed.
    ///
    /// - Parameter seconds: no longer.
    package func waitForDeliveries(timeoutSeconds seconds: Double) {
        _ = deliveryGroup.wait(timeout: .now() + seconds)
    }

    private static func states(_ events: [ReminderEvent]) -> [ReminderOccurrence: ReminderState] {
        var states: [ReminderOccurrence: ReminderState] = [:]
        for event in events {
            if let key = ReminderOccurrence(ruleID: event.reminderID, text: event.occurrence),
                let state = event.occurrenceState
            {
                states[key] = state
            }
        }
        return states
    }

    // MARK: Telling

    private struct PendingAnnouncement {
        let rule: ReminderRule
        let note: ReminderNote
        let event: ReminderEvent
    }

    /// - Returns: the next moment, in which another look is due at once.
    private func recordDecisions(
        _ agenda: ReminderAgenda, _ rules: [ReminderRule], _ events: [ReminderEvent],
        _ states: [ReminderOccurrence: ReminderState], _ nowMs: Int64, _ zone: TimeZone
    ) throws(HistoryError) -> Int64? {
        let log = try PracticeLog(store, clock: FixedClock(clock, nowMs))
        let isBusy = try store.activity() != nil
        let known = Dictionary(
            events.map { ("\($0.reminderID) \($0.occurrence)", $0) }, uniquingKeysWith: { $1 })
        let rulesByID = Dictionary(rules.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        var changes: [ReminderChange] = []
        var announcements: [PendingAnnouncement?] = []
        for (occurrence, decision) in agenda.decisions(log.days, isBusy: isBusy) {
            guard let state = decision.state(after: states[occurrence]),
                let rule = rulesByID[occurrence.ruleID]
            else { continue }
            var event = ReminderEvent(occurrence, state, atMs: nowMs)
            if decision == .announce { event.state = ReminderEvent.StateText.announcing }
            changes.append(ReminderChange(event, from: known[occurrence.key]))
            announcements.append(
                decision == .announce
                    ? PendingAnnouncement(
                        rule: rule, note: ReminderNote(rule, occurrence, zone), event: event)
                    : nil)
        }
        for (announcement, isWritten) in zip(announcements, try store.advance(changes)) {
            if let announcement, isWritten {
                announce(announcement.note, announcement.rule.channels, announcement.event)
            }
        }
        return nowMs
    }

    private func announceEndedPractice() throws(HistoryError) {
        guard let ended = try EndedPractice(store, clock: clock, language: language),
            try store.advance(ended.event, from: nil)
        else { return }
        announce(ended.note, Self.defaultChannels, ended.event)
    }

    /// Delivers on a thread of its own: a way that hangs makes no other reminder late.
    private func announce(
        _ note: ReminderNote, _ channels: [ReminderChannel], _ event: ReminderEvent
    ) {
        let (store, deliver) = (store, deliver)
        queue.async(group: deliveryGroup) {
            var end = event
            end.channelName = deliver(note, channels)
            end.state = end.channelName == nil ? ReminderEvent.StateText.failed : "told"
            // Who has put it off or silenced it meanwhile has the last word.
            _ = try? store.advance(end, from: event)
        }
    }
}

/// A clock that stands still at the moment of a look.
private struct FixedClock: PracticeClock {
    private let clock: any PracticeClock
    let date: Date

    init(_ clock: any PracticeClock, _ nowMs: Int64) {
        self.clock = clock
        date = Date(timeIntervalSince1970: Double(nowMs) / 1000)
    }

    var seconds: Double { clock.seconds }
    var awakeSeconds: Double { clock.awakeSeconds }
    var zone: TimeZone { clock.zone }
    var bootID: String { clock.bootID }
}
