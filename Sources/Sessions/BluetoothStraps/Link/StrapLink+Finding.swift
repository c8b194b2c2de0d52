import DBusClient

// From the first listing to a strap that was chosen.
extension StrapLink {
    mutating func begin() {
        let scanSeconds = if case .scan(let seconds) = goal { seconds } else { 0.0 }
        searchDeadlineSeconds = nowSeconds + timeouts.searchSeconds + scanSeconds
        listObjects()
    }

    mutating func listObjects() {
        enter(.listing)
        call(.listObjects, "/", StandardInterface.objectManager, "GetManagedObjects")
    }

    mutating func handleListReply(_ result: Result<[BusValue], BusError>) {
        if let blueZError = result.blueZError {
            return handleSetupError(blueZError, at: .listObjects)
        }
        objects = (try? result.get()).flatMap(BlueZObjects.init(reply:)) ?? BlueZObjects()
        chooseAdapter()
    }

    /// The first adapter that is switched on.
    mutating func chooseAdapter() {
        guard
            let poweredAdapter = objects.adapters(named: adapterName).first(
                where: objects.isPowered)
        else { return waitForAdapter() }
        adapter = poweredAdapter
        startSearch()
    }

    mutating func waitForAdapter() {
        guard wasFoundBefore else { return finish(.failed(adapterFailure)) }
        enter(.waitingForAdapter)
        startReconnectTimeout()
    }

    var adapterFailure: StrapFailure {
        guard let path = objects.adapters(named: adapterName).first else {
            return .noAdapter(named: adapterName)
        }
        return .bluetoothOff(adapter: String(path.split(separator: "/").last ?? "adapter"))
    }

    /// True if the strap or the service that is missing now was there before.
    var wasFoundBefore: Bool { strap != nil || hasServiceStopped }

    /// Starts the time after which a connection that was lost is given up.
    mutating func startReconnectTimeout() {
        searchDeadlineSeconds =
            searchDeadlineSeconds ?? nowSeconds + timeouts.reconnectTimeoutSeconds
    }

    mutating func startSearch() {
        guard objects.isPowered(adapter) else { return waitForAdapter() }
        enter(.startingDiscovery)
        if selectExactMatch() { return }
        call(
            .setFilter, adapter, BlueZ.adapter, "SetDiscoveryFilter",
            [
                .options([
                    "UUIDs": .texts([BluetoothUUID.heartRateService.text]),
                    "Transport": .text("le"),
                ])
            ])
    }

    mutating func handleSetFilterReply(_ blueZError: BlueZError?) {
        if let blueZError { return handleSetupError(blueZError, at: .startSearch) }
        call(.startDiscovery, adapter, BlueZ.adapter, "StartDiscovery")
    }

    mutating func handleStartDiscoveryReply(_ blueZError: BlueZError?) {
        if let blueZError { return handleSetupError(blueZError, at: .startSearch) }
        isScanning = true
        if case .scan(let seconds) = goal {
            searchDeadlineSeconds = nil
            return enter(.scanning, forSeconds: seconds)
        }
        enter(.scanning)
        _ = selectExactMatch()
    }

    /// Takes the strap that can only be the one; else lets others show themselves for a while.
    ///
    /// - Returns: whether one was taken.
    mutating func selectExactMatch() -> Bool {
        let choice = candidates.filter { path in
            guard case .connect(let choice) = goal else { return false }
            return strap != nil
                || choice.isExactMatch(name: objects.name(path), address: objects.address(path))
        }
        if let path = choice.first {
            select(path)
            return true
        }
        if phase == .scanning, phaseEndSeconds == nil, !candidates.isEmpty {
            enter(.scanning, forSeconds: timeouts.choiceDelaySeconds)
        }
        return false
    }

    /// Straps in reach that fit, the strongest first; after a loss only the one that was lost.
    private var candidates: [String] {
        guard case .connect(let choice) = goal else { return [] }
        return strapsInReach.filter { path in
            let address = objects.address(path)
            guard let strap else {
                return choice.matches(name: objects.name(path), address: address)
            }
            return address == strap.address
        }
    }

    private var strapsInReach: [String] {
        objects.straps(of: adapter).filter(objects.isInReach).sorted {
            (objects.info($0).rssiDbm ?? .min) > (objects.info($1).rssiDbm ?? .min)
        }
    }

    /// The time for others to show themselves is over.
    mutating func finishScan() {
        if case .scan = goal {
            for path in strapsInReach { report(.found(objects.info(path))) }
            return finish(.ended)
        }
        let fits = candidates
        if fits.count > 1 {
            finish(.failed(.ambiguous(names: fits.map(objects.name).sorted())))
        } else if let path = fits.first {
            select(path)
        }
    }

    private mutating func select(_ path: String) {
        if strap == nil {
            report(.found(objects.info(path)))
            searchDeadlineSeconds = nowSeconds + timeouts.firstConnectionTimeoutSeconds
        }
        strap = Strap(path: path, address: objects.address(path), name: objects.name(path))
        guard isScanning else { return connect() }
        enter(.stoppingDiscovery)
        call(.stopDiscovery, adapter, BlueZ.adapter, "StopDiscovery")
    }

    mutating func handleDiscoveryStop(_ purpose: StrapCallPurpose) {
        if purpose == .removeDevice { return startSearch() }
        isScanning = false
        connect()
    }

    /// Handles an error in the same way for every step before the connection.
    mutating func handleSetupError(_ blueZError: BlueZError, at step: Step) {
        switch blueZError {
        case .accessDenied: finish(.failed(.accessDenied))
        case .serviceGone: handleServiceLoss()
        case .adapterOff: handleAdapterOff()
        case .busy, .noReply: pause(timeouts.busyRetryDelaySeconds, then: step)
        case .objectGone: pause(timeouts.busyRetryDelaySeconds, then: .listObjects)
        default: finish(.failed(.refused(request: "look for straps", detail: lastErrorText)))
        }
    }

    mutating func giveUp() {
        switch phase {
        case .waitingForService: finish(.failed(.serviceMissing))
        case .waitingForAdapter: finish(.failed(adapterFailure))
        default: finish(.failed(searchFailure))
        }
    }

    private var searchFailure: StrapFailure {
        if let strap { return .unreachable(name: strap.name, detail: lastErrorText) }
        guard case .connect(let choice) = goal, isScanning else {
            return .refused(request: "look for straps", detail: lastErrorText)
        }
        return .notFound(wanted: choice.text, seen: strapsInReach.map(objects.name))
    }
}
