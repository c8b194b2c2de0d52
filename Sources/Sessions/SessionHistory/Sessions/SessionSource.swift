/// Where the beats of a session came from.
public enum SessionSource: String, Sendable, Codable, CaseIterable {
    /// A Bluetooth strap.
    case strap
    /// A bridge that speaks the line protocol.
    case bridge
    /// A simulated person.
    case simulated
    /// A log that was read again.
    case replay
    /// Breathing without a sensor.
    case none
    /// A file of another program.
    case imported

    /// Whether sessions of it are shown apart, and enter no trend, no last-session card and no prior:
    /// no heart of the person's beat in them, or one that the history has already.
    public var isApart: Bool { self == .simulated || self == .replay }

    static let apartNames = allCases.filter(\.isApart).map(\.rawValue)
}

/// How far a session is.
public enum SessionState: String, Sendable, Codable, CaseIterable {
    case running
    case ended
    /// Its process is gone without having ended it.
    case interrupted
}
