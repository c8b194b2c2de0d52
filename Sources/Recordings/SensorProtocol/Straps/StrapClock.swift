/// Gives the beats of a strap their times.
///
/// Packets come about once a second, late by what the radio and the strap take. The sum of all
/// intervals is a clock of the heart, B; a packet that arrives at A puts it at A - B, or earlier. So
/// a beat lies at B plus the smallest A - B of the last 60 s. What remains is a constant delay of up
/// to a second and the transport, which are unknown.
///
/// - Missing beats: A - B stays above that by more than 0.8 median intervals and 0.4 s for 5 s.
///   Beats wait so long; then either the link was only slow, or there is a gap of that length before
///   them. One lost beat alone is seen by the smallest A - B of the last 20 s, which then lies above
///   that of the 40 s before by more than 0.6 median intervals: it is reported, late.
/// - Too many: intervals of more than 1.12 times the time that they came in, over 20 s, are reported
///   and left out until 20 s in a row were right.
/// - The same packet again within 20 ms was sent twice by the host, and is left out.
///
/// All arithmetic is in whole numbers of 1/16 us. It holds two minutes of packets, whatever comes.
///
/// ```swift
/// var clock = StrapClock()
/// for event in clock.push(StrapPacket(ticks: [945], arrivalMicroseconds: 2_000_000)) { ... }
/// ```
public struct StrapClock: Sendable, Codable {
    /// A beat with its time.
    public struct Beat: Sendable, Equatable, Codable {
        public let intervalMs: Double
        /// The time of the beat that ends the interval; s on the clock of arrivals; never before
        /// that of the previous beat.
        public let endSeconds: Double
        /// True if the interval before it does not end where this one begins.
        public let isAfterGap: Bool

        /// Nothing is checked here.
        public init(intervalMs: Double, endSeconds: Double, isAfterGap: Bool) {
            self.intervalMs = intervalMs
            self.endSeconds = endSeconds
            self.isAfterGap = isAfterGap
        }
    }

    public enum Event: Sendable, Equatable {
        case beat(Beat)
        /// Beats are missing; their number is a guess, nil where there is nothing to guess from.
        case gap(fromSeconds: Double, toSeconds: Double, beatCount: Int?)
        /// One beat is missing somewhere in this segment.
        case lostBeat(fromSeconds: Double, toSeconds: Double)
        /// More intervals than time: what came is left out until it fits again.
        case tooMany(atSeconds: Double)
        /// The packet is the last one again.
        case duplicate
    }

    static let windowSeconds = 60
    static let holdSeconds = 5
    static let gapThresholdSeconds = 0.4
    static let gapThresholdBeats = 0.8
    static let lostBeatWindowSeconds = 20
    static let lostBeatThresholdBeats = 0.6
    static let maxReportedTimeRatio = 1.12
    static let maxDuplicateMicroseconds = 20_000
    /// The greatest number of intervals for the median.
    static let maxIntervals = 31

    private static let unitsPerSecond = 16_000_000

    /// The time at which a packet arrived, and its distance from the clock of the heart; 1/16 us.
    private struct Arrival: Codable {
        let time: Int
        let offset: Int
        let length: Int
    }

    private struct WaitingBeat: Codable {
        let interval: Int
        /// The end of the interval, on the clock of the heart.
        let end: Int
    }

    private var heartTime = 0
    private var arrivals: [Arrival] = []
    /// Beats that wait for a verdict on a late packet, and since when.
    private var waiting: [WaitingBeat] = []
    private var lateSince: Int?
    /// The smallest A - B before that.
    private var anchorBeforeLate: Int?
    /// The time since which intervals are left out, renewed at every check; nil while none are.
    private var leftOutSince: Int?
    private var recentIntervals: [Int] = []
    private var isAfterGap = true
    private var lastPacket: StrapPacket?
    private var lastEnd: Int?

    public init() {}

