import PhysioTypes

/// Puts rows at equal distances by their times, whatever the jitter, until time is missing.
///
/// The deviation of the times from equal steps is followed slowly, so that a clock that runs a
/// little fast or slow never adds up to a gap.
struct SampleClock {
    private let rateHz: Double
    /// A deviation that is more than jitter; s.
    private let toleranceSeconds: Double
    /// Weight of a row in the deviation that is followed.
    private let weight: Double
    private var startSeconds: Double?
    /// Position of the next row.
    private(set) var position = 0
    private var smoothedDeviationSeconds = 0.0
    /// Indicates whether the last time lay before its position.
    private(set) var hasJumpedBack = false
    private var gaps = GapList()
    private var backwardJumpCount = 0

    /// Less than this is rounding, in samples.
    private static let minGapSamples = 2.5
    /// Time over which deviations are followed; s.
    private static let smoothingSeconds = 10.0
    /// Keeps positions far from overflow, whatever a rate that is only tried makes of the times.
    private static let positionLimit = 1e15

    /// - Parameter jitterSeconds: by how much times may be off, as they usually are.
    /// - Parameter minGapSamples: fewer missing samples are not seen.
    init(rateHz: Double, jitterSeconds: Double, minGapSamples: Double = Self.minGapSamples) {
        self.rateHz = rateHz
        toleranceSeconds = max(minGapSamples / rateHz, 3 * jitterSeconds)
        weight = min(1, 1 / (Self.smoothingSeconds * rateHz))
    }

    /// Returns the number of samples missing before the row with this time; a row whose time is NaN
    /// follows directly.
    mutating func countMissingSamples(before seconds: Double) -> Int {
        defer { position += 1 }
        hasJumpedBack = false
        guard !seconds.isNaN else { return 0 }
        guard let startSeconds else {
            startSeconds = seconds - Double(position) / rateHz
            return 0
        }
        let deviation = seconds - startSeconds - Double(position) / rateHz
        let jump = deviation - smoothedDeviationSeconds
        guard abs(jump) > toleranceSeconds else {
            smoothedDeviationSeconds += weight * jump
            return 0
        }
        // All gaps together: many short ones may span as much as one.
        let targetPosition = Double(position) + jump * rateHz
        guard jump > 0, targetPosition < Self.positionLimit,
            targetPosition < RecordingLimits.maxDurationSeconds * rateHz
        else {
            // The row follows on; the clock begins anew with it.
            self.startSeconds = startSeconds + jump
            backwardJumpCount += 1
            hasJumpedBack = true
            return 0
        }
        let count = Int((jump * rateHz).rounded())
        gaps.add(seconds: jump, atSeconds: Double(position) / rateHz)
        position += count
        return count
    }

    /// Leaves positions free before the row that was just placed.
    mutating func pause(_ sampleCount: Int) {
        position += sampleCount
        startSeconds = startSeconds.map { $0 - Double(sampleCount) / rateHz }
        gaps.add(
            seconds: Double(sampleCount) / rateHz,
            atSeconds: Double(position - sampleCount) / rateHz)
    }

    var notices: [Notice] {
        var notices: [Notice] = []
        if let gaps = gaps.notice("gaps in the times") { notices.append(gaps) }
        if backwardJumpCount > 0 {
            notices.append(
                Notice(
                    .warning, code: "time_order",
                    "times that go back or jump further than a recording lasts: \(backwardJumpCount); "
                        + "what follows them is placed directly after what stood before"))
        }
        return notices
    }
}
