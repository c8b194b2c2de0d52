import CPhysioKernels

/// Fourier sums of real data at arbitrary positions ("non-uniform transform, type 1").
///
/// modes[k] = sum over j of y[j] exp(-2 pi i k x[j]) for k = 0 ..< modeCount, by laying the points
/// on an even grid four times as long as the modes, one real-to-complex transform, and dividing
/// the kernel out. One value may be used from many threads at once.
///
/// - Complexity: making one is O(modeCount); a run is O(n width + modeCount log modeCount).
/// - SeeAlso: Barnett, Magland and af Klinteberg 2019, SIAM J. Sci. Comput. 41:C479. Theirs is
///   complex-to-complex; for real data half of the grid is enough.
public struct NonuniformFFT: Sendable {
    /// How many sums there are, zero frequency included.
    public let modeCount: Int
    private let transform: RealFFT
    private let plan: SpreadPlan

    /// - Parameter modeCount: 1 ... 2^27.
    /// - Parameter tolerance: error allowed, relative to the sum of |y|; 1e-15 ... 0.1.
    public init(modeCount: Int, tolerance: Double = 1e-15) {
        precondition((1...(1 << 27)).contains(modeCount), "a transform has 1 to 2^27 modes")
        precondition((1e-15...0.1).contains(tolerance), "a tolerance lies in 1e-15 ... 0.1")
        self.modeCount = modeCount
        let width = min(
            Int(CK_SPREAD_MAX_WIDTH), Int((-PlatformMath.log10(tolerance)).rounded(.up)) + 1)
        transform = RealFFT(
            count: RealFFT.efficientCount(atLeast: max(4 * modeCount, 2 * width)))
        plan = SpreadPlan(modeCount: modeCount, gridCount: transform.count, width: width)
    }

    /// The sums for `values` at `positions`.
    ///
    /// - Parameter positions: n finite numbers, in turns: only the fraction counts.
    /// - Parameter values: n numbers; NaN or infinity makes every sum NaN.
    /// - Returns: `modeCount` sums.
    /// - Precondition: both arrays have one count.
    public func callAsFunction(positions: [Double], values: [Double]) -> [ComplexNumber] {
        precondition(positions.count == values.count, "every value needs one position")
        let grid = [Double](unsafeUninitializedCapacity: transform.count) { grid, written in
            plan.spread(positions, values, grid)
            written = transform.count
        }
        var modes = transform.forward(grid)
        modes.withUnsafeMutableBufferPointer { plan.correct($0) }
        modes.removeSubrange(modeCount...)
        return modes
    }
}

/// Owner of a spreading plan.
///
/// @unchecked Sendable: the plan is read-only after creation.
private final class SpreadPlan: @unchecked Sendable {
    private let plan: OpaquePointer

    init(modeCount: Int, gridCount: Int, width: Int) {
        var created: OpaquePointer?
        let status = ck_spread_create(modeCount, gridCount, width, &created)
        guard status == CK_OK, let plan = created else {
            preconditionFailure("no memory for a transform of \(modeCount) modes")
        }
        self.plan = plan
    }

    deinit { ck_spread_destroy(plan) }

    func spread(
        _ positions: [Double], _ values: [Double], _ grid: UnsafeMutableBufferPointer<Double>
    ) {
        positions.withUnsafeBufferPointer { x in
            values.withUnsafeBufferPointer { y in
                guard let grid = grid.baseAddress else { return }
                guard let x = x.baseAddress, let y = y.baseAddress, !values.isEmpty else {
                    // The kernel clears the grid; with no point there is nothing to read.
                    var nothing = 0.0
                    ck_spread_run(plan, &nothing, &nothing, 0, grid)
                    return
                }
                ck_spread_run(plan, x, y, values.count, grid)
            }
        }
    }

    func correct(_ modes: UnsafeMutableBufferPointer<ComplexNumber>) {
        guard let base = modes.baseAddress else { return }
        let doubles = UnsafeMutableRawPointer(base).assumingMemoryBound(to: Double.self)
        ck_spread_correct(plan, doubles, doubles)
    }
}
