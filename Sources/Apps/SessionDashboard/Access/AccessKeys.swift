import Foundation
import LiveSession
import Synchronization

/// The access to the page: links that work once, and the devices that used one.
///
/// A link holds a token of 192 random bits, is good for ``linkLifetimeSeconds`` and for one device. The device gets a key
/// of the same kind, as a cookie. Keys are kept in a file of the owner's alone, so that devices come back
/// after a new start, and to other programs that show the page; one that was not used for ``deviceExpiryDays`` is
/// forgotten.
final class AccessKeys: Sendable {
    private struct Link {
        let token: String
        let role: WatcherRole
        let expiresAtSeconds: Double
    }

    private struct State {
        var links: [Link] = []
        var devices: [KnownDevice] = []
        var file: DeviceFile?
    }

    static let linkLifetimeSeconds = 600.0
    static let deviceExpiryDays = 30.0
    private static let daySeconds = 86_400.0
    /// More than anybody has; the oldest go first.
    static let maxDevices = 64
    static let maxLinks = 32

    /// True if other programs may know the same devices.
    private let isShared: Bool
    private let now: @Sendable () -> Double
    private let state: Mutex<State>

    /// - Parameter path: of the file; nil: devices are forgotten at the end.
    /// - Parameter now: s since 1970.
    init(path: String?, now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }) {
        self.now = now
        isShared = path != nil
        state = Mutex(State(file: path.map { DeviceFile(path: $0) }))
    }

    /// A token for one device.
    func makeLink(_ role: WatcherRole) -> String {
        let token = Self.randomToken()
        let expiresAtSeconds = now() + Self.linkLifetimeSeconds
        state.withLock { state in
            state.links.append(Link(token: token, role: role, expiresAtSeconds: expiresAtSeconds))
            if state.links.count > Self.maxLinks { state.links.removeFirst() }
        }
        return token
    }

    /// Trades a token for a device's key; it works no second time.
    ///
    /// - Returns: nil for one that is unknown, used or too old.
    func redeem(token: String) -> String? {
        let time = now()
        return state.withLock { state in
            state.links.removeAll { $0.expiresAtSeconds <= time }
            guard
                let index = state.links.firstIndex(where: {
                    Self.isEqualInConstantTime($0.token, token)
                })
            else { return nil }
            let role = state.links.remove(at: index).role
            let device = KnownDevice(key: Self.randomToken(), role: role, usedAt: time)
            change(&state) { devices in
                devices.append(device)
                if devices.count > Self.maxDevices { devices.removeFirst() }
            }
            return device.key
        }
    }

    /// Returns the rights of a device; nil for one that is unknown.
    func role(key: String) -> WatcherRole? {
        let time = now()
        return state.withLock { state in
            if let devices = state.file?.readIfChanged() { state.devices = devices }
            guard let device = device(key, state) else { return nil }
            // Once a day is often enough to be remembered.
            guard time - device.usedAt > Self.daySeconds else { return device.role }
            change(&state) { devices in
                for index in devices.indices where devices[index].key == device.key {
                    devices[index].usedAt = time
                }
            }
            return self.device(key, state)?.role
        }
    }

    /// All devices need a new link, here and with other programs that show the page.
    ///
    /// - Returns: false where the file cannot be written: the others still know them.
    func forgetDevices() -> Bool {
        state.withLock { state in change(&state) { $0.removeAll() } }
    }

    /// nil for one that is unknown, or was not used for too long.
    private func device(_ key: String, _ state: borrowing State) -> KnownDevice? {
        state.devices.first { isRecent($0) && Self.isEqualInConstantTime($0.key, key) }
    }

    private func isRecent(_ device: KnownDevice) -> Bool {
        now() - device.usedAt < Self.deviceExpiryDays * Self.daySeconds
    }

    /// Changes what the file holds and what is known here. A file that cannot be used is left alone from then on:
    /// who is known here stays so until the program ends.
    @discardableResult
    private func change(
        _ state: inout State, _ body: (inout [KnownDevice]) -> Void
    ) -> Bool {
        let isSaved = state.file?.change(&state.devices) { devices in
            devices.removeAll { !isRecent($0) }
            body(&devices)
        }
        if isSaved == nil { body(&state.devices) }
        if isSaved == false { state.file = nil }
        return isSaved ?? !isShared
    }

    private static let tokenByteCount = 24

    /// Letters that an address may have.
    private static func randomToken() -> String {
        var system = SystemRandomNumberGenerator()
        let bytes = (0..<tokenByteCount).map { _ in UInt8.random(in: .min ... .max, using: &system)
        }
        return Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }

    /// Takes as long for any two texts of one length.
    static func isEqualInConstantTime(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
