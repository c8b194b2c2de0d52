import DBusClient

/// The way to a strap and back, as a value: finds it, connects, subscribes, connects again after a
/// loss, and takes its leave.
///
/// BlueZ's side of it, in the order of a connection that goes well: list the objects, choose an
/// adapter, scan (`SetDiscoveryFilter`, `StartDiscovery`), stop scanning, `Connect`, wait for
/// `ServicesResolved`, list again, `StartNotify`; at the end `StopNotify` and `Disconnect`. The
/// files `StrapLink+...` have one segment of this way each.
struct StrapLink: BusMachine {
    enum Goal: Sendable, Equatable {
        /// Reports every strap in reach once, and ends.
        case scan(seconds: Double)
        case connect(StrapChoice)
    }

    /// The step that follows a pause.
    enum Step: Sendable, Equatable { case listObjects, startSearch, connect }

    enum Phase: Sendable, Equatable {
        case idle
        case listing
        case waitingForService, waitingForAdapter
        case startingDiscovery, scanning, stoppingDiscovery
        case connecting
        /// A failed attempt still holds the connection; the next one waits for its end.
        case waitingForDisconnect
        case resolvingServices, relisting
        case streaming
        case pausing(then: Step)
        case closing(StrapEvent)
        case closed
    }

    /// The strap that was chosen. The address finds it again when BlueZ has forgotten the path.
    struct Strap: Sendable, Equatable {
        var path: String
        let address: String
        let name: String
    }

    enum PairingState: Sendable, Equatable {
        case notTried
        /// Pairing under way, with the calls that wait for it.
        case inProgress([StrapCall])
        case done
    }

    let goal: Goal
    let adapterName: String?
    let timeouts: StrapTimeouts

    var objects = BlueZObjects()
    var calls = PendingCalls<StrapCallPurpose>()
    var phase = Phase.idle
    var phaseEndSeconds: Double?
    var searchDeadlineSeconds: Double?
    var nowSeconds = 0.0
    var actions: [LinkAction] = []

    var adapter = ""
    var isScanning = false
    var strap: Strap?
    /// True if BlueZ has stopped since the beginning: then the machine waits for it.
    var hasServiceStopped = false
    /// The text of the last error, for the message of a connection that is given up.
    var lastErrorText = "no answer"

    var retryIndex = 0
    var quickRetryCount = 0
    var usesLowEnergyBearer = false
    var hasRemovedDevice = false
    var lossReason: StrapLossReason?

    /// The characteristics that are subscribed to at every connection.
    var desiredSubscriptions: [BluetoothUUID] = [.heartRateMeasurement]
    /// Paths whose values are taken.
    var characteristicsByPath: [String: BluetoothUUID] = [:]
    var subscribedCharacteristics: Set<BluetoothUUID> = []
    var pairing = PairingState.notTried
    var pairingCount = 0
    var closingCalls: [BusCall] = []

    init(goal: Goal, adapterName: String? = nil, timeouts: StrapTimeouts = StrapTimeouts()) {
        self.goal = goal
        self.adapterName = adapterName
        self.timeouts = timeouts
    }

    var deadlineSeconds: Double? {
        guard phase != .closed else { return nil }
        return [calls.nextDeadlineSeconds, phaseEndSeconds, searchDeadlineSeconds].compactMap(
            \.self
        ).min()
    }

    mutating func handle(_ event: LinkEvent, nowSeconds: Double) -> [LinkAction] {
        self.nowSeconds = max(self.nowSeconds, nowSeconds)
        if phase != .closed {
            process(event)
        } else if case .command(.request(let number, _)) = event {
            reply(number, .failure(.notConnected))
        }
        defer { actions = [] }
        return actions
    }

    private mutating func process(_ event: LinkEvent) {
        switch event {
        case .opened: begin()
        case .busLost(let detail): handleBusLoss(detail)
        case .serviceChanged(let isRunning): handleServiceChange(isRunning)
        case .added(let path, let interfaces): add(path, interfaces)
        case .removed(let path, let interfaces): remove(path, interfaces)
        case .changed(let path, let interface, let properties, let invalidated):
            change(path, interface, properties, invalidated)
        case .signal(let signal): handleSignal(signal)
        case .reply(let number, let result):
            if let pending = calls.remove(number) { handleReply(pending, result) }
        case .command(.request(let number, let request)): performRequest(number, request)
        case .command(.end(let writes)): finish(.ended, writing: writes)
        case .deadlinePassed: handleDeadlinePassed()
        }
    }

