import DBusClient

/// The address of the desktop's bus, and the players on it.
package enum MPRISBus {
    /// The address of the session's bus; nil where the environment has none.
    package static func address(_ environment: [String: String]) -> String? {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            return address
        }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
        return "unix:path=\(folder)/bus"
    }

    /// The names of all players, sorted, as `mpris:NAME` takes them.
    ///
    /// - Throws: ``PlayerError/noBus`` in a build without the trait `DBus`, ``PlayerError/unreachable(_:)`` without a bus.
    package static func players(
        _ environment: [String: String]
    ) async throws(PlayerError) -> [String] {
        #if DBus
            guard let address = address(environment) else { throw noAddress }
            let mailbox = Mailbox<MPRISNamesMachine.NamesCommand>()
            let result: Result<[String], PlayerError> = await withCheckedContinuation {
                continuation in
                BusRunner.start(
                    MPRISNamesMachine(), with: MPRISNamesMachine.service, address: address,
                    mailbox: mailbox, clock: PlayerClock.nowSeconds
                ) { action in
                    if case .report(let names) = action { continuation.resume(returning: names) }
                }
            }
            return try result.get()
        #else
            throw .noBus
        #endif
    }

    static let noAddress = PlayerError.unreachable("this session has no message bus")
}

/// Asks the bus for its names, once.
struct MPRISNamesMachine: BusMachine {
    enum NamesCommand: Sendable, Equatable { case none }
    typealias Report = Result<[String], PlayerError>

    static let service = BusService(
        name: "org.freedesktop.DBus", callableInterface: "", acceptedMembers: [],
        refusalErrorName: "org.freedesktop.DBus.Error.UnknownMethod")

    private var isDone = false
    private var endSeconds: Double?

    var deadlineSeconds: Double? { isDone ? nil : endSeconds }

    mutating func handle(
        _ event: BusEvent<NamesCommand>, nowSeconds now: Double
    ) -> [BusAction<Report>] {
        guard !isDone else { return [] }
        switch event {
        case .opened:
            endSeconds = now + MPRISMachine.timeoutSeconds
            let call = BusCall(
                path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                member: "ListNames")
            return [.call(1, call)]
        case .reply(_, .success(let values)):
            let names = (values.first?.texts ?? []).filter { $0.hasPrefix(MPRISName.prefix) }
                .compactMap { MPRISName(String($0.dropFirst(MPRISName.prefix.count)))?.shortName }
            return end(.success(names.sorted()))
        case .reply(_, .failure(let error)): return end(.failure(.refused(error.detail)))
        case .busLost(let reason): return end(.failure(.unreachable("the message bus: \(reason)")))
        case .deadlinePassed: return end(.failure(.timedOut))
        case .serviceChanged, .added, .removed, .changed, .signal, .command: return []
        }
    }

    private mutating func end(_ result: Report) -> [BusAction<Report>] {
        isDone = true
        return [.report(result), .close]
    }
}
