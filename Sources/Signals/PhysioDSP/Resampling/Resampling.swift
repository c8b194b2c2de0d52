/// The method by which an uneven series is rebuilt on an even grid.
public enum Resampling: String, Sendable, CaseIterable {
    /// ``BandLimitedResampling``: every tone below 0.9 of half the mean rate keeps its amplitude.
    case bandLimited = "band-limited"
    /// ``InterpolatingSpline`` of degree 7.
    case seventhDegree = "septic"
    /// ``InterpolatingSpline`` of degree 3.
    case cubic
    /// ``MonotoneCubic``.
    case monotone
    /// Straight lines: ``InterpolatingSpline`` of degree 1. They lose 16 % of a tone's amplitude
    /// at 0.25 Hz for samples every 0.9 s.
    case linear

    /// The series at the time of the first sample, 1 / `rateHz` later, ... up to the last.
    ///
    /// - Parameter times: n >= 2 strictly ascending finite times; s.
    /// - Parameter values: n finite numbers.
    /// - Returns: floor(span rate) + 1 values.
    /// - Precondition: the conditions above; `rateHz` > 0.
    public func resample(times: [Double], values: [Double], rateHz: Double) -> [Double] {
        precondition(rateHz > 0, "a rate is above 0 Hz")
        guard self != .bandLimited else {
            return BandLimitedResampling.resample(times: times, values: values, rateHz: rateHz)
        }
        guard let first = times.first, let last = times.last else {
            preconditionFailure("resampling needs two samples")
        }
        let count = Int((last - first) * rateHz * (1 + 1e-12)) + 1
        let evaluate: (Double) -> Double
        switch self {
        case .bandLimited, .monotone:
            evaluate = MonotoneCubic(times: times, values: values).value(at:)
        case .seventhDegree, .cubic, .linear:
            let degree = self == .seventhDegree ? 7 : self == .cubic ? 3 : 1
            evaluate =
                InterpolatingSpline(times: times, values: values, degree: degree).value(at:)
        }
        return (0..<count).map { evaluate(first + Double($0) / rateHz) }
    }
}
