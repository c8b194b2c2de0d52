/// A song as a player names it.
///
/// Two entries of a queue may hold the same song: ``entryID`` distinguishes them where the player numbers its entries.
package struct PlayerSong: Sendable, Equatable {
    /// The player's own address: below MPD's music folder a relative path, else a URL.
    package var uri: String
    /// Absolute path where the song is a file that this machine may have; nil else.
    package var path: String?
    /// Number of the entry in the player's queue; nil where the player has none that stays.
    package var entryID: Int?
    package var title: String?
    package var artist: String?
    package var album: String?
    /// Length in s, above 0; nil where the player does not report it.
    package var lengthSeconds: Double?
    /// Address of the cover as the player reports it; nil for none. MPD sends covers by ``MPDPlayer/art(of:)``.
    package var artURL: String?

    package init(
        uri: String, path: String? = nil, entryID: Int? = nil, title: String? = nil,
        artist: String? = nil, album: String? = nil, lengthSeconds: Double? = nil,
        artURL: String? = nil
    ) {
        self.uri = uri
        self.path = path
        self.entryID = entryID
        self.title = title
        self.artist = artist
        self.album = album
        self.lengthSeconds = lengthSeconds
        self.artURL = artURL
    }

    /// Returns true if both are one entry: by its number where both have one, else by the address.
    package func isSameEntry(as other: PlayerSong) -> Bool {
        if let entryID, let otherID = other.entryID { return entryID == otherID }
        return uri == other.uri
    }
}

/// A song that we queued, and that the player has not begun yet.
package struct QueuedSong: Sendable, Equatable {
    package var uri: String
    /// The player's number of the entry; nil where we hold the song ourselves until the player stops.
    package var entryID: Int?

    package init(uri: String, entryID: Int?) {
        self.uri = uri
        self.entryID = entryID
    }
}
