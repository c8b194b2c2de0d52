import Foundation
import MusicLibrary

extension FuzzTarget {
    /// Any bytes as a WAV file with a song: what is read of it lies within it.
    static let songWAV = FuzzTarget(name: "song-wav") { bytes in
        do throws(SongError) {
            let read: WAVSong.Source = { Array(bytes[$0]) }
            guard
                let song = try WAVSong(
                    fileByteCount: bytes.count, maxSeconds: 7_200, read: read)
            else { return }
            let key = try song.audioKey(read: read)
            precondition(key.utf8.count == 64)
            var count = 0
            try song.decode(0..<song.frameCount, read: read) { count += $0.count }
            precondition(count == song.frameCount * song.channelCount)
        } catch {
            precondition(error == .undecodable || error == .tooLong)
        }
    }

    /// Any bytes as a playlist: no entry leads out of the folders.
    static let playlist = FuzzTarget(name: "playlist") { bytes in
        let roots = [SongPath("/music"), SongPath("/other/songs")]
        let list = M3U(bytes, in: SongPath("/music/lists"), roots: roots)
        for path in list.entries.joined() {
            precondition(roots.contains { path.isUnder($0) })
            let parts = path.bytes.split(separator: UInt8(ascii: "/"))
            precondition(!parts.contains { $0.elementsEqual("..".utf8) })
            precondition(!path.bytes.contains(0))
        }
        precondition((list.name?.utf8.count ?? 0) <= TagText.maxByteCount)
    }

    /// Any bytes as a play history: its plays are in order, each once, and none of them before 2000 or to come.
    static let playHistory = FuzzTarget(name: "play-history") { bytes in
        // 2026-11-25 00:00 UTC, and the day that other clocks may be ahead.
        let nowMs: Int64 = 1_795_564_800_000
        guard let history = try? PlayHistoryFile.read(Data(bytes), nowMs: nowMs) else { return }
        let heard = history.reportedPlays
        precondition(Set(heard).count == heard.count)
        precondition(Swift.zip(heard, heard.dropFirst()).allSatisfy { $0.startMs <= $1.startMs })
        precondition(
            heard.allSatisfy { 946_684_800_000...(nowMs + 86_400_000) ~= $0.startMs })
        precondition(heard.allSatisfy { $0.lengthSeconds.map { $0 > 0 && $0.isFinite } ?? true })
        precondition(history.errors.values.allSatisfy { $0 > 0 })
        let twice = PlayHistory.merged([history, history])
        precondition(twice.count == 1 && twice[0].reportedPlays == heard)
    }
}
