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
    /// The position in time of the samples of one frame.
    public struct FrameTiming: Sendable, Equatable {
        /// The time of the last sample; ns.
        public let stampNanoseconds: UInt64
        /// 0 or more.
        public let sampleCount: Int
        /// The time from a sample to the next; ns.
        public let stepNanoseconds: Double
        /// Samples that were lost between the frame before and this one, as far as the stamps show.
        public let missingSampleCount: Int
        /// True if nothing is known of the time between the frame before and this one: the first
        /// frame, and one whose stamp went back, as after a reset of the device.
        public let isDiscontinuous: Bool
        /// `pmd_time`, where the stamp did not increase.
        public let warning: PacketError?

        /// - Parameter index: 0 ..< `sampleCount`.
        /// - Returns: ns; never below 0.
        public func nanoseconds(ofSample index: Int) -> UInt64 {
            let nanosecondsBack = (Double(sampleCount - 1 - index) * stepNanoseconds).rounded()
            // Not above what a UInt64 holds.
            guard nanosecondsBack > 0, nanosecondsBack < 1.8e19 else {
                return nanosecondsBack > 0 ? 0 : stampNanoseconds
            }
            return stampNanoseconds - min(stampNanoseconds, UInt64(nanosecondsBack))
        }
    }

    private let nominalStepNanoseconds: Double
    private var previousStamp: UInt64?

    /// The multiple of a frame's duration beyond which others are missing before it.
    private static let maxStepRatio = 1.5

    /// - Parameter sampleRateHz: what the stream was started with; above 0, finite.
    public init(sampleRateHz: Double) {
        precondition(sampleRateHz > 0 && sampleRateHz.isFinite, "a rate is above 0 Hz")
        nominalStepNanoseconds = 1e9 / sampleRateHz
    }

    /// Forgets the frame before, as after a lost connection.
    public mutating func restart() { previousStamp = nil }

    /// Takes the next frame. One without samples changes nothing.
    ///
    /// - Parameter sampleCount: 0 or more.
    public mutating func locate(stampNanoseconds stamp: UInt64, sampleCount: Int) -> FrameTiming {
        guard sampleCount > 0 else { return makeTiming(stamp, 0) }
        defer { previousStamp = stamp }
        guard let previousStamp else {
            return makeTiming(stamp, sampleCount, isDiscontinuous: true)
        }
        guard stamp > previousStamp else {
            let warning = PacketError.pmdTimeBackwards(
                previousNanoseconds: previousStamp, foundNanoseconds: stamp)
            return makeTiming(stamp, sampleCount, isDiscontinuous: true, warning: warning)
        }
        let step = Double(stamp - previousStamp) / Double(sampleCount)
        if step > Self.maxStepRatio * nominalStepNanoseconds {
            let expectedCount = (Double(stamp - previousStamp) / nominalStepNanoseconds).rounded()
            let missing = Int(min(expectedCount, 1e15)) - sampleCount
            return makeTiming(stamp, sampleCount, missing: max(0, missing))
        }
        return makeTiming(stamp, sampleCount, step: step)
    }

    private func makeTiming(
        _ stamp: UInt64, _ count: Int, step: Double? = nil, missing: Int = 0,
        isDiscontinuous: Bool = false, warning: PacketError? = nil
    ) -> FrameTiming {
        FrameTiming(
            stampNanoseconds: stamp, sampleCount: count,
            stepNanoseconds: step ?? nominalStepNanoseconds, missingSampleCount: missing,
            isDiscontinuous: isDiscontinuous, warning: warning)
    }
}
