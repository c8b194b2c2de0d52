/// R-R intervals that follow one another without a gap that the file states.
struct FITBeatRun: Sendable {
    /// The number of intervals that were there at a known time.
    struct Arrival: Sendable {
        /// Count of the run's intervals up to the arrival.
        var count: Int
        /// ms since 1970; later than that of the arrival before.
        var unixMs: Int64
    }

    /// Lengths; ms.
    var intervalsMs: [Double] = []
    var arrivals: [Arrival] = []
    /// Time of the beat that begins the first interval, where the file states it; ms since 1970.
    var startMs: Double?
    /// Time between the end of the run before and the beginning of this one, where the file states
    /// it; ms.
    var pauseMs = 0.0

    /// A moment at which every interval so far was over.
    mutating func recordArrival(_ unixMs: Int64) {
        guard intervalsMs.count > arrivals.last?.count ?? 0,
            unixMs >= arrivals.last?.unixMs ?? .min
        else { return }
        if let last = arrivals.last, last.unixMs == unixMs {
            arrivals[arrivals.count - 1].count = intervalsMs.count
        } else {
            arrivals.append(Arrival(count: intervalsMs.count, unixMs: unixMs))
        }
    }
}

/// The runs of one kind of message, as the messages come.
struct FITBeatRuns: Sendable {
    private(set) var runs: [FITBeatRun] = []
    private var current = FITBeatRun()
    /// Sum of all intervals; ms.
    private(set) var sumMs = 0.0
    private(set) var intervalCount = 0
    /// Most intervals of a file, which are ten days at 140 beats/min; what comes after them is left out.
    private static let maxIntervalCount = 2_000_000

    mutating func append(_ intervalMs: Double) {
        guard intervalCount < Self.maxIntervalCount else { return }
        current.intervalsMs.append(intervalMs)
        sumMs += intervalMs
        intervalCount += 1
    }

    mutating func recordArrival(_ unixMs: Int64?) {
        if let unixMs { current.recordArrival(unixMs) }
    }

    /// The next interval does not follow the last one.
    mutating func beginNewRun(startMs: Double? = nil, pauseMs: Double = 0) {
        if !current.intervalsMs.isEmpty {
            runs.append(current)
            current = FITBeatRun()
        }
        current.startMs = startMs ?? current.startMs
        current.pauseMs += pauseMs
    }

    /// All runs, after the last message; each has an interval.
    mutating func finish() -> [FITBeatRun] {
        beginNewRun()
        return runs
    }
}
