import PhysioDSP

/// The chain of beats that best follows the onsets at about one tempo, by dynamic programming.
///
///     score[t] = onset[t] + max over d of (score[t - d] - tightness ln(d / period)^2)
///
/// with d from 0.6 to 1.6 periods, and onset[t] the onset strength less its local mean, smoothed over
/// a thirtieth of a period, over its standard deviation. The best score in the last period and a half
/// is followed back.
///
/// - Complexity: O(n period) time, 12 n bytes.
/// - SeeAlso: Ellis 2007, J. New Music Res. 36:51.
enum MusicBeatTracking {
    private static let tightness: Float = 100
    private static let minPeriodRatio = 0.6
    private static let maxPeriodRatio = 1.6
    /// Deviation of the smoothing; periods.
    private static let smoothingPeriods = 1.0 / 32
    /// Beats before the first and after the last one with this share of their mean onset are dropped.
    private static let minShare: Float = 0.1

    /// Positions of the beats, ascending; frames.
    ///
    /// - Parameter curve: onset strengths less their local mean.
    /// - Parameter period: frames.
    static func beats(on curve: [Double], period: Double) -> [Int] {
        let onsetStrengths = smoothed(curve, deviation: smoothingPeriods * period)
        let chain = chain(onsetStrengths, period: period)
        guard !chain.isEmpty else { return [] }
        let mean = chain.reduce(0) { $0 + onsetStrengths[$1] } / Float(chain.count)
        let isStrong = { onsetStrengths[$0] >= minShare * mean }
        guard let first = chain.firstIndex(where: isStrong),
            let last = chain.lastIndex(where: isStrong), mean > 0
        else { return [] }
        return Array(chain[first...last])
    }

    private static func chain(_ onsets: [Float], period: Double) -> [Int] {
        let minDistance = max(1, Int((minPeriodRatio * period).rounded()))
        let maxDistance = max(minDistance, Int((maxPeriodRatio * period).rounded()))
        let costs = (minDistance...maxDistance).map { distance -> Float in
            let logRatio = Float(PlatformMath.log(Double(distance) / period))
            return tightness * logRatio * logRatio
        }
        var scores = onsets
        var previous = [Int32](repeating: -1, count: onsets.count)
        scores.withUnsafeMutableBufferPointer { scores in
            costs.withUnsafeBufferPointer { costs in
                for t in scores.indices where t >= minDistance {
                    var best: Float = 0
                    var index: Int32 = -1
                    for i in 0..<min(costs.count, t - minDistance + 1) {
                        let value = scores[t - minDistance - i] - costs[i]
                        if value > best {
                            best = value
                            index = Int32(t - minDistance - i)
                        }
                    }
                    scores[t] += best
                    previous[t] = index
                }
            }
        }
        return backtrackedChain(scores, previous, from: max(0, scores.count - Int(1.5 * period)))
    }

    private static func backtrackedChain(_ scores: [Float], _ previous: [Int32], from start: Int)
        -> [Int]
    {
        guard let last = (start..<scores.count).max(by: { scores[$0] < scores[$1] }) else {
            return []
        }
        var chain: [Int] = []
        var t = last
        while t >= 0 {
            chain.append(t)
            t = Int(previous[t])
        }
        return chain.reversed()
    }

    /// The curve behind a Gaussian, over its own standard deviation.
    private static func smoothed(_ curve: [Double], deviation: Double) -> [Float] {
        let square = curve.reduce(0) { $0 + $1 * $1 } / Double(max(1, curve.count))
        let scale = square > 0 ? 1 / square.squareRoot() : 0
        let reach = Int((3 * deviation).rounded())
        let weights = (0...reach).map { i in
            PlatformMath.exp(-0.5 * Double(i * i) / (deviation * deviation))
        }
        return curve.indices.map { t in
            var sum = curve[t]
            for i in 0..<reach {
                let (before, after) = (t - i - 1, t + i + 1)
                if before >= 0 { sum += weights[i + 1] * curve[before] }
                if after < curve.count { sum += weights[i + 1] * curve[after] }
            }
            return Float(sum * scale)
        }
    }
}
