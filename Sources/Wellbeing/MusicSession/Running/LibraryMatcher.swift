import MusicLibrary
import MusicPlayers

/// Finds the song of the library that a player plays: by its file, else by artist, title and length.
struct LibraryMatcher {
    private let store: MusicStore
    private let nameIndex: SongNameIndex

    init(_ store: MusicStore) {
        self.store = store
        nameIndex = (try? store.songNameIndex()) ?? SongNameIndex([])
    }

    /// nil where it is none of the library, or several could be it.
    func find(_ song: PlayerSong) -> StoredSong? {
        let path = song.path ?? (song.uri.hasPrefix("/") ? song.uri : nil)
        if let path, let found = try? store.song(atPath: path) { return found }
        guard let artist = song.artist, let title = song.title,
            let id = nameIndex.find(artist: artist, title: title, seconds: song.lengthSeconds)
        else { return nil }
        return try? store.song(named: "\(id)")
    }
}
