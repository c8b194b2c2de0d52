import CSignalKernels

/// Chosen bins of the discrete Fourier transform of the last n samples of a stream, after each one.
///
/// X[k] = sum over j = 0 ... n-1 of x[j] exp(-2 pi i j k / n), x[0] the oldest of the n samples:
/// what ``RealFFT`` gives for that window, at O(bins) a sample. Before the n-th sample the missing
/// ones count as 0.
///
/// Only sums are formed, never differences, so the result depends on the window alone: it is as
/// accurate after days as at the start, and a sample that has left the window, be it huge or NaN,
/// leaves no trace.
///
/// A value is read-only, and one serves any number of streams and threads.
///
/// ```swift
/// var stream = SlidingDFT(count: 4, bins: [1]).stream()
/// for sample in [9.0, 1, 0, 0, 0] { stream.push(sample) }
/// stream.spectrum  // [ComplexNumber(1, 0)]: the 9 has left
/// ```
///
/// - Complexity: memory of 16 n doubles for every 4 bins, half of it a stream's own.
/// - SeeAlso: Duda 2010, IEEE Signal Process. Mag. 27(6):124, for the phase that does not turn;
///   there the oldest sample is subtracted again.
public struct SlidingDFT: Sendable {
    /// Samples of the window, n.
    public let count: Int
    /// The bins, in the order of all results.
    public let bins: [Int]
    fileprivate let plan: SlidingPlan

    /// - Parameter count: 1 ... 2^24 samples.
    /// - Parameter bins: 1 ... n/2 + 1 bins, each in 0 ... n/2; bin k has k whole waves a window.
    /// - Complexity: O(n bins).
    public init(count: Int, bins: [Int]) {
        precondition((1...(1 << 24)).contains(count), "a window has 1 to 2^24 samples")
        precondition(
            (1...(count / 2 + 1)).contains(bins.count), "there are 1 to n/2 + 1 bins")
        precondition(
            bins.allSatisfy((0...(count / 2)).contains), "a bin lies in 0 ... n/2")
        self.count = count
        self.bins = bins
        plan = SlidingPlan(count: count, bins: bins)
    }

    /// A stream before its first sample.
    public func stream() -> Stream { Stream(self) }

    /// One stream of samples: a value, which may be copied.
    public struct Stream: Sendable {
        public let transform: SlidingDFT
        /// Samples taken since the start.
        public private(set) var sampleCount = 0
        private var state: [Double]
        private var powers: [Double]

        fileprivate init(_ transform: SlidingDFT) {
            self.transform = transform
            state = [Double](repeating: 0, count: transform.plan.stateCount)
            powers = [Double](repeating: 0, count: transform.bins.count)
        }

        /// True if the window holds n samples.
        public var isFilled: Bool { sampleCount >= transform.count }

        /// Forgets all samples.
        public mutating func reset() {
            sampleCount = 0
            for index in state.indices { state[index] = 0 }
        }

        /// Takes one sample.
        ///
        /// - Complexity: O(bins), allocates nothing; one call in n is O(n bins).
        public mutating func push(_ sample: Double) {
            var sample = sample
            var energy = 0.0
            ck_sliding_dft_push(
                InstructionSet.inUse.level, transform.plan.pointer, &state, &sample, 1, &powers,
                &energy)
            sampleCount += 1
        }

        /// Takes `samples` and writes the powers after each.
        ///
        /// - Parameter samples: m numbers.
        /// - Parameter powers: m times |X[k]|^2 for every bin in turn; all overwritten.
        /// - Parameter energies: m times the sum of the squares of the window's samples, which by
        ///   Parseval is the sum of |X[k]|^2 / n over k = 0 ... n-1; all overwritten.
        /// - Precondition: the counts are m, m times the number of bins, and m.
        /// - Complexity: O(m bins), allocates nothing.
        public mutating func push(
            _ samples: Span<Double>, powers: inout MutableSpan<Double>,
            energies: inout MutableSpan<Double>
        ) {
            precondition(
                powers.count == samples.count * transform.bins.count
                    && energies.count == samples.count, "every sample needs its powers and energy")
            samples.withUnsafeBufferPointer { x in
                powers.withUnsafeMutableBufferPointer { powers in
                    energies.withUnsafeMutableBufferPointer { energies in
                        guard let x = x.baseAddress, let powers = powers.baseAddress,
                            let energies = energies.baseAddress
                        else { return }
                        ck_sliding_dft_push(
                            InstructionSet.inUse.level, transform.plan.pointer, &state, x,
                            samples.count, powers, energies)
                    }
                }
            }
            sampleCount += samples.count
        }

        /// X of the current window, for every bin.
        public var spectrum: [ComplexNumber] {
            [ComplexNumber](unsafeUninitializedCapacity: transform.bins.count) { output, written in
                guard let base = output.baseAddress else { return }
                let doubles = UnsafeMutableRawPointer(base).assumingMemoryBound(to: Double.self)
                ck_sliding_dft_read(transform.plan.pointer, state, doubles)
                written = transform.bins.count
            }
        }
    }
}

/// Owner of a kernel's plan.
///
/// @unchecked Sendable: the plan is read-only after creation.
private final class SlidingPlan: @unchecked Sendable {
    let pointer: OpaquePointer
    let stateCount: Int

    init(count: Int, bins: [Int]) {
        var created: OpaquePointer?
        let status = ck_sliding_dft_create(count, bins, bins.count, &created)
        guard status == CK_OK, let plan = created else {
            preconditionFailure("no memory for a sliding transform of \(count) samples")
        }
        pointer = plan
        stateCount = ck_sliding_dft_state_count(plan)
    }

    deinit { ck_sliding_dft_destroy(pointer) }
}
