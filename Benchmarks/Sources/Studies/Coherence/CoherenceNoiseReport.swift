@_spi(Studies) import KernelBenchmarks
import ResonanceBreathing

/// The study of noise as a page of Markdown, with its figure.
public struct CoherenceNoiseReport: Sendable {
    /// The path at which the page expects its figure.
    public static let figurePath = "figures/coherence-noise.svg"

    private let study: CoherenceNoiseStudy

    public init(_ study: CoherenceNoiseStudy) { self.study = study }

    public var svg: String { ScoreCurves(study.draws).svg }

    public var markdown: String {
        [introduction, windows.text, reading, levels.text, closing].joined(separator: "\n\n") + "\n"
    }

    private var introduction: String {
        """
        # What noise scores

        Made by `make report-coherence`; not edited by hand. Seed \(study.seed), \
        \(study.drawCount) draws a row. The scores: [Coherence](coherence.md).

        ## Two scores over 30 s and 60 s
        Hearts at \(Int(NoiseHeart.meanBpm)) beats/min; noise of \(NoiseHeart.noiseBpm) beats/min \
        (standard deviation), white from beat to beat or 1/f; in the third row a sine of \
        \(Int(NoiseHeart.sineBpm)) beats/min at the commanded \(NoiseHeart.breathsPerMinute) breaths a \
        minute besides, twice the power of the noise. Intervals in whole ms. The commanded breaths begin \
        at a random time.

        ![Shares of draws up to each score](\(Self.figurePath))
        """
    }

    private var windows: MarkdownTable {
        var table = MarkdownTable([
            "window", "heart", "`reference` 5 %, mean, 95 %", "below 0.3",
            "`harmonic` 5 %, mean, 95 %", "below 0.3",
        ])
        for draws in study.draws {
            table.add([
                "\(Int(draws.seconds)) s", draws.kind.rawValue, spread(draws.reference),
                low(draws.reference), spread(draws.harmonic), low(draws.harmonic),
            ])
        }
        return table
    }

    private func spread(_ scores: [Double]) -> String {
        [
            CoherenceNoiseStudy.Level.quantile(0.05, scores), scores.mean ?? .nan,
            CoherenceNoiseStudy.Level.quantile(0.95, scores),
        ].map(number).joined(separator: ", ")
    }

    private func low(_ scores: [Double]) -> String {
        let count = scores.filter { $0 < 0.3 }.count
        return "\(BenchmarkText.fixed(100 * Double(count) / Double(scores.count), decimals: 1)) %"
    }

    private func number(_ value: Double) -> String {
        value.isFinite ? BenchmarkText.fixed(value, decimals: 2) : "-"
    }

    private var reading: String {
        """
        Over 30 s the reference score of noise overlaps that of a paced heart, because three of the four \
        bins it looks at count as breathing: what is low for a paced heart is the mean of white noise. A \
        longer window helps it, for then more bins are no breath. The harmonic score asks for the \
        commanded phase itself, so that noise is near 0 at either length. What it does let through over \
        30 s is 1/f noise: less than three breaths cannot tell a slow wave from a rhythm.

        ## All scores without any relation to the breath
        Mean and 95 % point, each over its own window, of `magnitude_squared_coherence` C with a belt \
        that goes with the commanded breath (noise a tenth of it) and of `phase_synchrony` R^2 with the \
        commanded breath, both before correction.
        """
    }

    private var levels: MarkdownTable {
        var table = MarkdownTable(["score", "white", "1/f"])
        for score in CoherenceScore.allCases {
            let cells = [NoiseHeart.Kind.white, .slow].map { kind in
                study.levels[score]?[kind].map { "\(number($0.mean)), \(number($0.high))" } ?? "-"
            }
            table.add(["`\(score.rawValue)`"] + cells)
        }
        return table
    }

    private var closing: String {
        """
        Simulated, not measured on people: hearts here do nothing but what is said above.
        """
    }
}
