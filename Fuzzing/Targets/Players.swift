@testable import MusicPlayers

extension FuzzTarget {
    /// Any bytes as what MPD says: where they are cut makes no difference, and memory stays within its limits.
    ///
    /// The first byte says what was asked (by its remainder by 3: commands, lists of two, art), the second the length of
    /// the pieces less 1.
    static let mpd = FuzzTarget(name: "mpd") { bytes in
        guard bytes.count >= 2 else { return }
        let said = bytes[2...]
        let whole = converse(said, kind: bytes[0], pieceCount: said.count)
        let pieces = converse(said, kind: bytes[0], pieceCount: Int(bytes[1]) + 1)
        precondition(whole == pieces)
        var tracker = MPDTracker(isControlling: true)
        tracker.setQueuedSong(QueuedSong(uri: "a", entryID: 3))
        for (index, message) in whole.enumerated() {
            guard case .response(let response) = message else { continue }
            follow(response, &tracker, Double(index))
        }
    }

    private static func converse(
        _ said: ArraySlice<UInt8>, kind: UInt8, pieceCount: Int
    ) -> [MPDMessage] {
        var machine = MPDProtocol()
        for _ in 0..<4 {
            switch kind % 3 {
            case 0: _ = machine.send(.status)
            case 1: _ = machine.send(list: [.status, .currentSong])
            default:
                if let art = MPDCommand("albumart", ["a", "0"], expectsBinary: true) {
                    _ = machine.send(art)
                }
            }
        }
        var messages: [MPDMessage] = []
        var rest = said
        while !rest.isEmpty {
            messages += machine.receive(rest.prefix(pieceCount))
            rest = rest.dropFirst(pieceCount)
        }
        return messages
    }

    private static func follow(_ response: MPDResponse, _ tracker: inout MPDTracker, _ now: Double)
    {
        let part = response.parts.first ?? MPDResponsePart()
        let songs = MPDSong.songs(in: response.parts.last ?? part, musicFolder: "/music")
        for song in songs {
            precondition((song.title?.utf8.count ?? 0) <= PlayerText.maxByteCount)
            precondition(song.lengthSeconds.map { $0 > 0 && $0.isFinite } ?? true)
        }
        let status = MPDStatus(part)
        let reported = MPDObservation(
            status: status, song: songs.first,
            queuedSongIndex: status.queueIndex.map { .at($0 + 1) })
        for case .songEnded(let ending) in tracker.apply(reported, nowSeconds: now).events {
            precondition(ending.playedSeconds >= 0 && ending.playedSeconds.isFinite)
        }
        precondition(tracker.status.userEntryCount >= 0)
    }
}
