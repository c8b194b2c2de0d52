import BeatCorrection
import PhysioDSP

/// A workload that other programs run too: inputs, our engine, and a few numbers known otherwise.
public struct PeerWorkload {
    /// Such as `lomb-scargle-300x1000`; the name of its files.
    public let name: String
    /// `lomb_scargle`, `welch`, `coherence`, `sample_entropy`, `dfa`, `every_metric`, `correction` or
    /// `detection`.
    public let method: String
    public let parameters: [String: Double]
    /// The inputs by name; made when they are asked for.
    public let arrays: () -> [(name: String, values: [Double])]
    /// The indices of the numbers of a whole answer that are known.
    public let indices: [Int]
    /// The numbers at those indices, formed by other code than any of the programs.
    public let expected: () -> [Double]
    private let engine: () -> BenchmarkRun

    /// Every workload.
    public static var all: [PeerWorkload] {
        [(300, 1_000), (3_000, 1_000), (3_000, 10_000), (30_000, 10_000), (100_000, 100_000)]
            .map(lombScargle) + [1_200, 345_600].map(welch) + [coherence(sampleCount: 2_400)]
            + [300, 3_000, 100_000].map { sampleEntropy(beatCount: $0, isWhole: false) }
            + [300, 3_000, 100_000].map { sampleEntropy(beatCount: $0, isWhole: true) }
            + [300, 100_000].map(dfaAlpha1) + FeatureCases.recordingSizes.map(everyMetric)
            + CorrectionCases.timedRules.flatMap { rule in
                CorrectionCases.sizes.map { correction(rule: rule, beatCount: $0) }
            }
            + DetectionWorkload.all.map(detection)
    }

    /// Our time and our whole answer.
    public func measure(
        by harness: BenchmarkHarness
    ) -> (result: BenchmarkResult.Variant, output: [Double]) {
        let run = engine()
        let item = BenchmarkCase(name, workload: "", items: 1, of: "answer", tolerance: 0) {
            BenchmarkWork(
                variants: [BenchmarkVariant("ours") { run.selecting(indices) }], expected: expected)
        }
        let result = harness.measure(item).variants[0]
        return (result, run.numbers().compactMap { $0 })
    }

    static func lombScargle(beatCount: Int, frequencyCount: Int) -> PeerWorkload {
        let series = BenchmarkInputs.beats(count: beatCount)
        let stepHz = LombScargleCases.highestHz / Double(frequencyCount)
        let indices = LombScargleCases.positions(count: frequencyCount)
        return PeerWorkload(
            name: "lomb-scargle-\(beatCount)x\(frequencyCount)", method: "lomb_scargle",
            parameters: [
                "step_hz": stepHz, "count": Double(frequencyCount),
                "tolerance": LombScargleCases.tolerance(beatCount: beatCount),
            ],
            arrays: [("times", series.times), ("values", series.values)], indices: indices
        ) {
            let fit = FloatingMeanFit(series)
            return indices.map { fit.exactPower($0 + 1, stepHz: stepHz) }
        } engine: {
            ShippedEngines.lombScargle(series, stepHz: stepHz, count: frequencyCount)
        }
    }

    static func welch(sampleCount: Int) -> PeerWorkload {
        let rateHz = WelchCases.sampleRateHz
        let segmentCount = WelchCases.segmentCount
        let samples = BenchmarkInputs.evenlySampledIntervals(count: sampleCount, rateHz: rateHz)
        let indices = Array(0...segmentCount / 2)
        return PeerWorkload(
            name: "welch-\(sampleCount)", method: "welch",
            parameters: ["rate_hz": rateHz, "segment": Double(segmentCount)],
            arrays: [("samples", samples)], indices: indices
        ) {
            let definition = WelchDefinition(samples)
            return indices.map(definition.exactDensity)
        } engine: {
            ShippedEngines.welch(samples, sampleRateHz: rateHz, segmentCount: segmentCount)
        }
    }

