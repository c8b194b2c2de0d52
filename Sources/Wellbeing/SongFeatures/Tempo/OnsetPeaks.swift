/// Beginnings of notes: peaks of the onset strength.
enum OnsetPeaks {
    /// A peak is the highest of this many frames on both sides.
    private static let neighbourCountPerSide = 3
    /// Least onset strength above the mean of the second around it.
    private static let minPeakHeight = 4.0
    /// A strong peak has more than a share of the height that a tenth of the peaks exceed.
    private static let minStrongHeightShare = 0.09
    private static let topQuantile = 0.9
    /// Peaks that a quantile needs; with fewer the least height stands for it.
    private static let minQuantilePeakCount = 5

    /// - Parameter curve: onset strengths less their local mean.
    static func count(on curve: [Double]) -> Int {
        heights(on: curve).count { $0 >= minPeakHeight }
    }

    /// The number of peaks that are no mere ends or echoes of notes beside those of the loud ones.
    ///
    /// - Parameter curve: onset strengths less their local mean.
    static func strongPeakCount(on curve: [Double]) -> Int {
        let heights = heights(on: curve)
        let notes = heights.filter { $0 > minPeakHeight }.sorted()
        let top =
            notes.count >= minQuantilePeakCount
            ? notes[Int(topQuantile * Double(notes.count - 1))] : minPeakHeight
        return heights.count { $0 > minStrongHeightShare * top }
    }

    private static func heights(on curve: [Double]) -> [Double] {
        curve.indices.compactMap { t in
            guard curve[t] > 0 else { return nil }
            let before = curve[max(0, t - neighbourCountPerSide)..<t]
            let after = curve[(t + 1)..<min(curve.count, t + neighbourCountPerSide + 1)]
            // Of equal neighbours the first is the peak.
            let isPeak = before.allSatisfy { $0 < curve[t] } && after.allSatisfy { $0 <= curve[t] }
            return isPeak ? curve[t] : nil
        }
    }
}
