public import PhysioDSP
public import PhysioTypes

/// Fuzzy entropy: sample entropy whose matches have degrees.
///
/// Two templates of m (2) neighbouring NN intervals, each less its own mean, match to the degree
/// exp(-(d / r)^2): d is the largest distance of two values at the same position, r 0.2 SDNN (over
/// N - 1). The entropy is ln(B / A), B the mean degree over the pairs of templates of m values, A
/// over m + 1; both have the templates with a next value. No template crosses a gap.
///
/// Edge cases: nil for a constant series, which has no r, below m + 2 intervals, and where gaps leave
/// fewer than two templates or no pair has a degree a number can hold. Never NaN or infinite. As
/// m + 1 values less their mean have larger distances than m, it is above 0 for most series but can be
/// below.
///
/// - SeeAlso: Chen 2007, IEEE Trans. Neural Syst. Rehabil. Eng. 15:266, with exp(-d^n / r).
public struct FuzzyEntropy: Sendable, Equatable {
    /// ln(B / A); nats.
    public let value: Double?
    /// The reason that there is no value.
    public let missingReason: MissingReason?
    /// r; ms; nil below two intervals and for a constant series.
    public let toleranceMs: Double?

    /// Mean degrees up to here may consist of nothing but distances beyond the degrees' range.
    private static let minSimilarityDegree = 1e-290

    /// - Parameter length: m; 1...16.
    /// - Parameter relativeTolerance: r over SDNN; finite, above 0.
    /// - Complexity: that of ``FuzzyMatching``: for m 2 O(N log N), tens of milliseconds for the
    ///   100,000 intervals of a day; O(N^2) for other m. O(N) memory.
    public init(
        _ nn: NNSeries, length: Int = SampleEntropy.defaultLength,
        relativeTolerance: Double = SampleEntropy.defaultRelativeTolerance
    ) {
        var workspace = TemplateWorkspace()
        self.init(
            nn, length: length, relativeTolerance: relativeTolerance, using: &workspace)
    }

    /// The same with memory that serves many series.
    public init(
        _ nn: NNSeries, length: Int, relativeTolerance: Double,
        using workspace: inout TemplateWorkspace
    ) {
        precondition((1...16).contains(length), "templates have 1 to 16 values")
        precondition(relativeTolerance > 0, "the tolerance of degrees is above 0")
        toleranceMs = entropyTolerance(nn, relative: relativeTolerance)
        value = Self.value(nn, length, toleranceMs, &workspace)
        missingReason = value == nil ? missingEntropyReason(nn.count, needed: length + 2) : nil
    }

    private static func value(
        _ nn: NNSeries, _ length: Int, _ tolerance: Double?,
        _ workspace: inout TemplateWorkspace
    ) -> Double? {
        guard let tolerance, tolerance > 0 else { return nil }
        let matching = FuzzyMatching(tolerance: tolerance)
        let runEnds = nn.contiguousRanges.map(\.upperBound)
        var similarityDegrees: [Double] = []
        for values in [length, length + 1] {
            let degree = matching.meanSimilarityDegree(
                in: nn.intervalsMs, runEnds: runEnds, length: values, requiredLength: length + 1,
                using: &workspace)
            guard let degree, degree > minSimilarityDegree else { return nil }
            similarityDegrees.append(degree)
        }
        return PlatformMath.log(similarityDegrees[0] / similarityDegrees[1])
    }
}
