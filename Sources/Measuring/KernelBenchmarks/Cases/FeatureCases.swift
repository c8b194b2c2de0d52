import HRVFeatures
import PhysioDSP

/// Metrics of R-R intervals: sample entropy, detrended fluctuation, and everything together.
enum FeatureCases {
    /// A few minutes, an hour, and the two lengths that growth is taken from, the longer one a day.
    private static let sizes = [300, 3_000, 10_000, 100_000]
    private static let growthSizes = [10_000, 100_000]
    /// The sizes at which a whole recording is measured.
    static let recordingSizes = [300, 3_000, 100_000]

    /// Slopes of logarithms of sums of squares.
    static let tolerance = 1e-11

    static func cases(_ scale: BenchmarkScale) -> [BenchmarkCase] {
        [false, true].flatMap { isWhole in
            sizes.map {
                sampleEntropy(
                    scale.length($0), growthSize: scaledGrowthSize($0, scale), isWhole, scale)
            }
        }
            + sizes.map {
                dfaAlpha1(scale.length($0), growthSize: scaledGrowthSize($0, scale), scale)
            }
            + recordingSizes.map { everyMetric(scale.length($0)) }
    }

    private static func scaledGrowthSize(_ size: Int, _ scale: BenchmarkScale) -> Int? {
        growthSizes.contains(size) ? scale.length(size) : nil
    }

    /// Intervals as numbers of many digits, or as a recording of whole milliseconds has them.
    static func input(_ count: Int, isWhole: Bool = false) -> [Double] {
        let values = BenchmarkInputs.beats(count: count).values
        return isWhole ? values.map { $0.rounded() } : values
    }

    private static func sampleEntropy(
        _ count: Int, growthSize: Int?, _ isWhole: Bool, _ scale: BenchmarkScale
    ) -> BenchmarkCase {
        BenchmarkCase(
            "HRVFeatures/sample-entropy" + (isWhole ? "-whole-ms" : ""),
            workload: "n=\(count)", items: count, of: "beat", growthSize: growthSize, tolerance: 0
        ) {
            let intervals = input(count, isWhole: isWhole)
            func shippedVariant(_ name: String, _ instructions: InstructionSet?) -> BenchmarkVariant
            {
                BenchmarkVariant(name, instructions: instructions) {
                    ShippedEngines.sampleEntropy(intervals).selecting([0, 1])
                }
            }
            let naive = BenchmarkVariant("all pairs") {
                let matches = NaiveMatches(intervals)
                return BenchmarkRun {
                    matches.allPairCounts()
                } numbers: { pairs in
                    [Double(pairs.shorterMatchCount), Double(pairs.longerMatchCount)]
                }
            }
            let isNaiveFeasible = count * count / 2 <= scale.maxNaivePairCount
            return BenchmarkWork(
                variants: [
                    shippedVariant("as shipped", nil), shippedVariant("plain instructions", .plain),
                ] + (isNaiveFeasible ? [naive] : [])
            ) {
                let pairs = NaiveMatches(intervals).sortedNeighbourPairCounts()
                return [Double(pairs.shorterMatchCount), Double(pairs.longerMatchCount)]
            }
        }
    }

    private static func dfaAlpha1(
        _ count: Int, growthSize: Int?, _ scale: BenchmarkScale
    ) -> BenchmarkCase {
        BenchmarkCase(
            "HRVFeatures/dfa-alpha1", workload: "n=\(count)", items: count, of: "beat",
            growthSize: growthSize, tolerance: tolerance
        ) {
            let intervals = input(count)
            let shippedVariant = BenchmarkVariant("as shipped") {
                ShippedEngines.dfaAlpha1(intervals)
            }
            let naive = BenchmarkVariant("line by line") {
                BenchmarkRun {
                    NaiveFluctuation.exponent(intervals, 4...16)
                } numbers: { alpha in
                    [alpha]
                }
            }
            return BenchmarkWork(variants: [shippedVariant, naive]) {
                [NaiveFluctuation.exponent(intervals, 4...16)]
            }
        }
    }

    private static func everyMetric(_ count: Int) -> BenchmarkCase {
        BenchmarkCase(
            "HRVFeatures/every-metric", workload: "n=\(count) whole-ms", items: count, of: "beat",
            tolerance: tolerance
        ) {
            let intervals = input(count, isWhole: true)
            let shippedVariant = BenchmarkVariant("as shipped") {
                ShippedEngines.everyMetric(intervals)
            }
            return BenchmarkWork(variants: [shippedVariant]) { expectedMetricValues(intervals) }
        }
    }

    /// SDNN, RMSSD, alpha1 and sample entropy by their definitions.
    static func expectedMetricValues(_ intervals: [Double]) -> [Double] {
        let differences = zip(intervals, intervals.dropFirst()).map { $1 - $0 }
        let squares = differences.reduce(0) { $0 + $1 * $1 }
        let matches = NaiveMatches(intervals)
        let pairs = matches.sortedNeighbourPairCounts()
        return [
            matches.deviation, (squares / Double(differences.count)).squareRoot(),
            NaiveFluctuation.exponent(intervals, 4...16),
            PlatformMath.log(Double(pairs.shorterMatchCount) / Double(pairs.longerMatchCount)),
        ]
    }
}
