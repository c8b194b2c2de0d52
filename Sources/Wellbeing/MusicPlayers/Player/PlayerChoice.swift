import Foundation

/// A player as a person names it.
package enum PlayerChoice: Sendable, Equatable {
    case mpd
    /// A player of the desktop, by its name on the bus without `org.mpris.MediaPlayer2.`.
    case desktop(String)

    /// - Parameter text: `mpd`, or `mpris:` and a name.
    /// - Returns: nil for anything else.
    package init?(_ text: String) {
        if text == "mpd" {
            self = .mpd
        } else if text.hasPrefix("mpris:"), let name = MPRISName(String(text.dropFirst(6))) {
            self = .desktop(name.shortName)
        } else {
            return nil
        }
    }

    /// Begins to watch the player; does not wait for it.
    ///
    /// - Parameters:
    ///   - controls: whether songs are queued, skipped and paused.
    ///   - locks: whether the lock is taken that keeps other programs of ours from choosing songs.
    ///   - environment: says where MPD and the bus are, and where the lock lies.
    /// - Throws: ``PlayerError/inUse``, ``PlayerError/noBus`` in a build without the trait `DBus`,
    ///   ``PlayerError/unreachable(_:)`` where the environment names no address.
    package func open(
        controls: Bool = true, locks: Bool = true, environment: [String: String]
    ) throws(PlayerError) -> any Player {
        switch self {
        case .mpd:
            return try Self.mpd(controls: controls, locks: locks, environment: environment)
        case .desktop(let name):
            #if DBus
                return try MPRISPlayer(
                    name, controls: controls, locks: locks, environment: environment)
            #else
                throw .noBus
            #endif
        }
    }

    /// MPD where the environment says; as ``open(controlsPlayback:acquiresLock:environment:)``.
    package static func mpd(
        controls: Bool, locks: Bool = true, environment: [String: String]
    ) throws(PlayerError) -> MPDPlayer {
        let exists = { (path: String) in FileManager.default.fileExists(atPath: path) }
        guard let address = MPDAddress(environment, exists: exists) else {
            throw .unreachable("MPD_HOST and MPD_PORT name no host and no socket")
        }
        return try MPDPlayer(
            address, options: MPDPlayer.Options(controlsPlayback: controls, acquiresLock: locks),
            environment: environment)
    }
}
