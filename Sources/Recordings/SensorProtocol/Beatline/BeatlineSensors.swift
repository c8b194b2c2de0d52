/// Reads what the lines of several bridges say of the one device that counts.
///
/// Each bridge has a ``BeatlineSensor`` of its own. The first that reports beats counts, until it leaves;
/// then the next one that reports a device with the same key continues for it.
public struct BeatlineSensors: Sendable {
    private var sensors: [Int: BeatlineSensor] = [:]
    /// The key asked for, or that of the device that counted last.
    private var preferredDeviceKey: String?
    private var previousName: String?
    /// The bridge whose device counts; nil while none does.
    public private(set) var activeClient: Int?

    private let wantsECG: Bool
    /// Every device that a bridge has reported, in the order of their first lines.
    package private(set) var devices: [BridgeDevice] = []

    /// More devices are not remembered: a bridge that names ever new ones costs no memory.
    static let maxDevices = 64

    /// - Parameter device: the key asked for; nil for the first that reports beats.
    /// - Parameter wantsECG: whether beats are to come of an ECG alone.
    public init(device: String? = nil, wantsECG: Bool = false) {
        preferredDeviceKey = device
        self.wantsECG = wantsECG
    }

    /// Key of the device whose lines count; nil until one does.
    public var device: String? {
        activeClient.flatMap { sensors[$0]?.device } ?? preferredDeviceKey
    }

    /// The name of the sensor; nil where no line states it.
    public var name: String? {
        if let activeClient { return sensors[activeClient]?.name ?? previousName }
        return previousName
            ?? sensors.sorted { $0.key < $1.key }.lazy.compactMap(\.value.name).first
    }

    /// Returns true if lines that a bridge has lost may be beats.
    public func mayBeActive(_ client: Int) -> Bool { activeClient ?? client == client }

    /// The one of ``devices`` that counts; nil while none does.
    package var activeDevice: BridgeDevice? {
        guard let activeClient, let key = sensors[activeClient]?.device else { return nil }
        return devices.first { $0.client == activeClient && $0.key == key }
    }

    /// Makes this device the one that counts, whichever counted before. The line of the choice in a
    /// log does the same, and then gives the gap between the beats of two hearts.
    ///
    /// - Returns: false where no bridge has reported it, or it counts already.
    package mutating func choose(_ choice: BridgeDevice) -> Bool {
        guard let device = devices.first(where: { $0.isSame(as: choice) }),
            activeDevice?.isSame(as: device) != true
        else { return false }
        preferredDeviceKey = device.key
        previousName = device.name
        for client in sensors.keys {
            sensors[client] = BeatlineSensor(device: preferredDeviceKey, wantsECG: wantsECG)
        }
        activeClient = device.client
        return true
    }

    private mutating func noteDevice(_ line: BeatlineLine, from client: Int) {
        let deviceName: String?
        switch line.message {
        case .device(let description) where line.device != BridgeDevice.personDevice:
            deviceName = description.name
        case let message where BeatlineSensor.reportsBeats(message): deviceName = nil
        default: return
        }
        let found = BridgeDevice(client: client, key: line.deviceKey, name: deviceName)
        if let index = devices.firstIndex(where: { $0.isSame(as: found) }) {
            if let deviceName { devices[index].name = deviceName }
        } else if devices.count < Self.maxDevices {
            devices.append(found)
        }
    }

    /// - Parameter client: the bridge that says it.
    /// - Parameter time: of the line; us.
    /// - Returns: what it says of the device that counts, and what is wrong with a packet in it.
    public mutating func events(
        of line: BeatlineLine, from client: Int, atMicroseconds time: Int
    ) -> (events: [SensorEvent], error: PacketError?) {
        if let choice = BridgeDevice(line) { return (choose(choice) ? [.gap] : [], nil) }
        noteDevice(line, from: client)
        var sensor =
            sensors[client] ?? BeatlineSensor(device: preferredDeviceKey, wantsECG: wantsECG)
        let found = sensor.events(of: line, atMicroseconds: time)
        sensors[client] = sensor
        if activeClient == nil, line.deviceKey == sensor.device,
            BeatlineSensor.reportsBeats(line.message)
        {
            activeClient = client
        }
        return (mayBeActive(client) ? found.events : [], found.error)
    }

    /// A bridge is gone.
    ///
    /// - Returns: whether its device was the one that counted.
    public mutating func removeClient(_ client: Int) -> Bool {
        let sensor = sensors.removeValue(forKey: client)
        devices.removeAll { $0.client == client }
        guard activeClient == client else { return false }
        activeClient = nil
        preferredDeviceKey = sensor?.device
        previousName = sensor?.name ?? previousName
        for (key, other) in sensors where other.device != preferredDeviceKey {
            sensors[key] = BeatlineSensor(device: preferredDeviceKey, wantsECG: wantsECG)
        }
        return true
    }
}
