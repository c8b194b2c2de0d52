import DBusClient
import Testing

@testable import BluetoothStraps

@Suite struct FindingTests {
    @Test func callsComeInTheOrderBlueZNeeds() {
        let bench = LinkBench.streaming()
        #expect(
            bench.members == [
                "GetManagedObjects", "SetDiscoveryFilter", "StartDiscovery", "StopDiscovery",
                "Connect", "GetManagedObjects", "StartNotify",
            ])
        #expect(
            bench.reports == [
                .found(
                    StrapInfo(
                        name: "Polar H10 12345C7A", shortAddress: "5C:7A", rssiDbm: -60,
                        services: [.heartRateService])),
                .connected, .subscribed(.heartRateMeasurement),
            ])
    }

    @Test func scanAsksForHeartRateOverLowEnergy() throws {
        let bench = LinkBench.connecting()
        let filter = try #require(bench.allCalls.first { $0.call.member == "SetDiscoveryFilter" })
        #expect(
            filter.call.arguments == [
                .options([
                    "UUIDs": .texts(["0000180d-0000-1000-8000-00805f9b34fb"]),
                    "Transport": .text("le"),
                ])
            ])
    }

    @Test func connectWaitsForTheReplyToStopDiscovery() {
        var bench = scanning(.connect(.any))
        bench.send(.added(path: FakeObjects.strap, FakeObjects.strap()))
        bench.pass(2)
        #expect(bench.openMembers == ["StopDiscovery"])
        bench.fail("StopDiscovery", "InProgress")
        #expect(bench.openMembers == ["Connect"])
    }

    @Test func replyToStopDiscoveryMayBeMissing() {
        var bench = scanning(.connect(.any))
        bench.send(.added(path: FakeObjects.strap, FakeObjects.strap()))
        bench.pass(2 + 10)
        #expect(bench.last?.member == "Connect")
    }

    struct AdapterCase: Sendable {
        let adapters: [String: BusInterfaces]
        var wanted: String?
        var chosen: String?
        var failure: StrapFailure?
    }

    @Test(arguments: [
        AdapterCase(adapters: [:], failure: .noAdapter(named: nil)),
        AdapterCase(
            adapters: ["/org/bluez/hci0": FakeObjects.adapter(isPowered: false)],
            failure: .bluetoothOff(adapter: "hci0")),
        AdapterCase(
            adapters: ["/org/bluez/hci0": FakeObjects.adapter(roles: ["peripheral"])],
            failure: .noAdapter(named: nil)),
        AdapterCase(
            adapters: ["/org/bluez/hci0": FakeObjects.adapter(roles: nil)],
            chosen: "/org/bluez/hci0"),
        AdapterCase(
            adapters: [
                "/org/bluez/hci0": FakeObjects.adapter(isPowered: false),
                "/org/bluez/hci1": FakeObjects.adapter(),
            ],
            chosen: "/org/bluez/hci1"),
        AdapterCase(
            adapters: [
                "/org/bluez/hci0": FakeObjects.adapter(), "/org/bluez/hci1": FakeObjects.adapter(),
            ],
            wanted: "hci1", chosen: "/org/bluez/hci1"),
        AdapterCase(
            adapters: ["/org/bluez/hci0": FakeObjects.adapter()], wanted: "hci7",
            failure: .noAdapter(named: "hci7")),
    ])
    func adapterIsChosenOrItsLackNamed(_ adapterCase: AdapterCase) {
        var bench = LinkBench(.connect(.any), adapter: adapterCase.wanted)
        bench.send(.opened)
        bench.list(adapterCase.adapters)
        if let failure = adapterCase.failure {
            #expect(bench.reports == [.failed(failure)])
            #expect(bench.isClosed)
        } else {
            #expect(bench.last?.member == "SetDiscoveryFilter")
            #expect(bench.last?.path == adapterCase.chosen)
        }
    }

    @Test func devicesWithoutHeartRateAreLeftAlone() {
        var bench = scanning(.connect(.any))
        let headset = FakeObjects.strap(name: "Headset", services: [BluetoothUUID(0x110B)])
        bench.send(.added(path: FakeObjects.strap, headset))
        bench.send(.added(path: "/org/bluez/hci9/dev_1", FakeObjects.strap()))
        bench.pass(29)
        #expect(bench.reports.isEmpty)
        bench.pass(1)
        bench.reply("StopDiscovery")
        #expect(
            bench.reports == [.failed(.notFound(wanted: "a heart rate strap", seen: []))])
    }

    @Test func exactNameIsSelectedAtOnce() {
        var bench = scanning(.connect(.name("tickr 0001")))
        bench.send(.added(path: FakeObjects.strap, FakeObjects.strap(name: "TICKR 0001")))
        #expect(bench.last?.member == "StopDiscovery")
    }

    @Test func partOfANameWaitsForOthers() {
        var bench = scanning(.connect(.name("polar")))
        bench.send(.added(path: FakeObjects.strap, FakeObjects.strap()))
        bench.pass(1.9)
        #expect(bench.last?.member == "StartDiscovery")
        bench.pass(0.1)
        #expect(bench.last?.member == "StopDiscovery")
    }

    @Test func twoThatFitAreNotGuessedBetween() {
        var bench = scanning(.connect(.name("polar")))
        bench.send(.added(path: FakeObjects.strap, FakeObjects.strap(name: "Polar H9 B")))
        bench.pass(1)
        let other = FakeObjects.strap(name: "Polar H10 A", address: "A0:9E:1A:00:11:22")
        bench.send(.added(path: FakeObjects.adapter + "/dev_2", other))
        bench.pass(1)
        #expect(bench.openMembers == ["StopDiscovery"])
        bench.reply("StopDiscovery")
        #expect(bench.reports == [.failed(.ambiguous(names: ["Polar H10 A", "Polar H9 B"]))])
    }

    @Test func othersInReachAreNamedWhenNoneFits() {
        var bench = scanning(.connect(.name("tickr")))
        bench.send(.added(path: FakeObjects.strap, FakeObjects.strap()))
        bench.pass(30)
        bench.reply("StopDiscovery")
        #expect(
            bench.reports == [
                .failed(
                    .notFound(wanted: "a strap called 'tickr'", seen: ["Polar H10 12345C7A"]))
            ])
    }

    @Test func knownStrapOutOfReachIsScannedFor() {
        var bench = LinkBench(.connect(.address("A0:9E:1A:00:5C:7A")))
        bench.send(.opened)
        bench.list([
            FakeObjects.adapter: FakeObjects.adapter(),
            FakeObjects.strap: FakeObjects.strap(signalDbm: nil),
        ])
        bench.reply("SetDiscoveryFilter")
        bench.reply("StartDiscovery")
        #expect(bench.open.isEmpty)
        bench.change(FakeObjects.strap, BlueZ.device, ["RSSI": .number(-70)])
        #expect(bench.openMembers == ["StopDiscovery"])
    }

    @Test func connectedStrapNeedsNoScan() {
        var bench = LinkBench(.connect(.address("5C:7A")))
        bench.send(.opened)
        bench.list(FakeObjects.connected)
        #expect(bench.last?.member == "SetDiscoveryFilter", "the last bytes alone may fit others")
        bench = LinkBench(.connect(.address("a0:9e:1a:00:5c:7a")))
        bench.send(.opened)
        bench.list(FakeObjects.connected)
        #expect(bench.last?.member == "Connect")
        bench.fail("Connect", "AlreadyConnected")
        #expect(bench.last?.member == "GetManagedObjects")
    }

    @Test func lookingListsTheStrongestFirst() {
        var bench = scanning(.scan(seconds: 5))
        let far = FakeObjects.strap(
            name: "TICKR", address: "C0:00:00:00:00:01", signalDbm: -90)
        bench.send(.added(path: FakeObjects.adapter + "/dev_2", far))
        bench.send(.added(path: FakeObjects.strap, FakeObjects.strap()))
        bench.pass(4.9)
        #expect(bench.reports.isEmpty)
        bench.pass(0.1)
        bench.reply("StopDiscovery")
        let names = bench.reports.map { event in
            if case .found(let info) = event { info.name } else { "\(event)" }
        }
        #expect(names == ["Polar H10 12345C7A", "TICKR", "ended"])
        #expect(bench.isClosed)
        #expect(!bench.members.contains("Connect"))
    }

    @Test(arguments: ["SetDiscoveryFilter", "StartDiscovery"])
    func busyScannerIsAskedAgain(_ member: String) {
        var bench = LinkBench(.connect(.any))
        bench.send(.opened)
        bench.list([FakeObjects.adapter: FakeObjects.adapter()])
        if member == "StartDiscovery" { bench.reply("SetDiscoveryFilter") }
        bench.fail(member, "InProgress", "Operation already in progress")
        #expect(bench.open.isEmpty)
        bench.pass(1)
        #expect(bench.openMembers == ["SetDiscoveryFilter"])
    }

    private func scanning(_ goal: StrapLink.Goal) -> LinkBench {
        var bench = LinkBench(goal)
        bench.send(.opened)
        bench.list([FakeObjects.adapter: FakeObjects.adapter()])
        bench.reply("SetDiscoveryFilter")
        bench.reply("StartDiscovery")
        return bench
    }
}
