/// A rhythm of known phase in samples at uneven times: least squares of a trend and harmonics.
///
/// The model of the sample y at time t, phase phi (in cycles; only its fraction counts) is
///
///     y = b0 + b1 x + b2 x^2 + sum over m = 1 ... M of c_m cos 2 pi m phi + s_m sin 2 pi m phi
///
/// with x the time from the middle of the samples over half their span, -1 ... 1. It is solved by
/// normal equations that are refined once, or by Householder's reflections where the terms are nearly
/// dependent. The residuals r of a first solution give the weights of a second one:
/// 1 up to k = 2.5 x 1.4826 median |r|, k / |r| beyond, so that single wrong samples count little.
///
/// The phase need not be even in time: a rhythm that is driven at a changing rate is fitted by the
/// phase it was driven with.
///
/// Samples that are all equal have no rhythm: every sum and the response are 0.
///
/// ```swift
/// let times = (0..<80).map { 0.75 * Double($0) }
/// let rates = times.map { 70 + 5 * PlatformMath.cos(2 * .pi * 0.1 * $0 - 1) }
/// let fit = try HarmonicFit(times: times, values: rates, phases: times.map { 0.1 * $0 })
/// fit.amplitude  // 10: from trough to peak
/// PlatformMath.angle(fit.response)  // -1: the peak comes 1 / (2 pi) cycles after phase 0
/// ```
///
/// - SeeAlso: Huber 1964, Ann. Math. Stat. 35:73 (the weights).
public struct HarmonicFit: Sendable, Equatable {
    /// Harmonics, M, where nothing else is asked for.
    public static let defaultHarmonicCount = 2
    /// The trend's coefficients: level, slope, curvature.
    public static let trendCount = 3
    /// Residuals count in full up to so many deviations (Huber's k is 1 to 2; here it only guards
    /// against single artefacts).
    public static let huberCutoff = 2.5
    /// Deviation of normal residuals over their median size.
    public static let madScale = 1.4826

    /// The reason why there is no fit.
    public enum Failure: Error, Sendable, Equatable {
        /// Fewer samples than the coefficients and one more.
        case tooFewSamples(needed: Int, found: Int)
        /// A time, value or phase is not finite, or values are so large that squares overflow.
        case notFinite
        /// The samples do not separate the model's terms: they see too few phases or times.
        case rankDeficient
    }

    /// Samples, n.
    public let sampleCount: Int
    /// M.
    public let harmonicCount: Int
    /// Sum of the weighted squared residuals without harmonics, S0.
    public let trendSquares: Double
    /// Sum of the weighted squared residuals of the whole model, S1.
    public let residualSquares: Double
    /// Correlation of the residuals with their predecessors, r1; -1 ... 1.
    public let lagOneCorrelation: Double
    /// Value of the trend at the middle time, b0; unit of the values.
    public let level: Double
    /// Slope of the trend there; unit/s.
    public let slopePerSecond: Double
    /// Second derivative of the trend; unit/s^2.
    public let curvaturePerSecondSquared: Double
    /// The first harmonic, z = c1 - i s1: |z| is its amplitude, and it peaks at phase
    /// -angle(z) / 2 pi.
    public let response: ComplexNumber
    /// The second harmonic, likewise; nil for M = 1.
    public let secondHarmonicResponse: ComplexNumber?
    /// Mean of the variances of c1 and s1 for independent residuals of variance 1.
    let responseVariance: Double

    /// Fits n samples.
    ///
    /// - Parameter times: n times in any order; s.
    /// - Parameter values: n numbers of some unit.
    /// - Parameter phases: n phases; cycles.
    /// - Parameter harmonicCount: M; 1 or more.
    /// - Throws: ``Failure``.
    /// - Precondition: the arrays have one count.
    /// - Complexity: O(n M^2); allocates.
    public init(
        times: [Double], values: [Double], phases: [Double],
        harmonicCount: Int = defaultHarmonicCount
    ) throws(Failure) {
        var workspace = Workspace()
        try self.init(
            times: times.span, values: values.span, phases: phases.span,
            harmonicCount: harmonicCount, workspace: &workspace)
    }

