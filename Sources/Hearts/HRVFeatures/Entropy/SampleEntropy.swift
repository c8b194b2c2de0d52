public import PhysioDSP
public import PhysioTypes

/// Sample entropy: how far one segment of beats foretells the next.
///
/// A template is m NN intervals in a row, m 2; two match where no two values at the same position
/// differ by more than r = 0.2 SDNN (over N - 1). Of the templates that have a next value (N - m of
/// them in one run), B pairs match over m values and A over m + 1; the entropy is ln(B / A). No
/// template is compared with itself, and none crosses a gap; templates on both sides of a gap are
/// compared.
///
/// Edge cases: where A is 0 the value is nil, and so below m + 2 templates' worth of intervals.
/// A constant series has none either: its deviation is 0, and no distance is large or small beside
/// that. Series of finite intervals never give NaN or infinity.
///
/// ```swift
/// let nn = NNSeries(intervalsMs: (0..<100).map { $0.isMultiple(of: 2) ? 800 : 900 })
/// SampleEntropy(nn).value  // 0: each beat predicts the next
/// ```
///
/// - SeeAlso: Richman and Moorman 2000, Am. J. Physiol. 278:H2039. There a distance equal to r does
///   not match in the authors' program; here, as in their text and in most programs, it does.
public struct SampleEntropy: Sendable, Equatable {
    /// m; values of a template.
    public static let defaultLength = 2
    /// r over SDNN.
    public static let defaultRelativeTolerance = 0.2

    /// ln(B / A); nats; 0 or more; nil without a match.
    public let value: Double?
    /// The reason that there is no value.
    public let missingReason: MissingReason?
    /// r; ms; nil below two intervals and for a constant series.
    public let toleranceMs: Double?
    /// Matching pairs over m values, B, and over m + 1, A.
    public let matchCount: Int
    public let longerMatchCount: Int

    /// - Parameter length: m; 1...16.
    /// - Parameter relativeTolerance: r over SDNN; finite, 0 or more.
    /// - Complexity: that of ``TemplateMatching``: milliseconds for 10,000 intervals, below n^1.7.
    public init(
        _ nn: NNSeries, length: Int = defaultLength,
        relativeTolerance: Double = defaultRelativeTolerance
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
        toleranceMs = entropyTolerance(nn, relative: relativeTolerance)
        let pairs = toleranceMs.map {
            TemplateMatching(tolerance: $0).pairs(
                in: nn.intervalsMs, runEnds: nn.contiguousRanges.map(\.upperBound), length: length,
                using: &workspace)
        }
        matchCount = pairs?.shorterCount ?? 0
        longerMatchCount = pairs?.longerCount ?? 0
        value = pairs.flatMap(entropy)
        missingReason = value == nil ? missingEntropyReason(nn.count, needed: length + 2) : nil
    }
}

/// Approximate entropy, the older measure that counts each template as a match of itself.
///
/// phi(m) is the mean of ln(C / T) over the T templates of m values (N - m + 1 in one run), C of
/// which match the one in question, itself included; the entropy is phi(m) - phi(m + 1). Matches,
/// tolerance and gaps as in ``SampleEntropy``. It is lower than sample entropy on short series, and
/// depends on their length.
///
/// Always finite; nil below m + 1 neighbouring intervals and for a constant series.
///
/// - SeeAlso: Pincus 1991, Proc. Natl Acad. Sci. 88:2297.
public struct ApproximateEntropy: Sendable, Equatable {
    /// phi(m) - phi(m + 1); nats.
    public let value: Double?
    /// The reason that there is no value.
    public let missingReason: MissingReason?
    /// r; ms; nil below two intervals and for a constant series.
    public let toleranceMs: Double?

    /// - Parameter length: m; 1...16.
    /// - Parameter relativeTolerance: r over SDNN; finite, 0 or more.
    /// - Complexity: four times that of ``SampleEntropy``.
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
        toleranceMs = entropyTolerance(nn, relative: relativeTolerance)
        var phi: [Double] = []
        if let toleranceMs {
            let runEnds = nn.contiguousRanges.map(\.upperBound)
            let matching = TemplateMatching(tolerance: toleranceMs)
            var counts: [UInt32] = []
            for length in [length, length + 1] {
                matching.countMatches(
                    in: nn.intervalsMs, runEnds: runEnds, length: length, into: &counts,
                    using: &workspace)
                if !counts.isEmpty { phi.append(Self.meanLog(counts)) }
            }
        }
        value = phi.count == 2 ? phi[0] - phi[1] : nil
        missingReason = value == nil ? missingEntropyReason(nn.count, needed: length + 1) : nil
    }

    private static func meanLog(_ counts: [UInt32]) -> Double {
        let total = Double(counts.count)
        return counts.reduce(0) { $0 + PlatformMath.log(Double($1) / total) } / total
    }
}

/// r in ms; nil below two intervals and where all are equal, as r is a share of how they differ.
func entropyTolerance(_ nn: NNSeries, relative: Double) -> Double? {
    precondition(relative.isFinite && relative >= 0, "a tolerance is finite and not negative")
    guard let deviation = Statistics.standardDeviation(nn.intervalsMs), deviation > 0 else {
        return nil
    }
    return relative * deviation
}

/// ln(B / A), nil where a count is 0.
func entropy(_ pairs: TemplateMatching.Pairs) -> Double? {
    guard pairs.longerCount > 0 else { return nil }
    return PlatformMath.log(Double(pairs.shorterCount) / Double(pairs.longerCount))
}

/// Too few intervals, or else no deviation to measure by or no matches to take the logarithm of.
func missingEntropyReason(_ count: Int, needed: Int) -> MissingReason {
    count < needed
        ? .tooFew(needed: Double(needed), found: Double(count), .beats) : .zeroDenominator
}