    static func coherence(sampleCount: Int) -> PeerWorkload {
        let rateHz = CoherenceCases.sampleRateHz
        let breathHz = CoherenceCases.breathHz
        let windowCount = CoherenceCases.windowCount
        let samples = BenchmarkInputs.heartRate(
            count: sampleCount, rateHz: rateHz, breathHz: breathHz)
        return PeerWorkload(
            name: "coherence-\(sampleCount)", method: "coherence",
            parameters: [
                "rate_hz": rateHz, "window": Double(windowCount), "breath_hz": breathHz,
            ],
            arrays: [("samples", samples)], indices: Array(0...sampleCount - windowCount)
        ) {
            CoherenceCases.exactScores(samples)
        } engine: {
            ShippedEngines.coherence(
                samples, sampleRateHz: rateHz, windowCount: windowCount, breathHz: breathHz)
        }
    }

    static func sampleEntropy(beatCount: Int, isWhole: Bool) -> PeerWorkload {
        let intervals = FeatureCases.input(beatCount, isWhole: isWhole)
        let matches = NaiveMatches(intervals)
        return PeerWorkload(
            name: "sample-entropy-\(beatCount)" + (isWhole ? "-whole-ms" : ""),
            method: "sample_entropy", parameters: ["r": 0.2 * matches.deviation],
            arrays: [("intervals", intervals)], indices: [0]
        ) {
            let pairs = matches.sortedNeighbourPairCounts()
            return [
                PlatformMath.log(Double(pairs.shorterMatchCount) / Double(pairs.longerMatchCount))
            ]
        } engine: {
            ShippedEngines.sampleEntropy(intervals).selecting([2])
        }
    }

    static func dfaAlpha1(beatCount: Int) -> PeerWorkload {
        let intervals = FeatureCases.input(beatCount)
        return PeerWorkload(
            name: "dfa-alpha1-\(beatCount)", method: "dfa",
            parameters: ["least_box": 4, "most_box": 16], arrays: [("intervals", intervals)],
            indices: [0]
        ) {
            [NaiveFluctuation.exponent(intervals, 4...16)]
        } engine: {
            ShippedEngines.dfaAlpha1(intervals)
        }
    }

    static func everyMetric(beatCount: Int) -> PeerWorkload {
        let intervals = FeatureCases.input(beatCount, isWhole: true)
        return PeerWorkload(
            name: "every-metric-\(beatCount)", method: "every_metric", parameters: [:],
            arrays: [("intervals", intervals)], indices: [0, 1, 2, 3]
        ) {
            FeatureCases.expectedMetricValues(intervals)
        } engine: {
            ShippedEngines.everyMetric(intervals)
        }
    }

    static func correction(rule: any BeatRule, beatCount: Int) -> PeerWorkload {
        let series = CorrectionCases.series(beatCount)
        return PeerWorkload(
            name: "correction-\(rule.name)-\(beatCount)", method: "correction", parameters: [:],
            arrays: [("intervals", series.intervalsMs)], indices: [0]
        ) {
            [CorrectionCases.rmssd(series.trueIntervalsMs)]
        } engine: {
            ShippedEngines.correction(series.intervalsMs, rule: rule)
        }
    }

    /// Returns the workload that counts the beats found. The signal is long, so it is simulated
    /// where it is needed only.
    static func detection(_ signal: DetectionWorkload) -> PeerWorkload {
        let simulatedSignal = LazyValue(signal.run)
        return PeerWorkload(
            name: signal.name, method: "detection", parameters: ["rate_hz": signal.rateHz],
            arrays: [("signal", simulatedSignal.value.millivolts)], indices: [0]
        ) {
            [Double(simulatedSignal.value.beats.count)]
        } engine: {
            DetectionCases.detection(simulatedSignal.value.millivolts, sampleRateHz: signal.rateHz)
        }
    }

    /// A value that is made once, when it is first asked for.
    private final class LazyValue<Value> {
        private let make: () -> Value
        private(set) lazy var value = make()

        init(_ make: @escaping () -> Value) { self.make = make }
    }

    private init(
        name: String, method: String, parameters: [String: Double],
        arrays: @autoclosure @escaping () -> [(name: String, values: [Double])], indices: [Int],
        expected: @escaping () -> [Double], engine: @escaping () -> BenchmarkRun
    ) {
        self.name = name
        self.method = method
        self.parameters = parameters
        self.arrays = arrays
        self.indices = indices
        self.expected = expected
        self.engine = engine
    }
}
