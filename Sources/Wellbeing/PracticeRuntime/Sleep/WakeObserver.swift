import DBusClient

/// Hears of logind that the computer is awake again; without it, and without the trait DBus, nothing.
final class WakeObserver: Sendable {
    #if DBus
        private let mailbox = Mailbox<WakeMachine.Command>()
    #endif

    /// - Parameter onWake: called on a thread of its own.
    init(environment: [String: String], onWake: @escaping @Sendable () -> Void) {
        #if DBus
            BusRunner.start(
                WakeMachine(), with: Logind.service, address: Logind.address(environment),
                mailbox: mailbox, clock: SystemClock.monotonicSeconds
            ) { action in
                if case .report = action { onWake() }
            }
        #endif
    }

    func close() {
        #if DBus
            _ = mailbox.post(.close)
        #endif
    }
}

#if DBus
    /// Listens to `PrepareForSleep`.
    private struct WakeMachine: BusMachine {
        enum Command: Sendable, Equatable { case close }
        enum Report: Sendable, Equatable { case isAwake }

        var deadlineSeconds: Double? { nil }

        mutating func handle(
            _ event: BusEvent<Command>, nowSeconds: Double
        ) -> [BusAction<Report>] {
            switch event {
            case .opened:
                // Signals count of the service that has answered; what it answers does not matter.
                let ping = BusCall(
                    path: Logind.path, interface: "org.freedesktop.DBus.Peer", member: "Ping")
                return [.call(1, ping)]
            case .signal(let signal):
                let isWakeSignal =
                    signal.interface == Logind.interface && signal.member == "PrepareForSleep"
                    && signal.arguments == [.flag(false)]
                return isWakeSignal ? [.report(.isAwake)] : []
            case .command(.close), .busLost: return [.close]
            case .reply, .serviceChanged, .added, .removed, .changed, .deadlinePassed: return []
            }
        }
    }
#endif
