import CPhysioKernels
import Synchronization

#if FFTW
    import CFFTW
#endif

/// The discrete Fourier transform of real data, for any length.
///
/// Forward: X[k] = sum over j of x[j] exp(-2 pi i j k / n) for k = 0 ... n/2.
/// Inverse: x[j] = sum over all k of X[k] exp(+2 pi i j k / n), the upper half of X being the
/// conjugate of the lower. Neither direction scales: `inverse(forward(x))` is n times x.
///
/// The transform is FFTW's, or the package's own kernel where the package trait `FFTW` is
/// switched off; both keep this contract. Plans are kept by length and shared: making a second
/// value of the same length costs a look-up. Plans are made under one process-wide lock, as FFTW
/// demands, and run without it; one value may be used from many threads at once.
///
/// ```swift
/// let spectrum = RealFFT(count: 4).forward([1, 0, 0, 0])
/// spectrum.map(\.real)  // [1, 1, 1]
/// ```
///
/// - Complexity: a run is O(n log n) time for every n and allocates its result.
public struct RealFFT: Sendable {
    /// Number of real samples, n.
    public let count: Int
    private let plan: Plan

    /// Which transform this build uses: `FFTW` with its version, or `built-in`.
    public static var implementationName: String { Plan.implementationName }

    /// - Parameter count: number of samples; 1 ... 2^30.
    public init(count: Int) {
        precondition((1...(1 << 30)).contains(count), "a transform has 1 to 2^30 samples")
        self.count = count
        plan = PlanCache.plan(count: count)
    }

    /// Number of complex values of a spectrum: n/2 + 1, the division an integer one.
    public var spectrumCount: Int { count / 2 + 1 }

    /// The transform of `samples`.
    ///
    /// - Parameter samples: n values; NaN or infinity anywhere makes every output NaN.
    /// - Returns: n/2 + 1 values, from 0 to half the sampling rate; the first, and for even n the
    ///   last, has no imaginary part.
    /// - Precondition: `samples` has n values.
    public func forward(_ samples: [Double]) -> [ComplexNumber] {
        precondition(samples.count == count, "the transform needs exactly \(count) samples")
        return [ComplexNumber](unsafeUninitializedCapacity: spectrumCount) { output, written in
            samples.withUnsafeBufferPointer { input in
                guard let from = input.baseAddress, let to = output.baseAddress else { return }
                plan.forward(from, to)
            }
            written = spectrumCount
        }
    }

    /// The real data that have the given transform, times n.
    ///
    /// - Parameter spectrum: n/2 + 1 values; the imaginary part of the first, and for even n of
    ///   the last, is taken as 0.
    /// - Returns: n values.
    /// - Precondition: `spectrum` has n/2 + 1 values.
    public func inverse(_ spectrum: [ComplexNumber]) -> [Double] {
        precondition(
            spectrum.count == spectrumCount,
            "the inverse transform needs exactly \(spectrumCount) values")
        return [Double](unsafeUninitializedCapacity: count) { output, written in
            spectrum.withUnsafeBufferPointer { input in
                guard let from = input.baseAddress, let to = output.baseAddress else { return }
                plan.inverse(from, to)
            }
            written = count
        }
    }

    /// The shortest length that is at least `count` and has no prime factor above 5.
    ///
    /// - Complexity: O(log^2 n).
    public static func efficientCount(atLeast count: Int) -> Int {
        var best = Int.max
        var fives = 1
        while fives < best {
            var product = fives
            while product < best {
                var candidate = product
                while candidate < count { candidate *= 2 }
                best = min(best, candidate)
                if product >= count { break }
                product *= 3
            }
            if fives >= count { break }
            fives *= 5
        }
        return best
    }
}

/// The plans in use, by length.
private enum PlanCache {
    /// Lengths kept; beyond it the cache starts anew (values in use keep their plans).
    private static let capacity = 256
    private static let plans = Mutex<[Int: Plan]>([:])

    static func plan(count: Int) -> Plan {
        plans.withLock { plans in
            if let plan = plans[count] { return plan }
            if plans.count >= capacity { plans.removeAll() }
            let plan = Plan(count: count)
            plans[count] = plan
            return plan
        }
    }
}

