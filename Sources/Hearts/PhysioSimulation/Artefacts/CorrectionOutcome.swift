/// The intervals that a correction left of a recording, in terms that every program's result can be
/// put into.
public struct CorrectionOutcome: Sendable, Equatable {
    /// True for each recorded interval that stands in the result as it was measured.
    public let isRetained: [Bool]
    /// The intervals of the result; ms.
    public let intervalsMs: [Double]
    /// True for each interval that follows the one before it.
    public let isAdjacentToPrevious: [Bool]

    public init(isRetained: [Bool], intervalsMs: [Double], isAdjacentToPrevious: [Bool]? = nil) {
        self.isRetained = isRetained
        self.intervalsMs = intervalsMs
        self.isAdjacentToPrevious = isAdjacentToPrevious ?? intervalsMs.indices.map { $0 > 0 }
    }

    /// Creates the outcome of a correction that states where its intervals come from and which of
    /// them it made.
    ///
    /// - Parameter recordedMs: what was corrected.
    /// - Parameter rawIndices: of each interval of the result, the recorded one it comes from.
    public init(
        recordedMs: [Double], intervalsMs: [Double], isAdjacentToPrevious: [Bool],
        rawIndices: [Int], isCorrected: [Bool]
    ) {
        var isRetained = [Bool](repeating: false, count: recordedMs.count)
        for (index, raw) in rawIndices.enumerated()
        where !isCorrected[index] && intervalsMs[index] == recordedMs[raw] {
            isRetained[raw] = true
        }
        self.init(
            isRetained: isRetained, intervalsMs: intervalsMs,
            isAdjacentToPrevious: isAdjacentToPrevious)
    }

    /// Creates the outcome of a correction that gives beats: an interval is retained if both its
    /// beats are among them, to one and a half ticks, and none between.
    ///
    /// - Parameter beatTimesMs: ascending, on the clock of the recording, whose first beat is at 0.
    public init(recordedMs: [Double], beatTimesMs: [Double], resolutionMs: Double) {
        let toleranceMs = 1.5 * resolutionMs
        var isRetained = [Bool](repeating: false, count: recordedMs.count)
        var time = 0.0
        // The result's beat at the recorded one, or the one after its position, and whether it is there.
        func locate(_ time: Double, from start: Int) -> (index: Int, isFound: Bool) {
            var index = start
            while index < beatTimesMs.count, beatTimesMs[index] < time - toleranceMs { index += 1 }
            return (index, index < beatTimesMs.count && beatTimesMs[index] <= time + toleranceMs)
        }
        var begin = locate(0, from: 0)
        for (index, interval) in recordedMs.enumerated() {
            time += interval
            let end = locate(time, from: begin.index)
            isRetained[index] = begin.isFound && end.isFound && end.index == begin.index + 1
            begin = end
        }
        self.init(
            isRetained: isRetained,
            intervalsMs: zip(beatTimesMs.dropFirst(), beatTimesMs).map { $0 - $1 })
    }
}
