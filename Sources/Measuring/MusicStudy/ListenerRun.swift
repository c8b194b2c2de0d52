package import MusicSelection
import PhysioDSP

/// What one person's plays by one policy came to.
package struct ListenerOutcome: Sendable, Hashable {
    /// Mean regret of a play: the best value of the library for the need less the value of the song played.
    package var regret: Double
    /// The same over the first 100 plays.
    package var firstRegret: Double
    /// Choices for a focus with what they were worth; of `adaptive` alone.
    package var log: [LoggedChoice] = []
    /// The true value of what another policy would have chosen in each choice of the log.
    package var otherValues: [Double] = []
}

/// One invented person who listens for some weeks, with songs by one policy.
///
/// Everything that is not the policy's doing (the person, the library, needs, moods of the heart, noise of each
/// play) follows from the seed alone, so that policies meet the same weeks.
struct ListenerRun {
    static let firstCount = 100
    /// Plays of one session; two sessions a day.
    private static let sessionCount = 10
    private static let sessionEverySeconds = 43_200.0
    /// Of the candidates, the one that another policy of the study would have chosen: the third best.
    static let otherIndex = 2

    private let listener: Listener
    private let policy: SelectionPolicy
    private let conditions: StudyConditions
    private var facts: [SongFacts]
    private var table: SongTable
    private var model: AdaptiveModel
    private var recent: [RecentSong] = []
    private var weeks: SeededGenerator
    private var luck: SeededGenerator
    private var now = 1_800_000_000.0
    private let best: [[MusicNeed: Double]]

    init(
        _ kind: ListenerKind, songCount: Int, policy: SelectionPolicy,
        conditions: StudyConditions, seed: UInt64
    ) {
        var people = SeededGenerator(seed: seed)
        listener = Listener(
            kind, songCount: songCount, effectScale: conditions.effectScale, &people)
        facts = listener.facts(octaveShare: conditions.octaveShare, &people)
        table = SongTable(facts)
        weeks = people
        luck = SeededGenerator(seed: seed ^ 0x5DEE_CE66)
        model = AdaptiveModel(usesHeartBefore: conditions.policy.usesHeartBefore)
        self.policy = policy
        self.conditions = conditions
        let listener = listener
        best = [false, true].map { isLate in
            Dictionary(
                uniqueKeysWithValues: Self.needs.map { need in
                    let values = listener.songs.map {
                        listener.value($0, need, isLate: isLate)
                    }
                    return (need, values.max() ?? 0)
                })
        }
    }

    private static let needs: [MusicNeed] = [.calm, .energize, .focus, .maintain]

    mutating func run() -> ListenerOutcome {
        var outcome = ListenerOutcome(regret: 0, firstRegret: 0)
        var need = MusicNeed.calm
        for index in 0..<conditions.playCount {
            if index % Self.sessionCount == 0 {
                let session = Double(index / Self.sessionCount)
                now = max(now + 3600, 1_800_000_000 + session * Self.sessionEverySeconds)
                need = Self.needs[Int(weeks.uniform() * Double(Self.needs.count))]
            }
            let isLate = index >= conditions.playCount / 2
            let week = Week(need, &weeks)
            guard let choice = choose(need, week) else { continue }
            let song = listener.songs[choice.index]
            let regret =
                (best[isLate ? 1 : 0][need] ?? 0) - listener.value(song, need, isLate: isLate)
            outcome.regret += regret
            if index < Self.firstCount { outcome.firstRegret += regret }
            let play = play(choice.index, week, isLate: isLate)
            if policy == .adaptive && need == .focus { log(choice, play, isLate, &outcome) }
            learn(choice.index, play)
        }
        outcome.regret /= Double(conditions.playCount)
        outcome.firstRegret /= Double(min(Self.firstCount, conditions.playCount))
        return outcome
    }

    /// What the weeks bring to one play, whatever song it is.
    private struct Week {
        /// Above the median of the last 30 min; 1/min, ms.
        let heartRateAbove: Double
        let hrvAbove: Double
        let heartRateNoise: Double
        let hrvNoise: Double
        let skipDraw: Double
        let heardDraw: Double
        let heartDraw: Double
        let energy: Double

