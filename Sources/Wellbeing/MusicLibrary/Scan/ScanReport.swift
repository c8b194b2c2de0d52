/// The results of a scan.
package struct ScanReport: Sendable, Equatable {
    /// Files that are named as songs.
    package var foundCount = 0
    /// Songs that were measured.
    package var measuredCount = 0
    /// Files whose sound was known already: moved, tagged anew, or a copy.
    package var knownCount = 0
    /// Files that are as the scan before found them.
    package var unchangedCount = 0
    /// Files that gave no song, by reason.
    package var errors: [SongError: Int] = [:]
    /// The number of files in ``unchangedCount`` that gave no song before.
    package var failedBeforeCount = 0
    /// Files that were there before, and are not any more.
    package var goneFileCount = 0
    package var externalLinkCount = 0
    package var unreadableFolderCount = 0
    package var playlistCount = 0
    /// Entries of playlists that are no song of the library.
    package var badEntryCount = 0
    /// True if the person ended the scan.
    package var isCancelled = false

    package init() {}

    package var failedCount: Int { errors.values.reduce(0, +) }
}
