import PhysioDSP
import PhysioTypes
import ResonanceBreathing

/// The values of the reference score and the harmonic score for noise and for breathing; those of
/// all scores for noise.
public struct CoherenceNoiseStudy: Sendable {
    /// Seed of the reported figures.
    public static let reportSeed: UInt64 = 11
    public static let usualDrawCount = 1_500
    /// Windows of the two scores; s.
    static let windowsSeconds = [30.0, 60]
    /// The time at which windows begin, so that the heart has beaten before; s.
    static let leadSeconds = 2.0

    /// Scores of one kind of heart, ascending.
    struct Draws: Sendable {
        let kind: NoiseHeart.Kind
        let seconds: Double
        var reference: [Double] = []
        var harmonic: [Double] = []
    }

    /// Mean and 95 % point of a score.
    struct Level: Sendable {
        let mean: Double
        let high: Double

        init(_ scores: [Double]) {
            mean = scores.mean ?? .nan
            high = Self.quantile(0.95, scores.sorted())
        }

        /// Linear between order statistics.
        static func quantile(_ share: Double, _ ascending: [Double]) -> Double {
            guard let last = ascending.indices.last else { return .nan }
            let position = share * Double(last)
            let below = min(Int(position), max(0, last - 1))
            let above = min(below + 1, last)
            return ascending[below]
                + (position - Double(below)) * (ascending[above] - ascending[below])
        }
    }

    public let seed: UInt64
    public let drawCount: Int
    let draws: [Draws]
    /// The levels of every score under noise without any relation to the breath; of
    /// `magnitude_squared_coherence` C and of `phase_synchrony` R^2, both before correction.
    let levels: [CoherenceScore: [NoiseHeart.Kind: Level]]

    public init(seed: UInt64 = reportSeed, drawCount: Int = usualDrawCount) {
        self.seed = seed
        self.drawCount = drawCount
        var seeds = SeededGenerator(seed: seed)
        draws = Self.windowsSeconds.flatMap { seconds in
            NoiseHeart.Kind.allCases.map { kind in
                Self.draws(kind, seconds, drawCount, seed: seeds.next())
            }
        }
        var levels: [CoherenceScore: [NoiseHeart.Kind: Level]] = [:]
        for kind in [NoiseHeart.Kind.white, .slow] {
            for (score, values) in Self.scores(kind, drawCount, seed: seeds.next()) {
                levels[score, default: [:]][kind] = Level(values)
            }
        }
        self.levels = levels
    }

    private static func draws(
        _ kind: NoiseHeart.Kind, _ seconds: Double, _ count: Int, seed: UInt64
    ) -> Draws {
        var generator = SeededGenerator(seed: seed)
        var draws = Draws(kind: kind, seconds: seconds)
        let sampleCount = Int(seconds * NoiseHeart.sampleRateHz)
        let reference = PowerShareCoherence(
            sampleCount: sampleCount, sampleRateHz: NoiseHeart.sampleRateHz)
        for _ in 0..<count {
            let heart = NoiseHeart(kind, seconds: leadSeconds + seconds, &generator)
            draws.reference.append(
                reference.score(
                    heart.samples(from: leadSeconds, count: sampleCount),
                    breathsPerMinute: NoiseHeart.breathsPerMinute))
            let window = heart.nn.window(
                startSeconds: leadSeconds, endSeconds: leadSeconds + seconds)
            if let found = try? HarmonicCoherence(window, breathing: heart.breathing) {
                draws.harmonic.append(found.score)
            }
        }
        draws.reference.sort()
        draws.harmonic.sort()
        return draws
    }

    private static func scores(
        _ kind: NoiseHeart.Kind, _ count: Int, seed: UInt64
    ) -> [CoherenceScore: [Double]] {
        var generator = SeededGenerator(seed: seed)
        var scores: [CoherenceScore: [Double]] = [:]
        for _ in 0..<count {
            let heart = NoiseHeart(kind, seconds: 123, &generator)
            for score in CoherenceScore.allCases {
                if let value = uncorrected(score, heart) {
                    scores[score, default: []].append(value)
                }
            }
        }
        return scores
    }

    private static func uncorrected(_ score: CoherenceScore, _ heart: NoiseHeart) -> Double? {
        switch score {
        case .magnitudeSquaredCoherence:
            return try? SignalCoherence(
                heart.nn, breathing: heart.breathing, signal: heart.belt
            ).coherence
        case .phaseSynchrony:
            let found = try? PhaseSynchrony(heart.nn, breathing: heart.breathing)
            return found.map { $0.resultant * $0.resultant }
        default: return score.value(of: heart.nn, breathing: heart.breathing).value
        }
    }
}
