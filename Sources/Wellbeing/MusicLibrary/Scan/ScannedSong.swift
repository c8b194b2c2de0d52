package import SongFeatures

/// The measured features of a song, with its length and its format.
package struct SongMeasurement: Sendable, Equatable {
    package var features: SongFeatures
    /// The length of the whole song; s.
    package var durationSeconds: Double
    package var codec: String
    package var sampleRateHz: Double
    package var channelCount: Int
    /// Length of the part that was measured; nil for all of it; s.
    package var excerptSeconds: Double?
}

/// A file that was read.
package struct ScannedSong: Sendable, Equatable {
    package var file: FolderWalk.File
    package var audioKey: String
    package var tags: SongTags
    /// nil where the sound is known already, and was not measured anew.
    package var measurement: SongMeasurement?
}
