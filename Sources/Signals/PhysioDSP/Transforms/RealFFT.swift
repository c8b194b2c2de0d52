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
    private static let plans = PlanCache<Int, TransformPlan>(capacity: 256)

    /// The name of the transform that this build uses: `FFTW` with its version, or `built-in`.
    public static var implementationName: String { TransformPlan.implementationName }

    /// - Parameter count: number of samples; 1 ... 2^30.
    public init(count: Int) {
        precondition((1...(1 << 30)).contains(count), "a transform has 1 to 2^30 samples")
        self.count = count
        plan = Self.plans.plan(count) { TransformPlan(count: count) }
    }

    /// Number of complex values of a spectrum: n/2 + 1, the division an integer one.
    public var spectrumCount: Int { count / 2 + 1 }

    /// The transform of `samples`.
    ///
    /// - Parameter samples: n values; NaN or infinity anywhere leaves no output finite.
    /// - Returns: n/2 + 1 values, from 0 to half the sampling rate; the first, and for even n the
    ///   last, has no imaginary part.
    /// - Precondition: `samples` has n values.
    public func forward(_ samples: [Double]) -> [ComplexNumber] {
        [ComplexNumber](unsafeUninitializedCapacity: spectrumCount) { output, written in
            samples.withUnsafeBufferPointer {
                forward($0, into: output.rebasedPrefix(spectrumCount))
            }
            written = spectrumCount
        }
    }

    /// The transform of `samples`, into memory of the caller.
    ///
    /// - Parameter samples: n values; NaN or infinity anywhere leaves no output finite.
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
            spectrum.withUnsafeBufferPointer { inverse($0, into: output.rebasedPrefix(count)) }
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

    /// The transforms of two real series at once, by one complex transform.
    ///
    /// With z[j] = x[j] + i y[j] and Z[k] = sum z[j] exp(-2 pi i j k / n), unscaled, X[k] is half
    /// of Z[k] + conj Z[n-k] and i Y[k] half of Z[k] - conj Z[n-k]; so |Z[k]|^2 + |Z[n-k]|^2 is
    /// twice |X[k]|^2 + |Y[k]|^2. Rounding is relative to the larger of the two series.
    ///
    /// - Parameter pairs: z, n values; may not overlap `spectrum`.
    /// - Parameter spectrum: Z for k = 0 ... n-1, all overwritten.
    package func forwardPair(
        _ pairs: UnsafeBufferPointer<ComplexNumber>,
        into spectrum: UnsafeMutableBufferPointer<ComplexNumber>
    ) {
        precondition(pairs.count == count, "the transform needs exactly \(count) pairs")
        precondition(spectrum.count == count, "a spectrum of pairs has \(count) values")
        guard let from = pairs.baseAddress, let to = spectrum.baseAddress else { return }
        plan.forwardPair(from, to)
    }

    /// The shortest length that is at least `count` and has no prime factor above 5; beyond 65,536 a
    /// multiple of 32, as long transforms of odd lengths take twice the time.
    ///
    /// - Complexity: O(log^2 n).
    public static func efficientCount(atLeast count: Int) -> Int {
        guard count <= 65_536 else { return 32 * smoothCount(atLeast: (count + 31) / 32) }
        return smoothCount(atLeast: count)
    }

    private static func smoothCount(atLeast count: Int) -> Int {
        var best = Int.max
        var powerOfFive = 1
        while powerOfFive < best {
            var product = powerOfFive
            while product < best {
                var candidate = product
                while candidate < count { candidate *= 2 }
                best = min(best, candidate)
                if product >= count { break }
                product *= 3
            }
            if powerOfFive >= count { break }
            powerOfFive *= 5
        }
        return best
    }
}

extension UnsafeMutableBufferPointer {
    /// The first `count` elements: an array's spare capacity may be more than was asked for.
    fileprivate func rebasedPrefix(_ count: Int) -> Self { Self(rebasing: self[..<count]) }
}

