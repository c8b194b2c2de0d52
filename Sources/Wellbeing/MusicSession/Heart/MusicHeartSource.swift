package import Foundation

/// A heart that music listens to; it may go and come at any time.
package protocol MusicHeartSource: Sendable {
    /// The session of the history whose heart it is; nil while there is none.
    var session: UUID? { get }

    /// Beats since the last call, ascending by their times.
    func drainBeats() -> [ReceivedBeat]

    /// Returns the notices about the heart for the person, since the last call.
    func drainNotices() -> [String]

    /// Lets the heart go; returns when its sensor is free.
    func close()
}
