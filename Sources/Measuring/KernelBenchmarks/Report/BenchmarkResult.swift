/// The measurements of one case.
public struct BenchmarkResult: Sendable, Equatable {
    public struct Variant: Sendable, Equatable {
        public let name: String
        /// The share of the work that was run; times are for all of it.
        public let share: Double
        public let roundCount: Int
        /// Runs in each round.
        public let iterations: Int
        /// Times of one run; ns.
        public let nanoseconds: TimeStatistics
        /// The least time over the number of items; ns.
        public let nanosecondsPerItem: Double
        /// The least time over that of the first variant.
        public let minTimeRatio: Double
        /// The median time over that of the first variant.
        public let medianTimeRatio: Double
        /// Blocks of memory that one warm run asks for; nil where they were not counted.
        public let allocationCount: Int?
        /// Largest deviation from the expected numbers; nil where there is nothing to compare.
        public let deviation: Double?
        /// True if there is a deviation and it lies within the tolerance.
        public let isAccurate: Bool
    }

    public let name: String
    public let workload: String
    public let itemCount: Int
    public let itemUnit: String
    public let growthSize: Int?
    public let tolerance: Double
    /// The unit of deviations; nil: relative to the highest expected number.
    public let deviationUnit: String?
    /// The variants in the order of the case, the first as shipped.
    public let variants: [Variant]

    public var title: String { "\(name) \(workload)" }

    init(_ item: BenchmarkCase, measurements: [VariantMeasurement], expected: [Double]) {
        name = item.name
        workload = item.workload
        itemCount = item.itemCount
        itemUnit = item.itemUnit
        growthSize = item.growthSize
        tolerance = item.tolerance
        deviationUnit = item.deviationUnit
        let times = measurements.map { measurement in
            TimeStatistics(measurement.times.map { $0 / measurement.variant.share })
        }
        let scale = item.deviationUnit == nil ? expected.map(abs).max() ?? 0 : 1
        variants = zip(measurements, times).map { measurement, time in
            let deviation = Self.deviation(
                measurement.preparedRun.numbers(), expected, scale: scale)
            return Variant(
                name: measurement.variant.name, share: measurement.variant.share,
                roundCount: measurement.times.count,
                iterations: measurement.iterations, nanoseconds: time,
                nanosecondsPerItem: time.minimum / Double(item.itemCount),
                minTimeRatio: time.minimum / times[0].minimum,
                medianTimeRatio: time.median / times[0].median,
                allocationCount: measurement.allocationCount, deviation: deviation,
                isAccurate: deviation.map { $0 <= item.tolerance } ?? false)
        }
    }

    /// The largest difference over `scale` where there is a number; infinite for NaN.
    static func deviation(
        _ numbers: [Double?], _ expected: [Double], scale: Double
    ) -> Double? {
        guard numbers.count == expected.count, scale > 0 else { return nil }
        let differences = zip(numbers, expected).compactMap { number, expected in
            number.map { abs($0 - expected) / scale }
        }
        return differences.contains(where: \.isNaN) ? .infinity : differences.max()
    }
}
