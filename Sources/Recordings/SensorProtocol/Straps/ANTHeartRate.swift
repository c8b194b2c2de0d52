/// Beats of an ANT+ heart rate sensor, from its pages of 8 bytes.
///
/// Every page has the time of the last beat (u16, 1/1024 s, wraps after 64 s), a count of beats
/// (u8) and the heart rate; a beat's page is repeated up to four times, so that only a new count is
/// a beat. Page 4 has the time of the beat before too, which makes its interval exact, and with one
/// beat missed the interval of that one as well.
///
/// ```swift
/// var sensor = ANTHeartRate()
/// let reading = try sensor.read(page, arrivalSeconds: now)
/// reading.intervalTicks
/// ```
///
/// - SeeAlso: ANT+ Alliance, "Device Profile: Heart Rate Monitor", main and page 4 formats.
public struct ANTHeartRate: Sendable {
    /// The data that a page adds.
    public struct Reading: Sendable, Equatable {
        /// Beats/min; nil for 0, which is unknown.
        public var heartRateBpm: Int?
        /// Beats whose times are unknown, before those of `intervalTicks`: a gap in the chain.
        public var missingBeatCount = 0
        /// New R-R intervals, 1/1024 s, the oldest first; none, one or two.
        public var intervalTicks: [UInt16] = []
        /// Time from the last beat of the page before to the last beat of this one; 1/1024 s; nil where
        /// no beat is new or it is unknown.
        public var elapsedTicks: UInt16?
        /// True if nothing is known of the time before: the first page, one after a silence in
        /// which time or count may have wrapped, and one whose count no heart can have reached.
        public var isDiscontinuous = false
    }

    private struct Beat {
        let time: UInt16
        let count: UInt8
        let arrivalSeconds: Double
    }

    private var last: Beat?

    /// Half of what the sensor's time takes to wrap, as a beat may be older than its page; s.
    static let maxSilenceSeconds = 32.0
    /// The tolerance of arrivals against beats; s.
    private static let toleranceSeconds = 2.0
    private static let previousBeatPage: UInt8 = 4

    /// Knows nothing yet: the first page is no beat.
    public init() {}

    /// - Parameters:
    ///   - page: 8 bytes; more are not looked at.
    ///   - arrivalSeconds: when it came, by any clock that does not go back.
    /// - Throws: `antShort` below 8 bytes.
    public mutating func read(
        _ page: [UInt8], arrivalSeconds: Double
    ) throws(PacketError) -> Reading {
        guard page.count >= 8 else { throw .antTooShort(foundBytes: page.count) }
        let time = UInt16(page[4]) | UInt16(page[5]) << 8
        let previousBeatTime: UInt16? =
            page[0] & 0x7F == Self.previousBeatPage ? UInt16(page[2]) | UInt16(page[3]) << 8 : nil
        var reading = Reading(heartRateBpm: page[7] == 0 ? nil : Int(page[7]))
        let beat = Beat(time: time, count: page[6], arrivalSeconds: arrivalSeconds)
        defer { last = beat }
        guard let last, Self.isContinuation(beat, after: last) else {
            reading.isDiscontinuous = true
            return reading
        }
        addBeats(beat, previousBeatTime: previousBeatTime, after: last, to: &reading)
        return reading
    }

    private static func isContinuation(_ beat: Beat, after last: Beat) -> Bool {
        let silenceSeconds = beat.arrivalSeconds - last.arrivalSeconds
        guard (0...maxSilenceSeconds).contains(silenceSeconds) else { return false }
        // A page waits up to a quarter of a second, and its beat may be as old as an interval.
        let minSeconds = IntervalStatus.possibleRangeMs.lowerBound / 1000
        return Double(beat.count &- last.count) <= (silenceSeconds + toleranceSeconds) / minSeconds
    }

    private func addBeats(
        _ beat: Beat, previousBeatTime: UInt16?, after last: Beat, to reading: inout Reading
    ) {
        let newBeatCount = Int(beat.count &- last.count)
        guard newBeatCount > 0 else { return }
        reading.elapsedTicks = beat.time &- last.time
        switch (newBeatCount, previousBeatTime) {
        case (1, let previousBeatTime):
            reading.intervalTicks = [beat.time &- (previousBeatTime ?? last.time)]
        case (2, let previousBeatTime?):
            reading.intervalTicks = [previousBeatTime &- last.time, beat.time &- previousBeatTime]
        case (_, let previousBeatTime?):
            reading.missingBeatCount = newBeatCount - 2
            reading.intervalTicks = [beat.time &- previousBeatTime]
        case (_, nil):
            reading.missingBeatCount = newBeatCount - 1
        }
    }
}
