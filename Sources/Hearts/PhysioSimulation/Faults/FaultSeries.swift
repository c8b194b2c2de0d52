/// A simulated recording with faults, and what is true of it.
public struct FaultSeries: Sendable, Equatable {
    /// As recorded; ms; multiples of `resolutionMs`.
    public let intervalsMs: [Double]
    /// The intervals without the faults, on the same clock; ms.
    public let trueIntervalsMs: [Double]
    /// In the order of their beats.
    public let faults: [SimulatedFault]
    /// Of each recorded interval: whether a fault made it what it is.
    public let isFaulty: [Bool]
    /// Step of the recorder's clock; ms.
    public let resolutionMs: Double

    /// - Parameter ticks: times of the recorded beats; of the clock.
    init(ticks: [Int], trueTicks: [Int], faults: [SimulatedFault], resolutionMs: Double) {
        func intervals(_ ticks: [Int]) -> [Double] {
            zip(ticks.dropFirst(), ticks).map { Double($0 - $1) * resolutionMs }
        }
        intervalsMs = intervals(ticks)
        trueIntervalsMs = intervals(trueTicks)
        self.faults = faults
        self.resolutionMs = resolutionMs
        var isFaulty = [Bool](repeating: false, count: ticks.count - 1)
        for index in faults.lazy.flatMap(\.intervals) { isFaulty[index] = true }
        self.isFaulty = isFaulty
    }

    /// Times of the recorded beats; ms from the first; one more than intervals.
    public var beatTimesMs: [Double] {
        intervalsMs.reduce(into: [0]) { times, interval in
            times.append((times.last ?? 0) + interval)
        }
    }
}
