import MusicSelection
import PhysioDSP

/// The cost of the next song: a choice among many songs in memory, by the design and with a model
/// of 500 plays, and a state from the samples of ten minutes.
enum MusicChoiceCases {
    private static let now = 1_800_000_000.0
    private static let sizes = [10_000, 100_000]
    private static let learntPlayCount = 500

    static func cases(_ scale: BenchmarkScale) -> [BenchmarkCase] {
        let sizes = Set(sizes.map { max(1000, $0 / scale.divisor) }).sorted()
        return sizes.flatMap { size in
            [choice(size, .reference), choice(size, .adaptive)]
        } + [state]
    }

    private static func songs(_ count: Int) -> [SongFacts] {
        var generator = SeededGenerator(seed: 28)
        return (0..<count).map { id in
            let bpm = 60 + 120 * generator.uniform()
            return SongFacts(
                id: Int64(id), bpm: bpm, tempoConfidence: generator.uniform(),
                alternativeTempos: [
                    WeightedTempo(bpm: bpm < 110 ? 2 * bpm : bpm / 2, strength: 0.5)
                ],
                energy: generator.uniform(), density: generator.uniform(),
                playCount: Int(generator.uniform() * 10),
                artist: Int64(generator.uniform() * 2000),
                genres: [Int32(generator.uniform() * 12), Int32(generator.uniform() * 12)])
        }
    }

    private static func model(_ songs: [SongFacts]) -> AdaptiveModel {
        var generator = SeededGenerator(seed: 29)
        var model = AdaptiveModel()
        for index in 0..<learntPlayCount {
            let song = songs[Int(generator.uniform() * Double(songs.count))]
            let end = now - 86_400 + 60 * Double(index)
            let play = PlayFacts(
                songID: song.id, startSeconds: end - 200, endSeconds: end, playedSeconds: 200,
                playedShare: generator.uniform(), outcome: .finished, startBpm: 80,
                endBpm: 80 + 4 * generator.normal(), startSDNNMs: 50,
                endSDNNMs: 50 + 12 * generator.normal())
            model.learn(play, PlayFeatures(song, play))
        }
        return model
    }

    private static func moment(_ need: MusicNeed) -> ChoiceConditions {
        ChoiceConditions(
            nowSeconds: now, hour: 15,
            state: StateVector(timeSeconds: now, arousal: 0.3, stress: 0.4, energy: 0.55),
            context: .work, need: need)
    }

    /// The song, and its score.
    private static func choice(_ count: Int, _ policy: SelectionPolicy) -> BenchmarkCase {
        BenchmarkCase(
            "MusicSelection/\(policy.rawValue)", workload: "n=\(count)", items: count, of: "song",
            growthSize: count, tolerance: 1e-9
        ) {
            let songs = songs(count)
            let table = SongTable(songs)
            let model = policy.usesModel ? model(songs) : nil
            let request = ChoiceRequest(
                moment: moment(.calm), policy: policy, playingSongID: 7, explorationRate: 0)
            let shippedVariant = BenchmarkVariant("as shipped") {
                var generator = SeededGenerator(seed: 1)
                return BenchmarkRun {
                    SongChooser.choose(table, request, model: model, using: &generator)
                } numbers: { choice in
                    [choice.map { Double($0.id) }, choice?.score]
                }
            }
            let plain = BenchmarkVariant("song by song") {
                BenchmarkRun {
                    best(songs, request.moment, model)
                } numbers: { best in
                    best.map(Optional.init)
                }
            }
            // The plain way takes a second and more where there are many songs.
            return BenchmarkWork(
                variants: count > 10_000 ? [shippedVariant] : [shippedVariant, plain]
            ) {
                best(songs, request.moment, model)
            }
        }
    }

    /// The best song after the one of index 7, and its score.
    private static func best(
        _ songs: [SongFacts], _ moment: ChoiceConditions, _ model: AdaptiveModel?
    ) -> [Double] {
        let scores = songs.map { score($0, songs[7], moment, model) }
        let best = scores.indices.filter { $0 != 7 }.max { scores[$0] < scores[$1] } ?? 0
        return [Double(songs[best].id), scores[best]]
    }

    /// A score by the pieces that others use, each song for itself.
    private static func score(
        _ song: SongFacts, _ before: SongFacts, _ moment: ChoiceConditions, _ model: AdaptiveModel?
    ) -> Double {
        let finalScore = SongScore(song, at: moment, averagesTempos: model != nil).finalScore
        let factor = 0.7 + 0.3 * TransitionScore.value(from: before, to: song)
        guard let model else { return finalScore * factor }
        let expected = model.value(song, moment.need)
        return ((1 - model.modelWeight) * finalScore + model.modelWeight * expected) * factor
    }

    /// Thirty heart rates and twenty values of variability.
    private static var state: BenchmarkCase {
        BenchmarkCase(
            "MusicSelection/state", workload: "10 min", items: 1, of: "state", tolerance: 1e-12
        ) {
            guard let range = HeartRateRange(restBpm: 60, maxBpm: 160) else {
                preconditionFailure("60 to 160/min is a range")
            }
            let inputs = StateInputs(
                nowSeconds: now,
                heartRates: (0..<30).map {
                    HeartRateSample(timeSeconds: now - 10 * Double($0), bpm: 80)
                },
                hrv: (0..<20).map {
                    HRVSample(timeSeconds: now - 30 * Double($0), valueMs: 50)
                }, range: range,
                baseline: HRVBaseline(valueMs: 50, origin: .setting))
            let shippedVariant = BenchmarkVariant("as shipped") {
                BenchmarkRun {
                    StateEstimator.estimate(inputs)
                } numbers: {
                    [$0.arousal, $0.stress, $0.energy, $0.confidence]
                }
            }
            return BenchmarkWork(variants: [shippedVariant]) { [0.2, 0.4, 0.36, 1] }
        }
    }
}
