/// Beginnings of notes: peaks of the onset strength.
enum OnsetPeaks {
    /// A peak is the highest of this many frames on both sides.
    private static let neighbourCount = 3
    /// Least onset strength above the mean of the second around it.
    private static let minPeakHeight = 4.0

    /// - Parameter curve: onset strengths less their local mean.
    static func count(on curve: [Double]) -> Int {
        curve.indices.count { t in
            guard curve[t] >= minPeakHeight else { return false }
            let before = curve[max(0, t - neighbourCount)..<t]
            let after = curve[(t + 1)..<min(curve.count, t + neighbourCount + 1)]
            // Of equal neighbours the first is the peak.
            return before.allSatisfy { $0 < curve[t] } && after.allSatisfy { $0 <= curve[t] }
        }
    }
}
