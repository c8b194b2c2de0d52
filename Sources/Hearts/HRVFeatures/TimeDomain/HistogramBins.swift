/// The bins in which NN intervals are counted: bin k holds k w - s / 2 <= x < (k + 1) w - s / 2, w
/// being the width and s the step of the recording's clock where that is a coarse one.
///
/// Bins of 7.8125 ms (1/128 s; Task Force 1996) begin at 0. Where a clock counts in steps longer
/// than ``maxFineStepMs``, bins that are no multiple of it hold one step more or less in turn, and the
/// fullest is full because of the clock alone: then the width is the multiple of the step that is
/// nearest to 7.8125 ms, and an interval stands in the middle of its step.
package struct HistogramBins: Sendable, Equatable {
    /// Width of a bin; ms.
    package let widthMs: Double
    /// The beginning of bin 0; ms; 0 or below.
    package let originMs: Double

    /// The step up to which a bin of the usual width holds seven steps or more, and one more or
    /// less is little; ms.
    package static let maxFineStepMs = 1.0

    /// - Parameter step: of the recording's clock; nil where none shows.
    package init(step: ClockStep? = nil) {
        guard let stepMs = step?.milliseconds, stepMs > Self.maxFineStepMs else {
            (widthMs, originMs) = (GeometricMetrics.binWidthMs, 0)
            return
        }
        widthMs = max(1, (GeometricMetrics.binWidthMs / stepMs).rounded()) * stepMs
        originMs = -stepMs / 2
    }

    /// The bin that holds an interval.
    ///
    /// - Precondition: the interval is finite and no longer than a recording can be.
    package func bin(of intervalMs: Double) -> Int { Int(unboundedBin(of: intervalMs)) }

    /// The same for every finite interval, however absurd.
    func unboundedBin(of intervalMs: Double) -> Double {
        ((intervalMs - originMs) / widthMs).rounded(.down)
    }

    /// Returns the beginning of a bin; ms.
    package func startMs(of bin: Int) -> Double { originMs + Double(bin) * widthMs }
}
