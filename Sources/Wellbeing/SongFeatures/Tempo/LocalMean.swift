/// A series less its mean over the second around each value.
enum LocalMean {
    /// - Parameter values: n onset strengths.
    /// - Parameter width: values of the mean, odd; at the ends, those that exist.
    /// - Complexity: O(n).
    static func removed(from values: [Float], width: Int) -> [Double] {
        let half = width / 2
        var sum = 0.0
        var count = 0
        var result = [Double](repeating: 0, count: values.count)
        for t in 0..<(values.count + half) {
            if t < values.count {
                sum += Double(values[t])
                count += 1
            }
            if t > width - 1 {
                sum -= Double(values[t - width])
                count -= 1
            }
            if t >= half { result[t - half] = Double(values[t - half]) - sum / Double(count) }
        }
        return result
    }

    /// The odd number of frames nearest to a second.
    static func width(frameRateHz: Double) -> Int { 2 * Int((frameRateHz / 2).rounded()) + 1 }
}
