/// The identity of a Bluetooth service or characteristic: 128 bits, of which assigned numbers show
/// 16.
package struct BluetoothUUID: Sendable, Hashable, CustomStringConvertible {
    /// 36 characters in lower case, such as `00002a37-0000-1000-8000-00805f9b34fb`.
    package let text: String

    /// The long form of an assigned number (Bluetooth Core Specification, volume 3, part B, 2.5.1).
    package init(_ assignedNumber: UInt16) {
        let digits = String(assignedNumber, radix: 16)
        self.init(
            known: String(repeating: "0", count: 8 - digits.count) + digits
                + "-0000-1000-8000-00805f9b34fb")
    }

    /// Reads `2a37` or the long form, in either case.
    ///
    /// - Returns: nil for anything else.
    package init?(_ written: String) {
        let lower = written.lowercased()
        if lower.count == 4, let number = UInt16(lower, radix: 16), !lower.contains("+") {
            self.init(number)
            return
        }
        let parts = lower.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [8, 4, 4, 4, 12],
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isHexDigit } })
        else { return nil }
        self.init(known: lower)
    }

    private init(known: String) { text = known }

    /// The assigned number where it is one, such as `2a37`, else the long form.
    package var description: String {
        guard text.hasPrefix("0000"), text.hasSuffix("-0000-1000-8000-00805f9b34fb") else {
            return text
        }
        return String(text.dropFirst(4).prefix(4))
    }

    package static let heartRateService = BluetoothUUID(0x180D)
    /// Notified about once a second; never read by this module.
    package static let heartRateMeasurement = BluetoothUUID(0x2A37)
    package static let bodySensorLocation = BluetoothUUID(0x2A38)
    package static let batteryService = BluetoothUUID(0x180F)
    /// One byte: per cent.
    package static let batteryLevel = BluetoothUUID(0x2A19)
    package static let manufacturerName = BluetoothUUID(0x2A29)
    package static let modelNumber = BluetoothUUID(0x2A24)
    package static let firmwareRevision = BluetoothUUID(0x2A26)
    /// Polar's service for raw signals.
    package static let polarMeasurement = BluetoothUUID(
        known: "fb005c80-02e7-f387-1cad-8acd2d8df0c8")
    /// Its control point: read, written, and answering by indications.
    package static let polarControl = BluetoothUUID(known: "fb005c81-02e7-f387-1cad-8acd2d8df0c8")
    /// Its data, notified.
    package static let polarData = BluetoothUUID(known: "fb005c82-02e7-f387-1cad-8acd2d8df0c8")
}
