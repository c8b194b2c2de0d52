import CSignalKernels

/// Residuals of a summed series from straight lines, box by box: the arithmetic of detrended
/// fluctuation analysis.
///
/// The series x is summed up, y[j] = x[0] + ... + x[j], and cut into boxes of s values from its
/// beginning on; values that do not fill a last box are left over. The residual of a box is the sum
/// of the squared distances of y from the least-squares line of that box. Whether the mean of x is
/// subtracted first does not matter: it adds a line to y.
///
/// Each box is summed anew, so the length of the series costs no digits: a box of real data is
/// right within about 4 s ulp. A box of equal values gives exactly 0. NaN or
/// infinity in a box makes what it enters NaN.
///
/// ```swift
/// // Summed: 0, 1, 1, 2, 2, 3. The line through the first three has the slope 1/2.
/// let series = [0.0, 1, 0, 1, 0, 1]
/// DetrendedBoxes.residuals(of: series.span, size: 3)  // [1/6, 1/6]
/// ```
///
/// A value is read-only, and one serves any number of threads.
///
/// - SeeAlso: Peng 1995, Chaos 5:82, doi 10.1063/1.166141.
public struct DetrendedBoxes: Sendable {
    /// The shortest box in which a line leaves anything; values.
    public static let minSize = 3

    /// Values a box, in the order of all results.
    public let sizes: [Int]

    /// - Parameter sizes: each at least 3, in any order.
    public init(sizes: [Int]) {
        precondition(
            sizes.allSatisfy { $0 >= Self.minSize }, "a box has at least three values")
        self.sizes = sizes
    }

    /// Adds the residuals of all boxes of `series` to `sums`, for every size: so that segments
    /// between which no box may lie can follow one another.
    ///
    /// - Parameter series: n >= 0 numbers; a size above n has no box.
    /// - Parameter sums: one number a size; squares of the unit of the series.
    /// - Precondition: `sums` has one number a size.
    /// - Complexity: O(n) a size; for all sizes up to 16 together O(n) times the largest of them.
    ///   Allocates nothing.
    public func addResiduals(of series: Span<Double>, to sums: inout MutableSpan<Double>) {
        precondition(sums.count == sizes.count, "every size needs its sum")
        series.withUnsafeBufferPointer { series in
            sums.withUnsafeMutableBufferPointer { sums in
                guard let x = series.baseAddress, let sums = sums.baseAddress else { return }
                ck_detrended_boxes_sums(
                    InstructionSet.inUse.level, x, series.count, sizes, sizes.count, sums)
            }
        }
    }

    /// The residual of every box of one size.
    ///
    /// - Parameter series: n >= 0 numbers.
    /// - Parameter size: s >= 3 values a box.
    /// - Parameter residuals: n / s numbers, in the order of the boxes; all overwritten.
    /// - Precondition: `residuals` has n / s numbers.
    /// - Complexity: O(n), allocates nothing.
    public static func residuals(
        of series: Span<Double>, size: Int, into residuals: inout MutableSpan<Double>
    ) {
        precondition(size >= minSize, "a box has at least three values")
        precondition(residuals.count == series.count / size, "every box needs its residual")
        series.withUnsafeBufferPointer { series in
            residuals.withUnsafeMutableBufferPointer { residuals in
                guard let x = series.baseAddress, let boxes = residuals.baseAddress else { return }
                ck_detrended_boxes_each(InstructionSet.inUse.level, x, series.count, size, boxes)
            }
        }
    }

    /// The same as an array.
    ///
    /// - Complexity: O(n), allocates the result.
    public static func residuals(of series: Span<Double>, size: Int) -> [Double] {
        var result = [Double](repeating: 0, count: series.count / size)
        var span = result.mutableSpan
        residuals(of: series, size: size, into: &span)
        return result
    }
}
