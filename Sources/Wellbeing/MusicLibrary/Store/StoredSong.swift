package import SongFeatures

/// A song of the library: what its file says, what was measured, and what the person said.
package struct StoredSong: Sendable, Equatable {
    package var id: Int64
    package var audioKey: String
    /// ms since 1970.
    package var addedMs: Int64
    package var codec: String
    /// Length of the whole song; s.
    package var durationSeconds: Double
    /// The measured features; their `seconds` are those that were analysed, and their `beats` are
    /// not stored.
    package var features: SongFeatures
    /// Length of the part that was measured, where it was not the whole song; s.
    package var excerptSeconds: Double?
    /// The tags of the file that leads: an existing one before one that is gone, then the first by
    /// path.
    package var tags: SongTags
    package var path: SongPath
    /// Files that are there.
    package var fileCount: Int
    package var personTempoBpm: Double?
    package var correctedEnergy: Double?

    /// The title, or else the name of the file.
    package var displayTitle: String { tags.title ?? path.title }
    package var isGone: Bool { fileCount == 0 }

    package var tempo: ResolvedTempo {
        ResolvedTempo(
            person: personTempoBpm, tag: tags.bpm, hasBadTag: tags.invalidTempoText != nil,
            measured: features.tempo?.bpm, confidence: features.tempo?.confidence,
            changes: features.tempo?.range != nil)
    }

    /// Slowest and fastest tempo of a song whose measured tempo counts and changes; nil for all others.
    package var tempoRange: ClosedRange<Double>? {
        tempo.source == .measured ? features.tempo?.range : nil
    }

    /// 0 to 1: the person's, or else the measured one.
    package var energy: Double? { correctedEnergy ?? features.energy }

    /// Indicates whether the tempo or the energy is unknown.
    package var hasMissingValues: Bool { tempo.bpm == nil || energy == nil }
}

/// A file of a song, or one that gives none.
package struct StoredFile: Sendable, Equatable {
    package var path: SongPath
    package var size: Int64
    /// ns since 1970.
    package var modifiedNs: Int64
    /// The time at which a scan no longer found the file; ms since 1970.
    package var missingSinceMs: Int64?
    package var error: SongError?
}

/// A playlist of the library.
package struct StoredPlaylist: Sendable, Equatable {
    package var id: Int64
    package var name: String
    package var path: SongPath
    package var songCount: Int
    /// Entries that are no song of the library.
    package var badEntryCount: Int
    package var isGone: Bool
}

/// A scan that has not ended.
package struct UnfinishedScan: Sendable, Equatable {
    package var id: Int64
    /// Files that were new or changed, and are done.
    package var doneCount: Int
}
