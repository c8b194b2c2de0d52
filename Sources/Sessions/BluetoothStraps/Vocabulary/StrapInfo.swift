/// A strap in reach, as it shows itself.
package struct StrapInfo: Sendable, Equatable {
    /// The name that the strap or its owner gave; its short address where it has no name.
    package let name: String
    /// The last two bytes of its Bluetooth address, such as `5C:7A`: enough to distinguish two straps,
    /// and `StrapChoice.address` accepts it. The whole address is not handed out.
    package let shortAddress: String
    /// Strength of its signal; dBm, about -100...-30; nil where it was not heard just now.
    package let rssiDbm: Int?
    /// 0...100; nil where it is not known, as before a connection.
    package let batteryPercent: Int?
    /// The services that it offers, in no particular order; before a connection, those that it
    /// announces.
    package let services: [BluetoothUUID]
    /// True if a program is connected to it already.
    package let isConnected: Bool

    package init(
        name: String, shortAddress: String, rssiDbm: Int? = nil, batteryPercent: Int? = nil,
        services: [BluetoothUUID] = [], isConnected: Bool = false
    ) {
        self.name = name
        self.shortAddress = shortAddress
        self.rssiDbm = rssiDbm
        self.batteryPercent = batteryPercent
        self.services = services
        self.isConnected = isConnected
    }
}
