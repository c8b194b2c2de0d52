import PhysioDSP

/// Welch's density of a series at 4 Hz: Hann segments of 256 samples that overlap by half.
enum WelchCases {
    static let sampleRateHz = 4.0
    static let segmentCount = 256
    static let hop = 128

    /// Five minutes, the two lengths that growth is taken from, and 24 h.
    static let sizes = [1_200, 10_000, 100_000, 345_600]

    static func cases(_ scale: BenchmarkScale) -> [BenchmarkCase] {
        sizes.map { size in
            welch(
                sampleCount: max(2 * segmentCount, scale.length(size)),
                isGrowth: [10_000, 100_000].contains(size), scale)
        }
    }

    private static func welch(
        sampleCount: Int, isGrowth: Bool, _ scale: BenchmarkScale
    ) -> BenchmarkCase {
        // A sum over all segments: the error of one transform, 1e-15 or so, and its averages.
        BenchmarkCase(
            "PhysioDSP/welch", workload: "n=\(sampleCount) segment=\(segmentCount)",
            items: sampleCount, of: "sample", growthSize: isGrowth ? sampleCount : nil,
            tolerance: 1e-12
        ) {
            let samples = BenchmarkInputs.evenlySampledIntervals(
                count: sampleCount, rateHz: sampleRateHz)
            let definition = WelchDefinition(samples)
            let binCount = segmentCount / 2 + 1
            let fastToneBin = Int(BenchmarkInputs.fastToneHz / sampleRateHz * Double(segmentCount))
            let stride = scale.naiveStride(
                of: binCount, pairsEach: definition.starts.count * segmentCount,
                dividing: fastToneBin)
            let bins = Array(Swift.stride(from: 0, to: binCount, by: stride))
            func shippedVariant(_ name: String, _ instructions: InstructionSet?) -> BenchmarkVariant
            {
                BenchmarkVariant(name, instructions: instructions) {
                    ShippedEngines.welch(
                        samples, sampleRateHz: sampleRateHz, segmentCount: segmentCount)
                }
            }
            let naive = BenchmarkVariant(
                "naive DFT", share: Double(bins.count) / Double(binCount)
            ) {
                BenchmarkRun {
                    bins.map(definition.naiveDensity)
                } numbers: { densities in
                    var numbers = [Double?](repeating: nil, count: binCount)
                    for (bin, density) in zip(bins, densities) { numbers[bin] = density }
                    return numbers
                }
            }
            return BenchmarkWork(variants: [
                shippedVariant("as shipped", nil), shippedVariant("plain instructions", .plain),
                naive,
            ]) {
                (0..<binCount).map(definition.exactDensity)
            }
        }
    }
}

/// The average of the segments' periodograms, written from its definition.
struct WelchDefinition {
    private static let segmentCount = WelchCases.segmentCount
    let starts: [Int]
    private let samples: [Double]
    private let weights: [Double]

    init(_ samples: [Double]) {
        self.samples = samples
        starts = Array(
            stride(from: 0, through: samples.count - Self.segmentCount, by: WelchCases.hop))
        weights = (0..<Self.segmentCount).map {
            0.5 - 0.5 * PlatformMath.cos(2 * .pi * Double($0) / Double(Self.segmentCount))
        }
    }

    func naiveDensity(_ bin: Int) -> Double {
        density(bin) {
            NaiveTransform.sum($0[...], turnsPerSample: Double(bin) / Double(Self.segmentCount))
        }
    }

    func exactDensity(_ bin: Int) -> Double {
        density(bin) { ExactSums.bin(bin, of: $0, length: Self.segmentCount) }
    }

    private func density(_ bin: Int, _ transform: ([Double]) -> ComplexNumber) -> Double {
        var sum = CompensatedSum()
        for start in starts {
            let segment = samples[start..<start + Self.segmentCount]
            let mean = segment.reduce(0, +) / Double(Self.segmentCount)
            sum.add(transform(zip(segment, weights).map { ($0 - mean) * $1 }).squaredMagnitude)
        }
        let squares = weights.reduce(0) { $0 + $1 * $1 }
        let sides = bin == 0 || 2 * bin == Self.segmentCount ? 1.0 : 2.0
        return sides * sum.value / (WelchCases.sampleRateHz * squares * Double(starts.count))
    }
}
