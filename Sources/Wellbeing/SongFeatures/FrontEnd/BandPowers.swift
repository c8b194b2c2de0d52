import CSignalKernels
import PhysioDSP

/// Powers of 40 bands on the mel scale, 30 Hz to 10 kHz, of frames of a song.
///
/// A value is read-only and may be used from many threads at once. Single precision: the header of
/// `ck_band_powers` states the bound.
final class BandPowers: Sendable {
    /// Frames of one run.
    static let frameCount = Int(CK_BAND_POWERS_FRAMES)
    static let bandCount = 40
    static let lowHz = 30.0
    static let highHz = 10_000.0

    let layout: FrameLayout
    /// Floats of the scratch memory that a run needs.
    let scratchCount: Int
    // Read-only after creation, as the kernel's contract says; freed once, in deinit.
    private nonisolated(unsafe) let plan: OpaquePointer

    init(_ layout: FrameLayout) {
        var made: OpaquePointer?
        let status = ck_band_powers_create(
            layout.sampleRateHz, layout.length, layout.hop, Self.bandCount, Self.lowHz,
            Self.highHz, &made)
        guard status == CK_OK, let made else { preconditionFailure("out of memory") }
        self.layout = layout
        plan = made
        scratchCount = ck_band_powers_scratch_count(made)
    }

    deinit { ck_band_powers_destroy(plan) }

    /// Samples of one run: sixteen frames that overlap.
    var sampleCount: Int { (Self.frameCount - 1) * layout.hop + layout.length }

    /// - Parameters:
    ///   - samples: ``sampleCount`` samples.
    ///   - bands: 16 times 40 powers, frame after frame; a sine of amplitude 1 has 1.
    ///   - centre: of each frame the sum of the magnitudes of its bins, and that of magnitude times
    ///     frequency.
    func run(
        _ samples: UnsafePointer<Float>, scratch: UnsafeMutablePointer<Float>,
        bands: UnsafeMutablePointer<Float>, centre: UnsafeMutablePointer<Float>
    ) {
        ck_band_powers_run(InstructionSet.inUse.level, plan, samples, scratch, bands, centre)
    }
}