    /// Takes the next packet.
    ///
    /// One that arrives before the last begins a new clock behind a gap.
    ///
    /// - Complexity: O(packets of a minute).
    public mutating func push(_ packet: StrapPacket) -> [Event] {
        var events: [Event] = []
        if let last = lastPacket {
            let elapsed = packet.arrivalMicroseconds - last.arrivalMicroseconds
            if elapsed < 0 { events += interrupt() }
            if (0...Self.maxDuplicateMicroseconds).contains(elapsed),
                packet.intervalRuns == last.intervalRuns,
                !packet.isEmpty
            {
                return [.duplicate]
            }
        }
        lastPacket = packet
        for (index, run) in packet.intervalRuns.enumerated() {
            if index > 0 {
                breakChain(&events)
                // By how much the clock of the heart is behind now is not known.
                arrivals.removeAll()
            }
            if !run.isEmpty { push(run, arrival: packet.arrival, &events) }
        }
        return events
    }

    /// The link is lost, or the strap begins anew: what comes next follows a gap.
    ///
    /// - Returns: beats that waited.
    @discardableResult
    public mutating func interrupt() -> [Event] {
        var events: [Event] = []
        breakChain(&events)
        arrivals.removeAll()
        leftOutSince = nil
        return events
    }

    // MARK: Packets

    private mutating func push(_ intervals: [Int], arrival: Int, _ events: inout [Event]) {
        let length = intervals.reduce(0, +)
        let exceedsElapsedTime = exceedsElapsedTime(length, at: arrival)
        guard exceedsElapsedTime || leftOutSince != nil else {
            append(intervals, arrival: arrival, &events)
            return
        }
        if exceedsElapsedTime, leftOutSince == nil {
            breakChain(&events)
            events.append(.tooMany(atSeconds: seconds(arrival)))
        }
        skipIntervals(length, at: arrival)
    }

    private mutating func append(_ intervals: [Int], arrival now: Int, _ events: inout [Event]) {
        for interval in intervals {
            heartTime += interval
            waiting.append(WaitingBeat(interval: interval, end: heartTime))
            recentIntervals.append(interval)
        }
        if recentIntervals.count > Self.maxIntervals {
            recentIntervals.removeFirst(recentIntervals.count - Self.maxIntervals)
        }
        let previousMinOffset = anchorBeforeLate ?? minOffset
        let arrival = Arrival(
            time: now, offset: now - heartTime, length: intervals.reduce(0, +))
        arrivals.removeAll { $0.time < now - Self.windowSeconds * Self.unitsPerSecond }
        arrivals.append(arrival)
        guard let previousMinOffset, arrival.offset - previousMinOffset > gapThreshold else {
            (lateSince, anchorBeforeLate) = (nil, nil)
            release(minOffset ?? arrival.offset, &events)
            checkLostBeat(now, &events)
            return
        }
        let lateStart = lateSince ?? now
        (lateSince, anchorBeforeLate) = (lateStart, previousMinOffset)
        guard now - lateStart >= Self.holdSeconds * Self.unitsPerSecond else { return }
        insertGap(from: previousMinOffset, since: lateStart, &events)
    }

    /// The smallest A - B in memory.
    private var minOffset: Int? {
        guard let first = arrivals.first else { return nil }
        return arrivals.reduce(first.offset) { min($0, $1.offset) }
    }

