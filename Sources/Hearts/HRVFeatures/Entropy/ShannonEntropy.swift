import PhysioDSP
public import PhysioTypes

/// Shannon entropy of the histogram of NN intervals: how widely they are spread, whatever their
/// order.
///
/// Bins are those of ``HistogramBins``, as in ``GeometricMetrics``; with p the share of the intervals in a bin,
/// the entropy is the sum of -p log2 p over the bins in use.
///
/// Edge cases: nil without intervals; 0 where all lie in one bin; at most log2 N. Gaps do not
/// matter.
///
/// - SeeAlso: Shannon 1948, Bell Syst. Tech. J. 27:379.
public struct ShannonEntropy: Sendable, Equatable {
    /// Sum of -p log2 p; bits.
    public let bits: Double?

    /// - Complexity: O(N log N); allocates two arrays.
    public init(_ nn: NNSeries) { self.init(nn, bins: HistogramBins()) }

    /// The same of other bins.
    package init(_ nn: NNSeries, bins: HistogramBins) {
        // Sorted rather than counted: one absurd interval must not need a huge histogram.
        let bins = nn.intervalsMs.map { bins.unboundedBin(of: $0) }.sorted()
        guard !bins.isEmpty else {
            bits = nil
            return
        }
        let total = Double(bins.count)
        var sum = 0.0
        var begin = 0
        while begin < bins.count {
            var end = begin + 1
            while end < bins.count, bins[end] == bins[begin] { end += 1 }
            let count = Double(end - begin)
            sum += count * PlatformMath.log(total / count)
            begin = end
        }
        bits = sum / total / PlatformMath.log(2)
    }
}
