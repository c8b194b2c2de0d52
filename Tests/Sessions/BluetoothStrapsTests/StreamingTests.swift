import Testing

@testable import BluetoothStraps

@Suite struct StreamingTests {
    private static let name = "Polar H10 12345C7A"

    private func values(_ bench: LinkBench) -> [StrapValue] {
        bench.reports.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }

    @Test func valuesCarryBytesAndTheTimeOfTheirArrival() {
        var bench = LinkBench.streaming()
        bench.value([0x10, 0x3E, 0xB1, 0x03])
        bench.nowSeconds += 1
        bench.value([0x10, 0x3E, 0xB1, 0x03])
        bench.nowSeconds += 0.25
        bench.value([])
        let expected: [(bytes: [UInt8], seconds: Double)] = [
            ([0x10, 0x3E, 0xB1, 0x03], 100), ([0x10, 0x3E, 0xB1, 0x03], 101), ([], 101.25),
        ]
        #expect(
            values(bench)
                == expected.map {
                    StrapValue(
                        characteristic: .heartRateMeasurement, bytes: $0.bytes,
                        arrivalSeconds: $0.seconds)
                })
    }

    @Test func valuesBeforeTheReplyToStartNotifyCount() {
        var bench = LinkBench.subscribing()
        bench.value([1])
        bench.reply("StartNotify")
        bench.value([2])
        #expect(values(bench).map(\.bytes) == [[1], [2]])
        #expect(bench.reports.last != .subscribed(.heartRateMeasurement))
    }

    @Test func unsubscribedValuesAreIgnored() {
        var bench = LinkBench.streaming()
        bench.value([7], path: FakeObjects.control)
        bench.value([7], path: "/org/bluez/hci0/dev_0/service0010/char0011")
        #expect(values(bench).isEmpty)
    }

    @Test func heartRateMeasurementIsNeverRead() {
        var bench = LinkBench.streaming()
        bench.send(.request(1, .read(.heartRateMeasurement)))
        #expect(bench.replies[1] == .failure(.notReadable(.heartRateMeasurement)))
        bench.drop()
        bench.pass(0.5)
        bench.finishConnecting()
        #expect(!bench.members.contains("ReadValue"))
    }

    @Test func batteryComesFromTheSystemWhereItHasIt() {
        var objects = FakeObjects.connected
        objects[FakeObjects.strap]?[BlueZ.battery] = ["Percentage": .number(87)]
        objects[FakeObjects.batteryLevel] = FakeObjects.characteristic(.batteryLevel)
        var bench = LinkBench.streaming(to: objects)
        #expect(bench.reports.contains(.battery(percent: 87)))
        #expect(!bench.members.contains("ReadValue"))
        bench.change(FakeObjects.strap, BlueZ.battery, ["Percentage": .number(86)])
        #expect(bench.reports.last == .battery(percent: 86))
    }

    @Test func batteryOfTheSystemMayAppearLater() {
        var bench = LinkBench.streaming()
        bench.send(.added(path: FakeObjects.strap, [BlueZ.battery: ["Percentage": .number(9)]]))
        #expect(bench.reports.last == .battery(percent: 9))
    }

    @Test func batteryIsReadWhereTheSystemHasNone() {
        var objects = FakeObjects.connected
        objects[FakeObjects.batteryLevel] = FakeObjects.characteristic(.batteryLevel)
        var bench = LinkBench.subscribing(to: objects)
        bench.reply("ReadValue", .success([.bytes([64])]))
        #expect(bench.reports.last == .battery(percent: 64))
        #expect(
            bench.allCalls.filter { $0.call.member == "ReadValue" }.map(\.call.path)
                == [FakeObjects.batteryLevel])
    }

    @Test(arguments: [[], [101], [255]] as [[UInt8]])
    func batteryOutOfRangeIsNotReported(_ bytes: [UInt8]) {
        var objects = FakeObjects.connected
        objects[FakeObjects.batteryLevel] = FakeObjects.characteristic(.batteryLevel)
        var bench = LinkBench.subscribing(to: objects)
        bench.reply("ReadValue", .success([.bytes(bytes)]))
        #expect(bench.reports.last == .connected)
    }

    struct ErrorCase: Sendable {
        let name: String
        var message = ""
        let failure: StrapFailure
    }

    @Test(arguments: [
        ErrorCase(name: "NotPermitted", message: "Notify acquired", failure: .inUse(name: name)),
        ErrorCase(
            name: "NotAuthorized", message: "Not Authorized",
            failure: .pairingFailed(name: name, detail: "Not Authorized")),
        ErrorCase(
            name: "NotSupported", message: "Operation is not supported",
            failure: .refused(request: "subscribe to 2a37", detail: "Operation is not supported")),
        ErrorCase(
            name: "org.freedesktop.DBus.Error.AccessDenied", failure: .accessDenied),
    ])
    func errorsOfStartNotifyAreNamed(_ error: ErrorCase) {
        var bench = LinkBench.subscribing()
        bench.fail("StartNotify", error.name, error.message)
        #expect(bench.openMembers == ["Disconnect"])
        bench.reply("Disconnect")
        #expect(bench.reports.last == .failed(error.failure))
        #expect(bench.isClosed)
    }

    @Test func busySubscriptionIsAskedAgain() {
        var bench = LinkBench.subscribing()
        for _ in 0..<3 {
            bench.fail("StartNotify", "InProgress")
            #expect(bench.open.isEmpty)
            bench.pass(1)
        }
        bench.reply("StartNotify")
        #expect(bench.reports.last == .subscribed(.heartRateMeasurement))
        #expect(bench.timeouts(of: "StartNotify") == [100, 101, 102, 103])
    }

    @Test func subscriptionWithoutReplyBeginsTheConnectionAnew() {
        var bench = LinkBench.subscribing()
        bench.pass(10)
        #expect(bench.reports.last == .lost(reason: .noResponse, atSeconds: 110))
        #expect(bench.last?.member == "Disconnect")
        bench.pass(0.5)
        #expect(bench.last?.member == "Connect")
    }

    @Test(arguments: [
        ("NotPermitted", "Not paired"), ("Failed", "Operation failed with ATT error: 0x05"),
        ("Failed", "Operation failed with ATT error: 0x0f"),
    ])
    func strapThatWantsPairingIsPairedOnce(_ name: String, _ message: String) {
        var bench = LinkBench.subscribing()
        bench.fail("StartNotify", name, message)
        #expect(bench.last?.member == "RegisterAgent")
        #expect(
            bench.last?.arguments == [.path("/resonance/agent"), .text("NoInputNoOutput")])
        bench.fail("RegisterAgent", "AlreadyExists")
        #expect(bench.last?.member == "Pair")
        bench.reply("Pair")
        #expect(bench.last?.member == "StartNotify")
        bench.fail("StartNotify", name, message)
        bench.reply("Disconnect")
        #expect(bench.reports.last == .failed(.pairingFailed(name: Self.name, detail: message)))
        #expect(bench.timeouts(of: "Pair").count == 1)
    }

    @Test func failedPairingEndsTheConnection() {
        var bench = LinkBench.subscribing()
        bench.fail("StartNotify", "NotPermitted", "Not paired")
        bench.reply("RegisterAgent")
        bench.fail("Pair", "AuthenticationTimeout", "Authentication Timeout")
        bench.reply("Disconnect")
        #expect(
            bench.reports.last
                == .failed(.pairingFailed(name: Self.name, detail: "Authentication Timeout")))
    }
}
