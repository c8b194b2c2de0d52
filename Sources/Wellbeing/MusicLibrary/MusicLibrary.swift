import SongFeatures

/// The version of the features that are kept: a song of another version is measured anew.
package enum MusicFeaturesVersion {
    package static let current = 2
}
