#if DBus
    import DBusClient
    import Dispatch
    import PracticePlans
    import Synchronization

    /// Shows notifications by the session's bus, and stays there for what a person chooses in them.
    final class NotificationBus: Sendable {
        private typealias Box = Mailbox<NotificationMachine.Order>

        private final class PendingReply: Sendable {
            let result = Mutex<DeliveryResult?>(nil)
            let came = DispatchSemaphore(value: 0)
        }

        private struct State: Sendable {
            /// Of the conversation; nil while none goes on.
            var box: Box?
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
                let order = NotificationMachine.Order.show(
                    state.lastNumber, note, untilSeconds: until)
                if state.box?.post(order) != true {
                    let box = begin()
                    state.box = box
                    guard box.post(order) else {
                        state.pendingReplies[state.lastNumber] = nil
                        return false
                    }
                }
                return true
            }
            let ended = DeliveryResult.failed("the message bus has ended")
            // A runner that cannot reach the bus may have ended before the order was there: nothing was shown.
            guard isPosted else { return ended }
            guard pendingReply.came.wait(timeout: .now() + Self.timeoutSeconds) == .success
            else { return .unanswered("the message bus does not answer") }
            return pendingReply.result.withLock(\.self) ?? ended
        }

        private func begin() -> Box {
            let box = Box()
            BusRunner.start(
                NotificationMachine(language: language, offersActions: onAction != nil),
                with: BusService(
                    name: NotificationMachine.name, calledInterface: "", agreedMembers: [],
                    refusal: "org.freedesktop.DBus.Error.UnknownMethod"),
                address: address, mailbox: box, clock: SystemClock.monotonicSeconds
            ) { [weak self] in self?.receive($0) }
            return box
        }

        private func receive(_ action: BusAction<NotificationMachine.Report>) {
            switch action {
            case .report(.result(let number, let result)):
                let pendingReply = state.withLock { $0.pendingReplies.removeValue(forKey: number) }
                pendingReply?.result.withLock { $0 = result }
                pendingReply?.came.signal()
            case .report(.chosen(let note, let choice)): onAction?(note, choice)
            case .call, .close: break
            }
        }

        /// Leaves the bus.
        func close() {
            let box = state.withLock { state in
                defer { state.box = nil }
                return state.box
            }
            _ = box?.post(.close)
        }
    }
#endif
