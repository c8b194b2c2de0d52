#if !FFTW

    import CSignalKernels
    import Synchronization

    /// The plans of one length, of the package's own transforms.
    final class TransformPlan: Sendable {
        private let count: Int
        private let real: KernelPlan
        /// Made when it is first needed.
        private let lazyPair = AtomicLazyReference<KernelPlan>()

        static var implementationName: String { "built-in" }

        init(count: Int) {
            self.count = count
            real = .real(count: count)
        }

        func forward(
            _ samples: UnsafePointer<Double>, _ spectrum: UnsafeMutablePointer<ComplexNumber>
        ) {
            let output = UnsafeMutableRawPointer(spectrum).assumingMemoryBound(to: Double.self)
            real.scratch.lend { ck_real_fft_forward(real.plan, samples, output, $0) }
        }

        func inverse(
            _ spectrum: UnsafePointer<ComplexNumber>, _ samples: UnsafeMutablePointer<Double>
        ) {
            let input = UnsafeRawPointer(spectrum).assumingMemoryBound(to: Double.self)
            real.scratch.lend { ck_real_fft_inverse(real.plan, input, samples, $0) }
        }

        func forwardPair(
            _ pairs: UnsafePointer<ComplexNumber>, _ spectrum: UnsafeMutablePointer<ComplexNumber>
        ) {
            let input = UnsafeRawPointer(pairs).assumingMemoryBound(to: Double.self)
            let output = UnsafeMutableRawPointer(spectrum).assumingMemoryBound(to: Double.self)
            let pair = lazyPair.load() ?? lazyPair.storeIfNil(.pair(count: count))
            pair.scratch.lend { ck_pair_fft_forward(pair.plan, input, output, $0) }
        }
    }

    /// A kernel's plan with the scratch memory of its runs.
    ///
    /// @unchecked Sendable: the plan is read-only after creation.
    private final class KernelPlan: @unchecked Sendable {
        let plan: OpaquePointer
        let scratch: SpareScratch
        private let destroy: @Sendable (OpaquePointer) -> Void

        static func real(count: Int) -> KernelPlan {
            var plan: OpaquePointer?
            let status = ck_real_fft_create(count, &plan)
            return KernelPlan(plan, status, ck_real_fft_scratch_count) { ck_real_fft_destroy($0) }
        }

        static func pair(count: Int) -> KernelPlan {
            var plan: OpaquePointer?
            let status = ck_pair_fft_create(count, &plan)
            return KernelPlan(plan, status, ck_pair_fft_scratch_count) { ck_pair_fft_destroy($0) }
        }

        private init(
            _ plan: OpaquePointer?, _ status: ck_status, _ scratchCount: (OpaquePointer) -> Int,
            destroy: @escaping @Sendable (OpaquePointer) -> Void
        ) {
            guard status == CK_OK, let plan else {
                preconditionFailure("no memory for the plan of a transform")
            }
            self.plan = plan
            self.destroy = destroy
            scratch = SpareScratch(count: scratchCount(plan))
        }

        deinit { destroy(plan) }
    }

    /// Scratch memory that a run finds where the last one left it.
    ///
    /// @unchecked Sendable: the pointer is exchanged, so each array has one holder at a time.
    private struct SpareScratch: ~Copyable, @unchecked Sendable {
        private let count: Int
        private let spare = Atomic<UnsafeMutablePointer<Double>?>(nil)

        init(count: Int) { self.count = count }

        deinit { spare.load(ordering: .acquiring)?.deallocate() }

        /// Runs one after another share one array; runs at the same time allocate.
        func lend(_ run: (UnsafeMutablePointer<Double>) -> Void) {
            let scratch =
                spare.exchange(nil, ordering: .acquiring) ?? .allocate(capacity: max(1, count))
            run(scratch)
            spare.exchange(scratch, ordering: .acquiringAndReleasing)?.deallocate()
        }
    }

#endif
