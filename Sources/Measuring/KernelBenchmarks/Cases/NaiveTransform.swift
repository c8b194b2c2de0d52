import PhysioDSP

/// The discrete Fourier transform as it is defined: one sine and one cosine a term.
enum NaiveTransform {
    /// sum over j of (x[j] - mean) exp(-2 pi i u j), u in turns a sample.
    static func sum(
        _ samples: ArraySlice<Double>, less mean: Double = 0, turnsPerSample u: Double
    ) -> ComplexNumber {
        var real = 0.0
        var imaginary = 0.0
        for (j, value) in samples.enumerated() {
            let angle = 2 * .pi * u * Double(j)
            real += (value - mean) * PlatformMath.cos(angle)
            imaginary -= (value - mean) * PlatformMath.sin(angle)
        }
        return ComplexNumber(real, imaginary)
    }
}
