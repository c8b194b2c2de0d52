import PhysioDSP
import ResonanceBreathing

/// What the default pacer's update costs: taking an answer in and saying where the best rate lies.
struct PacerUpdateTime: Sendable {
    /// Median and longest of ``count``; CPU time of one thread; ms.
    let medianMs: Double
    let longestMs: Double
    static let count = 200

    init() {
        var posterior = ResonancePosterior()
        var generator = SeededGenerator(seed: 3)
        var times: [Double] = []
        for index in 0..<Self.count {
            let start = 32 * Double(index)
            let response = BreathResponse(
                startSeconds: start, endSeconds: start + 30,
                breathsPerMinute: 5 + generator.uniform(),
                response: ComplexNumber(4 + generator.normal(), -2 + generator.normal()),
                standardError: 0.5)
            let before = CPUClock.threadNanoseconds()
            posterior.observe(response)
            _ = posterior.estimate(atSeconds: start)
            times.append(Double(CPUClock.threadNanoseconds() - before) / 1e6)
        }
        medianMs = PacerScores.quantile(times, 0.5)
        longestMs = times.max() ?? 0
    }
}
