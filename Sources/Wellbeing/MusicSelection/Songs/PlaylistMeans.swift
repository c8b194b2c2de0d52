import PhysioDSP

/// The means over the songs of a playlist, and over the effects that followed them; they change
/// with each play.
package struct PlaylistMeans: Sendable, Equatable {
    /// Mean effects of the songs that were played, 0 to 1; nil where none was.
    package var calm: Double?
    package var focus: Double?
    package var energy: Double?
    /// Mean of the tempos that are known, beats in a minute; nil where none is.
    package var bpm: Double?
    /// Mean confidence of the effects of all songs, 0 to 1; a song without plays has 0. nil without songs.
    package var confidence: Double?
    /// Share of the plays and skips of the songs that were in each context; they add up to 1, or there are none.
    package var contextShares: [MusicContext: Double]

    /// - Parameter songs: in any order; a song that is there twice counts twice.
    package init(_ songs: some Sequence<SongFacts>) {
        let songs = Array(songs)
        let effects = songs.compactMap(\.effects.overallEffect)
        calm = Statistics.mean(effects.map(\.calm))
        focus = Statistics.mean(effects.map(\.focus))
        energy = Statistics.mean(effects.map(\.energy))
        bpm = Statistics.mean(songs.compactMap(\.bpm))
        confidence = Statistics.mean(songs.map { $0.effects.overallEffect?.confidence ?? 0 })
        var counts: [MusicContext: Int] = [:]
        for song in songs {
            for (context, effect) in song.effects.effectsByContext {
                counts[context, default: 0] += effect.count
            }
        }
        let sum = counts.values.reduce(0, +)
        contextShares = sum == 0 ? [:] : counts.mapValues { Double($0) / Double(sum) }
    }
}
