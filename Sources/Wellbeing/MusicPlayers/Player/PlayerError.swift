/// The reason that a player did not do what was asked.
package enum PlayerError: Error, Sendable, Equatable {
    /// Nothing listens there; with the reason in the system's words.
    case unreachable(String)
    /// An answer that does not follow the player's protocol, or breaks its limits; the connection
    /// is closed.
    case protocolError(String)
    /// The player did not answer in time.
    case timedOut
    /// The player refuses the password, or wants one.
    case wrongPassword
    /// The player refused; with its own words.
    case refused(String)
    /// The player does not know the song.
    case noSuchSong
    /// An address that no player can be given, such as one with a line end.
    case badAddress
    /// A number of entries of a person's that come first: we wait.
    case userSongsQueued(Int)
    /// A song of ours waits already.
    case alreadyQueued
    /// The player allows no control.
    case notControllable
    /// Another program of ours has the player.
    case inUse
    /// The build has no message bus (trait `DBus`).
    case noBus
    /// The player was closed by us.
    case closed

    /// One sentence for a person.
    package var sentence: String {
        switch self {
        case .unreachable(let reason): "The player cannot be reached: \(reason)."
        case .protocolError(let detail):
            "What answers there is not a player that can be used: \(detail)."
        case .timedOut: "The player does not answer."
        case .wrongPassword:
            "The player does not accept the password: set MPD_HOST to PASSWORD@HOST in the environment."
        case .refused(let words): "The player refused: \(words)."
        case .noSuchSong: "The player does not have this song: update its library."
        case .badAddress: "The address of the song has characters that no player can be given."
        case .userSongsQueued(let count):
            "The queue of the player has \(count) songs of yours that come first."
        case .alreadyQueued: "A song waits in the queue already."
        case .notControllable: "The player does not let other programs control it."
        case .inUse: "Another program of Resonance chooses songs at this player already."
        case .noBus: "This build has no message bus: build it with the trait DBus."
        case .closed: "The player was let go."
        }
    }
}
