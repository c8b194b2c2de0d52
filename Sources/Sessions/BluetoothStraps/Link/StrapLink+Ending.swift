import DBusClient

// Taking leave, wanted or not.
extension StrapLink {
    /// Undoes what was done with BlueZ, then reports the outcome.
    mutating func finish(_ outcome: StrapEvent, writing writes: [StrapWrite] = []) {
        guard !isFinishing else { return }
        closingCalls = makeClosingCalls(writes)
        cancelCalls()
        characteristicsByPath = [:]
        searchDeadlineSeconds = nil
        enter(.closing(outcome), forSeconds: timeouts.closeTimeoutSeconds)
        sendNextClosingCall()
    }

    /// Writes come first: a control point may answer only while it is subscribed to.
    private func makeClosingCalls(_ writes: [StrapWrite]) -> [BusCall] {
        if isScanning {
            return [BusCall(path: adapter, interface: BlueZ.adapter, member: "StopDiscovery")]
        }
        guard let strap else { return [] }
        let disconnect = BusCall(
            path: strap.path, interface: BlueZ.device, member: "Disconnect")
        switch phase {
        case .streaming:
            return writes.compactMap { closingCall($0, strap) }
                + characteristicsByPath.keys.sorted().map {
                    BusCall(path: $0, interface: BlueZ.characteristic, member: "StopNotify")
                } + [disconnect]
        case .connecting, .waitingForDisconnect, .resolvingServices, .relisting: return [disconnect]
        default: return []
        }
    }

    private func closingCall(_ write: StrapWrite, _ strap: Strap) -> BusCall? {
        objects.characteristic(write.characteristic, of: strap.path).map {
            BusCall(
                path: $0, interface: BlueZ.characteristic, member: "WriteValue",
                arguments: Self.arguments(write))
        }
    }

    /// One after the other, whatever the replies are.
    mutating func sendNextClosingCall() {
        guard case .closing(let outcome) = phase else { return }
        if closingCalls.isEmpty { return conclude(outcome) }
        let next = closingCalls.removeFirst()
        call(.closing, next.path, next.interface, next.member, next.arguments)
    }

    mutating func conclude(_ outcome: StrapEvent) {
        cancelCalls()
        phase = .closed
        phaseEndSeconds = nil
        report(outcome)
        actions.append(.close)
    }

    mutating func handleBusLoss(_ detail: String) {
        if phase == .streaming { report(.lost(reason: .serviceStopped, atSeconds: nowSeconds)) }
        if case .closing(let outcome) = phase { return conclude(outcome) }
        conclude(.failed(.noBus(detail: detail)))
    }
}
