/// Bluetooth names of what straps offer, as 128-bit UUIDs in lower case.
///
/// - SeeAlso: Bluetooth SIG, "Heart Rate Service" 1.0, "Battery Service", "Device Information
///   Service"; Polar, "Polar Measurement Data specification".
public enum StrapService {
    public static let heartRate = uuid("180d")
    public static let heartRateMeasurement = uuid("2a37")
    public static let bodySensorLocation = uuid("2a38")
    public static let heartRateControl = uuid("2a39")
    public static let battery = uuid("180f")
    public static let batteryLevel = uuid("2a19")
    public static let deviceInformation = uuid("180a")
    public static let manufacturerName = uuid("2a29")
    public static let modelNumber = uuid("2a24")
    public static let serialNumber = uuid("2a25")
    public static let hardwareRevision = uuid("2a27")
    public static let firmwareRevision = uuid("2a26")
    public static let softwareRevision = uuid("2a28")
    public static let polarMeasurement = "fb005c80-02e7-f387-1cad-8acd2d8df0c8"
    public static let polarControl = "fb005c81-02e7-f387-1cad-8acd2d8df0c8"
    public static let polarData = "fb005c82-02e7-f387-1cad-8acd2d8df0c8"

    private static let baseUUIDSuffix = "-0000-1000-8000-00805f9b34fb"

    /// A UUID in full and in lower case.
    ///
    /// - Parameter name: 4 or 8 hexadecimal digits of an assigned number, or a UUID in full; any
    ///   case. Anything else comes back in lower case.
    public static func uuid(_ name: String) -> String {
        let lower = name.lowercased()
        guard lower.utf8.count == 4 || lower.utf8.count == 8,
            lower.utf8.allSatisfy({ HexText.value(of: $0) != nil })
        else { return lower }
        return String(repeating: "0", count: 8 - lower.utf8.count) + lower + baseUUIDSuffix
    }
}

/// The position on the body where a strap is worn: the value of characteristic 2A38.
public enum BodySensorLocation: UInt8, Sendable, CaseIterable {
    case other, chest, wrist, finger, hand, earLobe, foot

    /// - Returns: nil for an empty value and for locations that the standard does not name.
    public init?(_ value: [UInt8]) {
        guard let first = value.first else { return nil }
        self.init(rawValue: first)
    }
}

/// Charge of a strap: the value of characteristic 2A19.
public enum BatteryLevel {
    /// - Returns: percent, 0...100; nil for an empty value and for one above 100.
    public static func percent(_ value: [UInt8]) -> Int? {
        value.first.flatMap { $0 <= 100 ? Int($0) : nil }
    }
}
