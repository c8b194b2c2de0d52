import CSignalKernels

/// Fourier sums of real data at arbitrary positions ("non-uniform transform, type 1").
///
/// modes[k] = sum over j of y[j] exp(-2 pi i k x[j]) for k = 0 ..< modeCount, by laying the points
/// on an even grid up to four times as long as the modes, one real-to-complex transform, and
/// dividing the kernel out. The tolerance decides how fine the grid and how wide the kernel is. One
/// value may be used from many threads at once.
///
/// ```swift
/// let sums = NonuniformFFT(modeCount: 3)(positions: [0, 0.25], values: [1, 1])
/// sums[1]  // 1 - i, up to 1e-14
/// ```
///
/// - Complexity: making one is O(modeCount); a run is O(n width + modeCount log modeCount).
/// - SeeAlso: Barnett, Magland and af Klinteberg 2019, SIAM J. Sci. Comput. 41:C479. Theirs is
///   complex-to-complex; for real data half of the grid is enough.
public struct NonuniformFFT: Sendable {
    /// The number of sums, zero frequency included.
    public let modeCount: Int
    private let transform: GridTransform
    private let plan: SpreadPlan

    /// - Parameter modeCount: 1 ... 2^27.
    /// - Parameter tolerance: error allowed, relative to the sum of |y|; 1e-14 ... 0.1.
    public init(modeCount: Int, tolerance: Double = 1e-14) {
        precondition((1...(1 << 27)).contains(modeCount), "a transform has 1 to 2^27 modes")
        precondition((1e-14...0.1).contains(tolerance), "a tolerance lies in 1e-14 ... 0.1")
        self.modeCount = modeCount
        let kernelShape = Self.kernelShape(tolerance: tolerance)
        let minCount = max(32, Int((2 * kernelShape.oversampling * Double(modeCount)).rounded(.up)))
        transform = GridTransform(atLeast: minCount)
        plan = SpreadPlan(
            modeCount: modeCount, gridCount: transform.count, width: kernelShape.width)
    }

    /// The coarsest grid for which a kernel of at most 16 points is accurate enough.
    ///
    /// The error is below 20 exp(-pi width sqrt(1 - 1/fineness)), 20 being what was measured.
    private static func kernelShape(tolerance: Double) -> (oversampling: Double, width: Int) {
        for oversampling in [1.25, 1.5, 1.75] {
            let decay = Double.pi * (1 - 1 / oversampling).squareRoot()
            let width = 2 * Int((PlatformMath.log(20 / tolerance) / (2 * decay)).rounded(.up))
            if width <= Int(CK_NONUNIFORM_FFT_MAX_WIDTH) { return (oversampling, max(4, width)) }
        }
        return (2, Int(CK_NONUNIFORM_FFT_MAX_WIDTH))
    }

    /// The sums for `values` at `positions`.
    ///
    /// - Parameter positions: n numbers, in turns: only the fraction counts; NaN or infinity counts
    ///   as 0.
    /// - Parameter values: n numbers; NaN or infinity leaves no sum finite.
    /// - Returns: `modeCount` sums.
    /// - Precondition: both arrays have one count.
    public func callAsFunction(positions: [Double], values: [Double]) -> [ComplexNumber] {
        precondition(positions.count == values.count, "every value needs one position")
        var cells = AlignedMemory<Int32>()
        var offsets = AlignedMemory<Double>()
        var field = AlignedMemory<Double>()
        var scratch = AlignedMemory<Double>()
        return positions.withUnsafeBufferPointer { x in
            values.withUnsafeBufferPointer { y in
                let points = locatedPoints(
                    x, origin: 0, rate: 1, cells: cells.reserve(x.count),
                    offsets: offsets.reserve(x.count))
                return correctedModes {
                    spectrum(
                        of: points, y, field: field.reserve(fieldCount),
                        scratch: scratch.reserve(scratchCount), into: $0)
                }
            }
        }
    }

    private func correctedModes(_ fill: (UnsafeMutablePointer<ComplexNumber>) -> Void)
        -> [ComplexNumber]
    {
        [ComplexNumber](unsafeUninitializedCapacity: spectrumCount) { modes, written in
            guard let base = modes.baseAddress else { return }
            fill(base)
            for k in 0..<modeCount { base[k] = base[k] * factors[k] }
            written = modeCount
        }
    }
}

