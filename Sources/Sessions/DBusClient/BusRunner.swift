import Synchronization

/// Where events from other threads wait for a machine's own.
final class Mailbox: Sendable {
    private struct Content {
        var events: [LinkEvent] = []
        var isClosed = false
    }

    let wake = WakePipe()
    private let content = Mutex(Content())

    /// - Returns: false if nobody will ever read it.
    func post(_ event: LinkEvent) -> Bool {
        let isTaken = content.withLock { content in
            if !content.isClosed { content.events.append(event) }
            return !content.isClosed
        }
        if isTaken { wake.ring() }
        return isTaken
    }

    func takeAll() -> [LinkEvent] {
        content.withLock { content in
            defer { content.events = [] }
            return content.events
        }
    }

    /// - Returns: what was still waiting.
    func close() -> [LinkEvent] {
        content.withLock { content in
            content.isClosed = true
            defer { content.events = [] }
            return content.events
        }
    }
}

#if BlueZ
    /// Performs what a machine wants, on a thread of its own: the only place where the machine, the
    /// bus and the clock meet.
    struct BusRunner<Machine: BusMachine>: ~Copyable {
        private var machine: Machine
        private let connection: BusConnection
        private let mailbox: Mailbox
        private let clock: @Sendable () -> Double
        private let deliver: @Sendable (LinkAction) -> Void
        /// Calls of the machine by the bus's number.
        private var calls: [UInt32: Int] = [:]
        /// The unique name of BlueZ on the bus; empty while it has none.
        private var owner = ""
        private var isClosed = false

        /// Runs a machine until it closes; does not wait for it.
        ///
        /// - Parameter deliver: takes reports and answers; called on the machine's thread.
        static func start(
            _ machine: Machine, address: String?, mailbox: Mailbox,
            clock: @escaping @Sendable () -> Double,
            deliver: @escaping @Sendable (LinkAction) -> Void
        ) {
            startThread {
                do throws(BusError) {
                    var runner = BusRunner(
                        machine: machine, connection: try BusConnection(address: address),
                        mailbox: mailbox, clock: clock, deliver: deliver)
                    runner.run()
                } catch {
                    var machine = machine
                    for event in [.busLost(error.detail)] + mailbox.close() {
                        for action in machine.handle(event, nowSeconds: clock()) { deliver(action) }
                    }
                }
            }
        }

        private init(
            machine: Machine, connection: consuming BusConnection, mailbox: Mailbox,
            clock: @escaping @Sendable () -> Double,
            deliver: @escaping @Sendable (LinkAction) -> Void
        ) {
            self.machine = machine
            self.connection = connection
            self.mailbox = mailbox
            self.clock = clock
            self.deliver = deliver
        }

        private mutating func run() {
            connection.listen("type='signal',sender='\(BlueZ.service)'")
            connection.listen(
                "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
                    + "arg0='\(BlueZ.service)'")
            handle(.opened, clock())
            while !isClosed {
                mailbox.wake.wait(
                    for: connection.descriptor, toWrite: connection.hasMessagesToSend,
                    atMostSeconds: machine.deadlineSeconds.map { $0 - clock() })
                takeNews()
            }
            for event in mailbox.close() { handle(event, clock()) }
        }

        private mutating func takeNews() {
            // Before anything is read of what came.
            let arrivalSeconds = clock()
            for event in mailbox.takeAll() { handle(event, arrivalSeconds) }
            // Sending may read as well, so the queue is emptied before the next wait.
            repeat {
                let isOpen = connection.exchange()
                while let message = connection.nextMessage() { take(message, arrivalSeconds) }
                if !isOpen { return handle(.busLost("it ended"), arrivalSeconds) }
            } while connection.hasMessages && !isClosed
            if let deadline = machine.deadlineSeconds, deadline <= clock() {
                handle(.timePassed, clock())
            }
        }

        private mutating func handle(_ event: LinkEvent, _ nowSeconds: Double) {
            for action in machine.handle(event, nowSeconds: nowSeconds) {
                switch action {
                case .call(let number, let call):
                    if let serial = connection.send(call) { calls[serial] = number }
                case .report, .answer: deliver(action)
                case .close:
                    isClosed = true
                    deliver(action)
                }
            }
        }

        private mutating func take(_ message: BusMessage, _ arrivalSeconds: Double) {
            switch message.kind {
            case .reply, .error: takeReply(message, arrivalSeconds)
            case .signal: takeSignal(message, arrivalSeconds)
            case .call: answer(message)
            case .other: break
            }
        }

        private mutating func takeReply(_ message: BusMessage, _ arrivalSeconds: Double) {
            guard let number = calls.removeValue(forKey: message.replySerial) else { return }
            if message.kind == .reply { owner = message.sender }
            let error = BusError(
                name: message.errorName, message: message.arguments.first?.text ?? "")
            handle(
                .reply(
                    call: number,
                    message.kind == .reply ? .success(message.arguments) : .failure(error)),
                arrivalSeconds)
        }

        private mutating func takeSignal(_ message: BusMessage, _ arrivalSeconds: Double) {
            if message.member == "NameOwnerChanged", message.sender == "org.freedesktop.DBus" {
                return changeOwner(message.arguments.compactMap(\.text), arrivalSeconds)
            }
            guard message.sender == owner, let event = LinkEvent(signal: message) else { return }
            handle(event, arrivalSeconds)
        }

        private mutating func changeOwner(_ names: [String], _ arrivalSeconds: Double) {
            guard names.count == 3, names[0] == BlueZ.service else { return }
            owner = names[2]
            if !names[1].isEmpty {
                calls = [:]
                handle(.serviceChanged(isRunning: false), arrivalSeconds)
            }
            if !names[2].isEmpty { handle(.serviceChanged(isRunning: true), arrivalSeconds) }
        }

        /// BlueZ asks the agent; an agent without display and keys agrees to what needs neither.
        private func answer(_ message: BusMessage) {
            guard message.wantsReply else { return }
            let isAgreed =
                message.interface == BlueZ.agent && message.sender == owner
                && ["RequestAuthorization", "AuthorizeService", "Cancel", "Release"]
                    .contains(message.member)
            connection.reply(to: message, error: isAgreed ? nil : "org.bluez.Error.Rejected")
        }
    }

    extension LinkEvent {
        /// nil for a signal that means nothing here, or has not the arguments it should have.
        fileprivate init?(signal: BusMessage) {
            let arguments = signal.arguments
            switch (signal.interface, signal.member) {
            case (BlueZ.objectManager, "InterfacesAdded"):
                guard arguments.count == 2, let path = arguments[0].text,
                    let interfaces = arguments[1].dictionary
                else { return nil }
                self = .added(path: path, interfaces.compactMapValues(\.dictionary))
            case (BlueZ.objectManager, "InterfacesRemoved"):
                guard arguments.count == 2, let path = arguments[0].text else { return nil }
                self = .removed(path: path, arguments[1].texts)
            case (BlueZ.properties, "PropertiesChanged"):
                guard arguments.count == 3, let interface = arguments[0].text,
                    let changed = arguments[1].dictionary
                else { return nil }
                self = .changed(
                    path: signal.path, interface: interface, changed,
                    invalidated: arguments[2].texts)
            case (BlueZ.device, "Disconnected"):
                guard let reason = arguments.first?.text else { return nil }
                self = .disconnected(path: signal.path, reason: reason)
            default: return nil
            }
        }
    }
#endif
