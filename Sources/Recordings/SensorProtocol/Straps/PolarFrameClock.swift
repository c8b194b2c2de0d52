/// Times of the samples of each frame of a stream, by the device's clock.
///
/// A frame's stamp is its last sample's. The earlier ones divide the time since the frame before,
/// so that the true rate is followed; in the first frame, and where the stamp makes no sense, they
/// lie at the rate that was asked for.
///
/// ```swift
/// var clock = PolarFrameClock(sampleRateHz: 130)
/// let placed = clock.locate(stampNanoseconds: frame.stampNanoseconds, sampleCount: 73)
/// placed.nanoseconds(ofSample: 0)
/// ```
public struct PolarFrameClock: Sendable {
    /// Where the samples of one frame lie.
    public struct Placement: Sendable, Equatable {
        /// Of the last sample; ns.
        public let stampNanoseconds: UInt64
        /// 0 or more.
        public let sampleCount: Int
        /// From a sample to the next; ns.
        public let stepNanoseconds: Double
        /// Samples that were lost between the frame before and this one, as far as the stamps show.
        public let missingSampleCount: Int
        /// Whether nothing is known of the time between the frame before and this one: the first
        /// frame, and one whose stamp went back, as after a reset of the device.
        public let startsAnew: Bool
        /// `pmd_time`, where the stamp did not increase.
        public let warning: PacketError?

        /// - Parameter index: 0 ..< `sampleCount`.
        /// - Returns: ns; never below 0.
        public func nanoseconds(ofSample index: Int) -> UInt64 {
            let back = (Double(sampleCount - 1 - index) * stepNanoseconds).rounded()
            // Not above what a UInt64 holds.
            guard back > 0, back < 1.8e19 else { return back > 0 ? 0 : stampNanoseconds }
            return stampNanoseconds - min(stampNanoseconds, UInt64(back))
        }
    }

    private let nominalStepNanoseconds: Double
    private var previous: UInt64?

    /// Beyond this multiple of what a frame lasts, others are missing before it.
    private static let maxStepRatio = 1.5

    /// - Parameter sampleRateHz: what the stream was started with; above 0, finite.
    public init(sampleRateHz: Double) {
        precondition(sampleRateHz > 0 && sampleRateHz.isFinite, "a rate is above 0 Hz")
        nominalStepNanoseconds = 1e9 / sampleRateHz
    }

    /// Forgets the frame before, as after a lost connection.
    public mutating func restart() { previous = nil }

    /// Takes the next frame. One without samples changes nothing.
    ///
    /// - Parameter sampleCount: 0 or more.
    public mutating func locate(stampNanoseconds stamp: UInt64, sampleCount: Int) -> Placement {
        guard sampleCount > 0 else { return placement(stamp, 0) }
        defer { previous = stamp }
        guard let previous else { return placement(stamp, sampleCount, startsAnew: true) }
        guard stamp > previous else {
            let warning = PacketError.pmdTime(
                previousNanoseconds: previous, foundNanoseconds: stamp)
            return placement(stamp, sampleCount, startsAnew: true, warning: warning)
        }
        let step = Double(stamp - previous) / Double(sampleCount)
        if step > Self.maxStepRatio * nominalStepNanoseconds {
            let all = (Double(stamp - previous) / nominalStepNanoseconds).rounded()
            let missing = Int(min(all, 1e15)) - sampleCount
            return placement(stamp, sampleCount, missing: max(0, missing))
        }
        return placement(stamp, sampleCount, step: step)
    }

    private func placement(
        _ stamp: UInt64, _ count: Int, step: Double? = nil, missing: Int = 0,
        startsAnew: Bool = false, warning: PacketError? = nil
    ) -> Placement {
        Placement(
            stampNanoseconds: stamp, sampleCount: count,
            stepNanoseconds: step ?? nominalStepNanoseconds, missingSampleCount: missing,
            startsAnew: startsAnew, warning: warning)
    }
}
