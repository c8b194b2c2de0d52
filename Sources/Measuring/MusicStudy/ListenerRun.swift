package import MusicSelection
import PhysioDSP

/// The results of one person's plays by one policy.
package struct ListenerOutcome: Sendable, Hashable {
    /// Mean regret of a play: the best value of the library for the need less the value of the song played.
    package var regret: Double
    /// The same over the first 100 plays.
    package var earlyRegret: Double
    /// Choices for a focus with what they were worth; of `adaptive` alone.
    package var log: [LoggedChoice] = []
    /// The true value of what another policy would have chosen in each choice of the log.
    package var otherPolicyValues: [Double] = []
}

/// One invented person who listens for some weeks, with songs by one policy.
///
/// Everything that is not the policy's doing (the person, the library, needs, moods of the heart, noise of each
/// play) follows from the seed alone, so that policies meet the same weeks.
struct ListenerRun {
    static let earlyPlayCount = 100
    /// Plays of one session; two sessions a day.
    private static let sessionPlayCount = 10
    private static let sessionIntervalSeconds = 43_200.0
    /// The index of the candidate that another policy of the study would have chosen: the third
    /// best.
    static let otherPolicyIndex = 2

    private let listener: SimulatedListener
    private let policy: SelectionPolicy
    private let conditions: StudyConditions
    private var facts: [SongFacts]
    private var table: SongTable
    private var model: AdaptiveModel
    private var recentSongs: [RecentSong] = []
    private var conditionsGenerator: SeededGenerator
    private var choiceGenerator: SeededGenerator
    private var now = 1_800_000_000.0
    private let bestValues: [[MusicNeed: Double]]

    init(
        _ kind: ListenerKind, songCount: Int, policy: SelectionPolicy,
        conditions: StudyConditions, seed: UInt64
    ) {
        var peopleGenerator = SeededGenerator(seed: seed)
        listener = SimulatedListener(
            kind, songCount: songCount, effectScale: conditions.effectScale, &peopleGenerator)
        facts = listener.facts(octaveErrorShare: conditions.octaveErrorShare, &peopleGenerator)
        table = SongTable(facts)
        conditionsGenerator = peopleGenerator
        choiceGenerator = SeededGenerator(seed: seed ^ 0x5DEE_CE66)
        model = AdaptiveModel(
            correctsRegressionToMean: conditions.policyOptions.correctsRegressionToMean)
        self.policy = policy
        self.conditions = conditions
        let listener = listener
        bestValues = [false, true].map { isSecondHalf in
            Dictionary(
                uniqueKeysWithValues: Self.needs.map { need in
                    let values = listener.songs.map {
                        listener.value($0, need, isSecondHalf: isSecondHalf)
                    }
                    return (need, values.max() ?? 0)
                })
        }
    }

    private static let needs: [MusicNeed] = [.calm, .energize, .focus, .maintain]

    mutating func run() -> ListenerOutcome {
        var outcome = ListenerOutcome(regret: 0, earlyRegret: 0)
        var need = MusicNeed.calm
        for index in 0..<conditions.playCount {
            if index % Self.sessionPlayCount == 0 {
                let session = Double(index / Self.sessionPlayCount)
                now = max(now + 3600, 1_800_000_000 + session * Self.sessionIntervalSeconds)
                need = Self.needs[Int(conditionsGenerator.uniform() * Double(Self.needs.count))]
            }
            let isSecondHalf = index >= conditions.playCount / 2
            let playConditions = PlayConditions(need, &conditionsGenerator)
            guard let choice = choose(need, playConditions) else { continue }
            let song = listener.songs[choice.index]
            let regret =
                (bestValues[isSecondHalf ? 1 : 0][need] ?? 0)
                - listener.value(song, need, isSecondHalf: isSecondHalf)
            outcome.regret += regret
            if index < Self.earlyPlayCount { outcome.earlyRegret += regret }
            let play = play(choice.index, playConditions, isSecondHalf: isSecondHalf)
            if policy == .adaptive && need == .focus { log(choice, play, isSecondHalf, &outcome) }
            learn(choice.index, play)
        }
        outcome.regret /= Double(conditions.playCount)
        outcome.earlyRegret /= Double(min(Self.earlyPlayCount, conditions.playCount))
        return outcome
    }

    /// The conditions of one play, whatever song it is.
    private struct PlayConditions {
        /// The differences of heart rate and HRV from the median of the last 30 min; 1/min, ms.
        let heartRateDeviationBpm: Double
        let hrvDeviationMs: Double
        let heartRateNoise: Double
        let hrvNoise: Double
        let skipDraw: Double
        let heardDraw: Double
        let heartDataDraw: Double
        let energy: Double

