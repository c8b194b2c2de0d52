public import PhysioDSP
public import PhysioTypes

/// The matching pairs of a series and of its averages over boxes: what all forms of
/// ``MultiscaleEntropy`` are made of.
///
/// At scale s there are s series, which begin at the first, second, ... s-th interval of each run;
/// their values are sums over boxes of s intervals, compared with s r. Sums of whole milliseconds are
/// whole: so values that are equal stay equal, and none is rounded.
public struct MultiscaleCounts: Sendable, Equatable {
    /// Boxes are this many intervals long.
    public let scales: ClosedRange<Int>
    /// The pairs of the series of each scale, by where they begin; empty without a tolerance.
    public let pairs: [[TemplateMatching.Pairs]]
    /// r; ms; nil below two intervals and for a constant series.
    public let toleranceMs: Double?

    /// - Parameter scales: 1 or more.
    /// - Parameter length: m; 1...16.
    /// - Parameter relativeTolerance: r over SDNN; finite, 0 or more.
    /// - Parameter onlyFirst: leave out all but the first series of each scale.
    /// - Complexity: a scale costs less than ``SampleEntropy`` of the series; 20 scales of 100,000
    ///   whole milliseconds about 0.3 s. O(N) memory.
    public init(
        _ nn: NNSeries, scales: ClosedRange<Int> = MultiscaleEntropy.defaultScales,
        length: Int = SampleEntropy.defaultLength,
        relativeTolerance: Double = SampleEntropy.defaultRelativeTolerance, onlyFirst: Bool = false,
        using workspace: inout TemplateWorkspace
    ) {
        precondition(scales.lowerBound >= 1, "a box has at least one interval")
        self.scales = scales
        toleranceMs = entropyTolerance(nn, relative: relativeTolerance)
        guard let toleranceMs else {
            pairs = scales.map { _ in [] }
            return
        }
        var boxes = BoxSums(nn)
        var pairs: [[TemplateMatching.Pairs]] = []
        for scale in 1...scales.upperBound {
            boxes.widen(to: scale)
            guard scales.contains(scale) else { continue }
            let matching = TemplateMatching(tolerance: toleranceMs * Double(scale))
            pairs.append(
                (0..<(onlyFirst ? 1 : scale)).map { offset in
                    boxes.select(from: offset)
                    return matching.pairs(
                        in: boxes.series, runEnds: boxes.runEnds, length: length,
                        using: &workspace)
                })
        }
        self.pairs = pairs
    }
}

/// The sums over boxes of one recording, in memory that all scales share.
private struct BoxSums: ~Copyable {
    private let intervals: [Double]
    private let runs: [Range<Int>]
    private var scale = 0
    /// Sum of the `scale` intervals from each index on, where its run has as many.
    private var sums: [Double]
    /// One in `scale` of the sums, and where the runs end in them.
    private(set) var series: [Double] = []
    private(set) var runEnds: [Int] = []

    init(_ nn: NNSeries) {
        intervals = nn.intervalsMs
        runs = nn.contiguousRanges
        sums = [Double](repeating: 0, count: nn.count)
    }

    /// Boxes of `scale` intervals; one more than before.
    mutating func widen(to scale: Int) {
        self.scale = scale
        for run in runs {
            for index in run.dropLast(scale - 1) { sums[index] += intervals[index + scale - 1] }
        }
    }

    mutating func select(from offset: Int) {
        series.removeAll(keepingCapacity: true)
        runEnds.removeAll(keepingCapacity: true)
        for run in runs {
            var index = run.lowerBound + offset
            while index + scale <= run.upperBound {
                series.append(sums[index])
                index += scale
            }
            runEnds.append(series.count)
        }
    }
}
