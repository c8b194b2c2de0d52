#if DBus
    import DBusClient
    import Dispatch
    import PracticePlans
    import Synchronization

    /// Shows notifications by the session's bus, and stays there for what a person chooses in them.
    final class NotificationBus: Sendable {
        private typealias CommandMailbox = Mailbox<NotificationMachine.Command>

        private final class PendingReply: Sendable {
            let result = Mutex<DeliveryResult?>(nil)
            let arrival = DispatchSemaphore(value: 0)
        }

        private struct State: Sendable {
            /// The mailbox of the conversation; nil while none goes on.
            var mailbox: CommandMailbox?
            var lastNumber = 0
            var pendingReplies: [Int: PendingReply] = [:]
        }

        private let address: String
        private let language: PracticeLanguage
        private let onAction: (@Sendable (ReminderNote, NotificationAction) -> Void)?
        private let state = Mutex(State())

        /// Longer than the machine's two questions may take; s.
        private static let timeoutSeconds = 2 * NotificationMachine.timeoutSeconds + 1

        init(
            address: String, language: PracticeLanguage,
            onAction: (@Sendable (ReminderNote, NotificationAction) -> Void)?
        ) {
            self.address = address
            self.language = language
            self.onAction = onAction
        }

        deinit { close() }

        /// Shows a note, and waits until the server has it.
        func deliver(_ note: ReminderNote) -> DeliveryResult {
            let until = SystemClock.monotonicSeconds() + Self.timeoutSeconds
            let pendingReply = PendingReply()
            let isPosted = state.withLock { state in
                state.lastNumber += 1
                state.pendingReplies[state.lastNumber] = pendingReply
                let command = NotificationMachine.Command.show(
                    state.lastNumber, note, untilSeconds: until)
                if state.mailbox?.post(command) != true {
                    let mailbox = begin()
                    state.mailbox = mailbox
                    guard mailbox.post(command) else {
                        state.pendingReplies[state.lastNumber] = nil
                        return false
                    }
                }
                return true
            }
            let ended = DeliveryResult.failed("the message bus has ended")
            // A runner that cannot reach the bus may have ended before the order was there: nothing was shown.
            guard isPosted else { return ended }
            guard pendingReply.arrival.wait(timeout: .now() + Self.timeoutSeconds) == .success
            else { return .unanswered("the message bus does not answer") }
            return pendingReply.result.withLock(\.self) ?? ended
        }

        private func begin() -> CommandMailbox {
            let mailbox = CommandMailbox()
            BusRunner.start(
                NotificationMachine(language: language, offersActions: onAction != nil),
                with: BusService(
                    name: NotificationMachine.name, callableInterface: "", acceptedMembers: [],
                    refusalErrorName: "org.freedesktop.DBus.Error.UnknownMethod"),
                address: address, mailbox: mailbox, clock: SystemClock.monotonicSeconds
            ) { [weak self] in self?.receive($0) }
            return mailbox
        }

        private func receive(_ action: BusAction<NotificationMachine.Report>) {
            switch action {
            case .report(.result(let number, let result)):
                let pendingReply = state.withLock { $0.pendingReplies.removeValue(forKey: number) }
                pendingReply?.result.withLock { $0 = result }
                pendingReply?.arrival.signal()
            case .report(.actionChosen(let note, let choice)): onAction?(note, choice)
            case .call, .close: break
            }
        }

        /// Leaves the bus.
        func close() {
            let mailbox = state.withLock { state in
                defer { state.mailbox = nil }
                return state.mailbox
            }
            _ = mailbox?.post(.close)
        }
    }
#endif
