import PhysioDSP

/// A steady rhythm of which some intervals in a row are random, in the time of the true ones.
struct NoiseBurstSimulation: Sendable {
    /// The rule for the number of random intervals.
    enum Form: Sendable, CaseIterable {
        /// The same number as of true intervals, scaled to their sum.
        case sameCount
        /// The number that fits into the time of the true intervals.
        case countOfTime
    }

    var form: Form

    static let intervalCount = 160
    static let meansMs = 380.0...850
    static let spread = 0.02
    /// Number of true intervals that a burst replaces.
    static let burstCounts = 3...40
    /// Random intervals; ms.
    static let noiseMs = 250.0...1100
    /// Intervals at either end of the series that are never in a burst.
    static let marginCount = 30
    /// The shortest interval after scaling; ms.
    static let minMs = 200.0

    /// The recorded intervals, and the truth about them.
    struct Series: Sendable, Equatable {
        /// Mean of the rhythm; ms.
        var meanMs: Double
        /// The intervals as recorded; ms; whole numbers.
        var intervalsMs: [Double]
        /// The intervals without the burst; ms; whole numbers.
        var trueIntervalsMs: [Double]
        /// True intervals that the burst replaces.
        var replaced: Range<Int>
        /// Recorded intervals that are the burst.
        var burst: Range<Int>
    }

    /// Returns the same series for the same seed; the true intervals are those of both forms.
    func series(seed: UInt64) -> Series {
        var generator = SeededGenerator(seed: seed)
        let mean = generator.uniform(in: Self.meansMs)
        let count =
            Self.burstCounts.lowerBound
            + Int(Double(Self.burstCounts.count) * generator.uniform())
        let truth = (0..<Self.intervalCount).map { _ in
            (mean * (1 + Self.spread * generator.normal())).rounded()
        }
        let free = Self.intervalCount - 2 * Self.marginCount - count
        let begin = Self.marginCount + Int(Double(free) * generator.uniform())
        let replaced = begin..<(begin + count)
        let noise = burst(of: count, lastingMs: truth[replaced].reduce(0, +), &generator)
        return Series(
            meanMs: mean,
            intervalsMs: truth[..<begin] + noise + truth[replaced.upperBound...],
            trueIntervalsMs: truth, replaced: replaced, burst: begin..<(begin + noise.count))
    }

    private func burst(
        of count: Int, lastingMs sum: Double, _ generator: inout SeededGenerator
    ) -> [Double] {
        while true {
            let noise =
                switch form {
                case .sameCount: Self.scaled(count, sum, &generator)
                case .countOfTime: Self.filled(sum, &generator)
                }
            if noise.allSatisfy({ $0 >= Self.minMs }) { return noise }
        }
    }

    /// Returns so many intervals with a sum, but for what rounding to whole ms adds.
    private static func scaled(
        _ count: Int, _ sum: Double, _ generator: inout SeededGenerator
    ) -> [Double] {
        let noise = (0..<count).map { _ in generator.uniform(in: noiseMs) }
        let scale = sum / noise.reduce(0, +)
        return noise.map { ($0 * scale).rounded() }
    }

    /// Returns intervals, none scaled, with a sum: the last two share what the others leave.
    private static func filled(_ sum: Double, _ generator: inout SeededGenerator) -> [Double] {
        var noise: [Double] = []
        var left = sum
        while left > noiseMs.lowerBound + noiseMs.upperBound {
            let interval = generator.uniform(in: noiseMs).rounded()
            noise.append(interval)
            left -= interval
        }
        guard left >= 2 * noiseMs.lowerBound else { return noise + [left] }
        let interval =
            generator.uniform(in: noiseMs.lowerBound...(left - noiseMs.lowerBound)).rounded()
        return noise + [interval, left - interval]
    }
}