/// The functions for callers who bring their own memory.
extension NonuniformFFT {
    /// Points with their positions on the grid.
    struct Points {
        let count: Int
        let cells: UnsafeMutablePointer<Int32>
        let offsets: UnsafeMutablePointer<Double>
    }

    /// Doubles in a field: the grid and its margins.
    var fieldCount: Int { transform.count + Int(CK_NONUNIFORM_FFT_MARGINS) }
    /// Doubles that a transform needs besides.
    var scratchCount: Int { transform.scratchCount }
    /// Numbers that ``spectrum(of:_:field:scratch:into:)`` writes, of which `modeCount` count.
    var spectrumCount: Int { transform.spectrumCount }
    /// The factors that turn a written number into a sum; `modeCount` of them.
    var factors: UnsafePointer<Double> { plan.factors }

    /// Positions of the points (t - origin) rate, in turns.
    func locatedPoints(
        _ times: UnsafeBufferPointer<Double>, origin: Double, rate: Double,
        cells: UnsafeMutablePointer<Int32>, offsets: UnsafeMutablePointer<Double>
    ) -> Points {
        if let base = times.baseAddress {
            plan.locate(base, times.count, origin, rate, cells, offsets)
        }
        return Points(count: times.count, cells: cells, offsets: offsets)
    }

    /// The sums of `values`, each still to be multiplied by its factor.
    func spectrum(
        of points: Points, _ values: UnsafeBufferPointer<Double>,
        field: UnsafeMutablePointer<Double>, scratch: UnsafeMutablePointer<Double>,
        into spectrum: UnsafeMutablePointer<ComplexNumber>
    ) {
        let base = values.baseAddress ?? UnsafePointer(field)  // of no points nothing is read
        plan.spread(points, base, field)
        transformField(field, scratch, into: spectrum)
    }

    /// The same of two values a point.
    func spectra(
        of points: Points, _ first: UnsafePointer<Double>, _ second: UnsafePointer<Double>,
        fields: (UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>),
        scratch: UnsafeMutablePointer<Double>,
        into spectra: (UnsafeMutablePointer<ComplexNumber>, UnsafeMutablePointer<ComplexNumber>)
    ) {
        plan.spread(points, first, second, fields)
        transformField(fields.0, scratch, into: spectra.0)
        transformField(fields.1, scratch, into: spectra.1)
    }

    private func transformField(
        _ field: UnsafeMutablePointer<Double>, _ scratch: UnsafeMutablePointer<Double>,
        into spectrum: UnsafeMutablePointer<ComplexNumber>
    ) {
        transform.forward(
            field + Int(CK_NONUNIFORM_FFT_FRONT), modeCount: modeCount, into: spectrum,
            scratch: scratch)
    }
}

/// Owner of a spreading plan.
///
/// @unchecked Sendable: the plan is read-only after creation.
private final class SpreadPlan: @unchecked Sendable {
    private let plan: OpaquePointer
    let factors: UnsafePointer<Double>

    init(modeCount: Int, gridCount: Int, width: Int) {
        var created: OpaquePointer?
        let status = ck_nonuniform_fft_create(modeCount, gridCount, width, &created)
        guard status == CK_OK, let plan = created else {
            preconditionFailure("no memory for a transform of \(modeCount) modes")
        }
        self.plan = plan
        factors = ck_nonuniform_fft_factors(plan)
    }

    deinit { ck_nonuniform_fft_destroy(plan) }

    func locate(
        _ times: UnsafePointer<Double>, _ count: Int, _ origin: Double, _ rate: Double,
        _ cells: UnsafeMutablePointer<Int32>, _ offsets: UnsafeMutablePointer<Double>
    ) {
        ck_nonuniform_fft_locate(
            InstructionSet.inUse.level, plan, times, count, origin, rate, cells, offsets)
    }

    func spread(
        _ points: NonuniformFFT.Points, _ values: UnsafePointer<Double>,
        _ field: UnsafeMutablePointer<Double>
    ) {
        ck_nonuniform_fft_spread(
            InstructionSet.inUse.level, plan, points.cells, points.offsets, values, points.count,
            field)
    }

    func spread(
        _ points: NonuniformFFT.Points, _ first: UnsafePointer<Double>,
        _ second: UnsafePointer<Double>,
        _ fields: (UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>)
    ) {
        ck_nonuniform_fft_spread_pair(
            InstructionSet.inUse.level, plan, points.cells, points.offsets, first, second,
            points.count, fields.0, fields.1)
    }
}
