import Foundation
import LiveSession
import Synchronization

/// Who may use the page: links that work once, and the devices that used one.
///
/// A link holds a token of 192 random bits, is good for ``linkSeconds`` and for one device. The device gets a key
/// of the same kind, as a cookie. Keys are kept in a file of the owner's alone, so that devices come back
/// after a new start; one that was not used for ``deviceDays`` is forgotten.
final class AccessKeys: Sendable {
    /// What a key opens.
    struct Device: Codable, Equatable {
        let key: String
        let role: WatcherRole
        /// s since 1970.
        var usedAt: Double
    }

    private struct Link {
        let token: String
        let role: WatcherRole
        let endsAt: Double
    }

    private struct State {
        var links: [Link] = []
        var devices: [Device] = []
    }

    static let linkSeconds = 600.0
    static let deviceDays = 30.0
    private static let daySeconds = 86_400.0
    /// More than anybody has; the oldest go first.
    static let mostDevices = 64
    static let mostLinks = 32

    private let path: String?
    private let now: @Sendable () -> Double
    private let state: Mutex<State>

    /// - Parameter path: of the file; nil: devices are forgotten at the end.
    /// - Parameter now: s since 1970.
    init(path: String?, now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }) {
        self.path = path
        self.now = now
        var state = State()
        if let path, let data = FileManager.default.contents(atPath: path),
            let devices = try? JSONDecoder().decode([Device].self, from: data)
        {
            state.devices = devices.filter { now() - $0.usedAt < Self.deviceDays * Self.daySeconds }
        }
        self.state = Mutex(state)
    }

    /// A token for one device.
    func newLink(_ role: WatcherRole) -> String {
        let token = Self.random()
        let endsAt = now() + Self.linkSeconds
        state.withLock { state in
            state.links.append(Link(token: token, role: role, endsAt: endsAt))
            if state.links.count > Self.mostLinks { state.links.removeFirst() }
        }
        return token
    }

    /// Trades a token for a device's key; it works no second time.
    ///
    /// - Returns: nil for one that is unknown, used or too old.
    func enter(token: String) -> String? {
        let time = now()
        return state.withLock { state in
            state.links.removeAll { $0.endsAt <= time }
            guard let place = state.links.firstIndex(where: { Self.isEqual($0.token, token) })
            else { return nil }
            let role = state.links.remove(at: place).role
            let device = Device(key: Self.random(), role: role, usedAt: time)
            state.devices.append(device)
            if state.devices.count > Self.mostDevices { state.devices.removeFirst() }
            save(state.devices)
            return device.key
        }
    }

    /// What a device may do; nil for one that is unknown.
    func role(key: String) -> WatcherRole? {
        let time = now()
        return state.withLock { state in
            guard let place = state.devices.firstIndex(where: { Self.isEqual($0.key, key) })
            else { return nil }
            // Once a day is often enough to be remembered.
            if time - state.devices[place].usedAt > Self.daySeconds {
                state.devices[place].usedAt = time
                save(state.devices)
            }
            return state.devices[place].role
        }
    }

    /// All devices need a new link.
    func forgetDevices() {
        state.withLock { state in
            state.devices.removeAll()
            save([])
        }
    }

    /// A device that cannot be remembered needs a new link after the next start; no more is lost.
    private func save(_ devices: [Device]) {
        guard let path, let data = try? JSONEncoder().encode(devices) else { return }
        let fresh = path + ".new"
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let count = data.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        // All of it, or what was there.
        if count == data.count { rename(fresh, path) } else { unlink(fresh) }
    }

    private static let randomBytes = 24

    /// Letters that an address may have.
    private static func random() -> String {
        var system = SystemRandomNumberGenerator()
        let bytes = (0..<randomBytes).map { _ in UInt8.random(in: .min ... .max, using: &system) }
        return Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }

    /// Takes as long for any two texts of one length.
    static func isEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
