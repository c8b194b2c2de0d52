import DBusClient
import Testing

@testable import BluetoothStraps

@Suite struct ConnectingTests {
    @Test func servicesMayBeResolvedBeforeConnectReturns() {
        var bench = LinkBench.connecting()
        bench.change(
            FakeObjects.strap, BlueZ.device,
            ["Connected": .flag(true), "ServicesResolved": .flag(true)])
        #expect(bench.openMembers == ["Connect"])
        bench.reply("Connect")
        #expect(bench.openMembers == ["GetManagedObjects"])
    }

    @Test func servicesMayBeResolvedLongAfterConnectReturns() {
        var bench = LinkBench.connecting()
        bench.reply("Connect")
        bench.pass(19)
        #expect(bench.open.isEmpty)
        bench.change(FakeObjects.strap, BlueZ.device, ["ServicesResolved": .flag(true)])
        #expect(bench.openMembers == ["GetManagedObjects"])
    }

    @Test func servicesThatNeverResolveEndTheAttempt() {
        var bench = LinkBench.connecting()
        bench.reply("Connect")
        bench.pass(20)
        #expect(bench.openMembers == ["Disconnect"])
        bench.pass(0.5)
        #expect(bench.last?.member == "Connect")
    }

    @Test func characteristicIsFoundBelowTheDeviceOnly() {
        var objects = FakeObjects.connected
        objects["/org/bluez/hci0/dev_0/service0010/char0011"] = FakeObjects.characteristic(
            .heartRateMeasurement)
        let bench = LinkBench.subscribing(to: objects)
        #expect(bench.last?.path == FakeObjects.heartRate)
    }

