#if !FFTW

    import CPhysioKernels
    import Synchronization

    /// A plan of the package's own transform.
    ///
    /// @unchecked Sendable: the kernel's plan is read-only after creation; every run has a scratch
    /// array to itself.
    final class TransformPlan: @unchecked Sendable {
        private let plan: OpaquePointer
        private let scratchCount: Int
        /// The scratch array of the last run that ended, for the next one that begins.
        private let spareScratch = Atomic<UnsafeMutablePointer<Double>?>(nil)

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

        deinit {
            spareScratch.load(ordering: .acquiring)?.deallocate()
            ck_real_fft_destroy(plan)
        }

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

        /// Runs of one thread after another share one array; runs at the same time allocate.
        private func withScratch(_ run: (UnsafeMutablePointer<Double>) -> Void) {
            let scratch =
                spareScratch.exchange(nil, ordering: .acquiring)
                ?? .allocate(capacity: max(1, scratchCount))
            run(scratch)
            spareScratch.exchange(scratch, ordering: .acquiringAndReleasing)?.deallocate()
        }
    }

#endif