        /// Who needs calm has a fast heart, and who needs energy a slow one: the return to the mean looks like
        /// an effect of the songs.
        init(_ need: MusicNeed, _ generator: inout SeededGenerator) {
            let shift = need == .calm ? 5.0 : need == .energize ? -5 : 0
            heartRateAbove = shift + 6 * generator.normal()
            hrvAbove = -2 * shift + 12 * generator.normal()
            heartRateNoise = Listener.heartRateNoise * generator.normal()
            hrvNoise = Listener.hrvNoise * generator.normal()
            skipDraw = generator.uniform()
            heardDraw = generator.uniform()
            heartDraw = generator.uniform()
            energy = 0.2 + 0.6 * generator.uniform()
        }
    }

    private mutating func choose(_ need: MusicNeed, _ week: Week) -> SongChoice? {
        let contexts: [MusicNeed: MusicContext] = [
            .calm: .relaxation, .focus: .work, .energize: .commute,
        ]
        let state = StateVector(
            timeSeconds: now, arousal: min(1, max(0, 0.4 + week.heartRateAbove / 60)),
            stress: need == .calm ? 0.75 : 0.45, energy: week.energy, confidence: 0.5)
        let moment = ChoiceMoment(
            nowSeconds: now, hour: 15, state: state, context: contexts[need] ?? .unknown,
            need: need)
        let request = ChoiceRequest(
            moment: moment, policy: policy, recent: recent,
            exploring: conditions.policy.explores ? SongChooser.exploring : 0)
        return SongChooser.choose(table, request, model: model, using: &luck)
    }

    private mutating func play(_ index: Int, _ week: Week, isLate: Bool) -> PlayFacts {
        let song = listener.songs[index]
        let isSkip = week.skipDraw < listener.skipProbability(song)
        let share = isSkip ? 0.6 * week.heardDraw : 1
        var play = PlayFacts(
            songId: Int64(index), startSeconds: now, endSeconds: now + share * song.seconds,
            heardSeconds: share * song.seconds, heardShare: share,
            outcome: isSkip ? .person : .finished)
        if week.heartDraw < conditions.heartShare {
            let back = Listener.returnToMean
            play.startBpm = 75 + week.heartRateAbove
            play.endBpm =
                75 + (1 - back) * week.heartRateAbove
                + listener.heartRateChange(song, isLate: isLate) + week.heartRateNoise
            play.startSDNNMs = 60 + week.hrvAbove
            play.endSDNNMs =
                60 + (1 - back) * week.hrvAbove + listener.hrvChange(song, isLate: isLate)
                + week.hrvNoise
            play.startBpmAboveMedian = week.heartRateAbove
            play.startSDNNAboveMedianMs = week.hrvAbove
        }
        now = play.endSeconds
        return play
    }

    private mutating func learn(_ index: Int, _ play: PlayFacts) {
        if policy.usesModel { model.learn(play, PlayFeatures(facts[index], play)) }
        if policy == .random { return }
        facts[index].effects.learn(play)
        if play.isPlay { facts[index].playCount += 1 }
        if play.isSkip {
            facts[index].skipCount += 1
            facts[index].lastSkippedSeconds = play.endSeconds
        }
        facts[index].lastPlayedSeconds = play.endSeconds
        table.update(facts[index])
        recent.insert(RecentSong(id: play.songId, endSeconds: play.endSeconds), at: 0)
        if recent.count > 2 { recent.removeLast() }
    }

    private func log(
        _ choice: SongChoice, _ play: PlayFacts, _ isLate: Bool, _ outcome: inout ListenerOutcome
    ) {
        guard choice.candidates.count > Self.otherIndex else { return }
        let liking = 0.2 * (play.heardShare - 0.5) + (play.isSkip ? -0.3 : 0)
        outcome.log.append(
            LoggedChoice(
                candidates: choice.candidates, chosen: choice.id, reward: 0.5 + liking))
        let other = listener.songs[Int(choice.candidates[Self.otherIndex].id)]
        outcome.otherValues.append(listener.value(other, .focus, isLate: isLate))
    }
}
