/// The score of how well a song follows another; 0 to .9.
package enum TransitionScore {
    /// .4 for the tempo, falling to 0 at a difference of 30/min; .4 for the energy, at .4; .1 for a shared genre.
    ///
    /// Where a tempo or an energy is unknown, half of its part counts; that is a choice of our own.
    package static func value(from first: SongFacts, to second: SongFacts) -> Double {
        let table = SongTable([first, withDistinctID(second, first)])
        return value(table, table.rows[0], table.rows[1])
    }

    /// Returns the factor by which a score is multiplied.
    static func scoreFactor(_ value: Double) -> Double { 0.7 + 0.3 * value }

    @inline(__always) static func value(
        _ table: SongTable, _ first: SongRow, _ second: SongRow, countsDoubtfulTempos: Bool = true
    ) -> Double {
        let before = first.bpm(countsDoubtful: countsDoubtfulTempos)
        let after = second.bpm(countsDoubtful: countsDoubtfulTempos)
        let tempo =
            before > 0 && after > 0
            ? max(0, 1 - abs(after - before) / 30) : SongScore.unknownPartScore
        let energy =
            first.energy >= 0 && second.energy >= 0
            ? max(0, 1 - abs(second.energy - first.energy) / 0.4) : SongScore.unknownPartScore
        return 0.4 * tempo + 0.4 * energy + (table.sharesGenre(first, second) ? 0.1 : 0)
    }

    /// A table has each song once; a song may follow itself.
    private static func withDistinctID(_ song: SongFacts, _ other: SongFacts) -> SongFacts {
        var song = song
        if song.id == other.id { song.id &+= 1 }
        return song
    }
}
