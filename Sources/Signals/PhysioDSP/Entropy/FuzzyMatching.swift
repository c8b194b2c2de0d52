import CSignalKernels

/// Degrees of similarity of the segments of a series: the sums behind fuzzy entropy.
///
/// Two templates, L values in a row inside one run of the series, match to the degree
/// exp(-(d / r)^2), where d is the largest distance of two values at the same position once each
/// template's own mean is taken away.
///
/// - SeeAlso: Chen 2007, IEEE Trans. Neural Syst. Rehabil. Eng. 15:266, who has exp(-d^n / r); here
///   r is a distance.
public struct FuzzyMatching: Sendable {
    /// The distance of degree 1/e, r; in the unit of the series.
    public let tolerance: Double
    let instructionSet: InstructionSet

    /// - Parameter tolerance: r; finite and above 0.
    public init(tolerance: Double) {
        self.init(tolerance: tolerance, instructionSet: .inUse)
    }

    init(tolerance: Double, instructionSet: InstructionSet) {
        precondition(tolerance.isFinite && tolerance > 0, "a tolerance is finite and above 0")
        self.tolerance = tolerance
        self.instructionSet = instructionSet
    }

    /// Mean degree over the pairs of different templates of `length` values.
    ///
    /// - Parameter series: n values; finite.
    /// - Parameter runEnds: the ends of the runs, ascending to n.
    /// - Parameter length: L; 1...17.
    /// - Parameter requiredLength: only indices where this many values follow in a run begin a template; L or
    ///   more.
    /// - Returns: 0...1, within 1e-12 of itself of the mean pair by pair; nil below two templates.
    ///   Terms below 1e-293 count as up to that.
    /// - Complexity: O(n log n) for templates of 2 and 3 values, about 70 ms for 100,000; O(n^2) for
    ///   other lengths and where the mean is below 1e-4, about 0.5 ns a pair. O(n) memory; allocates
    ///   nothing once the workspace has served a series as long.
    public func meanSimilarityDegree(
        in series: [Double], runEnds: [Int], length: Int, requiredLength: Int,
        using workspace: inout TemplateWorkspace
    ) -> Double? {
        precondition((1...17).contains(length), "templates have 1 to 17 values")
        precondition(requiredLength >= length, "a template needs room for its values")
        TemplateMatching.validate(series, runEnds)
        workspace.findStarts(runEnds, requiredLength: requiredLength)
        let count = workspace.templateStarts.count
        guard count >= 2 else { return nil }
        let scratchCount = ck_fuzzy_entropy_scratch_count(count, length)
        let scratch = UnsafeMutableRawPointer(
            workspace.memory.reserve(scratchCount * MemoryLayout<Double>.stride)
        ).bindMemory(to: Double.self, capacity: scratchCount)
        let sum = ck_fuzzy_entropy(
            instructionSet.level, series, workspace.templateStarts, count, length, tolerance,
            scratch)
        return sum / (0.5 * Double(count) * Double(count - 1))
    }
}
