import PhysioDSP
public import PhysioTypes

/// Sample entropy of the series averaged over ever longer boxes.
///
/// At scale s the values are the means of s intervals in a row, box after box; the tolerance stays
/// 0.2 SDNN of the series itself at every scale. Boxes, like templates, do not cross gaps: each run
/// is averaged on its own, and what is left at its end drops out.
///
/// Edge cases: a scale without a match has no value, so later scales of a short series are nil; no
/// value is NaN or infinite.
///
/// - SeeAlso: Costa 2005, Phys. Rev. E 71:021906 (multiscale); Wu 2013, Entropy 15:1069
///   (composite); Wu 2014, Phys. Lett. A 378:1369 (refined composite).
public struct MultiscaleEntropy: Sendable, Equatable {
    /// What is made of the s series that begin at the first, second, ... s-th interval of a run.
    public enum Method: Sendable, CaseIterable {
        /// Only the first is used.
        case multiscale
        /// The mean of their entropies; nil where one has none.
        case composite
        /// The entropy of their counts added up: steadier, and nil only where none has a match.
        case refinedComposite
    }

    /// Scales beyond the longest advised one leave too few boxes in a day.
    public static let defaultScales = 1...20

    /// Boxes are this many intervals long; one value each.
    public let scales: ClosedRange<Int>
    /// Entropy at each scale, in their order; nats.
    public let values: [Double?]
    /// r; ms; nil below two intervals.
    public let toleranceMs: Double?

    /// - Parameter scales: 1 or more.
    /// - Parameter length: m; 1...16.
    /// - Parameter relativeTolerance: r over SDNN; finite, 0 or more.
    /// - Complexity: composite forms take s series of N / s values at scale s, together less than
    ///   ``SampleEntropy`` of N for each scale; the plain form takes the first of them.
    public init(
        _ nn: NNSeries, method: Method, scales: ClosedRange<Int> = defaultScales,
        length: Int = SampleEntropy.defaultLength,
        relativeTolerance: Double = SampleEntropy.defaultRelativeTolerance
    ) {
        precondition(scales.lowerBound >= 1, "a box has at least one interval")
        self.scales = scales
        toleranceMs = entropyTolerance(nn, relative: relativeTolerance)
        guard let toleranceMs else {
            values = scales.map { _ in nil }
            return
        }
        var counter = CoarseCounter(nn, TemplateMatching(tolerance: toleranceMs), length: length)
        values = scales.map { counter.entropy(scale: $0, method) }
    }

    /// One number: the mean height of the straight lines through the values there are, from the
    /// first to the last of them; nil without a value.
    ///
    /// The trapezium rule over scale, divided by the scales between the two ends, so that equal
    /// values have that value as their mean. (Some programs divide by the number of values.)
    public var mean: Double? {
        let present = zip(scales, values).compactMap { scale, value in
            value.map { (scale: Double(scale), value: $0) }
        }
        guard let first = present.first, let last = present.last else { return nil }
        guard present.count > 1 else { return first.value }
        let area = zip(present, present.dropFirst()).reduce(0) { sum, pair in
            sum + (pair.1.scale - pair.0.scale) * (pair.0.value + pair.1.value) / 2
        }
        return area / (last.scale - first.scale)
    }
}

/// The averaged series of one recording, in memory that all scales share.
private struct CoarseCounter: ~Copyable {
    private let intervals: [Double]
    private let runs: [Range<Int>]
    private let matching: TemplateMatching
    private let length: Int
    private var workspace = TemplateWorkspace()
    private var means: [Double] = []
    private var runEnds: [Int] = []

    init(_ nn: NNSeries, _ matching: TemplateMatching, length: Int) {
        intervals = nn.intervalsMs
        runs = nn.adjacentRuns
        self.matching = matching
        self.length = length
    }

    mutating func entropy(scale: Int, _ method: MultiscaleEntropy.Method) -> Double? {
        switch method {
        case .multiscale:
            return HRVFeatures.entropy(pairs(scale: scale, offset: 0))
        case .composite:
            var sum = 0.0
            for offset in 0..<scale {
                guard let value = HRVFeatures.entropy(pairs(scale: scale, offset: offset)) else {
                    return nil
                }
                sum += value
            }
            return sum / Double(scale)
        case .refinedComposite:
            var sum = TemplateMatching.Pairs(shorter: 0, longer: 0)
            for offset in 0..<scale { sum = sum + pairs(scale: scale, offset: offset) }
            return HRVFeatures.entropy(sum)
        }
    }

    private mutating func pairs(scale: Int, offset: Int) -> TemplateMatching.Pairs {
        means.removeAll(keepingCapacity: true)
        runEnds.removeAll(keepingCapacity: true)
        for run in runs {
            var begin = run.lowerBound + offset
            while begin + scale <= run.upperBound {
                var sum = 0.0
                for index in begin..<(begin + scale) { sum += intervals[index] }
                means.append(sum / Double(scale))
                begin += scale
            }
            runEnds.append(means.count)
        }
        return matching.pairs(in: means, runEnds: runEnds, length: length, using: &workspace)
    }
}