#if FFTW

    /// The FFTW plans of one length, each made when it is first needed: planning a long transform
    /// computes its twiddle factors, which takes longer than running it.
    final class TransformPlan: Sendable {
        private let count: Int
        private let forwardPlans = LazyPlans()
        private let inversePlans = LazyPlans()
        private let pairPlans = LazyPlans()

        static var implementationName: String { String(cString: cfftw_version()) }

        init(count: Int) {
            self.count = count
        }

        func forward(
            _ samples: UnsafePointer<Double>, _ spectrum: UnsafeMutablePointer<ComplexNumber>
        ) {
            let input = UnsafeMutablePointer(mutating: samples)
            let output = Self.asComplex(spectrum)
            let plan = forwardPlans.getOrCreate(for: samples, spectrum) { flags in
                makePlan { fftw_plan_dft_r2c_1d(Int32(count), $0, $1, flags) }
            }
            fftw_execute_dft_r2c(plan, input, output)
        }

        func inverse(
            _ spectrum: UnsafePointer<ComplexNumber>, _ samples: UnsafeMutablePointer<Double>
        ) {
            let input = Self.asComplex(spectrum)
            let plan = inversePlans.getOrCreate(for: spectrum, samples) { flags in
                makePlan { fftw_plan_dft_c2r_1d(Int32(count), $1, $0, flags) }
            }
            fftw_execute_dft_c2r(plan, input, samples)
        }

        func forwardPair(
            _ pairs: UnsafePointer<ComplexNumber>, _ spectrum: UnsafeMutablePointer<ComplexNumber>
        ) {
            let input = Self.asComplex(pairs)
            let output = Self.asComplex(spectrum)
            let plan = pairPlans.getOrCreate(for: pairs, spectrum) { flags in
                makePlan {
                    fftw_plan_dft_1d(Int32(count), Self.asComplex($0), $1, FFTW_FORWARD, flags)
                }
            }
            fftw_execute_dft(plan, input, output)
        }

        /// FFTW's type for complex numbers; what is only read stays as it is: see `LazyPlans`.
        private static func asComplex(_ data: UnsafeRawPointer) -> UnsafeMutablePointer<
            fftw_complex
        > {
            UnsafeMutableRawPointer(mutating: data).assumingMemoryBound(to: fftw_complex.self)
        }

        /// Calls a planner with two arrays that are long enough for any transform of this length.
        private func makePlan(
            _ planner: (UnsafeMutablePointer<Double>, UnsafeMutablePointer<fftw_complex>) ->
                fftw_plan?
        ) -> fftw_plan {
            guard let first = fftw_alloc_complex(count), let second = fftw_alloc_complex(count)
            else { preconditionFailure("no memory to plan a transform of \(count) samples") }
            defer {
                fftw_free(first)
                fftw_free(second)
            }
            let doubles = UnsafeMutableRawPointer(first).assumingMemoryBound(to: Double.self)
            guard let plan = planner(doubles, second) else {
                preconditionFailure("FFTW has no memory for a plan of \(count) samples")
            }
            return plan
        }
    }

    /// The plans of one transform for arrays that begin where FFTW's vectors may, and for others
    /// (slower).
    private struct LazyPlans: ~Copyable, Sendable {
        private let alignedPlan = LazyPlan()
        private let unalignedPlan = LazyPlan()

        /// ESTIMATE: planning writes to no array, so these need not be the caller's.
        /// PRESERVE_INPUT: a run only reads its input, whatever the C types say.
        private static let plannerFlags = UInt32(FFTW_ESTIMATE) | UInt32(FFTW_PRESERVE_INPUT)

        func getOrCreate(
            for input: UnsafeRawPointer, _ output: UnsafeRawPointer, _ make: (UInt32) -> fftw_plan
        ) -> fftw_plan {
            Self.isAligned(input) && Self.isAligned(output)
                ? alignedPlan.getOrCreate { make(Self.plannerFlags) }
                : unalignedPlan.getOrCreate { make(Self.plannerFlags | UInt32(FFTW_UNALIGNED)) }
        }

        private static func isAligned(_ data: UnsafeRawPointer) -> Bool {
            fftw_alignment_of(
                UnsafeMutableRawPointer(mutating: data).assumingMemoryBound(to: Double.self)) == 0
        }
    }

    /// One FFTW plan, made at most once; then found by a single atomic load.
    ///
    /// @unchecked Sendable: the plan is never changed once stored, and FFTW documents its
    /// functions that execute a plan on given, distinct arrays as safe from many threads.
    private struct LazyPlan: ~Copyable, @unchecked Sendable {
        private let handle = Atomic<fftw_plan?>(nil)

        /// FFTW's planner is not thread-safe: plans are made and destroyed under this lock.
        private static let plannerLock = Mutex<Void>(())

        deinit {
            guard let plan = handle.load(ordering: .acquiring) else { return }
            Self.plannerLock.withLock { _ in fftw_destroy_plan(plan) }
        }

        /// The plan; `make` runs under the planner's lock, by the first of the threads that ask.
        func getOrCreate(_ make: () -> fftw_plan) -> fftw_plan {
            if let plan = handle.load(ordering: .acquiring) { return plan }
            Self.plannerLock.withLock { _ in
                guard handle.load(ordering: .relaxed) == nil else { return }
                handle.store(make(), ordering: .releasing)
            }
            return getOrCreate(make)
        }
    }

#endif
