/// The effects that followed a song in one context, or in any; learnt play by play with
/// ``learn(_:)``.
package struct SongEffect: Sendable, Hashable {
    /// 0 to 1, .5 before the first play.
    package var calm = 0.5
    package var energy = 0.5
    package var focus = 0.5
    package var moodLift = 0.5
    /// Plays and skips that were learnt.
    package var count = 0
    /// The number of these with a mood before and after.
    package var moodCount = 0
    /// Heart rate at the end less that at the start; 1/min.
    package var heartRate = ChangeSummary()
    /// SDNN at the end less that at the start; ms.
    package var hrv = ChangeSummary()

    package init() {}

    /// The confidence of the effect: min(1, n/20).
    package var confidence: Double { min(1, Double(count) / 20) }
}

/// Count, mean and spread of a change that followed a song.
package struct ChangeSummary: Sendable, Hashable {
    package var count: Int
    package var mean: Double
    /// Sum of squared differences from the mean.
    package var squares: Double

    package init(count: Int = 0, mean: Double = 0, squares: Double = 0) {
        self.count = count
        self.mean = mean
        self.squares = squares
    }

    /// One more change (Welford's update).
    package mutating func push(_ change: Double) {
        count += 1
        let difference = change - mean
        mean += difference / Double(count)
        squares += difference * (change - mean)
    }

    /// Standard error of the mean; nil for fewer than two changes.
    package var standardError: Double? {
        guard count >= 2 else { return nil }
        return (squares / Double(count - 1) / Double(count)).squareRoot()
    }
}

/// The effects of a song: in any context, and in each in which it was played.
package struct SongEffects: Sendable, Hashable {
    /// The effect over all contexts; nil before the first play.
    package var overallEffect: SongEffect?
    package var effectsByContext: [MusicContext: SongEffect]

    package init(
        overallEffect: SongEffect? = nil, effectsByContext: [MusicContext: SongEffect] = [:]
    ) {
        self.overallEffect = overallEffect
        self.effectsByContext = effectsByContext
    }

    /// The effect in a context, or else in any; nil before the first play.
    package func effect(in context: MusicContext) -> SongEffect? {
        effectsByContext[context] ?? overallEffect
    }
}
