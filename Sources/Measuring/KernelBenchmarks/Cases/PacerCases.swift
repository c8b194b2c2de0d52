import PhysioDSP
import ResonanceBreathing

/// The work of the default pacer with the heart's answer to three breaths: take it in, and estimate
/// anew.
enum PacerCases {
    static func cases(_ scale: BenchmarkScale) -> [BenchmarkCase] {
        let count = scale.length(20)
        return [
            // Weights are of single precision.
            BenchmarkCase(
                "ResonanceBreathing/resonance-fit-update", workload: "n=\(count) answers",
                items: count, of: "answer", tolerance: 1e-3, deviationUnit: "breaths/min"
            ) {
                let observations = slide(count: count)
                return BenchmarkWork(variants: [
                    BenchmarkVariant("as shipped") {
                        BenchmarkRun {
                            shippedMeans(observations)
                        } numbers: {
                            $0
                        }
                    },
                    BenchmarkVariant("each hypothesis by itself") {
                        BenchmarkRun {
                            plainMeans(observations)
                        } numbers: {
                            $0
                        }
                    },
                ]) {
                    plainMeans(observations)
                }
            }
        ]
    }

    private static func shippedMeans(_ observations: [BreathResponse]) -> [Double] {
        var posterior = ResonancePosterior()
        return observations.map {
            posterior.observe($0)
            return posterior.estimate(atSeconds: $0.endSeconds).breathsPerMinute
        }
    }

    private static func plainMeans(_ observations: [BreathResponse]) -> [Double] {
        var posterior = PlainResonancePosterior()
        return observations.map {
            posterior.observe($0)
            return posterior.mean(atSeconds: $0.endSeconds)
        }
    }

    /// Answers on a slide from 7.2 to 4.2 breaths/min of a resonator at 5.4, with noise.
    private static func slide(count: Int) -> [BreathResponse] {
        var random = SeededGenerator(seed: 11)
        var seconds = 0.0
        return (0..<count).map { index in
            let rate = 7.2 - 3 * Double(index) / Double(max(1, count - 1))
            let ratio = rate / 5.4
            let below = ComplexNumber(1 - ratio * ratio, 0.4 * ratio)
            let scale = 3 / below.squaredMagnitude
            let start = seconds
            seconds += 180 / rate
            return BreathResponse(
                startSeconds: start, endSeconds: seconds, breathsPerMinute: rate,
                response: ComplexNumber(
                    scale * below.real + 0.5 * random.normal(),
                    -scale * below.imaginary + 0.5 * random.normal()),
                standardError: 0.4)
        }
    }
}