        /// Draws the conditions of a play. A person who needs calm has a fast heart, and one who
        /// needs energy a slow one: the return to the mean looks like an effect of the songs.
        init(_ need: MusicNeed, _ generator: inout SeededGenerator) {
            let shift = need == .calm ? 5.0 : need == .energize ? -5 : 0
            heartRateDeviationBpm = shift + 6 * generator.normal()
            hrvDeviationMs = -2 * shift + 12 * generator.normal()
            heartRateNoise = SimulatedListener.heartRateNoise * generator.normal()
            hrvNoise = SimulatedListener.hrvNoise * generator.normal()
            skipDraw = generator.uniform()
            heardDraw = generator.uniform()
            heartDataDraw = generator.uniform()
            energy = 0.2 + 0.6 * generator.uniform()
        }
    }

    private mutating func choose(_ need: MusicNeed, _ playConditions: PlayConditions) -> SongChoice?
    {
        let contexts: [MusicNeed: MusicContext] = [
            .calm: .relaxation, .focus: .work, .energize: .commute,
        ]
        let state = StateVector(
            timeSeconds: now,
            arousal: min(1, max(0, 0.4 + playConditions.heartRateDeviationBpm / 60)),
            stress: need == .calm ? 0.75 : 0.45, energy: playConditions.energy, confidence: 0.5)
        let moment = ChoiceConditions(
            nowSeconds: now, hour: 15, state: state, context: contexts[need] ?? .unknown,
            need: need)
        let request = ChoiceRequest(
            moment: moment, policy: policy, recent: recentSongs,
            explorationRate: conditions.policyOptions.explores ? SongChooser.explorationRate : 0)
        return SongChooser.choose(table, request, model: model, using: &choiceGenerator)
    }

    private mutating func play(_ index: Int, _ playConditions: PlayConditions, isSecondHalf: Bool)
        -> PlayFacts
    {
        let song = listener.songs[index]
        let isSkip = playConditions.skipDraw < listener.skipProbability(song)
        let share = isSkip ? 0.6 * playConditions.heardDraw : 1
        var play = PlayFacts(
            songID: Int64(index), startSeconds: now, endSeconds: now + share * song.durationSeconds,
            playedSeconds: share * song.durationSeconds, playedShare: share,
            outcome: isSkip ? .person : .finished)
        if playConditions.heartDataDraw < conditions.heartDataShare {
            let meanReversionShare = SimulatedListener.meanReversionShare
            play.startBpm = 75 + playConditions.heartRateDeviationBpm
            play.endBpm =
                75 + (1 - meanReversionShare) * playConditions.heartRateDeviationBpm
                + listener.heartRateChange(song, isSecondHalf: isSecondHalf)
                + playConditions.heartRateNoise
            play.startSDNNMs = 60 + playConditions.hrvDeviationMs
            play.endSDNNMs =
                60 + (1 - meanReversionShare) * playConditions.hrvDeviationMs
                + listener.hrvChange(song, isSecondHalf: isSecondHalf)
                + playConditions.hrvNoise
            play.startBpmAboveMedian = playConditions.heartRateDeviationBpm
            play.startSDNNAboveMedianMs = playConditions.hrvDeviationMs
        }
        now = play.endSeconds
        return play
    }

    private mutating func learn(_ index: Int, _ play: PlayFacts) {
        if policy.usesModel { model.learn(play, PlayFeatures(facts[index], play)) }
        if policy == .random { return }
        facts[index].effects.learn(play)
        if play.countsAsPlay { facts[index].playCount += 1 }
        if play.isSkip {
            facts[index].skipCount += 1
            facts[index].lastSkippedSeconds = play.endSeconds
        }
        facts[index].lastPlayedSeconds = play.endSeconds
        table.update(facts[index])
        recentSongs.insert(RecentSong(id: play.songID, endSeconds: play.endSeconds), at: 0)
        if recentSongs.count > 2 { recentSongs.removeLast() }
    }

    private func log(
        _ choice: SongChoice, _ play: PlayFacts, _ isSecondHalf: Bool,
        _ outcome: inout ListenerOutcome
    ) {
        guard choice.candidates.count > Self.otherPolicyIndex else { return }
        let liking = 0.2 * (play.playedShare - 0.5) + (play.isSkip ? -0.3 : 0)
        outcome.log.append(
            LoggedChoice(
                candidates: choice.candidates, chosen: choice.id, reward: 0.5 + liking))
        let other = listener.songs[Int(choice.candidates[Self.otherPolicyIndex].id)]
        outcome.otherPolicyValues.append(listener.value(other, .focus, isSecondHalf: isSecondHalf))
    }
}
