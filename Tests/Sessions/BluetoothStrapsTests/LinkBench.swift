import DBusClient

@testable import BluetoothStraps

/// Objects as BlueZ lists them, for tests.
enum FakeObjects {
    static let adapter = "/org/bluez/hci0"
    static let strap = "/org/bluez/hci0/dev_A0_9E_1A_00_5C_7A"
    static let heartRate = strap + "/service0010/char0011"
    static let batteryLevel = strap + "/service0020/char0021"
    static let control = strap + "/service0030/char0031"
    static let data = strap + "/service0030/char0033"

    static func adapter(isPowered: Bool = true, roles: [String]? = ["central"]) -> BusInterfaces {
        var properties: BusProperties = ["Powered": .flag(isPowered)]
        if let roles { properties["Roles"] = .list(roles.map { .text($0) }) }
        return [BlueZ.adapter: properties]
    }

    static func strap(
        name: String = "Polar H10 12345C7A", address: String = "A0:9E:1A:00:5C:7A",
        signalDbm: Int? = -60, isConnected: Bool = false, isResolved: Bool = false,
        isPaired: Bool = false, services: [BluetoothUUID] = [.heartRateService]
    ) -> BusInterfaces {
        var properties: BusProperties = [
            "Alias": .text(name), "Address": .text(address), "Connected": .flag(isConnected),
            "ServicesResolved": .flag(isResolved), "Paired": .flag(isPaired),
            "UUIDs": .list(services.map { .text($0.text) }),
        ]
        if let signalDbm { properties["RSSI"] = .number(signalDbm) }
        return [BlueZ.device: properties]
    }

    static func characteristic(_ uuid: BluetoothUUID) -> BusInterfaces {
        [BlueZ.characteristic: ["UUID": .text(uuid.text), "Value": .bytes([9, 9])]]
    }

    /// A strap that is connected, with all it offers.
    static var connected: [String: BusInterfaces] {
        [
            adapter: adapter(), strap: strap(isConnected: true, isResolved: true),
            heartRate: characteristic(.heartRateMeasurement),
            control: characteristic(.polarControl), data: characteristic(.polarData),
        ]
    }
}

/// A link with a clock and a BlueZ that are both played by the test.
struct LinkBench {
    var link: StrapLink
    var nowSeconds = 100.0
    /// The calls without reply so far, in the order they were made.
    private(set) var open: [(number: Int, call: BusCall)] = []
    private(set) var allCalls: [(atSeconds: Double, call: BusCall)] = []
    private(set) var reports: [StrapEvent] = []
    private(set) var replies: [Int: Result<[UInt8], StrapFailure>] = [:]
    private(set) var isClosed = false
    private(set) var replyCount = 0

    init(
        _ goal: StrapLink.Goal = .connect(.any), adapter: String? = nil,
        timeouts: StrapTimeouts = StrapTimeouts()
    ) {
        link = StrapLink(goal: goal, adapterName: adapter, timeouts: timeouts)
    }

    var members: [String] { allCalls.map(\.call.member) }
    var openMembers: [String] { open.map(\.call.member) }
    var last: BusCall? { allCalls.last?.call }

    func timeouts(of member: String) -> [Double] {
        allCalls.filter { $0.call.member == member }.map(\.atSeconds)
    }

    mutating func send(_ event: LinkEvent) {
        for action in link.handle(event, nowSeconds: nowSeconds) {
            switch action {
            case .call(let number, let call):
                open.append((number, call))
                allCalls.append((nowSeconds, call))
            case .report(.event(let event)): reports.append(event)
            case .report(.reply(let number, let result)):
                replies[number] = result
                replyCount += 1
            case .close: isClosed = true
            }
        }
    }

    /// Replies to the oldest open call of this name.
    mutating func reply(
        _ member: String, _ result: Result<[BusValue], BusError> = .success([])
    ) {
        guard let index = open.firstIndex(where: { $0.call.member == member }) else {
            preconditionFailure("no call of \(member) is open: \(openMembers)")
        }
        send(.reply(call: open.remove(at: index).number, result))
    }

    mutating func fail(_ member: String, _ name: String, _ message: String = "") {
        let full = name.contains(".") ? name : "org.bluez.Error." + name
        reply(member, .failure(BusError(name: full, message: message)))
    }

    mutating func list(_ objects: [String: BusInterfaces]) {
        let values = objects.mapValues { interfaces in
            BusValue.dictionary(interfaces.mapValues { .dictionary($0) })
        }
        reply("GetManagedObjects", .success([.dictionary(values)]))
    }

    mutating func change(_ path: String, _ interface: String, _ properties: BusProperties) {
        send(.changed(path: path, interface: interface, properties, invalidated: []))
    }

    mutating func value(_ bytes: [UInt8], path: String = FakeObjects.heartRate) {
        change(path, BlueZ.characteristic, ["Value": .bytes(bytes)])
    }

    /// Lets time pass, deadline by deadline.
    mutating func pass(_ seconds: Double) {
        let end = nowSeconds + seconds
        while let deadline = link.deadlineSeconds, deadline <= end, !isClosed {
            nowSeconds = max(nowSeconds, deadline)
            send(.deadlinePassed)
        }
        nowSeconds = end
    }
}

extension LinkBench {
    /// Up to the open call of `Connect`.
    static func connecting(_ goal: StrapLink.Goal = .connect(.name("Polar H10 12345C7A")))
        -> LinkBench
    {
        var bench = LinkBench(goal)
        bench.send(.opened)
        bench.list([FakeObjects.adapter: FakeObjects.adapter()])
        bench.reply("SetDiscoveryFilter")
        bench.reply("StartDiscovery")
        bench.send(.added(path: FakeObjects.strap, FakeObjects.strap()))
        bench.reply("StopDiscovery")
        return bench
    }

    /// Up to the open call of `StartNotify`.
    static func subscribing(to objects: [String: BusInterfaces] = FakeObjects.connected)
        -> LinkBench
    {
        var bench = connecting()
        bench.finishConnecting(objects)
        return bench
    }

    mutating func finishConnecting(_ objects: [String: BusInterfaces] = FakeObjects.connected) {
        change(FakeObjects.strap, BlueZ.device, ["Connected": .flag(true)])
        reply("Connect")
        change(FakeObjects.strap, BlueZ.device, ["ServicesResolved": .flag(true)])
        list(objects)
    }

    /// Values come.
    static func streaming(to objects: [String: BusInterfaces] = FakeObjects.connected)
        -> LinkBench
    {
        var bench = subscribing(to: objects)
        bench.reply("StartNotify")
        return bench
    }

    mutating func drop(_ reason: String? = nil) {
        if let reason {
            send(.disconnected(path: FakeObjects.strap, reason: "org.bluez.Reason." + reason))
        }
        change(
            FakeObjects.strap, BlueZ.device,
            ["ServicesResolved": .flag(false), "Connected": .flag(false)])
    }
}
