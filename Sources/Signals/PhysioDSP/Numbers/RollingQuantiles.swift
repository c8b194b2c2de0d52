import CSignalKernels

/// Quantiles of a window that moves along a series: medians, quartiles.
///
/// The window of value i has the values from i - h to i + h, 2 h + 1 of them, and those that exist
/// near the ends. The quantile of c values in order is the one at (c - 1) share, linear between
/// neighbours, as ``Statistics/quantile(_:ofSorted:)``.
///
/// ```swift
/// let medians = RollingQuantiles(window: 3, shares: [0.5])
/// medians([5, 1, 4, 2, 9])  // [[3, 4, 2, 4, 5.5]]
/// ```
///
/// A value is read-only, and one serves any number of threads; each brings its own workspace.
///
/// - SeeAlso: Hyndman and Fan 1996, Am. Stat. 50:361, type 7.
public struct RollingQuantiles: Sendable {
    /// Values a full window has; odd.
    public let window: Int
    /// The probabilities of the quantiles; 0 ... 1 each.
    public let probabilities: [Double]
    let instructionSet: InstructionSet

    /// Memory a call needs; kept between calls.
    public struct Workspace: ~Copyable {
        fileprivate var memory = AlignedMemory<Double>()

        public init() {}
    }

    /// - Parameter window: values of a full window; odd, 1 or more.
    /// - Parameter probabilities: 0 is the smallest value of the window, 1 the largest.
    public init(window: Int, probabilities: [Double]) {
        self.init(window: window, probabilities: probabilities, instructionSet: .inUse)
    }

    init(window: Int, probabilities: [Double], instructionSet: InstructionSet) {
        precondition(window >= 1 && window % 2 == 1, "a window has a middle")
        precondition(probabilities.allSatisfy { (0...1).contains($0) }, "a share is 0 to 1")
        self.window = window
        self.probabilities = probabilities
        self.instructionSet = instructionSet
    }

    /// The quantiles of every window.
    ///
    /// - Parameter series: n >= 0 numbers, none of them NaN.
    /// - Parameter quantiles: n numbers a share, share after share; all overwritten.
    /// - Precondition: `quantiles` has n numbers a share; where a number is NaN no result is
    ///   determined.
    /// - Complexity: O(n window), a few ns a value with vectors; allocates nothing once warm.
    public func callAsFunction(
        _ series: Span<Double>, into quantiles: inout MutableSpan<Double>,
        workspace: inout Workspace
    ) {
        precondition(
            quantiles.count == series.count * probabilities.count, "every window has its result")
        let halfWidth = window / 2
        let scratch = workspace.memory.reserve(ck_rolling_quantile_scratch_count(halfWidth))
        series.withUnsafeBufferPointer { series in
            quantiles.withUnsafeMutableBufferPointer { quantiles in
                guard let x = series.baseAddress, let out = quantiles.baseAddress else { return }
                ck_rolling_quantile(
                    instructionSet.level, x, series.count, halfWidth, probabilities,
                    probabilities.count, out,
                    scratch)
            }
        }
    }

    /// The same as arrays, one a share.
    ///
    /// - Complexity: O(n window), allocates the results.
    public func callAsFunction(_ series: [Double]) -> [[Double]] {
        var all = [Double](repeating: 0, count: series.count * probabilities.count)
        var workspace = Workspace()
        var span = all.mutableSpan
        self(series.span, into: &span, workspace: &workspace)
        return probabilities.indices.map { share in
            Array(all[(share * series.count)..<((share + 1) * series.count)])
        }
    }
}
