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
                return BenchmarkWork(variants: [
                    BenchmarkVariant("planned transform a step") {
                        ShippedEngines.coherence(
                            samples, sampleRateHz: sampleRateHz, windowCount: windowCount,
                            breathHz: breathHz)
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
        score.overTime(samples) { window, mean in
            { bin in
                NaiveTransform.sum(
                    window, less: mean, turnsPerSample: Double(bin) / Double(windowCount)
                ).squaredMagnitude
            }
        }
    }

    static func exactScores(_ samples: [Double]) -> [Double] {
        score.overTime(samples) { window, _ in
            let mean = ExactSums.mean(window)
            let centred = window.map { $0 - mean }
            return { ExactSums.bin($0, of: centred, length: windowCount).squaredMagnitude }
        }
    }
}

/// The share of the power of a band that lies around the breathing rate, from a plain transform of
/// a window of heart rate.
///
/// The band is the bins max(1, floor(0.04 / df)) ... min(n / 2, floor(0.15 / df)), df the rate over
/// n; the target is the bin nearest to the breathing rate and its two neighbours, cut to the band.
struct ReferenceScore {
    private let windowCount: Int
    /// nil where the band has less than two bins.
    private let band: ClosedRange<Int>?
    private let target: ClosedRange<Int>?

    init(count: Int, sampleRateHz: Double, breathHz: Double) {
        windowCount = count
        let resolutionHz = sampleRateHz / Double(count)
        let low = max(1, Int((0.04 / resolutionHz).rounded(.down)))
        let high = min(count / 2, Int((0.15 / resolutionHz).rounded(.down)))
        band = count >= 32 && low < high ? low...high : nil
        let centre = Int((breathHz / resolutionHz).rounded())
        let targetLow = max(low, centre - 1)
        let targetHigh = min(high, centre + 1)
        target = targetLow <= targetHigh ? targetLow...targetHigh : nil
    }

    /// The score of one window.
    ///
    /// - Parameter power: the power at a bin.
    func score(power: (Int) -> Double) -> Double {
        guard let band, let target else { return 0 }
        var total = 0.0
        var near = 0.0
        for bin in band {
            let value = power(bin)
            total += value
            if target.contains(bin) { near += value }
        }
        return total > 0 ? min(max(near / total, 0), 1) : 0
    }

    /// The scores of the windows that end at each sample, from the first whole one on.
    ///
    /// - Parameter transformed: from a window and its mean to the power at a bin.
    func overTime(
        _ samples: [Double],
        _ transformed: (_ window: ArraySlice<Double>, _ mean: Double) -> (Int) -> Double
    ) -> [Double] {
        guard samples.count >= windowCount else { return [] }
        return (windowCount...samples.count).map { end in
            let window = samples[end - windowCount..<end]
            let mean = window.reduce(0, +) / Double(windowCount)
            return score(power: transformed(window, mean))
        }
    }
}
