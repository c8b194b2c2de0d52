import DBusClient
import Testing

@testable import BluetoothStraps

@Suite struct LosingTests {
    @Test(
        arguments: [
            ("Timeout", StrapLossReason.outOfReach), ("Remote", .byStrap),
            ("Local", .byThisMachine),
            ("Authentication", .authentication), ("Suspend", .suspend), ("LocalSuspend", .suspend),
            ("Unknown", .unknown), (nil, .unknown),
        ] as [(String?, StrapLossReason)])
    func reasonOfALossIsHandedOn(_ signal: String?, _ reason: StrapLossReason) {
        var bench = LinkBench.streaming()
        bench.nowSeconds = 130
        bench.drop(signal)
        #expect(bench.reports.last == .lost(reason: reason, atSeconds: 130))
    }

    @Test func oneSubscriptionAfterEveryReconnection() {
        var bench = LinkBench.streaming()
        for round in 1...3 {
            bench.drop()
            bench.value([99])
            bench.pass(0.5)
            bench.finishConnecting()
            bench.reply("StartNotify")
            #expect(bench.timeouts(of: "StartNotify").count == round + 1)
            bench.value([UInt8(round)])
        }
        let bytes = bench.reports.compactMap { event in
            if case .value(let value) = event { value.bytes } else { nil }
        }
        #expect(bytes == [[1], [2], [3]])
    }

