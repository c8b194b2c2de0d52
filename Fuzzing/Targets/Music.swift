import MusicLibrary

extension FuzzTarget {
    /// Any bytes as a WAV file with a song: what is read of it lies within it.
    static let songWAV = FuzzTarget(name: "song-wav") { bytes in
        do throws(SongFault) {
            let read: WAVSong.Source = { Array(bytes[$0]) }
            guard
                let song = try WAVSong(
                    fileByteCount: bytes.count, longestSeconds: 7_200, read: read)
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
        precondition((list.name?.utf8.count ?? 0) <= TagText.longestByteCount)
    }
}
