/// Songs as MPD lists them: each begins with `file`, and keys may repeat.
enum MPDSong {
    /// - Parameter musicFolder: absolute; nil where MPD does not report it.
    /// - Returns: the songs in their order; those whose address did not come whole are left out.
    static func songs(in part: MPDResponsePart, musicFolder: String?) -> [PlayerSong] {
        var songs: [PlayerSong] = []
        var isOpen = false
        for pair in part.pairs {
            switch pair.key {
            case "file":
                isOpen = pair.isExact && !pair.value.isEmpty
                if isOpen {
                    songs.append(
                        PlayerSong(uri: pair.value, path: path(pair.value, musicFolder)))
                }
            // What ends a song in listings of folders.
            case "directory", "playlist": isOpen = false
            default: if isOpen { add(pair, to: &songs[songs.count - 1]) }
            }
        }
        return songs
    }

    private static func add(_ pair: MPDPair, to song: inout PlayerSong) {
        switch pair.key {
        case "Title": song.title = song.title ?? PlayerText.sanitized(pair.value)
        case "Artist": song.artist = song.artist ?? PlayerText.sanitized(pair.value)
        case "Album": song.album = song.album ?? PlayerText.sanitized(pair.value)
        // Streams without a title often have a name.
        case "Name": song.title = song.title ?? PlayerText.sanitized(pair.value)
        case "Id": song.entryID = MPDStatus.count(pair.value)
        case "duration": song.lengthSeconds = MPDStatus.length(pair.value)
        case "Time": song.lengthSeconds = song.lengthSeconds ?? MPDStatus.length(pair.value)
        default: break
        }
    }

    /// The file behind an address; nil for streams, and for a song below a folder that is not known.
    static func path(_ uri: String, _ musicFolder: String?) -> String? {
        if uri.hasPrefix("/") { return uri }
        if uri.hasPrefix("file://") { return FileAddress.path(of: uri) }
        guard let musicFolder, !uri.contains("://") else { return nil }
        return musicFolder + "/" + uri
    }
}
