package import MusicLibrary
package import MusicSelection
import PhysioDSP

/// The data that a choice is made from: the songs of a library, the effects that the plays have
/// shown, and the songs that were played last.
package struct SongCatalogue: Sendable {
    /// The number of the last plays that are looked at.
    private static let recentPlayCount = 200

    /// The facts, in the order of the table.
    private var facts: [SongFacts]
    private let store: MusicStore
    private let policy: SelectionPolicy
    private var table: SongTable
    /// nil where the policy learns nothing.
    private var model: AdaptiveModel?
    private var recentSongs: [RecentSong]

    /// - Throws: what keeps the library from being read.
    /// - Complexity: reads every song and play of the library.
    package init(_ store: MusicStore, policy: SelectionPolicy) throws(MusicStoreError) {
        let songs = try store.songFacts()
        let plays = try store.plays()
        self.store = store
        self.policy = policy
        facts = songs
        table = SongTable(songs)
        model = policy.usesModel ? AdaptiveModel(plays, songs) : nil
        recentSongs = plays.lazy.filter(\.facts.countsAsPlay).prefix(Self.recentPlayCount).map {
            RecentSong(id: $0.facts.songID, endSeconds: $0.facts.endSeconds)
        }
    }

    package var isEmpty: Bool { facts.isEmpty }
    var ids: [Int64] { table.ids }

    /// nil for a song that is not in the library, or has no file.
    package func facts(of id: Int64) -> SongFacts? { table.index(of: id).map { facts[$0] } }

    // MARK: Choosing

    private func request(
        _ moment: ChoiceConditions, playingSong: Int64?, allowedSongs: [Int64]?
    ) -> ChoiceRequest {
        ChoiceRequest(
            moment: moment, policy: policy, playingSongID: playingSong, recent: recentSongs,
            allowedSongs: allowedSongs)
    }

    /// The next song; nil where none may be played.
    ///
    /// - Parameter allowedSongs: of these songs alone; nil for all of them.
    func choose(
        _ moment: ChoiceConditions, playingSong: Int64?, allowedSongs: [Int64]?,
        using random: inout SeededGenerator
    ) -> SongChoice? {
        SongChooser.choose(
            table, request(moment, playingSong: playingSong, allowedSongs: allowedSongs),
            model: model, using: &random)
    }

    /// Returns the songs that would come next, the best first; empty where nothing may be played.
    package func ranked(
        _ moment: ChoiceConditions, playingSong: Int64? = nil, allowedSongs: [Int64]? = nil,
        count: Int
    ) -> [SongChoice] {
        SongChooser.ranked(
            table, request(moment, playingSong: playingSong, allowedSongs: allowedSongs),
            model: model, count: count)
    }

    /// Returns how well a playlist fits a moment, 0 to 1; nil where none of its songs may be
    /// played.
    package func match(_ songs: [Int64], _ moment: ChoiceConditions) -> Double? {
        SongChooser.match(
            table, ChoiceRequest(moment: moment, policy: policy, allowedSongs: songs), model: model)
    }

    // MARK: Learning

    /// Keeps a play, and takes what it has shown.
    mutating func learn(_ play: StoredPlay, utcOffsetSeconds: Int) throws(MusicStoreError) {
        let id = play.facts.songID
        if let song = facts(of: id) { model?.learn(play.facts, PlayFeatures(song, play.facts)) }
        try store.save([play], utcOffsetSeconds: utcOffsetSeconds)
        try refresh(id)
        guard play.facts.countsAsPlay else { return }
        recentSongs.insert(RecentSong(id: id, endSeconds: play.facts.endSeconds), at: 0)
        recentSongs = Array(recentSongs.prefix(Self.recentPlayCount))
    }

    /// Reads a song anew; the numbers of artists and genres stay those of the whole library.
    mutating func refresh(_ id: Int64) throws(MusicStoreError) {
        for var song in try store.songFacts(song: id) {
            let old = table.index(of: id)
            song.artist = old.flatMap { facts[$0].artist }
            song.genres = old.map { facts[$0].genres } ?? []
            if let old { facts[old] = song } else { facts.append(song) }
            table.update(song)
        }
    }
}
