/// What the lines of several bridges say of the one device that counts.
///
/// Each bridge has a ``BeatlineSensor`` of its own. The first that tells of beats counts, until it leaves;
/// then the next one that tells of a device with the same key goes on for it.
public struct BeatlineSensors: Sendable {
    private var sensors: [Int: BeatlineSensor] = [:]
    /// The key asked for, or that of the device that counted last.
    private var wanted: String?
    private var formerName: String?
    /// The bridge whose device counts; nil while none does.
    public private(set) var counting: Int?

    private let wantsECG: Bool

    /// - Parameter device: the key asked for; nil for the first that tells of beats.
    /// - Parameter wantsECG: whether beats are to come of an ECG alone.
    public init(device: String? = nil, wantsECG: Bool = false) {
        wanted = device
        self.wantsECG = wantsECG
    }

    /// Key of the device whose lines count; nil until one does.
    public var device: String? { counting.flatMap { sensors[$0]?.device } ?? wanted }

    /// What it is called; nil where no line says.
    public var name: String? {
        if let counting { return sensors[counting]?.name ?? formerName }
        return formerName ?? sensors.sorted { $0.key < $1.key }.lazy.compactMap(\.value.name).first
    }

    /// Whether lines that a bridge has lost may be beats.
    public func mayCount(_ client: Int) -> Bool { counting ?? client == client }

    /// - Parameter client: the bridge that says it.
    /// - Parameter time: of the line; us.
    /// - Returns: what it says of the device that counts, and what is wrong with a packet in it.
    public mutating func events(
        of line: BeatlineLine, from client: Int, atMicroseconds time: Int
    ) -> (events: [SensorEvent], fault: PacketFault?) {
        var sensor = sensors[client] ?? BeatlineSensor(device: wanted, wantsECG: wantsECG)
        let found = sensor.events(of: line, atMicroseconds: time)
        sensors[client] = sensor
        if counting == nil, line.deviceKey == sensor.device,
            BeatlineSensor.tellsOfBeats(line.message)
        {
            counting = client
        }
        return (mayCount(client) ? found.events : [], found.fault)
    }

    /// A bridge is gone.
    ///
    /// - Returns: whether its device was the one that counted.
    public mutating func leave(_ client: Int) -> Bool {
        let sensor = sensors.removeValue(forKey: client)
        guard counting == client else { return false }
        counting = nil
        wanted = sensor?.device
        formerName = sensor?.name ?? formerName
        for (key, other) in sensors where other.device != wanted {
            sensors[key] = BeatlineSensor(device: wanted, wantsECG: wantsECG)
        }
        return true
    }
}
