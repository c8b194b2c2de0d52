import CHeartKernels
import PhysioDSP

/// Locates R peaks between the samples and says what kind of beat each one is.
///
/// Given is where a beat is within 20 ms or so. Running averages of the shapes that occur are laid
/// on the samples around it by least squares, whatever gain and baseline (level, slope, curvature)
/// they have there: so the R peak is the same point of every beat of a shape, the extremum of the
/// largest deflection of its average, low-passed at 40 Hz without delay. The header
/// `ck_beat_shape.h` has the equations and the rules of kind and quality.
///
/// What is learned from the beats serves those that follow. Take the first two seconds or the whole
/// signal once, ``rewind()``, and take it again: so the first beats are placed as well as the last.
///
/// ```swift
/// var shapes = BeatShapes(sampleRateHz: 250)
/// let ecg = (0..<500).map { PlatformMath.exp(-0.02 * Double(($0 - 200) * ($0 - 200))) }
/// let beat = shapes.take(ecg, position: 203, firstSample: 0)
/// beat.sample  // 200
/// ```
///
/// One rule for all rates; a rate of 130 Hz locates beats in white noise of 12 dB within 1.7 ms
/// (standard deviation), in noise of muscles within 1.3, without noise within 0.3.
public struct BeatShapeAnalyzer: ~Copyable {
    /// The distance around a beat within which samples are examined; s.
    public static let reachSeconds = 0.3

    private let pointer: OpaquePointer

    /// - Precondition: `sampleRateHz` is within ``DetectionLimits/sampleRatesHz``.
    /// - Complexity: O(1); allocates 36 KiB, and nothing later.
    public init(sampleRateHz: Double) {
        var pointer: OpaquePointer?
        let status = ck_beat_shape_create(InstructionSet.inUse.level, sampleRateHz, &pointer)
        precondition(status != CK_BAD_ARGUMENT, "a rate lies between 100 and 4000 Hz")
        guard let pointer else { preconditionFailure("no memory for the shapes of beats") }
        self.pointer = pointer
    }

    deinit { ck_beat_shape_destroy(pointer) }

    /// Takes the next beat, and learns from it.
    ///
    /// - Parameter samples: those within ``reachSeconds`` of the beat or more; fewer at the ends of
    ///   a signal. NaN, infinities and values beyond 1e12 are missing.
    /// - Parameter position: where the beat is, from `samples[0]`; a fraction.
    /// - Parameter firstSample: the number of `samples[0]` in the signal. Beats come in the order
    ///   of time; one found late may come after the next.
    /// - Returns: the beat; where more than 25 ms of the 120 around it are missing, or `position`
    ///   is not in `samples`, not placed, unclassified and of quality 0.
    /// - Complexity: O(rate), less than half a microsecond at 250 Hz; allocates nothing.
    public mutating func push(
        _ samples: UnsafeBufferPointer<Double>, position: Double, firstSample: Int
    ) -> BeatShape {
        var beat = ck_beat_shape_beat()
        if let base = samples.baseAddress {
            ck_beat_shape_push(
                pointer, base, samples.count, position, Double(firstSample), &beat)
        } else {
            beat.position = position
            beat.kind = CK_BEAT_UNCLASSIFIED
        }
        return BeatShape(beat, firstSample: firstSample)
    }

    /// The same with an array.
    public mutating func push(
        _ samples: [Double], position: Double, firstSample: Int
    ) -> BeatShape {
        samples.withUnsafeBufferPointer {
            push($0, position: position, firstSample: firstSample)
        }
    }

    /// Forgets times and intervals but not the shapes, nor how much the rhythm varies: for taking
    /// the same beats again.
    public mutating func rewind() { ck_beat_shape_rewind(pointer) }

    /// Forgets everything, as for another person's signal.
    public mutating func reset() { ck_beat_shape_reset(pointer) }
}
