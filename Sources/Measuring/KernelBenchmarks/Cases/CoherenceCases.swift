import PhysioDSP

/// The reference coherence score at every sample of ten minutes of heart rate.
enum CoherenceCases {
    static let sampleRateHz = 4.0
    static let windowCount = 120
    static let breathHz = 5.5 / 60

    static func cases(_ scale: BenchmarkScale) -> [BenchmarkCase] {
        let sampleCount = scale.length(2_400)
        let scoreCount = sampleCount - windowCount + 1
        return [
            // Scores lie in 0 ... 1; they are equal to the plain transform's within 1e-12.
            BenchmarkCase(
                "ResonanceBreathing/reference-coherence",
                workload: "n=\(sampleCount) window=\(windowCount)", items: scoreCount, of: "score",
                tolerance: 1e-12
            ) {
                let samples = BenchmarkInputs.heartRate(
                    count: sampleCount, rateHz: sampleRateHz, breathHz: breathHz)
                func shippedVariant(_ name: String, _ instructions: InstructionSet?)
                    -> BenchmarkVariant
                {
                    BenchmarkVariant(name, instructions: instructions) {
                        ShippedEngines.coherence(
                            samples, sampleRateHz: sampleRateHz, windowCount: windowCount,
                            breathHz: breathHz)
                    }
                }
                return BenchmarkWork(variants: [
                    shippedVariant("as shipped", nil), shippedVariant("plain instructions", .plain),
                    BenchmarkVariant("planned transform a step") {
                        score.plannedTransformRun(samples)
                    },
                    BenchmarkVariant("naive DFT of the band") {
                        BenchmarkRun {
                            naiveScores(samples)
                        } numbers: {
                            $0
                        }
                    },
                ]) {
                    exactScores(samples)
                }
            }
        ]
    }

    private static let score = ReferenceScore(
        count: windowCount, sampleRateHz: sampleRateHz, breathHz: breathHz)

    private static func naiveScores(_ samples: [Double]) -> [Double] {
        score.windowScores(samples) { window, mean in
            { bin in
                NaiveTransform.sum(
                    window, less: mean, turnsPerSample: Double(bin) / Double(windowCount)
                ).squaredMagnitude
            }
        }
    }

    static func exactScores(_ samples: [Double]) -> [Double] {
        score.windowScores(samples) { window, _ in
            let mean = ExactSums.mean(window)
            let centred = window.map { $0 - mean }
            return { ExactSums.bin($0, of: centred, length: windowCount).squaredMagnitude }
        }
    }
}
