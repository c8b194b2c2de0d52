import MusicSelection
import PhysioDSP

/// An invented person with a library: what each song truly does to them, and what a play of it shows.
///
/// All numbers are invented. Effects are about as large as one standard deviation of what `adaptive` believes of a
/// person before the first play; that suits it, and the report says so. A play changes the heart rate by an effect of
/// tempo and energy, an effect of the very song, a return to the mean and noise; a song is skipped the more likely the
/// less it is liked.
struct SimulatedListener {
    /// The true properties and effects of a song.
    struct Song {
        var bpm: Double
        var energy: Double
        /// Own effects of the song; 1/min, ms, and a liking of deviation 1.
        var heartRateEffect: Double
        var hrvEffect: Double
        var liking: Double
        var durationSeconds: Double
    }

    /// A song that is liked by one deviation more is skipped less often, by so much in the logarithm of the odds: the
    /// value of liking then differs between songs by .14 (standard deviation), and a third of the songs are skipped.
    static let likingSlope = 2.2
    /// The same for a song whose tempo is 50/min off the best of a person who likes one tempo.
    static let preferredTempoSlope = 0.4 * likingSlope
    /// Effects of 50/min more, and of .25 more energy; 1/min and ms.
    static let heartRateSlope = 1.5
    static let hrvSlope = 3.0

    /// Deviations of what no song explains; 1/min and ms.
    static let heartRateNoise = 4.0
    static let hrvNoise = 12.0
    /// The share of a deviation from the median that is gone at the end of a play.
    static let meanReversionShare = 0.4

    let kind: ListenerKind
    let songs: [Song]
    /// The strength with which tempo and energy move this person; .5 to 1.5.
    private let strength: Double
    private let effectScale: Double

    init(
        _ kind: ListenerKind, songCount: Int, effectScale: Double = 1,
        _ generator: inout SeededGenerator
    ) {
        self.kind = kind
        self.effectScale = effectScale
        strength = effectScale * (0.5 + generator.uniform())
        let heartEffectScale = kind == .none ? 0 : effectScale
        songs = (0..<songCount).map { _ in
            let bpm = 60 + 110 * generator.uniform()
            let energy = 0.5 + 0.15 * (bpm - 110) / 50 + 0.2 * generator.normal()
            let (heartRateEffect, hrvEffect) = (1.2 * generator.normal(), 3 * generator.normal())
            return Song(
                bpm: bpm, energy: min(1, max(0, energy)),
                heartRateEffect: heartEffectScale * heartRateEffect,
                hrvEffect: heartEffectScale * hrvEffect, liking: generator.normal(),
                durationSeconds: 180 + 120 * generator.uniform())
        }
    }

    /// The facts of the songs as a scan would find them: a share of the tempos is off by two, with the true one
    /// among the rivals.
    func facts(octaveErrorShare: Double, _ generator: inout SeededGenerator) -> [SongFacts] {
        songs.enumerated().map { index, song in
            let isOctaveError = generator.uniform() < octaveErrorShare
            let factor = song.bpm < 110 ? 2.0 : 0.5
            let strength =
                isOctaveError ? 0.7 + 0.29 * generator.uniform() : 0.1 + 0.8 * generator.uniform()
            let bpm = isOctaveError ? song.bpm * factor : song.bpm
            return SongFacts(
                id: Int64(index), bpm: bpm, tempoConfidence: 1 - strength,
                isTempoDoubtful: strength > 0.5,
                alternativeTempos: [
                    WeightedTempo(
                        bpm: isOctaveError ? song.bpm : song.bpm * factor, strength: strength)
                ],
                energy: song.energy, density: generator.uniform(),
                artist: Int64(generator.uniform() * Double(max(5, songs.count / 5))),
                genres: [Int32(generator.uniform() * 8)])
        }
    }

    // MARK: Truth

    /// Expected change of the heart rate, without the return to the mean; 1/min.
    func heartRateChange(_ song: Song, isSecondHalf: Bool) -> Double {
        let (tempo, energy) = ((song.bpm - 110) / 50, (song.energy - 0.5) / 0.25)
        return song.heartRateEffect
            + effectSign(isSecondHalf) * strength * Self.heartRateSlope * (tempo + energy)
    }

    /// Expected change of the SDNN, without the return to the mean; ms.
    func hrvChange(_ song: Song, isSecondHalf: Bool) -> Double {
        let (tempo, energy) = ((song.bpm - 110) / 50, (song.energy - 0.5) / 0.25)
        if kind == .peak {
            return song.hrvEffect - strength * Self.hrvSlope * squaredTempoDistance(song)
        }
        return song.hrvEffect - effectSign(isSecondHalf) * strength * Self.hrvSlope
            * (tempo + energy)
    }

    /// Returns the probability that the song is skipped.
    func skipProbability(_ song: Song) -> Double {
        let liking =
            Self.likingSlope * song.liking
            - (kind == .peak ? Self.preferredTempoSlope * squaredTempoDistance(song) : 0)
        return 1 / (1 + PlatformMath.exp(1 + effectScale * liking))
    }

    /// Expected completion and skip: a skip is heard to .3 in the mean.
    func likingValue(_ song: Song) -> Double {
        let skip = skipProbability(song)
        return (1 - skip) * 0.1 + skip * (0.2 * (0.3 - 0.5) - 0.3)
    }

    /// The true value of a song for a need.
    func value(_ song: Song, _ need: MusicNeed, isSecondHalf: Bool) -> Double {
        let heartRateEffect = heartRateChange(song, isSecondHalf: isSecondHalf)
        let calm = 0.5 + 0.05 * hrvChange(song, isSecondHalf: isSecondHalf) - 0.03 * heartRateEffect
        let energy = 0.5 + 0.03 * heartRateEffect
        let liking = likingValue(song)
        return switch need {
        case .calm: calm + liking
        case .energize: energy + liking
        case .focus: 0.5 + liking
        case .maintain: (calm + energy) / 2 + liking
        case .transition: 0.5
        }
    }

    private func effectSign(_ isSecondHalf: Bool) -> Double {
        switch kind {
        case .design: 1
        case .reversed: -1
        case .peak, .none: 0
        case .changed: isSecondHalf ? -1 : 1
        }
    }

    /// Square of the distance from 105/min, in 50/min.
    private func squaredTempoDistance(_ song: Song) -> Double {
        let tempoDeviation = (song.bpm - 105) / 50
        return tempoDeviation * tempoDeviation
    }
}