    @Test func characteristicIsLookedUpAgain() {
        var bench = LinkBench.streaming()
        bench.drop()
        bench.pass(0.5)
        var objects = FakeObjects.connected
        objects[FakeObjects.heartRate] = nil
        let moved = FakeObjects.strap + "/service0099/char0100"
        objects[moved] = FakeObjects.characteristic(.heartRateMeasurement)
        bench.finishConnecting(objects)
        #expect(bench.last?.path == moved)
        bench.value([5])
        #expect(bench.reports.last == .connected)
        bench.value([6], path: moved)
        #expect(
            bench.reports.last
                == .value(
                    StrapValue(
                        characteristic: .heartRateMeasurement, bytes: [6], arrivalSeconds: 100.5)))
    }

    @Test func lateRepliesOfALostConnectionMeanNothing() {
        var bench = LinkBench.subscribing()
        let late = bench.open[0].number
        bench.drop()
        let count = bench.reports.count
        bench.send(.reply(call: late, .success([])))
        bench.send(.reply(call: 4711, .success([])))
        #expect(bench.reports.count == count)
    }

    @Test func forgottenStrapIsScannedForByItsAddress() {
        var bench = LinkBench.streaming()
        bench.send(.removed(path: FakeObjects.strap, [BlueZ.device]))
        #expect(bench.reports.last == .lost(reason: .forgotten, atSeconds: 100))
        bench.reply("SetDiscoveryFilter")
        bench.reply("StartDiscovery")
        let other = FakeObjects.strap(address: "A0:9E:1A:00:99:99")
        bench.send(.added(path: FakeObjects.adapter + "/dev_2", other))
        #expect(bench.open.isEmpty, "another strap of the same name")
        bench.send(.added(path: FakeObjects.strap, FakeObjects.strap()))
        bench.reply("StopDiscovery")
        #expect(bench.openMembers == ["Connect"])
        let found = bench.reports.filter { if case .found = $0 { true } else { false } }
        #expect(found.count == 1)
    }

    @Test func strapForgottenDuringThePauseIsScannedFor() {
        var bench = LinkBench.streaming()
        bench.drop()
        bench.send(.removed(path: FakeObjects.strap, [BlueZ.device]))
        bench.pass(0.5)
        #expect(bench.last?.member == "SetDiscoveryFilter")
    }

    @Test func restartOfTheServiceBeginsAnew() {
        var bench = LinkBench.streaming()
        bench.send(.serviceChanged(isRunning: false))
        #expect(bench.reports.last == .lost(reason: .serviceStopped, atSeconds: 100))
        bench.value([1])
        bench.pass(5)
        let before = bench.allCalls.count
        bench.send(.serviceChanged(isRunning: true))
        bench.list([:])
        #expect(bench.open.isEmpty, "the adapter comes later")
        bench.send(.added(path: FakeObjects.adapter, FakeObjects.adapter()))
        bench.reply("SetDiscoveryFilter")
        bench.reply("StartDiscovery")
        bench.send(.added(path: FakeObjects.strap, FakeObjects.strap()))
        bench.reply("StopDiscovery")
        bench.finishConnecting()
        bench.reply("StartNotify")
        #expect(
            bench.allCalls.dropFirst(before).map(\.call.member) == [
                "GetManagedObjects", "SetDiscoveryFilter", "StartDiscovery", "StopDiscovery",
                "Connect", "GetManagedObjects", "StartNotify",
            ])
        bench.value([2])
        #expect(
            bench.reports.suffix(3) == [
                .connected, .subscribed(.heartRateMeasurement),
                .value(
                    StrapValue(
                        characteristic: .heartRateMeasurement, bytes: [2], arrivalSeconds: 105)),
            ])
    }

    @Test func serviceThatIsNotThereIsSaidAtOnce() {
        var bench = LinkBench()
        bench.send(.opened)
        bench.fail("GetManagedObjects", "org.freedesktop.DBus.Error.ServiceUnknown")
        #expect(bench.reports == [.failed(.serviceMissing)])
        #expect(bench.isClosed)
    }

    @Test func serviceThatDoesNotComeBackIsGivenUp() {
        var bench = LinkBench.streaming()
        bench.send(.serviceChanged(isRunning: false))
        bench.pass(599)
        #expect(!bench.isClosed)
        bench.pass(1)
        #expect(bench.reports.last == .failed(.serviceMissing))
    }

    @Test func bluetoothSwitchedOffIsWaitedFor() {
        var bench = LinkBench.streaming()
        bench.change(FakeObjects.adapter, BlueZ.adapter, ["Powered": .flag(false)])
        #expect(bench.reports.last == .lost(reason: .bluetoothOff, atSeconds: 100))
        bench.pass(60)
        let count = bench.allCalls.count
        bench.change(FakeObjects.adapter, BlueZ.adapter, ["Powered": .flag(true)])
        #expect(bench.allCalls.count == count + 1)
        #expect(bench.last?.member == "Connect", "BlueZ still says it is connected")
    }

    @Test func adapterPulledOutIsWaitedFor() {
        var bench = LinkBench.streaming()
        bench.drop("Local")
        bench.send(.removed(path: FakeObjects.strap, [BlueZ.device]))
        bench.send(.removed(path: FakeObjects.adapter, [BlueZ.adapter]))
        bench.pass(600)
        #expect(bench.reports.last == .failed(.noAdapter(named: nil)))
    }

    @Test func lostStrapIsGivenUpAfterTheTimeout() {
        var bench = LinkBench.streaming()
        bench.drop("Timeout")
        while !bench.isClosed, bench.nowSeconds < 5000 {
            if bench.openMembers.contains("Connect") {
                bench.fail("Connect", "Failed", "le-connection-timeout")
            }
            if bench.openMembers.contains("Disconnect") { bench.reply("Disconnect") }
            bench.pass(1)
        }
        #expect(
            bench.reports.last
                == .failed(
                    .unreachable(name: "Polar H10 12345C7A", detail: "le-connection-timeout")))
        #expect((700...702).contains(bench.nowSeconds))
    }

    @Test func endOfTheBusIsTheEnd() {
        var bench = LinkBench.streaming()
        bench.send(.request(1, .read(.polarControl)))
        bench.send(.busLost("it ended"))
        #expect(bench.reports.last == .failed(.noBus(detail: "it ended")))
        #expect(bench.replies[1] == .failure(.notConnected))
        #expect(bench.isClosed)
    }
}
