/// The position of a player in a song; s.
package struct PlayerPosition: Sendable, Equatable {
    package var elapsedSeconds: Double
    /// nil where the player does not know it.
    package var lengthSeconds: Double?

    package init(elapsedSeconds: Double, lengthSeconds: Double?) {
        self.elapsedSeconds = elapsedSeconds
        self.lengthSeconds = lengthSeconds
    }
}
