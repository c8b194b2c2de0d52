import DBusClient

// Subscriptions, battery, and what the owner asks for.
extension StrapLink {
    private static let attemptLimit = 10
    private static let pairingLimit = 2

    mutating func stream() {
        guard let strap else { return }
        guard objects.characteristic(.heartRateMeasurement, of: strap.path) != nil else {
            return finish(
                .failed(
                    .missingCharacteristic(name: strap.name, characteristic: .heartRateMeasurement))
            )
        }
        enter(.streaming)
        lossReason = nil
        report(.connected)
        requestBatteryLevel(strap)
        for uuid in desiredSubscriptions { subscribe(uuid, request: nil) }
    }

    /// The daemon may keep the battery service for itself, and then has the level as a property.
    private mutating func requestBatteryLevel(_ strap: Strap) {
        if objects.batteryPercent(strap.path) != nil { return reportBattery() }
        guard let path = objects.characteristic(.batteryLevel, of: strap.path) else { return }
        call(.battery, path, BlueZ.characteristic, "ReadValue", [.options([:])])
    }

    mutating func reportBattery() {
        guard phase == .streaming, let strap, let percent = objects.batteryPercent(strap.path)
        else { return }
        report(.battery(percent: percent))
    }

    mutating func handleBatteryReply(_ result: Result<[BusValue], BusError>) {
        guard let percent = (try? result.get())?.first?.bytes?.first, percent <= 100 else { return }
        report(.battery(percent: Int(percent)))
    }

    private mutating func subscribe(_ uuid: BluetoothUUID, request: Int?) {
        guard let strap, let path = objects.characteristic(uuid, of: strap.path) else { return }
        // Before the call, because values may come before its reply.
        characteristicsByPath[path] = uuid
        call(.startNotify(uuid, request: request), path, BlueZ.characteristic, "StartNotify")
    }

    mutating func handleStartNotifyReply(
        _ pending: StrapCall, _ uuid: BluetoothUUID, _ result: Result<[BusValue], BusError>
    ) {
        guard let blueZError = result.blueZError, blueZError != .alreadyDone else {
            subscribedCharacteristics.insert(uuid)
            if uuid == .heartRateMeasurement { resetRetries() }
            report(.subscribed(uuid))
            if let request = pending.request { reply(request, .success([])) }
            return
        }
        if scheduleRetry(pending, blueZError) { return }
        if uuid == .heartRateMeasurement,
            [.notConnected, .objectGone, .noReply].contains(blueZError)
        {
            return dropLink(.noResponse)
        }
        giveUp(on: pending, blueZError)
    }

    /// All is well: the next loss begins to count anew.
    private mutating func resetRetries() {
        searchDeadlineSeconds = nil
        retryIndex = 0
        quickRetryCount = 0
        hasRemovedDevice = false
    }

    /// Waits where the call can be made again.
    ///
    /// - Returns: whether it will be.
    private mutating func scheduleRetry(_ pending: StrapCall, _ blueZError: BlueZError) -> Bool {
        switch blueZError {
        case .busy where pending.attemptCount < Self.attemptLimit:
            calls.postpone(pending, untilSeconds: nowSeconds + timeouts.busyRetryDelaySeconds)
            return true
        case .pairingNeeded: return postponeForPairing(pending)
        default: return false
        }
    }

    private mutating func giveUp(on pending: StrapCall, _ blueZError: BlueZError) {
        guard let strap else { return }
        let failure: StrapFailure =
            switch blueZError {
            case .notifyAcquired: .inUse(name: strap.name)
            case .pairingNeeded, .pairingRefused:
                .pairingFailed(name: strap.name, detail: lastErrorText)
            case .accessDenied: .accessDenied
            case .notConnected, .objectGone: .notConnected
            default: .refused(request: Self.text(pending.purpose), detail: lastErrorText)
            }
        if case .startNotify(let uuid, _) = pending.purpose {
            characteristicsByPath[pending.call.path] = nil
            if uuid == .heartRateMeasurement { return finish(.failed(failure)) }
        }
        if let request = pending.request { reply(request, .failure(failure)) }
    }

    private static func text(_ purpose: StrapCallPurpose) -> String {
        switch purpose {
        case .startNotify(let uuid, _): StrapRequest.subscribe(uuid).text
        case .request(_, let request): request.text
        default: "answer"
        }
    }
}

// Requests of the owner.
extension StrapLink {
    mutating func performRequest(_ number: Int, _ request: StrapRequest) {
        guard phase == .streaming, let strap else { return reply(number, .failure(.notConnected)) }
        let uuid = request.characteristic
        guard let path = objects.characteristic(uuid, of: strap.path) else {
            return reply(
                number, .failure(.missingCharacteristic(name: strap.name, characteristic: uuid)))
        }
        switch request {
        case .subscribe:
            if subscribedCharacteristics.contains(uuid) { return reply(number, .success([])) }
            if !desiredSubscriptions.contains(uuid) { desiredSubscriptions.append(uuid) }
            subscribe(uuid, request: number)
        case .read:
            if uuid == .heartRateMeasurement { return reply(number, .failure(.notReadable(uuid))) }
            call(
                .request(number, request), path, BlueZ.characteristic, "ReadValue",
                [.options([:])])
        case .write(let write):
            call(
                .request(number, request), path, BlueZ.characteristic, "WriteValue",
                Self.arguments(write))
        }
    }

    static func arguments(_ write: StrapWrite) -> [BusArgument] {
        [
            .bytes(write.bytes),
            .options(["type": .text(write.isAcknowledged ? "request" : "command")]),
        ]
    }

    mutating func handleRequestReply(
        _ pending: StrapCall, _ number: Int, _ request: StrapRequest,
        _ result: Result<[BusValue], BusError>
    ) {
        if let blueZError = result.blueZError {
            if !scheduleRetry(pending, blueZError) { giveUp(on: pending, blueZError) }
        } else {
            reply(number, .success((try? result.get())?.first?.bytes ?? []))
        }
    }
}

// Pairing, for straps that ask for it.
extension StrapLink {
    /// - Returns: whether the call will be made again after pairing.
    private mutating func postponeForPairing(_ pending: StrapCall) -> Bool {
        switch pairing {
        case .inProgress(let waiting):
            pairing = .inProgress(waiting + [pending])
            return true
        case .notTried where pairingCount < Self.pairingLimit:
            pairingCount += 1
            pairing = .inProgress([pending])
            call(
                .registerAgent, BlueZ.managerPath, BlueZ.agentManager, "RegisterAgent",
                [.path(BlueZ.agentPath), .text("NoInputNoOutput")])
            return true
        case .notTried, .done: return false
        }
    }

    mutating func pair() {
        guard let strap else { return }
        call(.pair, strap.path, BlueZ.device, "Pair", withinSeconds: timeouts.connectSeconds)
    }

    mutating func handlePairReply(_ result: Result<[BusValue], BusError>) {
        guard case .inProgress(let waiting) = pairing else { return }
        pairing = .done
        let isPaired = result.blueZError == nil || result.blueZError == .alreadyDone
        for pending in waiting where !isFinishing {
            if isPaired { resend(pending) } else { giveUp(on: pending, .pairingRefused) }
        }
    }
}
