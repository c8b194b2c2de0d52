/// A conversation with MPD: one command or list after the other, each within ``timeoutSeconds``.
struct MPDConnection: ~Copyable {
    /// The longest time that a command may take, in s.
    static let timeoutSeconds = 10.0
    /// The oldest protocol that has `addid` with a position relative to the current song.
    static let oldestVersion = (major: 0, minor: 23, patch: 0)

    private let socket: MPDSocket
    private var mpdProtocol = MPDProtocol()
    /// Messages that came together with others.
    private var messages: [MPDMessage] = []

    private init(_ socket: consuming MPDSocket) { self.socket = socket }

    /// Connects, hears the greeting and gives the password.
    static func open(_ address: MPDAddress) throws(PlayerError) -> MPDConnection {
        let end = PlayerClock.nowSeconds() + timeoutSeconds
        var connection = MPDConnection(try MPDSocket(address.endpoint, untilSeconds: end))
        try connection.receiveGreeting(untilSeconds: end)
        if let password = address.password {
            guard let command = MPDCommand("password", [password.text]) else {
                throw .wrongPassword
            }
            _ = try connection.perform(command)
        }
        return connection
    }

    private mutating func receiveGreeting(untilSeconds end: Double) throws(PlayerError) {
        guard case .greeting(let major, let minor, let patch) = try message(untilSeconds: end)
        else { throw .protocolError(MPDProtocolViolation.wrongGreeting.rawValue) }
        let oldest = Self.oldestVersion
        guard (major, minor, patch) >= (oldest.major, oldest.minor, oldest.patch) else {
            throw .protocolError("its protocol is \(major).\(minor).\(patch), and 0.23 is needed")
        }
    }

    /// Returns true if MPD has ended the conversation, as it does after a minute of silence.
    mutating func hasEnded() -> Bool {
        guard messages.isEmpty, mpdProtocol.isIdle else { return true }
        do throws(PlayerError) {
            // Nothing may come that was not asked for.
            return try socket.receiveNow() != nil
        } catch {
            return true
        }
    }

    // MARK: Commands

    /// - Throws: ``PlayerError``; a refusal leaves the conversation in order, everything else does not.
    mutating func perform(_ command: MPDCommand) throws(PlayerError) -> MPDResponsePart {
        try response(to: mpdProtocol.send(command)).parts.first ?? MPDResponsePart()
    }

    /// - Returns: a part for each command.
    mutating func perform(list commands: [MPDCommand]) throws(PlayerError) -> [MPDResponsePart] {
        try response(to: mpdProtocol.send(list: commands)).parts
    }

    private mutating func response(to bytes: [UInt8]) throws(PlayerError) -> MPDResponse {
        let end = PlayerClock.nowSeconds() + Self.timeoutSeconds
        try socket.send(bytes, untilSeconds: end)
        return try Self.response(try message(untilSeconds: end))
    }

    private static func response(_ message: MPDMessage) throws(PlayerError) -> MPDResponse {
        switch message {
        case .response(let response): return response
        case .refusal(let refusal): throw playerError(refusal)
        case .violation(let violation): throw .protocolError(violation.rawValue)
        case .greeting: throw .protocolError(MPDProtocolViolation.badLine.rawValue)
        }
    }

    private static func playerError(_ refusal: MPDErrorResponse) -> PlayerError {
        switch refusal.code {
        case 3, 4: .wrongPassword
        case 50: .noSuchSong
        default: .refused(PlayerText.sanitized(refusal.words))
        }
    }

    private mutating func message(untilSeconds end: Double) throws(PlayerError) -> MPDMessage {
        while messages.isEmpty {
            messages += mpdProtocol.receive(try socket.receive(untilSeconds: end))
        }
        return messages.removeFirst()
    }

    // MARK: Waiting for changes

    /// Waits until something changes, or until it is woken.
    ///
    /// - Returns: names of what changed; empty where it was only woken.
    mutating func idle(_ wake: PlayerWakePipe) throws(PlayerError) -> Set<String> {
        try socket.send(
            mpdProtocol.send(.idle), untilSeconds: PlayerClock.nowSeconds() + Self.timeoutSeconds)
        while messages.isEmpty {
            let isSignalled = wake.wait(for: socket.descriptor, timeoutSeconds: nil)
            if let bytes = try socket.receiveNow() { messages += mpdProtocol.receive(bytes) }
            if isSignalled, messages.isEmpty {
                let end = PlayerClock.nowSeconds() + Self.timeoutSeconds
                try socket.send(mpdProtocol.interruptIdle(), untilSeconds: end)
                while messages.isEmpty {
                    messages += mpdProtocol.receive(try socket.receive(untilSeconds: end))
                }
            }
        }
        let response = try Self.response(messages.removeFirst())
        return Set(
            response.parts.flatMap(\.pairs).filter { $0.key == "changed" }.map(\.value))
    }
}

extension PlayerError {
    /// True if the conversation can continue.
    var isRecoverable: Bool {
        switch self {
        case .wrongPassword, .noSuchSong, .refused, .badAddress: true
        default: false
        }
    }
}