    /// BlueZ says why a device went.
    private mutating func handleSignal(_ signal: BusSignal) {
        guard signal.interface == BlueZ.device, signal.member == "Disconnected",
            signal.path == strap?.path, let reason = signal.arguments.first?.text
        else { return }
        lossReason = StrapLossReason(signal: reason)
    }

    private mutating func handleReply(_ pending: StrapCall, _ result: Result<[BusValue], BusError>)
    {
        let blueZError = result.blueZError
        lastErrorText = result.error?.detail ?? lastErrorText
        switch pending.purpose {
        case .listObjects: handleListReply(result)
        case .relistObjects: handleRelistReply(result)
        case .setFilter: handleSetFilterReply(blueZError)
        case .startDiscovery: handleStartDiscoveryReply(blueZError)
        case .stopDiscovery, .removeDevice: handleDiscoveryStop(pending.purpose)
        case .connect: handleConnectReply(blueZError)
        case .startNotify(let uuid, _): handleStartNotifyReply(pending, uuid, result)
        case .request(let number, let request): handleRequestReply(pending, number, request, result)
        case .battery: handleBatteryReply(result)
        case .registerAgent: pair()
        case .pair: handlePairReply(result)
        case .closing: sendNextClosingCall()
        case .ignoredReply: break
        }
    }

    private mutating func handleDeadlinePassed() {
        while let expiredCall = calls.removeExpired(atSeconds: nowSeconds) {
            handleReply(expiredCall, .failure(.noReply))
        }
        while let postponedCall = calls.removePostponed(atSeconds: nowSeconds) {
            resend(postponedCall)
        }
        if let end = phaseEndSeconds, end <= nowSeconds {
            phaseEndSeconds = nil
            endPhase()
        }
        if let end = searchDeadlineSeconds, end <= nowSeconds, !isFinishing { giveUp() }
    }

    private mutating func endPhase() {
        switch phase {
        case .pausing(let step): perform(step)
        case .scanning: finishScan()
        case .waitingForDisconnect: connect()
        case .resolvingServices: dropLink(.noResponse)
        case .closing(let outcome): conclude(outcome)
        default: break
        }
    }
}

// Members that every segment of the way uses.
extension StrapLink {
    var isFinishing: Bool {
        switch phase {
        case .closing, .closed: true
        default: false
        }
    }

    mutating func enter(_ phase: Phase, forSeconds seconds: Double? = nil) {
        self.phase = phase
        phaseEndSeconds = seconds.map { nowSeconds + $0 }
    }

    mutating func report(_ event: StrapEvent) { actions.append(.report(.event(event))) }

    mutating func reply(_ request: Int, _ result: Result<[UInt8], StrapFailure>) {
        actions.append(.report(.reply(request, result)))
    }

    mutating func call(
        _ purpose: StrapCallPurpose, _ path: String, _ interface: String, _ member: String,
        _ arguments: [BusArgument] = [], withinSeconds: Double? = nil
    ) {
        let call = BusCall(
            path: path, interface: interface, member: member, arguments: arguments)
        send(StrapCall(call: call, purpose: purpose), withinSeconds: withinSeconds)
    }

    mutating func resend(_ pending: StrapCall) {
        var pending = pending
        pending.attemptCount += 1
        send(pending, withinSeconds: nil)
    }

    private mutating func send(_ pending: StrapCall, withinSeconds: Double?) {
        let deadline = nowSeconds + (withinSeconds ?? timeouts.replyTimeoutSeconds)
        actions.append(.call(calls.register(pending, untilSeconds: deadline), pending.call))
    }

    mutating func pause(_ seconds: Double, then step: Step) {
        enter(.pausing(then: step), forSeconds: seconds)
    }

    mutating func perform(_ step: Step) {
        switch step {
        case .listObjects: listObjects()
        case .startSearch: startSearch()
        case .connect: connect()
        }
    }
}

extension Result where Success == [BusValue], Failure == BusError {
    /// The error in a reply; nil for a good one.
    var blueZError: BlueZError? { error.map { BlueZError($0) } }

    var error: BusError? { if case .failure(let error) = self { error } else { nil } }
}
