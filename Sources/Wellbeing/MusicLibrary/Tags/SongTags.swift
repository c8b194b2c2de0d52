/// The data that a file states about its song. None of them is measured; data that are not stated
/// are nil.
package struct SongTags: Sendable, Equatable {
    package var title: String?
    package var artist: String?
    package var album: String?
    package var genres: [String]
    /// The date as the file has it: a year, a day, or anything else.
    package var date: String?
    /// Identifiers of MusicBrainz.
    package var recordingID: String?
    package var artistID: String?
    package var albumID: String?
    /// Beats in a minute, 30 to 300.
    package var bpm: Double?
    /// A tempo that is none, such as `0`, `nan` or `12O`; at most ``TagText/maxByteCount`` bytes of it.
    package var invalidTempoText: String?
    /// Gain that makes the song, or its album, as loud as others; dB.
    package var trackGainDB: Double?
    package var albumGainDB: Double?

    package init(
        title: String? = nil, artist: String? = nil, album: String? = nil, genres: [String] = [],
        date: String? = nil, recordingID: String? = nil, artistID: String? = nil,
        albumID: String? = nil, bpm: Double? = nil, invalidTempoText: String? = nil,
        trackGainDB: Double? = nil, albumGainDB: Double? = nil
    ) {
        self.title = title
        self.artist = artist
        self.album = album
        self.genres = genres
        self.date = date
        self.recordingID = recordingID
        self.artistID = artistID
        self.albumID = albumID
        self.bpm = bpm
        self.invalidTempoText = invalidTempoText
        self.trackGainDB = trackGainDB
        self.albumGainDB = albumGainDB
    }
}

extension SongTags {
    /// Reads names and values as a decoder reports them.
    ///
    /// Names differ by format (`TBPM`, `BPM`, `tmpo`; `MusicBrainz Track Id`, `MUSICBRAINZ_TRACKID`): capitals, blanks
    /// and underscores do not count. Of two values under one name the first counts.
    init(_ pairs: [(name: String, value: String)]) {
        var values: [String: String] = [:]
        for (name, value) in pairs {
            let key = name.lowercased().filter { $0 != " " && $0 != "_" && $0 != "-" }
            if values[key] == nil, let text = TagText.clean(value) { values[key] = text }
        }
        func first(_ names: String...) -> String? { names.lazy.compactMap { values[$0] }.first }
        func id(_ names: String...) -> String? {
            names.lazy.compactMap { values[$0].flatMap(TagText.identifier) }.first
        }
        self.init(
            title: first("title", "inam"), artist: first("artist", "albumartist", "iart"),
            album: first("album", "iprd"), genres: TagText.genres(first("genre", "ignr") ?? ""),
            date: first("date", "tdrc", "year", "icrd"),
            recordingID: id("musicbrainzrecordingid", "musicbrainztrackid"),
            artistID: id("musicbrainzartistid"), albumID: id("musicbrainzalbumid"))
        if let text = first("tbpm", "bpm", "tmpo", "ibpm") {
            bpm = TagText.bpm(text)
            if bpm == nil { invalidTempoText = text }
        }
        trackGainDB = Self.gain(first("replaygaintrackgain"), r128: first("r128trackgain"))
        albumGainDB = Self.gain(first("replaygainalbumgain"), r128: first("r128albumgain"))
    }

    /// dB; ReplayGain says so in words, RFC 7845 in 1/256 dB towards -23 LUFS, 5 dB below ReplayGain.
    private static func gain(_ text: String?, r128: String?) -> Double? {
        let gainRangeDB = -60.0...60.0
        if let text {
            let digits = text.lowercased().replacing("db", with: "").filter { $0 != " " }
            if let value = Double(digits), gainRangeDB.contains(value) { return value }
        }
        if let r128, let value = Int(r128), gainRangeDB.contains(Double(value) / 256 + 5) {
            return Double(value) / 256 + 5
        }
        return nil
    }
}
