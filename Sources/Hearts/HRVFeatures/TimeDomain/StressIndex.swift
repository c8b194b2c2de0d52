public import PhysioTypes

/// Baevsky's stress index (index of regulation strain): AMo / (2 Mo MxDMn).
///
/// Over the histogram of the intervals in bins of 50 ms that begin at 0 (bin k holds 50 k <= x < 50
/// (k + 1) ms): Mo is the middle of the fullest bin, the lowest of equally full ones; AMo the share
/// of the intervals in it; MxDMn the longest less the shortest interval. It is the higher, the
/// narrower the histogram. Gaps do not matter.
///
/// ```swift
/// let index = StressIndex(NNSeries(intervalsMs: [800, 810, 820, 900]))
/// index.value  // 75 / (2 * 0.825 * 0.1) = 454.5...
/// ```
///
/// - SeeAlso: Baevsky and Berseneva 2008, Use of KARDIVAR system for determination of the stress
///   level. Programs differ in Mo: some take the median.
public struct StressIndex: Sendable, Equatable {
    /// Bin width; ms (Baevsky and Berseneva 2008).
    public static let binWidthMs = 50.0

    /// Mo; s; nil without intervals.
    public let modeSeconds: Double?
    /// AMo; %; nil without intervals.
    public let modeAmplitudePercent: Double?
    /// MxDMn; s; nil without intervals.
    public let rangeSeconds: Double?

    /// - Complexity: O(N log N); allocates an array of N.
    public init(_ nn: NNSeries) {
        let sorted = nn.intervalsMs.sorted()
        guard let minimum = sorted.first, let maximum = sorted.last else {
            modeSeconds = nil
            modeAmplitudePercent = nil
            rangeSeconds = nil
            return
        }
        let mode = Self.fullestBin(sorted)
        modeSeconds = (mode.bin + 0.5) * Self.binWidthMs / 1000
        modeAmplitudePercent = 100 * Double(mode.count) / Double(sorted.count)
        rangeSeconds = (maximum - minimum) / 1000
    }

    /// The index; %/s^2; nil without intervals or where all are equal.
    public var value: Double? {
        guard let modeSeconds, let rangeSeconds else { return nil }
        return ratio(modeAmplitudePercent, 2 * modeSeconds * rangeSeconds)
    }

    private static func fullestBin(_ sorted: [Double]) -> (bin: Double, count: Int) {
        var best = (bin: 0.0, count: 0)
        var current = best
        for interval in sorted {
            let bin = (interval / binWidthMs).rounded(.down)
            current = bin == current.bin ? (bin, current.count + 1) : (bin, 1)
            if current.count > best.count { best = current }
        }
        return best
    }
}
