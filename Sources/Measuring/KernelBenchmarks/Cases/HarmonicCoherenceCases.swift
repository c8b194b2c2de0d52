import PhysioDSP
import PhysioTypes
import ResonanceBreathing

/// The harmonic coherence score after every beat of ten minutes, from the last 60 s.
enum HarmonicCoherenceCases {
    private static let breathSeconds = 10.0

    static func cases(_ scale: BenchmarkScale) -> [BenchmarkCase] {
        let beatCount = scale.length(670)
        return [
            // Scores lie in 0 ... 1; the normal equations square a condition below 100.
            BenchmarkCase(
                "ResonanceBreathing/harmonic-coherence", workload: "n=\(beatCount) window=60 s",
                items: beatCount, of: "beat", tolerance: 1e-10
            ) {
                let beats = BenchmarkInputs.beats(count: beatCount)
                return BenchmarkWork(variants: [
                    BenchmarkVariant("as shipped") { live(beats) },
                    BenchmarkVariant("normal equations, new arrays") {
                        BenchmarkRun {
                            plainScores(beats)
                        } numbers: {
                            $0
                        }
                    },
                ]) {
                    plainScores(beats)
                }
            }
        ]
    }

    private static func live(_ series: BenchmarkInputs.UnevenSeries) -> BenchmarkRun {
        let beats = series.times.indices.map {
            NNBeat(
                intervalMs: series.values[$0], endSeconds: series.times[$0],
                isAdjacentToPrevious: $0 > 0, isCorrected: false, rawIndex: $0)
        }
        var stream = LiveHarmonicCoherence()
        var scores = [Double](repeating: 0, count: beats.count)
        return BenchmarkRun {
            stream.reset()
            var start = 0.0
            for (index, beat) in beats.enumerated() {
                while start <= beat.endSeconds {
                    stream.begin(
                        BreathCycle(
                            startSeconds: start, inhaleSeconds: 0.4 * breathSeconds,
                            exhaleSeconds: 0.6 * breathSeconds))
                    start += breathSeconds
                }
                stream.push(beat)
                scores[index] = (try? stream.coherence())?.score ?? 0
            }
        } numbers: {
            scores
        }
    }

    private static func plainScores(_ series: BenchmarkInputs.UnevenSeries) -> [Double] {
        series.times.map { end in
            guard end - (series.times[0] - series.values[0] / 1000) >= 30 else { return 0 }
            let inside = series.times.indices.filter {
                series.times[$0] >= end - 60 && series.times[$0] <= end
            }
            let middles = inside.map { series.times[$0] - series.values[$0] / 2000 }
            return HarmonicNormalEquations.score(
                times: middles, values: inside.map { 60_000 / series.values[$0] },
                phases: middles.map { $0 / breathSeconds })
        }
    }
}
