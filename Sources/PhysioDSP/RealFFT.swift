import Synchronization

#if FFTW
    import CFFTW
#endif

/// The discrete Fourier transform of real data, for any length.
///
/// Forward: X[k] = sum over j of x[j] exp(-2 pi i j k / n) for k = 0 ... n/2.
/// Inverse: x[j] = sum over all k of X[k] exp(+2 pi i j k / n), the upper half of X being the
/// conjugate of the lower.
///
/// The conventions are those of FFTW's r2c and c2r transforms of one dimension:
/// - Sign: -1 in the exponent forward, +1 backward.
/// - Scale: none in either direction, so `inverse(forward(x))` is n times x.
/// - Layout: real data are n doubles; a spectrum is n/2 + 1 complex values (the division an integer
///   one), bin k at k / n of the sampling rate. The bins above are not stored: X[n-k] is the
///   conjugate of X[k].
/// - Bin 0 and, for even n, bin n/2 are real: forward writes an imaginary part of 0 there, inverse
///   ignores what it finds.
/// - Input is preserved, in both directions; in-place transforms are not offered.
///
/// A one-sided density, as of ``PowerSpectrum``, adds the power of X[n-k] to that of X[k]: |X[k]|^2
/// counts twice, but once at bin 0 and, for even n, at bin n/2, which have no partner. Hence, by
/// Parseval, sum x[j]^2 = (1/n) sum c[k] |X[k]|^2 with c = 1 at those and 2 at all others.
///
/// The transform is FFTW's, or the package's own kernel where the package trait `FFTW` is
/// switched off; both keep this contract. Plans are kept by length and shared: making a second
/// value of the same length costs a look-up. A plan is made at the first run that needs it (one a
/// direction, and one more for arrays that do not begin where FFTW's vectors may), under one
/// process-wide lock, as FFTW demands; from then on a run takes no lock. One value may be used from
/// many threads at once.
///
/// ```swift
/// let spectrum = RealFFT(count: 4).forward([1, 0, 0, 0])
/// spectrum.map(\.real)  // [1, 1, 1]
/// ```
///
/// - Complexity: a run is O(n log n) time for every n. The forms that write into the caller's
///   memory allocate nothing once warm, except inside FFTW: it takes memory of its own at each run
///   of some long lengths.
public struct RealFFT: Sendable {
    /// Number of real samples, n.
    public let count: Int
    private let plan: TransformPlan