#if FFTW

    /// The FFTW plans of one length, each made when it is first needed: planning a long transform
    /// computes its twiddle factors, which takes longer than running it.
    ///
    /// @unchecked Sendable: plans are never changed once made, the table of them is guarded by a
    /// lock, and FFTW documents `fftw_execute_dft_r2c` and `_c2r` on distinct arrays as safe from
    /// many threads.
    private final class Plan: @unchecked Sendable {
        private enum Direction { case forward, inverse }

        private struct Kind: Hashable {
            let direction: Direction
            /// Whether both arrays begin where FFTW's vectors may; slower where not.
            let isAligned: Bool
        }

        private struct Handle: @unchecked Sendable {
            let plan: fftw_plan
        }

        private let count: Int
        private let handles = Mutex<[Kind: Handle]>([:])

        /// FFTW's planner is not thread-safe: plans are made and destroyed under this lock.
        private static let plannerLock = Mutex<Void>(())

        static var implementationName: String { String(cString: cfftw_version()) }

        init(count: Int) {
            self.count = count
        }

        deinit {
            let made = handles.withLock { Array($0.values) }
            Self.plannerLock.withLock { _ in
                for handle in made { fftw_destroy_plan(handle.plan) }
            }
        }

        func forward(
            _ samples: UnsafePointer<Double>, _ spectrum: UnsafeMutablePointer<ComplexNumber>
        ) {
            let input = UnsafeMutablePointer(mutating: samples)
            let output =
                UnsafeMutableRawPointer(spectrum).assumingMemoryBound(to: fftw_complex.self)
            fftw_execute_dft_r2c(plan(.forward, input, spectrum), input, output)
        }

        func inverse(
            _ spectrum: UnsafePointer<ComplexNumber>, _ samples: UnsafeMutablePointer<Double>
        ) {
            let input = UnsafeMutableRawPointer(mutating: spectrum)
            fftw_execute_dft_c2r(
                plan(.inverse, samples, input), input.assumingMemoryBound(to: fftw_complex.self),
                samples)
        }

        private func plan(
            _ direction: Direction, _ samples: UnsafeMutablePointer<Double>,
            _ spectrum: UnsafeMutableRawPointer
        ) -> fftw_plan {
            let isAligned =
                fftw_alignment_of(samples) == 0
                && fftw_alignment_of(spectrum.assumingMemoryBound(to: Double.self)) == 0
            let kind = Kind(direction: direction, isAligned: isAligned)
            return handles.withLock { handles -> Handle in
                if let handle = handles[kind] { return handle }
                let handle = Self.plannerLock.withLock { _ in Self.made(kind, count: count) }
                handles[kind] = handle
                return handle
            }.plan
        }

        private static func made(_ kind: Kind, count: Int) -> Handle {
            // ESTIMATE: the arrays are not written to, so these need not be the caller's.
            // PRESERVE_INPUT: a run only reads its input, whatever the C types say.
            var flags = UInt32(FFTW_ESTIMATE) | UInt32(FFTW_PRESERVE_INPUT)
            if !kind.isAligned { flags |= UInt32(FFTW_UNALIGNED) }
            let samples = fftw_alloc_real(count)
            let spectrum = fftw_alloc_complex(count / 2 + 1)
            defer {
                fftw_free(samples)
                fftw_free(spectrum)
            }
            let plan =
                switch kind.direction {
                case .forward: fftw_plan_dft_r2c_1d(Int32(count), samples, spectrum, flags)
                case .inverse: fftw_plan_dft_c2r_1d(Int32(count), spectrum, samples, flags)
                }
            guard let plan else {
                preconditionFailure("FFTW has no memory for a plan of \(count) samples")
            }
            return Handle(plan: plan)
        }
    }

#else

    /// A plan of the package's own kernel.
    ///
    /// @unchecked Sendable: the kernel's plan is read-only after creation; every run brings its
    /// own scratch.
    private final class Plan: @unchecked Sendable {
        private let plan: OpaquePointer
        private let scratchCount: Int

        static var implementationName: String { "built-in" }

        init(count: Int) {
            var created: OpaquePointer?
            let status = ck_real_fft_create(count, &created)
            guard status == CK_OK, let plan = created else {
                preconditionFailure("no memory for a transform of \(count) samples")
            }
            self.plan = plan
            scratchCount = ck_real_fft_scratch_count(plan)
        }

        deinit { ck_real_fft_destroy(plan) }

        func forward(
            _ samples: UnsafePointer<Double>, _ spectrum: UnsafeMutablePointer<ComplexNumber>
        ) {
            let output = UnsafeMutableRawPointer(spectrum).assumingMemoryBound(to: Double.self)
            withScratch { ck_real_fft_forward(plan, samples, output, $0) }
        }

        func inverse(
            _ spectrum: UnsafePointer<ComplexNumber>, _ samples: UnsafeMutablePointer<Double>
        ) {
            let input = UnsafeRawPointer(spectrum).assumingMemoryBound(to: Double.self)
            withScratch { ck_real_fft_inverse(plan, input, samples, $0) }
        }

        private func withScratch(_ run: (UnsafeMutablePointer<Double>) -> Void) {
            withUnsafeTemporaryAllocation(of: Double.self, capacity: max(1, scratchCount)) {
                guard let scratch = $0.baseAddress else { return }
                run(scratch)
            }
        }
    }

#endif
