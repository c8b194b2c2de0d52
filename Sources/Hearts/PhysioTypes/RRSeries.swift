/// The intervals between successive heart beats as a recording holds them, before any correction.
///
/// Interval `i` ends at `endTimesSeconds[i]`. It follows interval `i - 1` directly (they share a
/// beat) unless its marks contain ``Marks/afterGap``. Nothing is repaired here: an interval that
/// cannot be a heart beat stays in the series and carries the mark that says so.
///
/// ```swift
/// let series = RRSeries(intervalsMs: [800, 810, 795])
/// series.endTimesSeconds  // [0.8, 1.61, 2.405]
/// ```
public struct RRSeries: Sendable, Equatable {
    /// The facts known of one interval besides its length.
    public struct Marks: OptionSet, Sendable, Hashable, Codable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The interval before it in the series does not end where this one begins.
        public static let afterGap = Marks(rawValue: 1)
        /// Its length is outside ``RRSeries/plausibleRangeMs``.
        public static let outOfRange = Marks(rawValue: 2)
        /// One of the two beats that bound it is annotated as something else than normal, or the
        /// interval itself as wrong.
        public static let notNormal = Marks(rawValue: 4)
        /// The beat that ends it is annotated as a premature ventricular one; it is not normal.
        public static let ventricular = Marks(rawValue: 8)
        /// The beat that ends it is annotated as something else than normal.
        public static let endBeatNotNormal = Marks(rawValue: 16)
        /// The signal between its two beats is good, or people looked at it: a beat there would have
        /// been seen.
        public static let goodSignal = Marks(rawValue: 32)
    }

    /// Interval lengths a heart can produce, 20 to 300 beats/min; outside it an interval is kept
    /// but never counted as NN.
    public static let plausibleRangeMs: ClosedRange<Double> = 200...3000

    /// Interval lengths; ms; all above 0.
    public private(set) var intervalsMs: [Double] = []
    /// Time of the beat that ends each interval; s from the start of the recording; ascending.
    public private(set) var endTimesSeconds: [Double] = []
    /// One set of marks an interval.
    public private(set) var marks: [Marks] = []
    private var statedStartSeconds: Double?

    /// An empty series.
    ///
    /// - Parameter startSeconds: time of the beat that begins the first interval, where it is
    ///   known better than by the first end less the first length; s.
    public init(startSeconds: Double? = nil) {
        statedStartSeconds = startSeconds
    }

    /// Intervals that follow one another without a gap.
    ///
    /// - Parameter intervalsMs: lengths, each above 0; ms; may be empty.
    /// - Parameter startSeconds: time of the beat that begins the first interval; s.
    /// - Precondition: every length is finite and above 0.
    /// - Complexity: O(n).
    public init(intervalsMs: [Double], startSeconds: Double = 0) {
        self.init(startSeconds: startSeconds)
        reserveCapacity(intervalsMs.count)
        var elapsedMs = 0.0
        for interval in intervalsMs {
            elapsedMs += interval
            append(intervalMs: interval, endSeconds: startSeconds + elapsedMs / 1000)
        }
    }

    public var count: Int { intervalsMs.count }

    /// Time of the beat that begins the first interval; s; 0 for an empty series without a stated
    /// start.
    public var startSeconds: Double {
        if let statedStartSeconds { return statedStartSeconds }
        guard let end = endTimesSeconds.first, let interval = intervalsMs.first else { return 0 }
        return end - interval / 1000
    }

    /// Time of the last beat; s; the start for an empty series.
    public var endSeconds: Double { endTimesSeconds.last ?? startSeconds }

    /// Time from the first to the last beat, gaps included; s.
    public var durationSeconds: Double { endSeconds - startSeconds }

    /// The intervals whose beats lie in [`start`, `end`), by the rule of
    /// ``NNSeries/window(startSeconds:endSeconds:)``.
    ///
    /// - Complexity: O(log n).
    public func indices(startSeconds start: Double, endSeconds end: Double) -> Range<Int> {
        let first = NNSeries.firstIndex(in: endTimesSeconds, notBefore: start)
        return first..<max(first, NNSeries.firstIndex(in: endTimesSeconds, notBefore: end))
    }

    public mutating func reserveCapacity(_ count: Int) {
        intervalsMs.reserveCapacity(count)
        endTimesSeconds.reserveCapacity(count)
        marks.reserveCapacity(count)
    }

    /// Adds the next interval; one outside ``plausibleRangeMs`` gets its mark here.
    ///
    /// - Precondition: `intervalMs` is finite and above 0; `endSeconds` is finite and not before
    ///   the end of the last interval.
    public mutating func append(intervalMs: Double, endSeconds: Double, marks: Marks = []) {
        precondition(intervalMs > 0 && intervalMs.isFinite, "an interval must be above 0 ms")
        precondition(
            endSeconds.isFinite && endSeconds >= (endTimesSeconds.last ?? -.infinity),
            "intervals must be appended in the order of their end times")
        intervalsMs.append(intervalMs)
        endTimesSeconds.append(endSeconds)
        let isPlausible = Self.plausibleRangeMs.contains(intervalMs)
        self.marks.append(isPlausible ? marks : marks.union(.outOfRange))
    }
}
