import PhysioDSP
import PhysioSimulation

/// The results of sessions with many people.
public struct PacerScores: Sendable {
    public let trials: [PacerTrial]

    /// - Precondition: there is a trial.
    public init(_ trials: [PacerTrial]) {
        precondition(!trials.isEmpty, "scores are of some people")
        self.trials = trials
    }

    var medianError: Double { Self.quantile(trials.map(\.error), 0.5) }
    var largeError: Double { Self.quantile(trials.map(\.error), 0.95) }
    var largeLoss: Double { Self.quantile(trials.map(\.amplitudeLoss), 0.95) }
    var reportedShare: Double { Self.share(trials.map(\.isReported)) }
    /// nil for methods without intervals.
    var insideShare: Double? {
        let known = trials.compactMap(\.isInside)
        return known.isEmpty ? nil : Self.share(known)
    }

    /// Median distance of the latency found from the true one; s; nil where none was found.
    func medianLatencyError(_ latencySeconds: Double) -> Double? {
        let errors = trials.compactMap { $0.latency.map { abs($0.seconds - latencySeconds) } }
        return errors.isEmpty ? nil : Self.quantile(errors, 0.5)
    }

    private static func share(_ flags: [Bool]) -> Double {
        Double(flags.count { $0 }) / Double(flags.count)
    }

    /// Linear between the sorted values.
    static func quantile(_ values: [Double], _ share: Double) -> Double {
        let sorted = values.sorted()
        let position = share * Double(sorted.count - 1)
        let below = Int(position)
        guard below + 1 < sorted.count else { return sorted[below] }
        return sorted[below] + (position - Double(below)) * (sorted[below + 1] - sorted[below])
    }

    /// Standard error of a quantile of the errors: its deviation over 400 draws of as many people from
    /// these, with a seed.
    func standardError(_ share: Double) -> Double {
        var generator = SeededGenerator(seed: 11)
        let errors = trials.map(\.error)
        let draws = (0..<400).map { _ in
            Self.quantile(
                errors.map { _ in errors[Int(generator.uniform() * Double(errors.count))] }, share)
        }
        let mean = draws.reduce(0, +) / Double(draws.count)
        let squares = draws.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(draws.count - 1)).squareRoot()
    }
}
