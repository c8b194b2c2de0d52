import TestPlayers

@testable import MusicPlayers

/// Tests with a real MPD and our player at it.
protocol PlaysByMPD {}

extension PlaysByMPD {
    func player(
        _ mpd: TestMPD, options: MPDPlayer.Options = MPDPlayer.Options()
    ) async throws -> (MPDPlayer, EventLog) {
        let player = try MPDPlayer(mpd.address, options: options, environment: mpd.environment)
        let log = EventLog(player)
        try await player.ready()
        return (player, log)
    }

    /// Begins a song of ours.
    func begin(_ uri: String, _ player: MPDPlayer, _ log: EventLog) async throws {
        let count = log.began.count
        _ = try await player.queue(uri)
        try await player.play()
        try await until("\(uri) plays", log) {
            log.began.count == count + 1 && player.status.queuedSong == nil
        }
    }
}
