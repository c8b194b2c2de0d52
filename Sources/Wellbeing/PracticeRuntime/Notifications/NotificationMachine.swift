import DBusClient
import PracticePlans

/// The conversation with `org.freedesktop.Notifications`: what the server can do, notifications, and what a person chose.
struct NotificationMachine: BusMachine {
    enum Command: Sendable, Equatable {
        /// - Parameter untilSeconds: after which it is not waited for any more.
        case show(Int, ReminderNote, untilSeconds: Double)
        case close
    }

    enum Report: Sendable, Equatable {
        case result(Int, DeliveryResult)
        case actionChosen(ReminderNote, NotificationAction)
    }

    private enum Purpose: Sendable, Equatable {
        case capabilities
        case show(Int, ReminderNote)
    }

    private struct PendingNote: Sendable, Equatable {
        let number: Int
        let note: ReminderNote
        let untilSeconds: Double
    }

    static let name = "org.freedesktop.Notifications"
    /// A server that does not answer for so long hangs; s.
    static let timeoutSeconds = 3.0

    private let language: PracticeLanguage
    private let offersActions: Bool
    private var isOpen = false
    /// The reason that this conversation can show nothing more.
    private var busFailure: DeliveryResult?
    private var calls = PendingCalls<Purpose>()
    /// The capabilities of the server; nil while they are not known.
    private var capabilities: Set<String>?
    /// True if the server was asked for its capabilities and has not answered yet.
    private var isRequestingCapabilities = false
    private var pendingNotes: [PendingNote] = []
    /// Shown with actions, by the number that the server gave.
    private var shownNotes: [Int: ReminderNote] = [:]

    init(language: PracticeLanguage, offersActions: Bool) {
        (self.language, self.offersActions) = (language, offersActions)
    }

    var deadlineSeconds: Double? { calls.nextDeadlineSeconds }

    mutating func handle(
        _ event: BusEvent<Command>, nowSeconds now: Double
    ) -> [BusAction<Report>] {
        switch event {
        case .opened:
            isOpen = true
            return showPendingNotes(now)
        case .busLost(let reason):
            let result = DeliveryResult.failed("the message bus: \(reason)")
            busFailure = result
            return failAll(result) + [.close]
        case .serviceChanged(isRunning: false): return failAll(.failed("its server has ended"))
        case .command(.show(let number, let note, let until)):
            if let busFailure { return [.report(.result(number, busFailure))] }
            pendingNotes.append(PendingNote(number: number, note: note, untilSeconds: until))
            return showPendingNotes(now)
        case .command(.close): return [.close]
        case .reply(let number, let result):
            guard let call = calls.remove(number) else { return [] }
            return handleReply(call.purpose, result, now)
        case .signal(let signal): return handleSignal(signal)
        case .deadlinePassed: return handleDeadlinePassed(now)
        case .serviceChanged, .added, .removed, .changed: return []
        }
    }

    // MARK: Showing

    private mutating func showPendingNotes(_ now: Double) -> [BusAction<Report>] {
        guard isOpen else { return [] }
        pendingNotes.removeAll { $0.untilSeconds <= now }
        guard !pendingNotes.isEmpty else { return [] }
        guard let capabilities else {
            guard !isRequestingCapabilities else { return [] }
            isRequestingCapabilities = true
            return [call("GetCapabilities", [], .capabilities, now)]
        }
        defer { pendingNotes = [] }
        return pendingNotes.map {
            call("Notify", arguments($0.note, capabilities), .show($0.number, $0.note), now)
        }
    }

    private mutating func call(
        _ member: String, _ arguments: [BusArgument], _ purpose: Purpose, _ now: Double
    ) -> BusAction<Report> {
        let call = BusCall(
            path: "/org/freedesktop/Notifications", interface: Self.name, member: member,
            arguments: arguments)
        let number = calls.register(
            PendingCall(call: call, purpose: purpose), untilSeconds: now + Self.timeoutSeconds)
        return .call(number, call)
    }

    private func hasActions(_ note: ReminderNote, _ capabilities: Set<String>) -> Bool {
        offersActions && note.rule != nil && capabilities.contains("actions")
    }

    private func arguments(_ note: ReminderNote, _ capabilities: Set<String>) -> [BusArgument] {
        let body = capabilities.contains("body-markup") ? Self.escaped(note.text) : note.text
        let actions =
            hasActions(note, capabilities)
            ? [
                NotificationAction.snooze.rawValue, ReminderWords.snooze(language),
                NotificationAction.notToday.rawValue, ReminderWords.notToday(language),
            ] : []
        // A server without bodies shows the summary alone.
        let showsSummaryOnly = !capabilities.contains("body")
        return [
            .text("Resonance"), .unsigned(0), .text(""),
            .text(showsSummaryOnly ? note.text : "Resonance"), .text(showsSummaryOnly ? "" : body),
            .texts(actions), .options([:]), .signed(-1),
        ]
    }

    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    private mutating func handleReply(
        _ purpose: Purpose, _ result: Result<[BusValue], BusError>, _ now: Double
    ) -> [BusAction<Report>] {
        switch (purpose, result) {
        case (.capabilities, .success(let values)):
            isRequestingCapabilities = false
            capabilities = Set(values.first?.texts ?? [])
            return showPendingNotes(now)
        case (.capabilities, .failure(let error)):
            isRequestingCapabilities = false
            return failAll(.failed(error.detail))
        case (.show(let number, let note), .success(let values)):
            if let id = values.first?.number, hasActions(note, capabilities ?? []) {
                shownNotes[id] = note
            }
            return [.report(.result(number, .delivered))]
        case (.show(let number, _), .failure(let error)):
            return [.report(.result(number, .failed(error.detail)))]
        }
    }

    // MARK: What goes wrong

    /// All that wait or were called; what the server can do has to be asked anew.
    private mutating func failAll(_ result: DeliveryResult) -> [BusAction<Report>] {
        var numbers = pendingNotes.map(\.number)
        for call in calls.removeAllCalls() {
            if case .show(let number, _) = call.purpose { numbers.append(number) }
        }
        pendingNotes = []
        shownNotes = [:]
        capabilities = nil
        isRequestingCapabilities = false
        return numbers.map { .report(.result($0, result)) }
    }

    private mutating func handleDeadlinePassed(_ now: Double) -> [BusAction<Report>] {
        var actions: [BusAction<Report>] = []
        let timeoutResult = DeliveryResult.unanswered("the notification server does not answer")
        while let call = calls.removeExpired(atSeconds: now) {
            switch call.purpose {
            case .capabilities: actions += failAll(timeoutResult)
            case .show(let number, _): actions.append(.report(.result(number, timeoutResult)))
            }
        }
        return actions
    }

    // MARK: What a person chose

    private mutating func handleSignal(_ signal: BusSignal) -> [BusAction<Report>] {
        guard signal.interface == Self.name, let id = signal.arguments.first?.number else {
            return []
        }
        switch signal.member {
        case "ActionInvoked":
            guard signal.arguments.count == 2,
                let action = signal.arguments[1].text.flatMap(NotificationAction.init),
                let note = shownNotes.removeValue(forKey: id)
            else { return [] }
            return [.report(.actionChosen(note, action))]
        case "NotificationClosed": shownNotes[id] = nil
        default: break
        }
        return []
    }
}