    /// Sorts by insertion, in memory of the stack: it is asked for at every packet.
    private var medianInterval: Int {
        let count = recentIntervals.count
        guard count > 0 else { return 0 }
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: count) { sorted in
            for (index, interval) in recentIntervals.enumerated() {
                var insertIndex = index
                while insertIndex > 0, sorted[insertIndex - 1] > interval {
                    sorted.initializeElement(at: insertIndex, to: sorted[insertIndex - 1])
                    insertIndex -= 1
                }
                sorted.initializeElement(at: insertIndex, to: interval)
            }
            return sorted[count / 2]
        }
    }

    private var gapThreshold: Int {
        Int(Self.gapThresholdBeats * Double(medianInterval))
            + Int(Self.gapThresholdSeconds * Double(Self.unitsPerSecond))
    }

    private mutating func release(_ minOffset: Int, _ events: inout [Event]) {
        for beat in waiting {
            let end = max(beat.end + minOffset, lastEnd ?? .min)
            events.append(
                .beat(
                    Beat(
                        intervalMs: Double(beat.interval) / StrapPacket.unitsPerMs,
                        endSeconds: seconds(end), isAfterGap: isAfterGap)))
            lastEnd = end
            isAfterGap = false
        }
        waiting.removeAll()
    }

    private mutating func breakChain(_ events: inout [Event]) {
        if let lateStart = lateSince {
            // It can no longer be known whether the link was slow: what waits lies behind a gap.
            arrivals.removeAll { $0.time < lateStart }
            isAfterGap = true
        }
        if let minOffset { release(minOffset, &events) }
        waiting.removeAll()
        (lateSince, anchorBeforeLate) = (nil, nil)
        isAfterGap = true
    }

    private func seconds(_ units: Int) -> Double { Double(units) / Double(Self.unitsPerSecond) }

    // MARK: Too few

    private mutating func insertGap(
        from previousMinOffset: Int, since: Int, _ events: inout [Event]
    ) {
        arrivals.removeAll { $0.time < since }
        guard let minOffset, let first = waiting.first else { return }
        let missingTime = minOffset - previousMinOffset
        let gapStart = lastEnd ?? (first.end - first.interval + previousMinOffset)
        isAfterGap = true
        (lateSince, anchorBeforeLate) = (nil, nil)
        events.append(
            .gap(
                fromSeconds: seconds(gapStart), toSeconds: seconds(gapStart + missingTime),
                beatCount: medianInterval > 0
                    ? Int((Double(missingTime) / Double(medianInterval)).rounded()) : nil))
        release(minOffset, &events)
    }

    private mutating func checkLostBeat(_ now: Int, _ events: inout [Event]) {
        let windowStart = now - Self.lostBeatWindowSeconds * Self.unitsPerSecond
        guard let first = arrivals.first?.time,
            first <= now - (Self.windowSeconds - 2) * Self.unitsPerSecond
        else { return }
        var (olderMinimum, newerMinimum) = (Int.max, Int.max)
        for arrival in arrivals {
            if arrival.time < windowStart {
                olderMinimum = min(olderMinimum, arrival.offset)
            } else {
                newerMinimum = min(newerMinimum, arrival.offset)
            }
        }
        guard olderMinimum < .max, newerMinimum < .max, newerMinimum > olderMinimum,
            Double(newerMinimum - olderMinimum) > Self.lostBeatThresholdBeats
                * Double(medianInterval)
        else { return }
        // Not every packet comes as quickly as the quickest.
        let lostBeatStart = windowStart - Self.holdSeconds * Self.unitsPerSecond
        events.append(.lostBeat(fromSeconds: seconds(lostBeatStart), toSeconds: seconds(now)))
        arrivals.removeAll { $0.time < windowStart }
        isAfterGap = true
    }

    // MARK: Too many

    /// Indicates whether more time was reported than passed since a packet at least 20 s old, or since 20 s before the
    /// first: a strap may hand over what it kept for some seconds.
    private func exceedsElapsedTime(_ length: Int, at now: Int) -> Bool {
        let span = Self.lostBeatWindowSeconds * Self.unitsPerSecond
        let reference = arrivals.last { $0.time <= now - span }
        let start = reference?.time ?? (arrivals.first?.time ?? now) - span
        let reportedLength = arrivals.lazy.filter { $0.time > start }.reduce(length) {
            $0 + $1.length
        }
        return Double(reportedLength) > Self.maxReportedTimeRatio * Double(now - start)
    }

    /// Counts a packet whose intervals are left out, and ends that when 20 s in a row were right.
    private mutating func skipIntervals(_ length: Int, at now: Int) {
        if leftOutSince == nil {
            arrivals.removeAll()
            leftOutSince = now
        }
        waiting.removeAll()
        (lateSince, anchorBeforeLate) = (nil, nil)
        isAfterGap = true
        arrivals.append(Arrival(time: now, offset: 0, length: length))
        guard let first = arrivals.first else { return }
        let span = now - first.time
        guard span >= Self.lostBeatWindowSeconds * Self.unitsPerSecond else { return }
        let reportedLength = arrivals.dropFirst().reduce(0) { $0 + $1.length }
        if Double(reportedLength) <= Self.maxReportedTimeRatio * Double(span) { leftOutSince = nil }
        arrivals.removeAll()
        if leftOutSince != nil { leftOutSince = now }
    }

    private enum CodingKeys: String, CodingKey {
        case heartTime = "heart"
        case arrivals, waiting, lateSince
        case anchorBeforeLate = "lateBefore"
        case leftOutSince
        case recentIntervals = "newest"
        case isAfterGap, lastPacket, lastEnd
    }
}
