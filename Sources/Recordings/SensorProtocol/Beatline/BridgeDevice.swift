/// One device of those that bridges report: which bridge, which key, what it is called.
package struct BridgeDevice: Sendable, Equatable {
    /// The number of the bridge.
    package let client: Int
    /// The key in the bridge's lines.
    package let key: String
    /// The name that a `device` line gives it; nil where none states one.
    package internal(set) var name: String?

    init(client: Int, key: String, name: String? = nil) {
        (self.client, self.key, self.name) = (client, key, name)
    }

    /// Reads what ``text`` writes.
    ///
    /// - Returns: nil for another text.
    package init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), let client = Int(text[..<colon]) else {
            return nil
        }
        self.init(client: client, key: String(text[text.index(after: colon)...]))
    }

    /// The bridge's number and the device's key, such as `1:0`: no other device has them.
    package var text: String { "\(client):\(key)" }

    // MARK: In a log

    /// Key of the device whose lines in a log are what a person did.
    package static let personDevice = "person"
    private static let kind = "choice"

    /// The line of a log by which a person chose it.
    package var message: BeatlineMessage { .device(.init(name: text, kind: Self.kind)) }

    /// - Returns: nil for a line that is no person's choice.
    init?(_ line: BeatlineLine) {
        guard line.device == Self.personDevice, case .device(let device) = line.message,
            device.kind == Self.kind, let name = device.name
        else { return nil }
        self.init(name)
    }

    /// Returns true if both are the same device, whatever its name.
    func isSame(as other: BridgeDevice) -> Bool { client == other.client && key == other.key }
}
