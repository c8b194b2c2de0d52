/// The Fourier sum of a series at one frequency, without a transform.
///
/// X(f) = sum over j of x[j] exp(-2 pi i f j / r): any frequency, not only the bins of a DFT. By
/// Goertzel's recursion in Reinsch's form, which stays accurate at low frequencies, where the
/// original loses digits.
///
/// - SeeAlso: Goertzel 1958, Am. Math. Mon. 65:34; Stoer and Bulirsch 1980, Introduction to
///   Numerical Analysis, section 2.3.3.
public enum Goertzel {
    /// - Parameter samples: n numbers; NaN or infinity makes the sum NaN.
    /// - Parameter frequencyHz: 0 ... half the rate.
    /// - Returns: unscaled, sign as ``RealFFT``; 0 for no samples.
    /// - Complexity: O(n), two multiplications a sample.
    public static func sum(
        _ samples: [Double], frequencyHz: Double, sampleRateHz: Double
    ) -> ComplexNumber {
        guard !samples.isEmpty else { return ComplexNumber(0) }
        let angle = 2 * Double.pi * frequencyHz / sampleRateHz
        // With e = exp(i angle), X is conj(e)^(n-1) times sum x[n-1-k] e^k; both by the recursion
        // on differences (or on sums beyond a quarter turn).
        let half = PlatformMath.sin(0.5 * angle)
        let cosine = PlatformMath.cos(angle)
        var u = 0.0
        var delta = 0.0
        if cosine > 0 {
            let step = -4 * half * half
            for sample in samples {
                delta += step * u + sample
                u += delta
            }
            // Here u[n] - u[n-1] = delta.
            let previous = u - delta
            return phaseCorrectedSum(u, previous, angle, samples.count)
        }
        let halfCosine = PlatformMath.cos(0.5 * angle)
        let step = 4 * halfCosine * halfCosine
        for sample in samples {
            delta = step * u - delta + sample
            u = delta - u
        }
        return phaseCorrectedSum(u, delta - u, angle, samples.count)
    }

    /// u[n] - u[n-1] exp(-i angle), turned back to the first sample.
    private static func phaseCorrectedSum(
        _ last: Double, _ previous: Double, _ angle: Double, _ count: Int
    ) -> ComplexNumber {
        let value = ComplexNumber(
            last - previous * PlatformMath.cos(angle), previous * PlatformMath.sin(angle))
        let turn = angle * Double(count - 1)
        return value * ComplexNumber(PlatformMath.cos(turn), -PlatformMath.sin(turn))
    }
}
