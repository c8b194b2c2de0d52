import MusicSelection
import PhysioDSP

/// An invented person with a library: what each song truly does to them, and what a play of it shows.
///
/// All numbers are invented. Effects are about as large as one standard deviation of what `adaptive` believes of a
/// person before the first play; that suits it, and the report says so. A play changes the heart rate by an effect of
/// tempo and energy, an effect of the very song, a return to the mean and noise; a song is skipped the more likely the
/// less it is liked.
struct Listener {
    /// What a song truly is and does.
    struct Song {
        var bpm: Double
        var energy: Double
        /// Own effects of the song; 1/min, ms, and a liking of deviation 1.
        var heartRate: Double
        var hrv: Double
        var liking: Double
        var seconds: Double
    }

    /// A song that is liked by one deviation more is skipped less often, by so much in the logarithm of the odds: the
    /// value of liking then differs between songs by .14 (standard deviation), and a third of the songs are skipped.
    static let likingSlope = 2.2
    /// The same for a song whose tempo is 50/min off the best of a person who likes one tempo.
    static let peakSlope = 0.4 * likingSlope
    /// Effects of 50/min more, and of .25 more energy; 1/min and ms.
    static let heartRateSlope = 1.5
    static let hrvSlope = 3.0

    /// Deviations of what no song explains; 1/min and ms.
    static let heartRateNoise = 4.0
    static let hrvNoise = 12.0
    /// So much of a deviation from the median is gone at the end of a play.
    static let returnToMean = 0.4

    let kind: ListenerKind
    let songs: [Song]
    /// How strongly tempo and energy move this person; .5 to 1.5.
    private let strength: Double
    private let effectScale: Double

    init(
        _ kind: ListenerKind, songCount: Int, effectScale: Double = 1,
        _ generator: inout SeededGenerator
    ) {
        self.kind = kind
        self.effectScale = effectScale
        strength = effectScale * (0.5 + generator.uniform())
        let heart = kind == .none ? 0 : effectScale
        songs = (0..<songCount).map { _ in
            let bpm = 60 + 110 * generator.uniform()
            let energy = 0.5 + 0.15 * (bpm - 110) / 50 + 0.2 * generator.normal()
            let (heartRate, hrv) = (1.2 * generator.normal(), 3 * generator.normal())
            return Song(
                bpm: bpm, energy: min(1, max(0, energy)), heartRate: heart * heartRate,
                hrv: heart * hrv, liking: generator.normal(),
                seconds: 180 + 120 * generator.uniform())
        }
    }

    /// The facts of the songs as a scan would find them: a share of the tempos is off by two, with the true one
    /// among the rivals.
    func facts(octaveShare: Double, _ generator: inout SeededGenerator) -> [SongFacts] {
        songs.enumerated().map { index, song in
            let isOff = generator.uniform() < octaveShare
            let factor = song.bpm < 110 ? 2.0 : 0.5
            let strength =
                isOff ? 0.7 + 0.29 * generator.uniform() : 0.1 + 0.8 * generator.uniform()
            let bpm = isOff ? song.bpm * factor : song.bpm
            return SongFacts(
                id: Int64(index), bpm: bpm, tempoConfidence: 1 - strength,
                rivals: [
                    TempoRivalry(bpm: isOff ? song.bpm : song.bpm * factor, strength: strength)
                ],
                energy: song.energy, density: generator.uniform(),
                artist: Int64(generator.uniform() * Double(max(5, songs.count / 5))),
                genres: [Int32(generator.uniform() * 8)])
        }
    }

    // MARK: Truth

    /// Expected change of the heart rate, without the return to the mean; 1/min.
    func heartRateChange(_ song: Song, isLate: Bool) -> Double {
        let (tempo, energy) = ((song.bpm - 110) / 50, (song.energy - 0.5) / 0.25)
        return song.heartRate
            + direction(isLate) * strength * Self.heartRateSlope * (tempo + energy)
    }

    /// Expected change of the SDNN, without the return to the mean; ms.
    func hrvChange(_ song: Song, isLate: Bool) -> Double {
        let (tempo, energy) = ((song.bpm - 110) / 50, (song.energy - 0.5) / 0.25)
        if kind == .peak { return song.hrv - strength * Self.hrvSlope * distance(song) }
        return song.hrv - direction(isLate) * strength * Self.hrvSlope * (tempo + energy)
    }

    /// How likely the song is skipped.
    func skipProbability(_ song: Song) -> Double {
        let liking =
            Self.likingSlope * song.liking - (kind == .peak ? Self.peakSlope * distance(song) : 0)
        return 1 / (1 + PlatformMath.exp(1 + effectScale * liking))
    }

    /// Expected completion and skip: a skip is heard to .3 in the mean.
    func likingValue(_ song: Song) -> Double {
        let skip = skipProbability(song)
        return (1 - skip) * 0.1 + skip * (0.2 * (0.3 - 0.5) - 0.3)
    }

    /// The true value of a song for a need.
    func value(_ song: Song, _ need: MusicNeed, isLate: Bool) -> Double {
        let heartRate = heartRateChange(song, isLate: isLate)
        let calm = 0.5 + 0.05 * hrvChange(song, isLate: isLate) - 0.03 * heartRate
        let energy = 0.5 + 0.03 * heartRate
        let liking = likingValue(song)
        return switch need {
        case .calm: calm + liking
        case .energize: energy + liking
        case .focus: 0.5 + liking
        case .maintain: (calm + energy) / 2 + liking
        case .transition: 0.5
        }
    }

    private func direction(_ isLate: Bool) -> Double {
        switch kind {
        case .design: 1
        case .reversed: -1
        case .peak, .none: 0
        case .changed: isLate ? -1 : 1
        }
    }

    /// Square of the distance from 105/min, in 50/min.
    private func distance(_ song: Song) -> Double {
        let one = (song.bpm - 105) / 50
        return one * one
    }
}
