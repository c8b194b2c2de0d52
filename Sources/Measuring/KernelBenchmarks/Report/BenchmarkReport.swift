import PhysioDSP

/// The results of a run, and what can be said of them together.
public struct BenchmarkReport: Sendable, Equatable {
    /// The growth of the time of one operation with its length: t proportional to size^exponent.
    public struct Growth: Sendable, Equatable {
        public let name: String
        public let fromSize: Int
        public let toSize: Int
        public let exponent: Double
    }

    public var environment: BenchmarkEnvironment
    public var results: [BenchmarkResult]
    /// True if the figures come from a quick run, which is less certain.
    public var isQuick: Bool

    public init(
        results: [BenchmarkResult], isQuick: Bool = false,
        environment: BenchmarkEnvironment = .current
    ) {
        self.results = results
        self.isQuick = isQuick
        self.environment = environment
    }

    /// The exponent between the shortest and the longest case of each name that has a growth size:
    /// log(t2 / t1) / log(n2 / n1) of the least times of the variant as shipped.
    public var growth: [Growth] {
        var names: [String] = []
        for result in results where result.growthSize != nil && !names.contains(result.name) {
            names.append(result.name)
        }
        return names.compactMap(growth(of:))
    }

    private func growth(of name: String) -> Growth? {
        let points = results.filter { $0.name == name }.compactMap { result in
            result.growthSize.map { (size: $0, time: result.variants[0].nanoseconds.minimum) }
        }
        guard let low = points.min(by: { $0.size < $1.size }),
            let high = points.max(by: { $0.size < $1.size }), low.size < high.size,
            low.time > 0, high.time > 0
        else { return nil }
        let exponent =
            PlatformMath.log(high.time / low.time)
            / PlatformMath.log(Double(high.size) / Double(low.size))
        return Growth(name: name, fromSize: low.size, toSize: high.size, exponent: exponent)
    }

    /// A sentence for each variant whose numbers are not the expected ones.
    public var inaccuracies: [String] {
        results.flatMap { result in
            result.variants.filter { !$0.isAccurate }.map { variant in
                let found = variant.deviation.map(BenchmarkText.scientific) ?? "nothing to compare"
                let unit = result.deviationUnit ?? "of the highest value"
                return "\(result.title), \(variant.name): deviation \(found), allowed "
                    + "\(BenchmarkText.scientific(result.tolerance)) \(unit)"
            }
        }
    }
}
