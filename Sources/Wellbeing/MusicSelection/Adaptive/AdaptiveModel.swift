import PhysioDSP

/// The effects that this person's plays have shown: how tempo, energy, density and familiarity
/// change their heart and their liking, and what each song does beyond that.
///
/// Each outcome of a play is w.[1, x, x^2, energy, density, familiarity] + v.[heart before] + song + noise. The v
/// take out the return to the mean: what is high falls, whatever plays. The effect of a song is the mean of what
/// w and v leave, shrunk towards 0. Evidence halves in 90 days. The order of plays counts only through their
/// times, up to rounding.
package struct AdaptiveModel: Sendable, Hashable {
    /// Evidence halves in this time; s.
    package static let halfLifeSeconds = 90 * 86_400.0
    /// The number of plays with which the model counts half.
    package static let halfWeightPlayCount = 60.0

    /// Plays and skips that were learnt.
    package private(set) var count = 0
    private var regressions = Outcome.allCases.map(OutcomeRegression.init)
    private var songs: [Int64: SongEvidence] = [:]
    /// Evidence is as of this time; s since 1970.
    private var evidenceTimeSeconds = -Double.infinity
    /// True if the return to the mean is taken out; false only to show the value of doing so.
    private let correctsRegressionToMean: Bool

    package init() { self.init(correctsRegressionToMean: true) }

    package init(correctsRegressionToMean: Bool) {
        self.correctsRegressionToMean = correctsRegressionToMean
    }

    /// The weight of the model beside the first design: n/(n + 60); 0 to 1.
    package var modelWeight: Double { Double(count) / (Double(count) + Self.halfWeightPlayCount) }

    /// One more play, or skip; a play that ``PlayFacts/isInformative`` nothing changes nothing.
    ///
    /// - Parameter features: of the song as it was before the play.
    package mutating func learn(_ play: PlayFacts, _ features: PlayFeatures) {
        guard play.isInformative, play.endSeconds.isFinite else { return }
        let weight = advance(to: play.endSeconds)
        var x = features.values
        if !correctsRegressionToMean { (x[6], x[7]) = (0, 0) }
        let values = [
            play.heartRateChange, play.hrvChange,
            LearningTargets.completionTerm(play) + LearningTargets.skipTerm(play),
        ]
        var song = songs[play.songID] ?? SongEvidence(evidenceTimeSeconds: evidenceTimeSeconds)
        song.decay(to: evidenceTimeSeconds)
        for outcome in Outcome.allCases {
            guard let value = values[outcome.rawValue] else { continue }
            regressions[outcome.rawValue].push(x, value, weight: weight)
            song.push(outcome, x, value, weight: weight)
        }
        // Evidence that has faded gives other weights too, also where this play has no value of an outcome.
        for index in regressions.indices { regressions[index].solve() }
        songs[play.songID] = song
        count += 1
    }

    /// Lets all evidence fade to the time of a play, and gives the weight of the play: below 1 for one from before.
    private mutating func advance(to seconds: Double) -> Double {
        if seconds <= evidenceTimeSeconds { return Self.decayFactor(evidenceTimeSeconds - seconds) }
        if evidenceTimeSeconds.isFinite {
            let factor = Self.decayFactor(seconds - evidenceTimeSeconds)
            for index in regressions.indices { regressions[index].decay(factor) }
        }
        evidenceTimeSeconds = seconds
        return 1
    }

    /// Returns the share of evidence that is left after a time.
    static func decayFactor(_ seconds: Double) -> Double {
        PlatformMath.exp(-PlatformMath.log(2) * seconds / halfLifeSeconds)
    }

    // MARK: Predictions

    /// Weights with which features of a song add up to its value for a need, less .5; the heart before is the same
    /// for all songs and is left out.
    func valueWeights(_ need: MusicNeed) -> SIMD8<Double> {
        var sum = SIMD8<Double>(repeating: 0)
        for regression in regressions {
            sum += regression.outcome.valueWeight(need) * regression.weights
        }
        sum[6] = 0
        sum[7] = 0
        return sum
    }

    /// Calls `body` with the value that each song that was played adds for a need, and with its
    /// standard deviation.
    func forEachSongValue(
        _ need: MusicNeed, _ body: (Int64, _ mean: Double, _ deviation: Double) -> Void
    ) {
        for (id, evidence) in songs {
            let (mean, variance) = songValue(evidence, need)
            body(id, mean, variance.squareRoot())
        }
    }

    /// Deviation of the value of a song that was never played.
    static func unplayedSongDeviation(_ need: MusicNeed) -> Double {
        Outcome.allCases.reduce(0) {
            let scaledDeviation = $1.valueWeight(need) * $1.songDeviation
            return $0 + scaledDeviation * scaledDeviation
        }.squareRoot()
    }

    private func songValue(_ evidence: SongEvidence, _ need: MusicNeed) -> (Double, Double) {
        let decayFactor = Self.decayFactor(
            max(0, evidenceTimeSeconds - evidence.evidenceTimeSeconds))
        var mean = 0.0
        var variance = 0.0
        for regression in regressions {
            let outcome = regression.outcome
            let valueWeight = outcome.valueWeight(need)
            guard valueWeight != 0 else { continue }
            let sums = evidence.sums[outcome.rawValue]
            let (effect, spread) = sums.effect(
                outcome, regression.weights, decayFactor: decayFactor)
            mean += valueWeight * effect
            variance += valueWeight * valueWeight * spread
        }
        return (mean, variance)
    }

    /// The predicted value of a song for a need: calm .5 + .05 dHRV - .03 dHR + g, and so on. It is meant to be
    /// 0 to 1, and is not clamped: the best songs shall not become equal.
    package func value(_ song: SongFacts, _ need: MusicNeed) -> Double {
        let table = SongTable([song])
        let plain = 0.5 + (valueWeights(need) * PlayFeatures.songFeatures(table.rows[0])).sum()
        return plain + (songs[song.id].map { songValue($0, need).0 } ?? 0)
    }
}

