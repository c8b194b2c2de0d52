import PhysioDSP

/// A tempo that changes in the course of a song: a path through the tempos of windows of 8 s.
///
/// Each window has a strength for each tempo, the mean autocorrelation at one to four periods. The path
/// with the greatest sum of strengths less a penalty for every step is found by dynamic programming. The
/// octave of a path is open: it says how the tempo changes, not where it lies.
struct TempoPath: Sendable {
    private static let windowSeconds = 8.0
    private static let hopSeconds = 2.0
    private static let periodCount = 4
    /// The longest lag, as a share of the window.
    private static let maxLagShare = 0.6
    /// Limits of the tempos: those of ``TempoGrid`` and what half and twice as fast a path may reach.
    private static let slowestBpm = 30.0
    private static let fastestBpm = 400.0
    private static let step = 1.02
    /// Steps that the tempo may make from a window to the next: 6 % in 2 s.
    private static let maxStepCount = 3
    /// Penalty of one step; it grows with the square of the number of steps.
    private static let stepPenalty = 0.006
    /// Least strength of the path, and how many times that of a steady tempo it is.
    private static let minStrength = 0.2
    private static let minStrengthRatio = 1.25
    /// Least ratio of the fastest to the slowest tempo of a change.
    private static let minChangeRatio = 1.08
    /// Windows from which a slope is extended to the ends of the song.
    private static let endWindowCount = 3

    /// Logarithms of the tempo at ``seconds``; of an open octave.
    private let logBpms: [Double]
    /// Middles of the windows, and the ends of the song; ascending.
    private let seconds: [Double]

    /// nil where the tempo is steady, or none is found.
    ///
    /// - Parameter whole: onset strengths less their local mean.
    /// - Complexity: linear in the length of the song.
    init?(on whole: [Double], frameRateHz rate: Double) {
        let width = Int(Self.windowSeconds * rate)
        let hop = Int(Self.hopSeconds * rate)
        guard whole.count >= width + 2 * hop else { return nil }
        let starts = Array(stride(from: 0, through: whole.count - width, by: hop))
        let bpms = Array(
            sequence(first: Self.slowestBpm) {
                $0 * Self.step < Self.fastestBpm ? $0 * Self.step : nil
            })
        let strengths = starts.map {
            Self.strengths(Array(whole[$0..<$0 + width]), of: bpms, rate: rate)
        }
        let path = Self.bestPath(strengths)
        let mean = zip(path, strengths).reduce(0) { $0 + $1.1[$1.0] } / Double(path.count)
        let meanStrengths = bpms.indices.map { i in
            strengths.reduce(0) { $0 + $1[i] } / Double(strengths.count)
        }
        let ratio = bpms[path.max() ?? 0] / bpms[path.min() ?? 0]
        guard mean >= Self.minStrength, mean >= Self.minStrengthRatio * (meanStrengths.max() ?? 0),
            ratio >= Self.minChangeRatio
        else { return nil }
        let middles = starts.map { (Double($0) + 0.5 * Double(width)) / rate }
        (seconds, logBpms) = Self.extended(
            middles, path.map { PlatformMath.log(bpms[$0]) }, to: Double(whole.count) / rate)
    }

    private static func strengths(_ window: [Double], of bpms: [Double], rate: Double) -> [Double] {
        let maxLag = maxLagShare * Double(window.count)
        let sums = Correlation.sums(window, window, lagCount: Int(maxLag) + 3)
        let curve = LagCurve(sums, valueCount: window.count)
        return bpms.map { bpm in
            let period = 60 / bpm * rate
            let count = max(1, min(periodCount, Int(maxLag / period)))
            let sum = (1...count).reduce(0) { $0 + curve.value(atLag: Double($1) * period) }
            return sum / Double(count)
        }
    }

    /// The index of a tempo for each window.
    private static func bestPath(_ strengths: [[Double]]) -> [Int] {
        var sums = strengths[0]
        var origins: [[Int]] = []
        for window in strengths.dropFirst() {
            let best = window.indices.map { i -> Int in
                let reachableIndices =
                    max(0, i - maxStepCount)...min(window.count - 1, i + maxStepCount)
                return reachableIndices.max { a, b in
                    sums[a] - penalty(a - i) < sums[b] - penalty(b - i)
                } ?? i
            }
            sums = window.indices.map { sums[best[$0]] - penalty(best[$0] - $0) + window[$0] }
            origins.append(best)
        }
        var path = [sums.indices.max { sums[$0] < sums[$1] } ?? 0]
        for best in origins.reversed() { path.append(best[path[path.count - 1]]) }
        return path.reversed()
    }

    private static func penalty(_ steps: Int) -> Double { stepPenalty * Double(steps * steps) }

    /// The path with its first and last slopes continued to the ends of the song.
    private static func extended(
        _ middles: [Double], _ logBpms: [Double], to end: Double
    ) -> ([Double], [Double]) {
        let count = min(endWindowCount, middles.count - 1)
        let last = middles.count - 1
        let first =
            logBpms[0] - (logBpms[count] - logBpms[0]) / (middles[count] - middles[0]) * middles[0]
        let slope =
            (logBpms[last] - logBpms[last - count]) / (middles[last] - middles[last - count])
        let lastLogBpm = logBpms[last] + slope * (end - middles[last])
        return ([0] + middles + [end], [first] + logBpms + [lastLogBpm])
    }

    // MARK: Time by beats

    /// The tempo at a time; beats/min, of an open octave.
    func bpm(atSeconds time: Double) -> Double {
        let next = seconds.firstIndex { $0 > time } ?? seconds.count - 1
        let i = max(1, next)
        let share = (time - seconds[i - 1]) / (seconds[i] - seconds[i - 1])
        return PlatformMath.exp(logBpms[i - 1] + share * (logBpms[i] - logBpms[i - 1]))
    }

    /// The tempo at every frame.
    func bpms(count: Int, frameRateHz rate: Double) -> [Double] {
        (0..<count).map { bpm(atSeconds: Double($0) / rate) }
    }
}
