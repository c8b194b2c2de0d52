import CHeartKernels
import PhysioDSP
import PhysioTypes

/// Finds the QRS complexes of one lead as the samples come in: any rate, any unit, no settings.
///
/// Two envelopes of the signal, 5 to 15 Hz and 12 to 25 Hz, are compared with those of the beats
/// before, of what was no beat and of what follows within 0.225 s; thirteen such measures, none of
/// which has a unit, give the log of the odds that a peak is a QRS complex. The header `ck_qrs.h`
/// has the equations. Amplitude, polarity and offset do not matter, nor where the stream is divided.
///
/// ```swift
/// var stream = QRSStream(sampleRateHz: 250)
/// stream.push(millivolts) { complexes.append($0) }
/// stream.finish { complexes.append($0) }
/// ```
///
/// - A QRS complex is reported 0.27 to 0.375 s after its R peak; those of the first 2 s once these
///   have gone by.
/// - Where none was found for 1.66 R-R intervals the bar is lowered: one that is found then is
///   ``Complex/isFromSearchBack``, and may lie before others that were reported.
/// - NaN, infinities and magnitudes from 1e15 on are missing samples. Behind 0.3 s of them beats may
///   have been lost: ``Complex/followsGap``. A constant has no complexes, whatever its value.
public struct QRSStream: ~Copyable {
    /// A QRS complex, coarsely placed.
    public struct Complex: Sendable, Equatable {
        /// Position of the R peak in samples since the beginning, within about 20 ms: the largest
        /// deflection.
        public let sample: Double
        /// Log of the odds that it is one; 0 is even. Below 0 only where the bar was lowered.
        public let logOdds: Double
        /// True if it was found when the next one was overdue.
        public let isFromSearchBack: Bool
        /// True if it is the first after a gap.
        public let followsGap: Bool

        /// The probability that it is one: 0 ... 1.
        public var confidence: Double { 1 / (1 + PlatformMath.exp(-logOdds)) }
    }

    private let pointer: OpaquePointer
    /// The buffer for the beats of one call.
    private let beats: UnsafeMutablePointer<ck_qrs_beat>

    /// - Precondition: the rate lies within ``DetectionLimits/sampleRatesHz``.
    public init(sampleRateHz: Double) {
        precondition(
            DetectionLimits.sampleRatesHz.contains(sampleRateHz), ECGSampleRates.rangeMessage)
        var pointer: OpaquePointer?
        let status = ck_qrs_create(InstructionSet.inUse.level, sampleRateHz, &pointer)
        guard status == CK_OK, let pointer else {
            preconditionFailure("no memory for a QRS detector")
        }
        self.pointer = pointer
        beats = .allocate(capacity: Int(CK_QRS_BEATS_MAX))
    }

    deinit {
        ck_qrs_destroy(pointer)
        beats.deallocate()
    }

    /// Takes the next samples.
    ///
    /// - Parameter samples: in one unit throughout; any count, 0 included.
    /// - Parameter found: is given the complexes that are decided by them.
    /// - Complexity: O(n), about 2 ns a sample at 250 Hz; allocates nothing.
    public mutating func push(_ samples: [Double], found: (Complex) -> Void) {
        samples.withUnsafeBufferPointer { push($0, found: found) }
    }

    /// The same for samples that lie anywhere in memory.
    public mutating func push(
        _ samples: UnsafeBufferPointer<Double>, found: (Complex) -> Void
    ) {
        guard var next = samples.baseAddress else { return }
        var remainingCount = samples.count
        while remainingCount > 0 {
            var consumedCount = 0
            report(ck_qrs_push(pointer, next, remainingCount, &consumedCount, beats), found)
            next += consumedCount
            remainingCount -= consumedCount
        }
    }

    /// Decides what is pending, as there are no more samples. Then only ``reset()`` may follow.
    public mutating func finish(found: (Complex) -> Void) {
        report(ck_qrs_finish(pointer, beats), found)
    }

    /// Forgets everything: the next sample is the first one.
    public mutating func reset() { ck_qrs_reset(pointer) }

    private func report(_ count: Int, _ found: (Complex) -> Void) {
        for index in 0..<count { found(Complex(beats[index])) }
    }
}

extension QRSStream.Complex {
    init(_ beat: ck_qrs_beat) {
        sample = beat.position
        logOdds = beat.log_odds
        isFromSearchBack = beat.is_late != 0
        followsGap = beat.follows_gap != 0
    }
}