    @Test func strapWithoutHeartRateIsRefused() {
        var objects = FakeObjects.connected
        objects[FakeObjects.heartRate] = nil
        var bench = LinkBench.subscribing(to: objects)
        #expect(bench.openMembers == ["Disconnect"])
        bench.reply("Disconnect")
        #expect(
            bench.reports.last
                == .failed(
                    .missingCharacteristic(
                        name: "Polar H10 12345C7A", characteristic: .heartRateMeasurement)))
    }

    @Test func backOffDoublesUpToHalfAMinute() {
        var bench = LinkBench.streaming()
        bench.drop()
        var pauses: [Double] = []
        for _ in 0..<8 {
            let began = bench.nowSeconds
            while !bench.openMembers.contains("Connect") { bench.pass(0.25) }
            pauses.append(bench.nowSeconds - began)
            bench.fail("Connect", "Failed", "le-connection-timeout")
        }
        #expect(pauses == [0.5, 1, 2, 4, 8, 16, 30, 30])
    }

    @Test func backOffBeginsAnewAfterSuccess() {
        var bench = LinkBench.streaming()
        bench.drop()
        bench.pass(0.5)
        bench.fail("Connect", "Failed", "le-connection-refused")
        bench.pass(1)
        bench.finishConnecting()
        bench.reply("StartNotify")
        let before = bench.timeouts(of: "Connect").count
        bench.drop()
        bench.pass(0.4)
        #expect(bench.timeouts(of: "Connect").count == before)
        bench.pass(0.1)
        #expect(bench.timeouts(of: "Connect").count == before + 1)
    }

    @Test func radioTroubleIsRetriedAtOnceThreeTimes() {
        var bench = LinkBench.connecting()
        for attempt in 1...3 {
            bench.fail("Connect", "Failed", "le-connection-abort-by-local")
            #expect(bench.timeouts(of: "Connect").count == attempt + 1)
        }
        bench.fail("Connect", "Failed", "le-connection-abort-by-local")
        #expect(bench.open.isEmpty)
        bench.pass(0.5)
        #expect(bench.timeouts(of: "Connect") == [100, 100, 100, 100, 100.5])
    }

    @Test func radioTroubleWaitsForTheFailedLinkToEnd() {
        var bench = LinkBench.connecting()
        bench.change(FakeObjects.strap, BlueZ.device, ["Connected": .flag(true)])
        bench.fail("Connect", "Failed", "le-connection-abort-by-local")
        #expect(bench.open.isEmpty)
        bench.pass(1)
        bench.drop()
        #expect(bench.timeouts(of: "Connect") == [100, 101])
    }

    struct ErrorCase: Sendable {
        let name: String
        var message = ""
        /// The next call, and how long after the error.
        var next: (member: String, seconds: Double)?
        var failure: StrapFailure?
    }

    @Test(arguments: [
        ErrorCase(name: "Failed", message: "le-connection-timeout", next: ("Connect", 0.5)),
        ErrorCase(name: "Failed", message: "le-connection-refused", next: ("Connect", 0.5)),
        ErrorCase(
            name: "Failed", message: "Software caused connection abort", next: ("Connect", 0)),
        ErrorCase(
            name: "Failed", message: "br-connection-page-timeout", next: ("RemoveDevice", 0)),
        ErrorCase(name: "InProgress", next: ("Connect", 1)),
        ErrorCase(name: "AlreadyConnected", next: ("GetManagedObjects", 0)),
        ErrorCase(
            name: "org.freedesktop.DBus.Error.UnknownObject", next: ("SetDiscoveryFilter", 0)),
        ErrorCase(name: "DoesNotExist", next: ("SetDiscoveryFilter", 0)),
        ErrorCase(
            name: "org.freedesktop.DBus.Error.AccessDenied", failure: .accessDenied),
        ErrorCase(
            name: "AuthenticationFailed", message: "Authentication Failed",
            failure: .pairingFailed(name: "Polar H10 12345C7A", detail: "Authentication Failed")),
    ])
    func errorsOfConnectAreHandled(_ error: ErrorCase) {
        var bench = LinkBench.connecting()
        bench.change(
            FakeObjects.strap, BlueZ.device,
            ["ServicesResolved": .flag(error.name == "AlreadyConnected")])
        let count = bench.allCalls.count
        bench.fail("Connect", error.name, error.message)
        if let failure = error.failure {
            bench.reply("Disconnect")
            #expect(bench.reports.last == .failed(failure))
        } else if let next = error.next {
            bench.pass(next.seconds)
            #expect(bench.allCalls.count == count + 1)
            #expect(bench.last?.member == next.member)
            #expect(bench.allCalls.last?.atSeconds == 100 + next.seconds)
        }
    }

    @Test func aNewerServiceConnectsByLowEnergy() {
        var bench = LinkBench.connecting()
        bench.send(.added(path: FakeObjects.strap, [BlueZ.lowEnergyBearer: [:]]))
        bench.fail("Connect", "Failed", "br-connection-page-timeout")
        #expect(bench.last?.interface == BlueZ.lowEnergyBearer)
        #expect(bench.last?.member == "Connect")
    }

    @Test func pairedStrapIsNotRemoved() {
        var bench = LinkBench.connecting()
        bench.change(FakeObjects.strap, BlueZ.device, ["Paired": .flag(true)])
        bench.fail("Connect", "Failed", "br-connection-page-timeout")
        bench.pass(0.5)
        #expect(bench.last?.member == "Connect")
        #expect(!bench.members.contains("RemoveDevice"))
    }

    @Test func connectWithoutReplyIsCancelled() {
        var bench = LinkBench.connecting()
        bench.pass(30)
        #expect(bench.last?.member == "Disconnect")
        bench.pass(0.5)
        #expect(bench.last?.member == "Connect")
    }

    @Test func strapThatNeverConnectsIsGivenUp() {
        var bench = LinkBench.connecting()
        while !bench.isClosed, bench.nowSeconds < 1000 {
            if bench.openMembers.contains("Connect") {
                bench.fail("Connect", "Failed", "le-connection-timeout")
            }
            if bench.openMembers.contains("Disconnect") { bench.reply("Disconnect") }
            bench.pass(0.5)
        }
        #expect(
            bench.reports.last
                == .failed(
                    .unreachable(name: "Polar H10 12345C7A", detail: "le-connection-timeout")))
        #expect(bench.nowSeconds < 100 + 90 + 1)
    }
}
