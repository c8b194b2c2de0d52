/// An effect as a choice needs it.
struct EffectNumbers: Sendable {
    var calm: Double
    var energy: Double
    var focus: Double
    var confidence: Double

    static let none = EffectNumbers(calm: 0.5, energy: 0.5, focus: 0.5, confidence: 0)

    init(calm: Double, energy: Double, focus: Double, confidence: Double) {
        self.calm = calm
        self.energy = energy
        self.focus = focus
        self.confidence = confidence
    }

    init(_ effect: SongEffect) {
        self.init(
            calm: effect.calm, energy: effect.energy, focus: effect.focus,
            confidence: effect.confidence)
    }
}

/// The numbers of a song that every choice reads: a row of plain numbers, without any object behind it.
struct SongRow: Sendable {
    var id: Int64
    /// 0 where it is unknown.
    var bpm: Double
    var tempoConfidence: Double
    /// True if the tempo is more likely wrong than right.
    var isTempoDoubtful: Bool
    /// -1 where it is unknown, as the density.
    var energy: Double
    var density: Double
    var familiarity: Double
    /// - infinity where there is none, as the last skip.
    var lastPlayedSeconds: Double
    var lastSkippedSeconds: Double
    /// The effect in any context.
    var effect: EffectNumbers
    var artist: Int64?
    var alternativeStart: Int32
    var alternativeCount: Int32
    var genreStart: Int32
    var genreCount: Int32
    /// (bpm - 110)/50, and its square, as means over the tempos that the song might have; 0 where it is unknown.
    var scaledTempo: Double
    var scaledTempoSquare: Double
    var isBlocked: Bool
    var isLiked: Bool
    var isPlayable: Bool

    /// 0 where it is unknown, or doubtful and that is not counted.
    @inline(__always) func bpm(countsDoubtful: Bool) -> Double {
        countsDoubtful || !isTempoDoubtful ? bpm : 0
    }
}

/// The songs of a library as rows of numbers in few blocks of memory: a choice among 100,000 reads them once.
///
/// Values that no song can have (not finite, a tempo or strength of 0 or less) count as unknown. Energy, density,
/// familiarity and strengths are clamped to 0...1.
package struct SongTable: Sendable {
    private(set) var rows: [SongRow] = []
    private(set) var alternativeTempos: [WeightedTempo] = []
    private(set) var genres: [Int32] = []
    /// The effects, for each context, of the songs that have one there.
    private(set) var contextEffects: [MusicContext: [Int: EffectNumbers]] = [:]
    private var indices: [Int64: Int] = [:]

    package init() {}

    package init(_ songs: some Sequence<SongFacts>) {
        for song in songs { update(song) }
    }

    package var count: Int { rows.count }

    package var ids: [Int64] { rows.map(\.id) }

    /// The index of a song; nil where it is none of the library.
    package func index(of id: Int64) -> Int? { indices[id] }

    package mutating func reserveCapacity(_ count: Int) {
        rows.reserveCapacity(count)
        indices.reserveCapacity(count)
    }

    /// A new song at the end, or new facts of one that is there.
    package mutating func update(_ song: SongFacts) {
        let index = indices[song.id] ?? rows.count
        let old = index < rows.count ? rows[index] : nil
        var row = row(song)
        storeAlternatives(song, &row, old)
        storeGenres(song, &row, old)
        if index < rows.count {
            rows[index] = row
        } else {
            rows.append(row)
            indices[song.id] = index
        }
        for context in MusicContext.allCases {
            let effect = song.effects.effectsByContext[context]
            guard effect != nil || contextEffects[context]?[index] != nil else { continue }
            contextEffects[context, default: [:]][index] = effect.map(EffectNumbers.init)
        }
    }

    /// Returns the known effect of a song in a context, or else in any.
    @inline(__always) func effect(_ index: Int, in context: MusicContext) -> EffectNumbers {
        contextEffects[context]?[index] ?? rows[index].effect
    }

    /// Returns true if two songs share a genre.
    @inline(__always) func sharesGenre(_ a: SongRow, _ b: SongRow) -> Bool {
        for i in Int(a.genreStart)..<Int(a.genreStart + a.genreCount) {
            for j in Int(b.genreStart)..<Int(b.genreStart + b.genreCount)
            where genres[i] == genres[j] { return true }
        }
        return false
    }

    // MARK: Rows

    private func row(_ song: SongFacts) -> SongRow {
        let bpm = song.bpm.map { $0.isFinite && $0 > 0 ? $0 : 0 } ?? 0
        return SongRow(
            id: song.id, bpm: bpm,
            tempoConfidence: bpm > 0 ? known(song.tempoConfidence) ?? 0 : 0,
            isTempoDoubtful: song.isTempoDoubtful,
            energy: song.energy.flatMap(known) ?? -1, density: song.density.flatMap(known) ?? -1,
            familiarity: song.familiarity,
            lastPlayedSeconds: moment(song.lastPlayedSeconds),
            lastSkippedSeconds: moment(song.lastSkippedSeconds),
            effect: song.effects.overallEffect.map(EffectNumbers.init) ?? .none,
            artist: song.artist,
            alternativeStart: 0, alternativeCount: 0, genreStart: 0, genreCount: 0, scaledTempo: 0,
            scaledTempoSquare: 0, isBlocked: song.isBlocked, isLiked: song.isLiked,
            isPlayable: song.isPlayable)
    }

    private func known(_ value: Double) -> Double? { value.isFinite ? clamped(value) : nil }

    private func moment(_ value: Double?) -> Double {
        value.flatMap { $0.isFinite ? $0 : nil } ?? -.infinity
    }

    /// Stores rivals at the index of the old ones where they fit; and the means over them.
    private mutating func storeAlternatives(
        _ song: SongFacts, _ row: inout SongRow, _ old: SongRow?
    ) {
        guard row.bpm > 0 else { return }
        let retained = song.alternativeTempos.compactMap { alternative -> WeightedTempo? in
            guard alternative.bpm.isFinite, alternative.bpm > 0, alternative.strength.isFinite,
                alternative.strength > 0
            else { return nil }
            return WeightedTempo(bpm: alternative.bpm, strength: clamped(alternative.strength))
        }
        (row.alternativeStart, row.alternativeCount) = Self.retained(
            retained, in: &alternativeTempos, old.map { ($0.alternativeStart, $0.alternativeCount) }
        )
        var slope = Self.slope(row.bpm)
        var curve = slope * slope
        var weight = 1.0
        for alternative in retained {
            let one = Self.slope(alternative.bpm)
            slope += alternative.strength * one
            curve += alternative.strength * one * one
            weight += alternative.strength
        }
        (row.scaledTempo, row.scaledTempoSquare) = (slope / weight, curve / weight)
    }

    private mutating func storeGenres(_ song: SongFacts, _ row: inout SongRow, _ old: SongRow?) {
        (row.genreStart, row.genreCount) = Self.retained(
            song.genres, in: &genres, old.map { ($0.genreStart, $0.genreCount) })
    }

    private static func retained<Value>(
        _ values: [Value], in all: inout [Value], _ old: (start: Int32, count: Int32)?
    ) -> (Int32, Int32) {
        if let old, Int(old.count) >= values.count {
            for (offset, value) in values.enumerated() { all[Int(old.start) + offset] = value }
            return (old.start, Int32(values.count))
        }
        all.append(contentsOf: values)
        return (Int32(all.count - values.count), Int32(values.count))
    }

    @inline(__always) private static func slope(_ bpm: Double) -> Double { (bpm - 110) / 50 }
}
