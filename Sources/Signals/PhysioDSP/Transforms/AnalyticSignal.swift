/// A series with its Hilbert transform: envelope and phase at every sample.
///
/// The Hilbert transform turns every frequency by a quarter; it is formed on the whole series at
/// once, as if it were periodic. So the first and the last period of the slowest rhythm are not to
/// be trusted unless the series begins and ends alike.
///
/// - SeeAlso: Gabor 1946, J. Inst. Electr. Eng. 93:429.
public struct AnalyticSignal: Sendable, Equatable {
    /// The series, its mean removed.
    public let real: [Double]
    /// Its Hilbert transform.
    public let imaginary: [Double]

    /// - Parameter samples: n numbers at equal distances; NaN, infinity or an infinite mean
    ///   makes all NaN.
    /// - Complexity: O(n log n).
    public init(_ samples: [Double]) {
        guard let mean = Statistics.mean(samples) else {
            real = []
            imaginary = []
            return
        }
        let n = samples.count
        guard mean.isFinite else {
            real = [Double](repeating: .nan, count: n)
            imaginary = real
            return
        }
        real = samples.map { $0 - mean }
        let transform = RealFFT(count: n)
        var spectrum = transform.forward(real)
        for k in spectrum.indices {
            // -i at positive frequencies; 0 at 0 and at half the rate, which have no quarter turn.
            let isRealBin = k == 0 || 2 * k == n
            spectrum[k] =
                isRealBin
                ? ComplexNumber(0) : ComplexNumber(spectrum[k].imaginary, -spectrum[k].real)
        }
        imaginary = transform.inverse(spectrum).map { $0 / Double(n) }
    }

    /// Instantaneous amplitude; not negative.
    public var envelope: [Double] {
        zip(real, imaginary).map { ($0 * $0 + $1 * $1).squareRoot() }
    }

    /// Instantaneous phase; radians; -pi ... pi; 0 at a maximum.
    public var phase: [Double] {
        zip(real, imaginary).map { PlatformMath.angle(ComplexNumber($0, $1)) }
    }
}
