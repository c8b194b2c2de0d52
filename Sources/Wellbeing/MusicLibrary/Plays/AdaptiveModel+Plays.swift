package import MusicSelection

extension AdaptiveModel {
    /// Learns from the plays, each with its song as it was known before the play.
    ///
    /// - Parameter plays: in any order.
    package init(_ plays: [StoredPlay], _ facts: [SongFacts]) {
        self.init()
        let playedSongIDs = Set(plays.lazy.map(\.facts.songID))
        var known = Dictionary(
            facts.lazy.filter { playedSongIDs.contains($0.id) }.map { ($0.id, $0) }
        ) { first, _ in first }
        for id in known.keys { known[id]?.skipCount = 0 }
        // What is left of a count without these plays, another program counted before them.
        for play in plays where play.facts.countsAsPlay { known[play.facts.songID]?.playCount -= 1 }
        for (id, song) in known where song.playCount < 0 { known[id]?.playCount = 0 }
        for play in plays.map(\.facts).sorted(by: { $0.endSeconds < $1.endSeconds }) {
            guard var song = known[play.songID] else { continue }
            learn(play, PlayFeatures(song, play))
            if play.countsAsPlay { song.playCount += 1 }
            if play.isSkip { song.skipCount += 1 }
            known[play.songID] = song
        }
    }
}
