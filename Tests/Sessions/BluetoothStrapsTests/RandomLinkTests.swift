import DBusClient
import TestSupport
import Testing

@testable import BluetoothStraps

/// Whatever BlueZ does, in whatever order, some things must always hold.
@Suite struct RandomLinkTests {
    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func anyOrderOfEventsKeepsTheInvariants(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var bench = LinkBench()
        bench.send(.opened)
        var requestCount = 0
        for _ in 0..<200 where !bench.isClosed {
            step(&bench, &random, &requestCount)
            let mustMove = bench.link.phase != .streaming
            #expect(bench.isClosed || !mustMove || bench.link.deadlineSeconds != nil)
        }
        bench.send(.end([]))
        bench.pass(3)
        #expect(bench.isClosed)
        #expect(bench.replyCount == requestCount, "every request has one answer")
        #expect(bench.reports.count(where: \.isFinal) == 1)
        #expect(bench.reports.last?.isFinal == true)
        #expect(
            !bench.allCalls.contains {
                $0.call.member == "ReadValue" && $0.call.path == FakeObjects.heartRate
            })
        expectLossesFollowConnections(bench.reports)
    }

    private func expectLossesFollowConnections(_ reports: [StrapEvent]) {
        var isConnected = false
        for report in reports {
            switch report {
            case .connected:
                #expect(!isConnected)
                isConnected = true
            case .lost:
                #expect(isConnected)
                isConnected = false
            case .value, .subscribed, .battery: #expect(isConnected)
            default: break
            }
        }
    }

    private func step(
        _ bench: inout LinkBench, _ random: inout SplitMix64, _ requestCount: inout Int
    ) {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9: if !bench.open.isEmpty { bench.replyToAny(&random) }
        case 9: bench.drop(["Timeout", "Remote", nil].randomElement(using: &random) ?? nil)
        case 10:
            bench.change(
                FakeObjects.strap, BlueZ.device,
                ["Connected": .flag(true), "ServicesResolved": .flag(true)])
        case 11: bench.send(.added(path: FakeObjects.strap, FakeObjects.strap()))
        case 12: bench.value([1, 2, 3])
        case 13:
            requestCount += 1
            let requests: [StrapRequest] = [
                .read(.polarControl), .subscribe(.polarData), .read(.heartRateMeasurement),
                .write(StrapWrite([3, 0], to: .polarControl)),
            ]
            bench.send(
                .request(requestCount, requests.randomElement(using: &random) ?? requests[0]))
        case 14: bench.send(.removed(path: FakeObjects.strap, [BlueZ.device]))
        case 15:
            let isOn = Bool.random(using: &random)
            bench.change(FakeObjects.adapter, BlueZ.adapter, ["Powered": .flag(isOn)])
        case 16: bench.send(.serviceChanged(isRunning: Bool.random(using: &random)))
        default: bench.pass(Double.random(in: 0...20, using: &random))
        }
    }
}

extension LinkBench {
    fileprivate mutating func replyToAny(_ random: inout SplitMix64) {
        let member = openMembers.randomElement(using: &random) ?? ""
        if Int.random(in: 0..<4, using: &random) == 0 {
            let errors = [
                ("InProgress", ""), ("Failed", "le-connection-abort-by-local"),
                ("Failed", "br-connection-page-timeout"), ("NotPermitted", "Not paired"),
                ("NotConnected", "Not Connected"), ("Failed", "anything"),
                ("org.freedesktop.DBus.Error.UnknownObject", ""),
                ("org.freedesktop.DBus.Error.NoReply", ""),
            ]
            let error = errors.randomElement(using: &random) ?? errors[0]
            return fail(member, error.0, error.1)
        }
        switch member {
        case "GetManagedObjects": list(FakeObjects.connected)
        case "ReadValue": reply(member, .success([.bytes([1])]))
        default: reply(member)
        }
    }
}
