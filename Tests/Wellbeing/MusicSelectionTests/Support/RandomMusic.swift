import TestSupport

@testable import MusicSelection

/// Seeded songs, states and plays, also with values at their edges and missing ones.
struct RandomMusic {
    var generator: SplitMix64
    let now = 1_800_000_000.0

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    mutating func chance(_ share: Double) -> Bool { generator.uniform(in: 0...1) < share }

    mutating func unit() -> Double {
        chance(0.1)
            ? [0, 0.5, 1][Int.random(in: 0..<3, using: &generator)]
            : generator.uniform(in: 0...1)
    }

    mutating func one<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &generator)]
    }

    mutating func effect() -> SongEffect {
        var effect = SongEffect()
        (effect.calm, effect.energy, effect.focus) = (unit(), unit(), unit())
        effect.count = Int.random(in: 0...40, using: &generator)
        return effect
    }

    mutating func song(_ id: Int64) -> SongFacts {
        var song = SongFacts(id: id)
        if !chance(0.1) { song.bpm = generator.uniform(in: 40...240) }
        if chance(0.5), let bpm = song.bpm {
            song.alternativeTempos = [
                WeightedTempo(bpm: bpm * 2, strength: unit() * 0.99 + 0.01),
                WeightedTempo(bpm: bpm / 3, strength: unit() * 0.99 + 0.01),
            ]
        }
        song.tempoConfidence = unit()
        if !chance(0.1) { song.energy = unit() }
        if !chance(0.1) { song.density = unit() }
        song.playCount = Int.random(in: 0...30, using: &generator)
        song.skipCount = Int.random(in: 0...40, using: &generator)
        if chance(0.5) { song.lastPlayedSeconds = now - generator.uniform(in: 0...9000) }
        if chance(0.2) { song.lastSkippedSeconds = now - generator.uniform(in: 0...200_000) }
        if chance(0.9) { song.artist = Int64.random(in: 0..<4, using: &generator) }
        song.genres = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            Int32.random(in: 0..<6, using: &generator)
        }
        song.isBlocked = chance(0.05)
        song.isLiked = chance(0.1)
        song.isPlayable = !chance(0.05)
        if chance(0.6) { song.effects.overallEffect = effect() }
        for context in MusicContext.allCases where chance(0.2) {
            song.effects.effectsByContext[context] = effect()
        }
        return song
    }

    mutating func moment() -> ChoiceConditions {
        ChoiceConditions(
            nowSeconds: now, hour: Int.random(in: 0..<24, using: &generator),
            state: StateVector(
                timeSeconds: now, arousal: unit(), stress: unit(), energy: unit(), focus: unit(),
                valence: unit(), confidence: unit()),
            nudge: Double(Int.random(in: -10...10, using: &generator)) / 10,
            context: one(MusicContext.allCases), need: one(MusicNeed.allCases))
    }

    mutating func play(_ song: Int64, at seconds: Double) -> PlayFacts {
        let share = unit()
        let length = generator.uniform(in: 20...900)
        var play = PlayFacts(
            songID: song, startSeconds: seconds - length * share, endSeconds: seconds,
            playedSeconds: length * share, playedShare: share, outcome: one(PlayOutcome.allCases),
            context: one(MusicContext.allCases), isPaced: chance(0.1))
        if chance(0.7) {
            play.startBpm = generator.uniform(in: 45...180)
            play.startBpmAboveMedian = generator.uniform(in: -20...20)
        }
        if chance(0.9) { play.endBpm = generator.uniform(in: 45...180) }
        if chance(0.7) {
            play.startSDNNMs = generator.uniform(in: 5...150)
            play.startSDNNAboveMedianMs = generator.uniform(in: -40...40)
        }
        if chance(0.9) { play.endSDNNMs = generator.uniform(in: 5...150) }
        if chance(0.4) { (play.moodBefore, play.moodAfter) = (unit(), unit()) }
        return play
    }
}
