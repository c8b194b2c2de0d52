import PhysioDSP
public import PhysioTypes

/// Sample entropy of the series averaged over ever longer boxes.
///
/// At scale s the values are the means of s intervals in a row, box after box; the tolerance stays
/// 0.2 SDNN of the series itself at every scale. Boxes, like templates, do not cross gaps: each run
/// is averaged on its own, and what is left at its end drops out.
///
/// Edge cases: a scale without a match has no value, so later scales of a short series are nil; a
/// constant series has none at all, as it has no tolerance. No value is NaN or infinite.
///
/// - SeeAlso: Costa 2005, Phys. Rev. E 71:021906 (multiscale); Wu 2013, Entropy 15:1069
///   (composite); Wu 2014, Phys. Lett. A 378:1369 (refined composite).
public struct MultiscaleEntropy: Sendable, Equatable {
    /// The use that is made of the s series that begin at the first, second, ... s-th interval of a
    /// run.
    public enum Method: Sendable, CaseIterable {
        /// The first series alone.
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
    /// r; ms; nil below two intervals and for a constant series.
    public let toleranceMs: Double?

    /// - Parameter scales: 1 or more.
    /// - Parameter length: m; 1...16.
    /// - Parameter relativeTolerance: r over SDNN; finite, 0 or more.
    /// - Complexity: composite forms take s series of N / s values at scale s, together less than
    ///   ``SampleEntropy`` of N for each scale; the plain form takes the first of them. Where
    ///   several forms are wanted, ``MultiscaleCounts`` serves them all.
    public init(
        _ nn: NNSeries, method: Method, scales: ClosedRange<Int> = defaultScales,
        length: Int = SampleEntropy.defaultLength,
        relativeTolerance: Double = SampleEntropy.defaultRelativeTolerance
    ) {
        var workspace = TemplateWorkspace()
        let counts = MultiscaleCounts(
            nn, scales: scales, length: length, relativeTolerance: relativeTolerance,
            onlyFirst: method == .multiscale, using: &workspace)
        self.init(counts, method: method)
    }

    /// The entropies of pairs that have been counted.
    public init(_ counts: MultiscaleCounts, method: Method) {
        scales = counts.scales
        toleranceMs = counts.toleranceMs
        values = counts.pairs.map { Self.entropy(of: $0, method) }
    }

    /// The entropy at one scale from the pairs of its series; none of them, no value.
    private static func entropy(of pairs: [TemplateMatching.Pairs], _ method: Method) -> Double? {
        guard let first = pairs.first else { return nil }
        switch method {
        case .multiscale:
            return HRVFeatures.entropy(first)
        case .composite:
            let values = pairs.compactMap(HRVFeatures.entropy)
            return values.count == pairs.count ? Statistics.mean(values) : nil
        case .refinedComposite:
            return HRVFeatures.entropy(pairs.dropFirst().reduce(first, +))
        }
    }

    /// One number: the mean height of the straight lines through the values there are, from the
    /// first to the last of them; nil without a value.
    ///
    /// The trapezium rule over scale, divided by the scales between the two ends, so that equal
    /// values have that value as their mean. (Some programs divide by the number of values.)
    public var mean: Double? {
        let points = zip(scales, values).compactMap { scale, value in
            value.map { (scale: Double(scale), value: $0) }
        }
        guard let first = points.first, let last = points.last else { return nil }
        guard points.count > 1 else { return first.value }
        let area = zip(points, points.dropFirst()).reduce(0) { sum, pair in
            sum + (pair.1.scale - pair.0.scale) * (pair.0.value + pair.1.value) / 2
        }
        return area / (last.scale - first.scale)
    }
}
