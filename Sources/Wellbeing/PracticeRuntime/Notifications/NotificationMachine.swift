import DBusClient
import PracticePlans

/// The conversation with `org.freedesktop.Notifications`: what the server can do, notifications, and what a person chose.
struct NotificationMachine: BusMachine {
    enum Order: Sendable, Equatable {
        /// - Parameter untilSeconds: after which it is not waited for any more.
        case show(Int, ReminderNote, untilSeconds: Double)
        case close
    }

    enum Report: Sendable, Equatable {
        case result(Int, DeliveryResult)
        case chosen(ReminderNote, NotificationAction)
    }

    private enum Purpose: Sendable, Equatable {
        case abilities
        case show(Int, ReminderNote)
    }

    private struct Waiting: Sendable, Equatable {
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
    /// Why nothing more can be shown by this conversation.
    private var lost: DeliveryResult?
    private var calls = PendingCalls<Purpose>()
    /// What the server can do; nil while it is not known.
    private var abilities: Set<String>?
    /// Whether the server was asked, and has not answered yet.
    private var isAsking = false
    private var waiting: [Waiting] = []
    /// Shown with actions, by the number that the server gave.
    private var shown: [Int: ReminderNote] = [:]

    init(language: PracticeLanguage, offersActions: Bool) {
        (self.language, self.offersActions) = (language, offersActions)
    }

    var deadlineSeconds: Double? { calls.nextSeconds }

    mutating func handle(
        _ event: BusEvent<Order>, nowSeconds now: Double
    ) -> [BusAction<Report>] {
        switch event {
        case .opened:
            isOpen = true
            return proceed(now)
        case .busLost(let reason):
            let result = DeliveryResult.failed("the message bus: \(reason)")
            lost = result
            return failAll(result) + [.close]
        case .serviceChanged(isRunning: false): return failAll(.failed("its server has ended"))
        case .order(.show(let number, let note, let until)):
            if let lost { return [.report(.result(number, lost))] }
            waiting.append(Waiting(number: number, note: note, untilSeconds: until))
            return proceed(now)
        case .order(.close): return [.close]
        case .reply(let number, let result):
            guard let call = calls.remove(number) else { return [] }
            return handleReply(call.purpose, result, now)
        case .signal(let signal): return hear(signal)
        case .timePassed: return timePassed(now)
        case .serviceChanged, .added, .removed, .changed: return []
        }
    }

    // MARK: Showing

    private mutating func proceed(_ now: Double) -> [BusAction<Report>] {
        guard isOpen else { return [] }
        waiting.removeAll { $0.untilSeconds <= now }
        guard !waiting.isEmpty else { return [] }
        guard let abilities else {
            guard !isAsking else { return [] }
            isAsking = true
            return [call("GetCapabilities", [], .abilities, now)]
        }
        defer { waiting = [] }
        return waiting.map {
            call("Notify", arguments($0.note, abilities), .show($0.number, $0.note), now)
        }
    }

    private mutating func call(
        _ member: String, _ arguments: [BusArgument], _ purpose: Purpose, _ now: Double
    ) -> BusAction<Report> {
        let call = BusCall(
            path: "/org/freedesktop/Notifications", interface: Self.name, member: member,
            arguments: arguments)
        let number = calls.enter(
            PendingCall(call: call, purpose: purpose), untilSeconds: now + Self.timeoutSeconds)
        return .call(number, call)
    }

    private func hasActions(_ note: ReminderNote, _ abilities: Set<String>) -> Bool {
        offersActions && note.rule != nil && abilities.contains("actions")
    }

    private func arguments(_ note: ReminderNote, _ abilities: Set<String>) -> [BusArgument] {
        let body = abilities.contains("body-markup") ? Self.escaped(note.text) : note.text
        let actions =
            hasActions(note, abilities)
            ? [
                NotificationAction.snooze.rawValue, ReminderWords.snooze(language),
                NotificationAction.notToday.rawValue, ReminderWords.notToday(language),
            ] : []
        // A server without bodies shows the summary alone.
        let isSummary = !abilities.contains("body")
        return [
            .text("Resonance"), .unsigned(0), .text(""),
            .text(isSummary ? note.text : "Resonance"), .text(isSummary ? "" : body),
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
        case (.abilities, .success(let values)):
            isAsking = false
            abilities = Set(values.first?.texts ?? [])
            return proceed(now)
        case (.abilities, .failure(let error)):
            isAsking = false
            return failAll(.failed(error.detail))
        case (.show(let number, let note), .success(let values)):
            if let id = values.first?.number, hasActions(note, abilities ?? []) { shown[id] = note }
            return [.report(.result(number, .delivered))]
        case (.show(let number, _), .failure(let error)):
            return [.report(.result(number, .failed(error.detail)))]
        }
    }

    // MARK: What goes wrong

    /// All that wait or were called; what the server can do has to be asked anew.
    private mutating func failAll(_ result: DeliveryResult) -> [BusAction<Report>] {
        var numbers = waiting.map(\.number)
        for call in calls.forgetAll() {
            if case .show(let number, _) = call.purpose { numbers.append(number) }
        }
        waiting = []
        shown = [:]
        abilities = nil
        isAsking = false
        return numbers.map { .report(.result($0, result)) }
    }

    private mutating func timePassed(_ now: Double) -> [BusAction<Report>] {
        var actions: [BusAction<Report>] = []
        let hangs = DeliveryResult.unanswered("the notification server does not answer")
        while let call = calls.removeExpired(atSeconds: now) {
            switch call.purpose {
            case .abilities: actions += failAll(hangs)
            case .show(let number, _): actions.append(.report(.result(number, hangs)))
            }
        }
        return actions
    }

    // MARK: What a person chose

    private mutating func hear(_ signal: BusSignal) -> [BusAction<Report>] {
        guard signal.interface == Self.name, let id = signal.arguments.first?.number else {
            return []
        }
        switch signal.member {
        case "ActionInvoked":
            guard signal.arguments.count == 2,
                let action = signal.arguments[1].text.flatMap(NotificationAction.init),
                let note = shown.removeValue(forKey: id)
            else { return [] }
            return [.report(.chosen(note, action))]
        case "NotificationClosed": shown[id] = nil
        default: break
        }
        return []
    }
}
