#if DBus
    /// Performs what a machine wants, on a thread of its own: the only point where the machine, the
    /// bus and the clock meet.
    package struct BusRunner<Machine: BusMachine>: ~Copyable {
        package typealias Event = BusEvent<Machine.Command>
        package typealias Action = BusAction<Machine.Report>

        private var machine: Machine
        private let service: BusService
        private let connection: BusConnection
        private let mailbox: Mailbox<Machine.Command>
        private let clock: @Sendable () -> Double
        private let deliver: @Sendable (Action) -> Void
        /// Calls of the machine by the bus's number.
        private var calls: [UInt32: Int] = [:]
        /// The unique name of the service on the bus; empty while it has none.
        private var owner = ""
        private var isClosed = false

        /// Runs a machine until it closes; does not wait for it.
        ///
        /// - Parameter deliver: takes reports and answers; called on the machine's thread.
        package static func start(
            _ machine: Machine, with service: BusService, address: String?,
            mailbox: Mailbox<Machine.Command>,
            clock: @escaping @Sendable () -> Double,
            deliver: @escaping @Sendable (Action) -> Void
        ) {
            startThread {
                do throws(BusError) {
                    var runner = BusRunner(
                        machine: machine, service: service,
                        connection: try BusConnection(address: address),
                        mailbox: mailbox, clock: clock, deliver: deliver)
                    runner.run()
                } catch {
                    var machine = machine
                    for event in [Event.busLost(error.detail)] + mailbox.close() {
                        for action in machine.handle(event, nowSeconds: clock()) { deliver(action) }
                    }
                }
            }
        }

        private init(
            machine: Machine, service: BusService, connection: consuming BusConnection,
            mailbox: Mailbox<Machine.Command>,
            clock: @escaping @Sendable () -> Double,
            deliver: @escaping @Sendable (Action) -> Void
        ) {
            self.machine = machine
            self.service = service
            self.connection = connection
            self.mailbox = mailbox
            self.clock = clock
            self.deliver = deliver
        }

        private mutating func run() {
            connection.addMatch("type='signal',sender='\(service.name)'")
            connection.addMatch(
                "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
                    + "arg0='\(service.name)'")
            handle(.opened, clock())
            while !isClosed {
                mailbox.wake.wait(
                    for: connection.descriptor, toWrite: connection.hasMessagesToSend,
                    timeoutSeconds: machine.deadlineSeconds.map { $0 - clock() })
                processPending()
            }
            for event in mailbox.close() { handle(event, clock()) }
        }

        private mutating func processPending() {
            // Before anything is read of what came.
            let arrivalSeconds = clock()
            for event in mailbox.drain() { handle(event, arrivalSeconds) }
            // Sending may read as well, so the queue is emptied before the next wait.
            repeat {
                let isOpen = connection.readAndWrite()
                while let message = connection.nextMessage() { dispatch(message, arrivalSeconds) }
                if !isOpen { return handle(.busLost("it ended"), arrivalSeconds) }
            } while connection.hasMessages && !isClosed
            if let deadline = machine.deadlineSeconds, deadline <= clock() {
                handle(.deadlinePassed, clock())
            }
        }

        private mutating func handle(_ event: Event, _ nowSeconds: Double) {
            for action in machine.handle(event, nowSeconds: nowSeconds) {
                switch action {
                case .call(let number, let call):
                    if let serial = connection.send(call, to: service.name) {
                        calls[serial] = number
                    }
                case .report: deliver(action)
                case .close:
                    isClosed = true
                    deliver(action)
                }
            }
        }

        private mutating func dispatch(_ message: BusMessage, _ arrivalSeconds: Double) {
            switch message.kind {
            case .reply, .error: handleReply(message, arrivalSeconds)
            case .signal: handleSignal(message, arrivalSeconds)
            case .call: respond(message)
            case .other: break
            }
        }

        private mutating func handleReply(_ message: BusMessage, _ arrivalSeconds: Double) {
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

        private mutating func handleSignal(_ message: BusMessage, _ arrivalSeconds: Double) {
            if message.member == "NameOwnerChanged", message.sender == "org.freedesktop.DBus" {
                return handleOwnerChange(message.arguments.compactMap(\.text), arrivalSeconds)
            }
            guard message.sender == owner, let event = Event(signal: message) else { return }
            handle(event, arrivalSeconds)
        }

        private mutating func handleOwnerChange(_ names: [String], _ arrivalSeconds: Double) {
            guard names.count == 3, names[0] == service.name else { return }
            owner = names[2]
            if !names[1].isEmpty {
                calls = [:]
                handle(.serviceChanged(isRunning: false), arrivalSeconds)
            }
            if !names[2].isEmpty { handle(.serviceChanged(isRunning: true), arrivalSeconds) }
        }

        /// The service asks the program: what it may ask is answered with nothing.
        private func respond(_ message: BusMessage) {
            guard message.wantsReply else { return }
            let isAccepted =
                message.interface == service.callableInterface && message.sender == owner
                && service.acceptedMembers.contains(message.member)
            connection.reply(to: message, error: isAccepted ? nil : service.refusalErrorName)
        }
    }

    extension BusEvent {
        /// nil for a signal of a standard interface without the arguments that it should have.
        fileprivate init?(signal: BusMessage) {
            let arguments = signal.arguments
            switch (signal.interface, signal.member) {
            case (StandardInterface.objectManager, "InterfacesAdded"):
                guard arguments.count == 2, let path = arguments[0].text,
                    let interfaces = arguments[1].dictionary
                else { return nil }
                self = .added(path: path, interfaces.compactMapValues(\.dictionary))
            case (StandardInterface.objectManager, "InterfacesRemoved"):
                guard arguments.count == 2, let path = arguments[0].text else { return nil }
                self = .removed(path: path, arguments[1].texts)
            case (StandardInterface.properties, "PropertiesChanged"):
                guard arguments.count == 3, let interface = arguments[0].text,
                    let changed = arguments[1].dictionary
                else { return nil }
                self = .changed(
                    path: signal.path, interface: interface, changed,
                    invalidated: arguments[2].texts)
            default:
                self = .signal(
                    BusSignal(
                        path: signal.path, interface: signal.interface, member: signal.member,
                        arguments: arguments))
            }
        }
    }
#endif
