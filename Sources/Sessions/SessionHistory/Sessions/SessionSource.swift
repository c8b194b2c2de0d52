/// The source of the beats of a session.
package enum SessionSource: String, Sendable, Codable, CaseIterable {
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

    /// Indicates whether sessions of it are shown separately, and enter no trend, no last-session card and no prior:
    /// no heart of the person's beat in them, or one that the history has already.
    package var isExcluded: Bool { self == .simulated || self == .replay }

    static let excludedNames = allCases.filter(\.isExcluded).map(\.rawValue)
}

/// The sources that a session can be started with, by the names that a page and its server
/// exchange.
package enum SourceChoice: String, Sendable, CaseIterable {
    /// A simulated person.
    case simulated
    /// A Bluetooth strap of this computer.
    case strap
    /// A Bluetooth strap that the browser holds.
    case webBluetooth
    /// A bridge that speaks the line protocol.
    case bridge
    /// Breathing without a sensor.
    case none
    /// The log of an earlier session.
    case replay

    /// The source that the history records for a session of it.
    package var source: SessionSource {
        switch self {
        case .simulated: .simulated
        case .strap, .webBluetooth: .strap
        case .bridge: .bridge
        case .none: .none
        case .replay: .replay
        }
    }
}

/// The state of a session.
package enum SessionState: String, Sendable, Codable, CaseIterable {
    case running
    case ended
    /// Its process is gone without having ended it.
    case interrupted
}
