import DBusClient

/// The known state of BlueZ's objects: adapters, devices, characteristics and their properties.
///
/// Kept from one listing and the signals after it. Values of characteristics are left out: they are
/// many, and they go their own way.
struct BlueZObjects: Sendable, Equatable {
    private(set) var interfacesByPath: [String: BusInterfaces] = [:]

    init() {}

    /// Reads the reply to `GetManagedObjects`.
    ///
    /// - Returns: nil if the reply has another shape.
    init?(reply: [BusValue]) {
        guard let objects = reply.first?.dictionary else { return nil }
        for (path, interfaces) in objects {
            guard let interfaces = interfaces.dictionary else { return nil }
            add(path, interfaces.compactMapValues(\.dictionary))
        }
    }

    mutating func add(_ path: String, _ interfaces: BusInterfaces) {
        for (interface, properties) in interfaces {
            interfacesByPath[path, default: [:]][interface] = withoutValues(
                properties, of: interface)
        }
    }

    mutating func remove(_ path: String, _ interfaces: [String]) {
        for interface in interfaces { interfacesByPath[path]?[interface] = nil }
        if interfacesByPath[path]?.isEmpty == true { interfacesByPath[path] = nil }
    }

    mutating func change(
        _ path: String, _ interface: String, _ changed: BusProperties, invalidated: [String]
    ) {
        guard interfacesByPath[path]?[interface] != nil else { return }
        for (name, value) in withoutValues(changed, of: interface) {
            interfacesByPath[path]?[interface]?[name] = value
        }
        for name in invalidated { interfacesByPath[path]?[interface]?[name] = nil }
    }

    private func withoutValues(_ properties: BusProperties, of interface: String) -> BusProperties {
        guard interface == BlueZ.characteristic else { return properties }
        return properties.filter { $0.key != "Value" }
    }

    func hasInterface(_ path: String, _ interface: String) -> Bool {
        interfacesByPath[path]?[interface] != nil
    }

    func value(_ path: String, _ interface: String, _ name: String) -> BusValue? {
        interfacesByPath[path]?[interface]?[name]
    }

    private func paths(with interface: String) -> [String] {
        interfacesByPath.filter { $0.value[interface] != nil }.keys.sorted()
    }
}

extension BlueZObjects {
    /// Adapters that can connect to straps, switched on or not, by path; `name` such as `hci0`.
    func adapters(named name: String?) -> [String] {
        paths(with: BlueZ.adapter).filter { path in
            let roles = value(path, BlueZ.adapter, "Roles")?.texts ?? []
            return (roles.isEmpty || roles.contains("central"))
                && (name == nil || path == "/org/bluez/\(name ?? "")")
        }
    }

    func isPowered(_ adapter: String) -> Bool {
        value(adapter, BlueZ.adapter, "Powered")?.flag == true
    }

    /// Devices of an adapter that offer a heart rate, by path. Other programs' filters let through
    /// devices that this one never asked for.
    func straps(of adapter: String) -> [String] {
        paths(with: BlueZ.device).filter { path in
            path.hasPrefix(adapter + "/") && services(path).contains(.heartRateService)
        }
    }

    func services(_ device: String) -> [BluetoothUUID] {
        (value(device, BlueZ.device, "UUIDs")?.texts ?? []).compactMap { BluetoothUUID($0) }
    }

    func isConnected(_ device: String) -> Bool {
        value(device, BlueZ.device, "Connected")?.flag == true
    }

    func areServicesResolved(_ device: String) -> Bool {
        value(device, BlueZ.device, "ServicesResolved")?.flag == true
    }

    /// Returns true if the device was heard in the scan under way, or is connected and therefore
    /// silent.
    func isInReach(_ device: String) -> Bool {
        value(device, BlueZ.device, "RSSI") != nil || isConnected(device)
    }

    func address(_ device: String) -> String {
        value(device, BlueZ.device, "Address")?.text ?? ""
    }

    func name(_ device: String) -> String {
        let name =
            value(device, BlueZ.device, "Alias")?.text ?? value(device, BlueZ.device, "Name")?.text
        return name ?? shortAddress(device)
    }

    func batteryPercent(_ device: String) -> Int? {
        value(device, BlueZ.battery, "Percentage")?.number
    }

    /// The characteristic below this device: other devices have the same numbers.
    func characteristic(_ uuid: BluetoothUUID, of device: String) -> String? {
        paths(with: BlueZ.characteristic).first { path in
            path.hasPrefix(device + "/")
                && value(path, BlueZ.characteristic, "UUID")?.text.flatMap(BluetoothUUID.init)
                    == uuid
        }
    }

    func info(_ device: String) -> StrapInfo {
        StrapInfo(
            name: name(device), shortAddress: shortAddress(device),
            rssiDbm: value(device, BlueZ.device, "RSSI")?.number,
            batteryPercent: batteryPercent(device), services: services(device),
            isConnected: isConnected(device))
    }

    private func shortAddress(_ device: String) -> String { String(address(device).suffix(5)) }
}
