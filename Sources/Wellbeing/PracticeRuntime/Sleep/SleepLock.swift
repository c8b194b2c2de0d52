#if DBus
    import DBusClient
    import Dispatch
    import Synchronization

    /// A lock of logind against idling and sleep, held as long as its descriptor is open.
    final class SleepLock: Sendable {
        private let descriptor: Mutex<BusDescriptor?>

        private init(_ descriptor: BusDescriptor) { self.descriptor = Mutex(descriptor) }

        var isHeld: Bool { descriptor.withLock { $0 != nil } }

        /// Lets the computer sleep again.
        func release() { descriptor.withLock { $0 = nil } }

        /// Longer a practice does not wait for it; s.
        private static let timeoutSeconds = 1.0

        /// - Parameter reason: what a person reads who asks why the computer stays awake.
        /// - Returns: nil where logind is not there, refuses, or does not answer in time.
        static func acquire(_ reason: String, environment: [String: String]) -> SleepLock? {
            let found = Mutex<BusDescriptor?>(nil)
            let endSemaphore = DispatchSemaphore(value: 0)
            BusRunner.start(
                SleepLockMachine(reason: reason, timeoutSeconds: timeoutSeconds),
                with: Logind.service, address: Logind.address(environment), mailbox: Mailbox(),
                clock: SystemClock.monotonicSeconds
            ) { action in
                switch action {
                case .report(let descriptor): found.withLock { $0 = descriptor }
                case .close: endSemaphore.signal()
                case .call: break
                }
            }
            // What comes later is let go at once, with the last reference to it.
            _ = endSemaphore.wait(timeout: .now() + timeoutSeconds)
            return found.withLock { found in
                defer { found = nil }
                return found.map(SleepLock.init)
            }
        }
    }

    /// Asks logind for the lock, once.
    private struct SleepLockMachine: BusMachine {
        enum Command: Sendable, Equatable {}
        typealias Report = BusDescriptor

        let reason: String
        let timeoutSeconds: Double
        private(set) var deadlineSeconds: Double?

        init(reason: String, timeoutSeconds: Double) {
            (self.reason, self.timeoutSeconds) = (reason, timeoutSeconds)
        }

        mutating func handle(
            _ event: BusEvent<Command>, nowSeconds: Double
        ) -> [BusAction<BusDescriptor>] {
            switch event {
            case .opened:
                deadlineSeconds = nowSeconds + timeoutSeconds
                let arguments = ["idle:sleep", "Resonance", reason, "block"]
                return [
                    .call(
                        1,
                        BusCall(
                            path: Logind.path, interface: Logind.interface, member: "Inhibit",
                            arguments: arguments.map { .text($0) }))
                ]
            case .reply(call: _, .success(let values)):
                return (values.first?.descriptor.map { [.report($0)] } ?? []) + [.close]
            case .reply, .busLost, .deadlinePassed, .serviceChanged(isRunning: false):
                return [.close]
            case .serviceChanged, .added, .removed, .changed, .signal, .command: return []
            }
        }
    }
#endif
