package import MusicLibrary
package import MusicSelection

/// How well playlists fit now, where no music runs: by the clock, by what the person said and by the hour's pattern.
package enum PlaylistMatches {
    /// - Parameter lists: the songs of each list, by their numbers.
    /// - Returns: of each list 0 to 1; nil where none of its songs may play.
    /// - Throws: what keeps the library from being read; ``HeartRangeError``.
    /// - Complexity: reads every song and play of the library.
    package static func now(
        _ lists: [[Int64]], store: MusicStore, clock: any MusicClock, policy: SelectionPolicy
    ) throws -> [Double?] {
        var watch = try StateWatch(store, clock, policy: policy)
        try watch.estimateWhereDue(nil)
        let songs = try store.songFacts()
        let plays = try store.plays()
        let model = policy.usesModel ? AdaptiveModel(plays, songs) : AdaptiveModel()
        let moment = ChoiceMoment(
            nowSeconds: clock.unixSeconds, hour: clock.hour, state: watch.state,
            context: watch.context.context, need: watch.need)
        let table = SongTable(songs)
        return lists.map { list in
            SongChooser.match(
                table, ChoiceRequest(moment: moment, policy: policy, among: list), model: model)
        }
    }
}
