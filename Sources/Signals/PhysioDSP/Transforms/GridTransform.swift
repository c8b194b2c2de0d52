import CSignalKernels

/// The transform of a grid whose length is chosen for it: long grids go through the kernel that
/// does eight lines at once, where the processor has the instructions for it, others by
/// ``RealFFT``. One value may be used from many threads at once.
struct GridTransform: Sendable {
    /// Number of real samples.
    let count: Int
    /// Complex numbers formed; all of the spectrum but its last number where the kernel is used.
    var spectrumCount: Int { count / 2 + 1 }
    /// Doubles that a run needs besides.
    var scratchCount: Int { widePlan?.scratchCount ?? 0 }

    private let widePlan: WideFFTPlan?
    private let transform: RealFFT

    /// The number of samples below which the kernel's passes over memory cost more than its lanes
    /// gain.
    private static let minWideCount = 1024

    /// A transform of at least `minCount` samples.
    init(atLeast minCount: Int) {
        let unit = Int(CK_WIDE_FFT_UNIT)
        let usesWidePlan = minCount > Self.minWideCount
        count =
            usesWidePlan
            ? unit * RealFFT.efficientCount(atLeast: (minCount + unit - 1) / unit)
            : 2 * RealFFT.efficientCount(atLeast: (minCount + 1) / 2)
        widePlan = usesWidePlan ? WideFFTPlan(count: count) : nil
        transform = RealFFT(count: count)
    }

    /// The first `modeCount` numbers of the spectrum; the rest is left as it is, or filled.
    ///
    /// - Parameter spectrum: space for ``spectrumCount``.
    func forward(
        _ samples: UnsafePointer<Double>, modeCount: Int,
        into spectrum: UnsafeMutablePointer<ComplexNumber>, scratch: UnsafeMutablePointer<Double>
    ) {
        let level = InstructionSet.inUse
        if let widePlan, level > .plain {
            widePlan.forward(level, samples, modeCount, spectrum, scratch)
        } else {
            transform.forward(
                UnsafeBufferPointer(start: samples, count: count),
                into: UnsafeMutableBufferPointer(start: spectrum, count: spectrumCount))
        }
    }
}

/// Owner of a plan of the kernel.
///
/// @unchecked Sendable: the plan is read-only after creation.
private final class WideFFTPlan: @unchecked Sendable {
    private let plan: OpaquePointer
    let scratchCount: Int

    init(count: Int) {
        var planPointer: OpaquePointer?
        let status = ck_wide_fft_create(count, &planPointer)
        guard status == CK_OK, let plan = planPointer else {
            preconditionFailure("no memory for a transform of \(count) samples")
        }
        self.plan = plan
        scratchCount = ck_wide_fft_scratch_count(plan)
    }

    deinit { ck_wide_fft_destroy(plan) }

    func forward(
        _ level: InstructionSet, _ samples: UnsafePointer<Double>, _ modeCount: Int,
        _ spectrum: UnsafeMutablePointer<ComplexNumber>, _ scratch: UnsafeMutablePointer<Double>
    ) {
        ck_wide_fft_forward(
            level.level, plan, samples, modeCount,
            UnsafeMutableRawPointer(spectrum).assumingMemoryBound(to: Double.self), scratch)
    }
}
