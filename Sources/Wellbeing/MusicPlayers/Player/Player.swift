/// A player of music that a person chose: MPD, or one of the desktop.
///
/// What a person does in another program wins. One song is queued ahead at most; what a player cannot do is reported by
/// an error, and never forced. Settings (random, repeat, single, consume, crossfade, volume) are read and never set.
///
/// A value may be used from any task. Everything that waits for the player gives up after 10 s.
package protocol Player: Sendable {
    /// The name by which a person chooses it: `mpd`, or `mpris:` with the player's name on the bus.
    var name: String { get }

    /// The status as it is known now; returns at once.
    var status: PlayerStatus { get }

    /// Waits until the player was reached, or could not be, for the first time.
    ///
    /// - Throws: what keeps the player away. It is tried again all the same.
    func ready() async throws(PlayerError)

    /// Events from now on, beginning with the status and what led to it: the error that keeps the player away, or the
    /// song that has begun and not ended. They end when the player is closed.
    ///
    /// Each call gives a stream of its own. A stream keeps the newest 256 unread events; older ones are
    /// dropped.
    func events() -> AsyncStream<PlayerEvent>

    /// Asks where the song is; players that do not report it when asked give the last known one, moved on by the clock.
    ///
    /// - Returns: nil while nothing is current.
    func position() async throws(PlayerError) -> PlayerPosition?

    /// Plays on, or begins: with our queued song where one waits and nothing is current.
    func play() async throws(PlayerError)

    func pause() async throws(PlayerError)

    /// Goes to the next song, as a person would: the song ends as ``SongEndReason/skipped``.
    func next() async throws(PlayerError)

    /// Goes back to the song before, as a person would; a player without one may begin its song again.
    func previous() async throws(PlayerError)

    /// Queues one song right after the current one.
    ///
    /// - Parameter uri: an address as ``PlayerSong/uri`` has it or ``address(ofFile:)`` gives it.
    /// - Throws: ``PlayerError/userSongsQueued(_:)`` while a person's songs come first, ``PlayerError/alreadyQueued`` while
    ///   another of ours waits, ``PlayerError/noSuchSong``, ``PlayerError/badAddress``, or what keeps the player away.
    func queue(_ uri: String) async throws(PlayerError) -> QueuedSong

    /// Takes our song out of the queue again, by its number.
    ///
    /// - Returns: false where it does not wait any more: it plays, was played or was removed.
    func withdraw(_ song: QueuedSong) async throws(PlayerError) -> Bool

    /// The address by which the player plays a file of this machine; nil where it cannot.
    ///
    /// - Parameter path: absolute, as bytes that are UTF-8.
    func address(ofFile path: String) -> String?

    /// Lets go of the player and of the lock; our song that waits stays. A second time does nothing.
    func close() async
}
