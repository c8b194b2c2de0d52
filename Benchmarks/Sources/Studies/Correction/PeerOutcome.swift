public import PhysioSimulation

/// The result of another program on one series.
public enum PeerOutcome: Sendable, Equatable {
    /// Beats; ms from the first recorded one; ascending.
    case beatTimes([Double])
    /// Intervals, and of each recorded one whether it is among them as measured.
    case intervals([Double], isRetained: [Bool])
    /// A program that took too long.
    case unfinished

    /// Reads the numbers a program wrote: for each series what follows (0 beat times, 1 intervals,
    /// -1 nothing), how many, these, of how many recorded intervals it states whether they are
    /// kept, and this as 0 and 1.
    public static func list(_ numbers: [Double]) -> [PeerOutcome] {
        var outcomes: [PeerOutcome] = []
        var index = 0
        func readNext() -> [Double] {
            let count = Int(numbers[index])
            defer { index += count + 1 }
            return Array(numbers[(index + 1)..<(index + 1 + count)])
        }
        while index < numbers.count {
            let kind = numbers[index]
            index += 1
            let values = readNext()
            let isRetained = readNext().map { $0 != 0 }
            switch kind {
            case 0: outcomes.append(.beatTimes(values))
            case 1: outcomes.append(.intervals(values, isRetained: isRetained))
            default: outcomes.append(.unfinished)
            }
        }
        return outcomes
    }

    /// - Returns: nothing kept where the program did not finish.
    public func outcome(recordedMs: [Double], resolutionMs: Double) -> CorrectionOutcome {
        switch self {
        case .beatTimes(let times):
            CorrectionOutcome(
                recordedMs: recordedMs, beatTimesMs: times, resolutionMs: resolutionMs)
        case .intervals(let intervals, let isRetained):
            CorrectionOutcome(isRetained: isRetained, intervalsMs: intervals)
        case .unfinished:
            CorrectionOutcome(isRetained: recordedMs.map { _ in false }, intervalsMs: [])
        }
    }
}
