import PhysioDSP

/// Measures variants against each other: interleaved, in CPU time, best of many.
///
/// Every variant is warmed up, then repeated so often that a round lasts at least
/// ``Effort/roundNanoseconds``. A round times each variant once, in turn; every other round goes
/// through them backwards, so that a drift of the machine meets all alike. Variants whose single
/// run is long take part in fewer rounds, spread evenly.
///
/// ```swift
/// let harness = BenchmarkHarness(effort: .quick)
/// let results = BenchmarkSet.cases(.quick).map(harness.measure)
/// print(BenchmarkReport(results: results).table)
/// ```
public struct BenchmarkHarness {
    /// The effort of measuring.
    public struct Effort: Sendable, Equatable {
        /// Least duration of a round of one variant; ns. Far above the resolution of the clock.
        public var roundNanoseconds = 1_000_000.0
        /// The time that the rounds of one case should take together; ns.
        public var caseNanoseconds: Double
        public var minRounds: Int
        public var maxRounds: Int

        public init(caseNanoseconds: Double, minRounds: Int, maxRounds: Int) {
            precondition(1 <= minRounds && minRounds <= maxRounds, "rounds begin at one")
            self.caseNanoseconds = caseNanoseconds
            self.minRounds = minRounds
            self.maxRounds = maxRounds
        }

        /// All cases in about a minute.
        public static let full = Effort(caseNanoseconds: 1e9, minRounds: 3, maxRounds: 101)
        /// All cases in about ten seconds.
        public static let quick = Effort(caseNanoseconds: 1e8, minRounds: 1, maxRounds: 21)
    }

    /// No work takes less than a nanosecond.
    private static let maxIterations = 1_000_000

    public let effort: Effort
    private let clock: () -> UInt64
    private let allocationCount: (() -> Int)?

    /// - Parameter allocationCount: how many blocks of memory this thread has asked for so far;
    ///   nil where nothing counts them.
    /// - Parameter clock: a clock that ascends; ns.
    public init(
        effort: Effort, allocationCount: (() -> Int)? = nil,
        clock: @escaping () -> UInt64 = CPUClock.threadNanoseconds
    ) {
        self.effort = effort
        self.allocationCount = allocationCount
        self.clock = clock
    }

    /// Measures one case and checks its numbers.
    ///
    /// Limits the instruction set of the whole process while a limited variant runs: one
    /// measurement at a time.
    public func measure(_ item: BenchmarkCase) -> BenchmarkResult {
        let work = item.prepare()
        var measurements = work.variants.map { measurement($0, of: work.variants.count) }
        let roundCount = measurements.map(\.roundCount).max() ?? 0
        for round in 0..<roundCount {
            let order = measurements.indices
            for index in round.isMultiple(of: 2) ? Array(order) : order.reversed()
            where measurements[index].participates(in: round, of: roundCount) {
                let time = measurements[index].withInstructionLimit {
                    measurements[index].time(by: clock)
                }
                measurements[index].times.append(time)
            }
        }
        return BenchmarkResult(item, measurements: measurements, expected: work.expected())
    }

    /// Prepares a variant, warms it up, counts its allocations and finds how often to repeat it.
    private func measurement(_ variant: BenchmarkVariant, of variantCount: Int)
        -> VariantMeasurement
    {
        VariantMeasurement.runLimited(to: variant.instructions) {
            var measurement = VariantMeasurement(variant: variant, preparedRun: variant.prepare())
            measurement.preparedRun.run()
            var singleRunNs = timeCalibrationRun(&measurement)
            while singleRunNs * Double(measurement.iterations) < effort.roundNanoseconds,
                measurement.iterations < Self.maxIterations
            {
                let wantedIterations = effort.roundNanoseconds / max(singleRunNs, 1)
                // A first time may be far off: go on by steps.
                let maxIterationCount = 10 * Double(measurement.iterations)
                measurement.iterations = max(
                    measurement.iterations + 1,
                    Int(min(wantedIterations.rounded(.up), maxIterationCount)))
                singleRunNs = timeCalibrationRun(&measurement)
            }
            let round = max(singleRunNs * Double(measurement.iterations), 1)
            let rounds = effort.caseNanoseconds / Double(variantCount) / round
            measurement.roundCount = Int(
                min(max(rounds, Double(effort.minRounds)), Double(effort.maxRounds)))
            return measurement
        }
    }

    /// The time of a run while calibrating, and what a run allocates; a single block that comes
    /// late, over many runs, counts as none.
    private func timeCalibrationRun(_ measurement: inout VariantMeasurement) -> Double {
        let before = allocationCount?() ?? 0
        let time = measurement.time(by: clock)
        measurement.allocationCount = allocationCount.map {
            ($0() - before) / measurement.iterations
        }
        return time
    }
}

/// A variant under measurement.
struct VariantMeasurement {
    let variant: BenchmarkVariant
    let preparedRun: BenchmarkRun
    /// Runs a round.
    var iterations = 1
    var roundCount = 1
    /// The number of allocations of one run once warm.
    var allocationCount: Int?
    /// The times of one run each; ns.
    var times: [Double] = []

    init(variant: BenchmarkVariant, preparedRun: BenchmarkRun) {
        self.variant = variant
        self.preparedRun = preparedRun
    }

    /// CPU time of one run, averaged over `iterations`; ns.
    func time(by clock: () -> UInt64) -> Double {
        let run = preparedRun.run
        let begin = clock()
        for _ in 0..<iterations { run() }
        return Double(clock() - begin) / Double(iterations)
    }

    /// Returns true if this round of `total` is one of the `roundCount` that are spread over them.
    func participates(in round: Int, of total: Int) -> Bool {
        round == 0 || round * roundCount / total != (round - 1) * roundCount / total
    }

    func withInstructionLimit<Result>(_ body: () -> Result) -> Result {
        Self.runLimited(to: variant.instructions, body)
    }

    static func runLimited<Result>(to set: InstructionSet?, _ body: () -> Result) -> Result {
        guard let set else { return body() }
        return InstructionSet.runLimited(to: set, body)
    }
}
