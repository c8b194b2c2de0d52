import DBusClient

// From a strap that was chosen to its services, and again after a loss.
extension StrapLink {
    private static let quickRetryLimit = 3

    mutating func connect() {
        guard let strap, objects.hasInterface(strap.path, BlueZ.device) else {
            return startSearch()
        }
        enter(.connecting)
        call(
            .connect, strap.path, usesLowEnergyBearer ? BlueZ.lowEnergyBearer : BlueZ.device,
            "Connect", withinSeconds: timeouts.connectSeconds)
    }

    mutating func handleConnectReply(_ blueZError: BlueZError?) {
        guard let strap else { return }
        switch blueZError {
        case nil, .alreadyConnected, .alreadyDone: waitForServices()
        case .connectionAborted: retryAtOnce()
        case .triedClassicBluetooth: avoidClassicBluetooth()
        case .noReply: dropLink(.noResponse)
        case .pairingRefused:
            finish(.failed(.pairingFailed(name: strap.name, detail: lastErrorText)))
        case .objectGone:
            objects.remove(strap.path, [BlueZ.device])
            startSearch()
        case .busy, .adapterOff, .accessDenied, .serviceGone:
            blueZError.map { handleSetupError($0, at: .connect) }
        case .notConnected, .notifyAcquired, .pairingNeeded, .other: backOff()
        }
    }

    private mutating func waitForServices() {
        guard let strap else { return }
        enter(.resolvingServices, forSeconds: timeouts.resolveSeconds)
        if objects.areServicesResolved(strap.path) { relistObjects() }
    }

    /// The services' objects appeared one by one; one listing has them all.
    private mutating func relistObjects() {
        enter(.relisting)
        call(.relistObjects, "/", StandardInterface.objectManager, "GetManagedObjects")
    }

    mutating func handleRelistReply(_ result: Result<[BusValue], BusError>) {
        guard let strap else { return }
        if let blueZError = result.blueZError {
            return blueZError == .noReply
                ? dropLink(.noResponse) : handleSetupError(blueZError, at: .connect)
        }
        objects = (try? result.get()).flatMap(BlueZObjects.init(reply:)) ?? objects
        if objects.isConnected(strap.path) { stream() } else { handleLinkLoss(.unknown) }
    }

    private mutating func retryAtOnce() {
        guard let strap, quickRetryCount < Self.quickRetryLimit else { return backOff() }
        quickRetryCount += 1
        if objects.isConnected(strap.path) {
            enter(.waitingForDisconnect, forSeconds: timeouts.replyTimeoutSeconds)
        } else {
            connect()
        }
    }

    /// Newer versions connect by Low Energy on request; for older ones the device must be seen anew
    /// by a scan for Low Energy alone. What was paired is not removed: pairing would be lost.
    private mutating func avoidClassicBluetooth() {
        guard let strap else { return }
        if !usesLowEnergyBearer, objects.hasInterface(strap.path, BlueZ.lowEnergyBearer) {
            usesLowEnergyBearer = true
            return connect()
        }
        let isPaired = objects.value(strap.path, BlueZ.device, "Paired")?.flag == true
        guard !hasRemovedDevice, !isPaired else { return backOff() }
        hasRemovedDevice = true
        enter(.startingDiscovery)
        call(.removeDevice, adapter, BlueZ.adapter, "RemoveDevice", [.path(strap.path)])
    }

    private mutating func backOff() {
        pause(timeouts.retryDelaySeconds(retryIndex), then: .connect)
        retryIndex += 1
    }

    /// Ends a connection, or an attempt at one, that leads nowhere, and begins again later.
    mutating func dropLink(_ reason: StrapLossReason) {
        handleLinkLoss(reason)
        if let strap { call(.ignoredReply, strap.path, BlueZ.device, "Disconnect") }
    }

    /// The connection is gone: nothing of it is valid any more.
    mutating func handleLinkLoss(_ reason: StrapLossReason) {
        clearLink(reason)
        backOff()
    }

    private mutating func clearLink(_ reason: StrapLossReason) {
        cancelCalls()
        if phase == .streaming { report(.lost(reason: reason, atSeconds: nowSeconds)) }
        characteristicsByPath = [:]
        subscribedCharacteristics = []
        pairing = .notTried
        lossReason = nil
        lastErrorText = reason.text
        startReconnectTimeout()
    }

    /// Forgets every call; callers that wait for one are notified.
    mutating func cancelCalls() {
        var abandonedCalls = calls.removeAllCalls()
        if case .inProgress(let waiting) = pairing { abandonedCalls += waiting }
        for request in abandonedCalls.compactMap(\.request) {
            reply(request, .failure(.notConnected))
        }
    }
}

// What signals mean for the connection.
extension StrapLink {
    mutating func add(_ path: String, _ interfaces: BusInterfaces) {
        objects.add(path, interfaces)
        if path == strap?.path, interfaces[BlueZ.battery] != nil { reportBattery() }
        handleObjectsChange()
    }

    mutating func remove(_ path: String, _ interfaces: [String]) {
        objects.remove(path, interfaces)
        if path == adapter, interfaces.contains(BlueZ.adapter) { return handleAdapterOff() }
        guard path == strap?.path, interfaces.contains(BlueZ.device), isLinked else { return }
        clearLink(.forgotten)
        startSearch()
    }

    mutating func change(
        _ path: String, _ interface: String, _ changed: BusProperties, _ invalidated: [String]
    ) {
        if interface == BlueZ.characteristic {
            guard let uuid = characteristicsByPath[path], let bytes = changed["Value"]?.bytes else {
                return
            }
            return report(
                .value(
                    StrapValue(characteristic: uuid, bytes: bytes, arrivalSeconds: nowSeconds)))
        }
        objects.change(path, interface, changed, invalidated: invalidated)
        if path == adapter, changed["Powered"] == .flag(false) { return handleAdapterOff() }
        if path == strap?.path {
            if changed["Connected"] == .flag(false) { return disconnected() }
            if changed["Percentage"] != nil { reportBattery() }
        }
        handleObjectsChange()
    }

    private mutating func handleObjectsChange() {
        switch phase {
        case .scanning: _ = selectExactMatch()
        case .waitingForAdapter: chooseAdapter()
        case .resolvingServices:
            if let strap, objects.areServicesResolved(strap.path) { relistObjects() }
        default: break
        }
    }

    private mutating func disconnected() {
        if phase == .waitingForDisconnect { return connect() }
        if isLinked { handleLinkLoss(lossReason ?? .unknown) }
    }

    /// True if there is a connection, as far as this machine knows.
    private var isLinked: Bool {
        phase == .resolvingServices || phase == .relisting || phase == .streaming
    }

    /// The adapter is off or gone.
    mutating func handleAdapterOff() {
        guard !isFinishing else { return }
        isScanning = false
        clearLink(.bluetoothOff)
        waitForAdapter()
    }

    mutating func handleServiceChange(_ isRunning: Bool) {
        if isRunning {
            if phase == .waitingForService { listObjects() }
        } else if case .closing(let outcome) = phase {
            conclude(outcome)
        } else if phase != .idle {
            hasServiceStopped = true
            handleServiceLoss()
        }
    }

    /// Every path is void: all begins anew when the service is back.
    mutating func handleServiceLoss() {
        guard wasFoundBefore else { return finish(.failed(.serviceMissing)) }
        objects = BlueZObjects()
        adapter = ""
        isScanning = false
        clearLink(.serviceStopped)
        enter(.waitingForService)
    }
}