    /// Which transform this build uses: `FFTW` with its version, or `built-in`.
    public static var implementationName: String { TransformPlan.implementationName }

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
        [ComplexNumber](unsafeUninitializedCapacity: spectrumCount) { output, written in
            samples.withUnsafeBufferPointer { forward($0, into: output.prefixed(spectrumCount)) }
            written = spectrumCount
        }
    }

    /// The transform of `samples`, into memory of the caller.
    ///
    /// - Parameter samples: n values; NaN or infinity anywhere makes every output NaN.
    /// - Parameter spectrum: n/2 + 1 values, all overwritten.
    /// - Precondition: the counts are n and n/2 + 1.
    public func forward(_ samples: Span<Double>, into spectrum: inout MutableSpan<ComplexNumber>) {
        samples.withUnsafeBufferPointer { input in
            spectrum.withUnsafeMutableBufferPointer { forward(input, into: $0) }
        }
    }

    /// The same for memory by pointers; the two may not overlap.
    package func forward(
        _ samples: UnsafeBufferPointer<Double>,
        into spectrum: UnsafeMutableBufferPointer<ComplexNumber>
    ) {
        precondition(samples.count == count, "the transform needs exactly \(count) samples")
        precondition(spectrum.count == spectrumCount, "a spectrum has \(spectrumCount) values")
        guard let from = samples.baseAddress, let to = spectrum.baseAddress else { return }
        plan.forward(from, to)
    }

    /// The real data that have the given transform, times n.
    ///
    /// - Parameter spectrum: n/2 + 1 values; the imaginary part of the first, and for even n of
    ///   the last, is taken as 0.
    /// - Returns: n values.
    /// - Precondition: `spectrum` has n/2 + 1 values.
    public func inverse(_ spectrum: [ComplexNumber]) -> [Double] {
        [Double](unsafeUninitializedCapacity: count) { output, written in
            spectrum.withUnsafeBufferPointer { inverse($0, into: output.prefixed(count)) }
            written = count
        }
    }

    /// The real data that have the given transform, times n, into memory of the caller.
    ///
    /// - Parameter spectrum: n/2 + 1 values; the imaginary part of the first, and for even n of
    ///   the last, is taken as 0.
    /// - Parameter samples: n values, all overwritten.
    /// - Precondition: the counts are n/2 + 1 and n.
    public func inverse(_ spectrum: Span<ComplexNumber>, into samples: inout MutableSpan<Double>) {
        spectrum.withUnsafeBufferPointer { input in
            samples.withUnsafeMutableBufferPointer { inverse(input, into: $0) }
        }
    }

    /// The same for memory by pointers; the two may not overlap.
    package func inverse(
        _ spectrum: UnsafeBufferPointer<ComplexNumber>,
        into samples: UnsafeMutableBufferPointer<Double>
    ) {
        precondition(
            spectrum.count == spectrumCount,
            "the inverse transform needs exactly \(spectrumCount) values")
        precondition(samples.count == count, "the data have exactly \(count) samples")
        guard let from = spectrum.baseAddress, let to = samples.baseAddress else { return }
        plan.inverse(from, to)
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

extension UnsafeMutableBufferPointer {
    /// The first `count` elements: an array's spare capacity may be more than was asked for.
    fileprivate func prefixed(_ count: Int) -> Self { Self(rebasing: self[..<count]) }
}

/// The plans in use, by length.
private enum PlanCache {
    /// Lengths kept; beyond it the cache starts anew (values in use keep their plans).
    private static let capacity = 256
    private static let plans = Mutex<[Int: TransformPlan]>([:])

    static func plan(count: Int) -> TransformPlan {
        plans.withLock { plans in
            if let plan = plans[count] { return plan }
            if plans.count >= capacity { plans.removeAll() }
            let plan = TransformPlan(count: count)
            plans[count] = plan
            return plan
        }
    }
}

#if FFTW

    /// The FFTW plans of one length, each made when it is first needed: planning a long transform
    /// computes its twiddle factors, which takes longer than running it.
    final class TransformPlan: Sendable {
        private let count: Int
        private let alignedForward = LazyPlan()
        private let alignedInverse = LazyPlan()
        /// For arrays that do not begin where FFTW's vectors may; slower.
        private let unalignedForward = LazyPlan()
        private let unalignedInverse = LazyPlan()

        static var implementationName: String { String(cString: cfftw_version()) }

        init(count: Int) {
            self.count = count
        }

        func forward(
            _ samples: UnsafePointer<Double>, _ spectrum: UnsafeMutablePointer<ComplexNumber>
        ) {
            let input = UnsafeMutablePointer(mutating: samples)
            let output =
                UnsafeMutableRawPointer(spectrum).assumingMemoryBound(to: fftw_complex.self)
            let plan =
                Self.areAligned(input, output)
                ? alignedForward.made { planned(.forward) }
                : unalignedForward.made { planned(.forward, UInt32(FFTW_UNALIGNED)) }
            fftw_execute_dft_r2c(plan, input, output)
        }

        func inverse(
            _ spectrum: UnsafePointer<ComplexNumber>, _ samples: UnsafeMutablePointer<Double>
        ) {
            let input = UnsafeMutableRawPointer(mutating: spectrum)
                .assumingMemoryBound(to: fftw_complex.self)
            let plan =
                Self.areAligned(samples, input)
                ? alignedInverse.made { planned(.inverse) }
                : unalignedInverse.made { planned(.inverse, UInt32(FFTW_UNALIGNED)) }
            fftw_execute_dft_c2r(plan, input, samples)
        }

        private static func areAligned(
            _ samples: UnsafeMutablePointer<Double>, _ spectrum: UnsafeMutablePointer<fftw_complex>
        ) -> Bool {
            fftw_alignment_of(samples) == 0
                && fftw_alignment_of(
                    UnsafeMutableRawPointer(spectrum).assumingMemoryBound(to: Double.self)) == 0
        }

        private enum Direction { case forward, inverse }

        private func planned(_ direction: Direction, _ alignment: UInt32 = 0) -> fftw_plan {
            // ESTIMATE: the arrays are not written to, so these need not be the caller's.
            // PRESERVE_INPUT: a run only reads its input, whatever the C types say.
            let flags = UInt32(FFTW_ESTIMATE) | UInt32(FFTW_PRESERVE_INPUT) | alignment
            let samples = fftw_alloc_real(count)
            let spectrum = fftw_alloc_complex(count / 2 + 1)
            defer {
                fftw_free(samples)
                fftw_free(spectrum)
            }
            let plan =
                switch direction {
                case .forward: fftw_plan_dft_r2c_1d(Int32(count), samples, spectrum, flags)
                case .inverse: fftw_plan_dft_c2r_1d(Int32(count), spectrum, samples, flags)
                }
            guard let plan else {
                preconditionFailure("FFTW has no memory for a plan of \(count) samples")
            }
            return plan
        }
    }

    /// One FFTW plan, made at most once; then found by a single atomic load.
    ///
    /// @unchecked Sendable: the plan is never changed once stored, and FFTW documents
    /// `fftw_execute_dft_r2c` and `_c2r` on distinct arrays as safe from many threads.
    private struct LazyPlan: ~Copyable, @unchecked Sendable {
        private let handle = Atomic<fftw_plan?>(nil)

        /// FFTW's planner is not thread-safe: plans are made and destroyed under this lock.
        private static let plannerLock = Mutex<Void>(())

        deinit {
            guard let plan = handle.load(ordering: .acquiring) else { return }
            Self.plannerLock.withLock { _ in fftw_destroy_plan(plan) }
        }

        /// The plan; `make` runs under the planner's lock, by the first of the threads that ask.
        func made(_ make: () -> fftw_plan) -> fftw_plan {
            if let plan = handle.load(ordering: .acquiring) { return plan }
            Self.plannerLock.withLock { _ in
                guard handle.load(ordering: .relaxed) == nil else { return }
                handle.store(make(), ordering: .releasing)
            }
            return made(make)
        }
    }

#endif