    /// The same, in memory of the caller's: nothing is allocated once the workspace has served for
    /// as many samples and harmonics.
    public init(
        times: Span<Double>, values: Span<Double>, phases: Span<Double>,
        harmonicCount: Int = defaultHarmonicCount, workspace: inout Workspace
    ) throws(Failure) {
        precondition(
            times.count == values.count && times.count == phases.count,
            "every sample has a time, a value and a phase")
        workspace.samples.removeAll(keepingCapacity: true)
        for index in times.indices {
            workspace.samples.append(
                Sample(time: times[index], value: values[index], phase: phases[index]))
        }
        // Out of the structure and back: a span of its array borrows all of it.
        var samples: [Sample] = []
        swap(&samples, &workspace.samples)
        defer { swap(&samples, &workspace.samples) }
        try self.init(samples.span, harmonicCount: harmonicCount, workspace: &workspace)
    }

    /// The same, of samples that know the sines of their phases.
    package init(
        _ samples: Span<Sample>, harmonicCount: Int = defaultHarmonicCount,
        workspace: inout Workspace
    ) throws(Failure) {
        try self.init(
            samples, harmonicCount: harmonicCount, workspace: &workspace,
            forcesReflections: false)
    }

    /// - Parameter forcesReflections: whether the normal equations are not tried.
    init(
        _ samples: Span<Sample>, harmonicCount: Int, workspace: inout Workspace,
        forcesReflections: Bool
    ) throws(Failure) {
        precondition(harmonicCount >= 1, "a rhythm has a harmonic")
        let termCount = Self.trendCount + 2 * harmonicCount
        guard samples.count > termCount else {
            throw .tooFewSamples(needed: termCount + 1, found: samples.count)
        }
        // Typed throws do not pass through the closure that lends the memory.
        let result = workspace.withEquations(rows: samples.count, terms: termCount) {
            Self.solve($0, samples, forcesReflections)
        }
        self = try result.get()
    }

    private static func solve(
        _ equations: Equations, _ samples: Span<Sample>, _ forcesReflections: Bool
    ) -> Result<HarmonicFit, Failure> {
        let scale = equations.fill(samples)
        guard scale.isFinite else { return .failure(.notFinite) }
        guard scale.halfSpanSeconds > 0 else { return .failure(.rankDeficient) }
        let normalEquationsSolution = forcesReflections ? nil : equations.solveByNormalEquations()
        guard let solution = normalEquationsSolution ?? equations.solveByReflections() else {
            return .failure(.rankDeficient)
        }
        return .success(HarmonicFit(equations, scale, solution))
    }

    private init(_ equations: Equations, _ scale: SampleScale, _ solution: SolutionStatistics) {
        let exceedsRounding = solution.trendSquares > scale.roundingSquareSum
        sampleCount = equations.rowCount
        harmonicCount = (equations.termCount - Self.trendCount) / 2
        trendSquares = exceedsRounding ? solution.trendSquares : 0
        residualSquares = exceedsRounding ? solution.residualSquares : 0
        lagOneCorrelation = exceedsRounding ? solution.lagOneCorrelation : 0
        responseVariance = solution.responseVariance
        let b = equations.coefficients
        level = scale.origin + b[0]
        slopePerSecond = b[1] / scale.halfSpanSeconds
        curvaturePerSecondSquared = 2 * b[2] / (scale.halfSpanSeconds * scale.halfSpanSeconds)
        response = exceedsRounding ? ComplexNumber(b[3], -b[4]) : ComplexNumber(0)
        secondHarmonicResponse =
            harmonicCount > 1
            ? exceedsRounding ? ComplexNumber(b[5], -b[6]) : ComplexNumber(0) : nil
    }

    /// The results of a solution besides the coefficients.
    struct SolutionStatistics {
        /// S0.
        let trendSquares: Double
        /// S1.
        let residualSquares: Double
        let lagOneCorrelation: Double
        let responseVariance: Double
    }
}