/// Sums over the plays of one song, from which its own effect follows for any weights.
struct SongEvidence: Sendable, Hashable {
    struct Sums: Sendable, Hashable {
        var count = 0.0
        var value = 0.0
        var features = SIMD8<Double>(repeating: 0)

        /// The shrunken mean of what the weights leave, and its variance.
        func effect(
            _ outcome: Outcome, _ weights: SIMD8<Double>, decayFactor: Double
        ) -> (mean: Double, variance: Double) {
            let noise = outcome.noiseDeviation * outcome.noiseDeviation
            let song = outcome.songDeviation * outcome.songDeviation
            let residuals = decayFactor * (value - (weights * features).sum())
            return (
                residuals / (decayFactor * count + noise / song),
                1 / (decayFactor * count / noise + 1 / song)
            )
        }
    }

    var evidenceTimeSeconds: Double
    /// The sums, in the order of ``Outcome``.
    var sums = [Sums](repeating: Sums(), count: Outcome.allCases.count)

    init(evidenceTimeSeconds: Double) { self.evidenceTimeSeconds = evidenceTimeSeconds }

    mutating func decay(to seconds: Double) {
        guard seconds > evidenceTimeSeconds else { return }
        let factor = AdaptiveModel.decayFactor(seconds - evidenceTimeSeconds)
        for index in sums.indices {
            sums[index].count *= factor
            sums[index].value *= factor
            sums[index].features *= factor
        }
        evidenceTimeSeconds = seconds
    }

    mutating func push(_ outcome: Outcome, _ x: SIMD8<Double>, _ value: Double, weight: Double) {
        sums[outcome.rawValue].count += weight
        sums[outcome.rawValue].value += weight * value
        sums[outcome.rawValue].features += weight * x
    }
}
