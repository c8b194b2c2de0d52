/// The averaged periodogram of overlapping, tapered segments of an even series.
///
/// For a segment y of n samples at rate r, its mean removed, tapered with h, the one-sided density
/// is 2 |sum h y exp(-2 pi i f t)|^2 / (r sum h^2), not doubled at 0 and at half the rate; the
/// segments' densities are averaged. Segments are spread evenly so that the first and the last
/// sample are both used, and overlap by at least half. Each is padded with zeros to at least twice
/// its length, which refines the grid and changes no power.
///
/// - SeeAlso: Welch 1967, IEEE Trans. Audio Electroacoust. 15:70.
public struct WelchPSD: Sendable {
    /// Longest segment; s.
    public let segmentSeconds: Double
    public let taper: Taper

    public init(segmentSeconds: Double = 256, taper: Taper = .hann) {
        precondition(segmentSeconds > 0, "a segment is longer than 0 s")
        self.segmentSeconds = segmentSeconds
        self.taper = taper
    }

    /// - Parameter samples: m numbers of some unit u.
    /// - Parameter sampleRateHz: above 0.
    /// - Returns: a density in u^2/Hz from 0 to half the rate, with its degrees of freedom; nil
    ///   below 4 samples. NaN or infinity makes the segments it lies in, and so the result, NaN.
    /// - Complexity: O(m log segment); allocates.
    public func density(samples: [Double], sampleRateHz: Double) -> PowerSpectrum? {
        precondition(sampleRateHz > 0, "a sample rate is above 0 Hz")
        guard let segments = segments(sampleCount: samples.count, sampleRateHz: sampleRateHz) else {
            return nil
        }
        var sums = [Double](repeating: 0, count: segments.transform.spectrumCount)
        for start in segments.starts {
            for (k, value) in segments.transformed(samples, from: start).enumerated() {
                sums[k] += value.squaredMagnitude
            }
        }
        return PowerSpectrum(
            firstHz: 0, stepHz: sampleRateHz / Double(segments.transform.count),
            density: sums.enumerated().map {
                $1 * segments.scale(bin: $0, sampleRateHz: sampleRateHz)
            },
            degreesOfFreedom: segments.degreesOfFreedom)
    }

    /// The segments of so many samples; nil below 4.
    func segments(sampleCount: Int, sampleRateHz: Double) -> WelchSegments? {
        let length = Int(
            min(Double(sampleCount), (segmentSeconds * sampleRateHz).rounded()))
        guard length >= 4 else { return nil }
        return WelchSegments(
            starts: Self.segmentStarts(sampleCount: sampleCount, length: length),
            weights: taper.weights(count: length),
            transform: RealFFT(count: RealFFT.efficientCount(atLeast: 2 * length)))
    }

    /// First samples of the segments.
    static func segmentStarts(sampleCount: Int, length: Int) -> [Int] {
        let slack = sampleCount - length
        guard slack > 0 else { return [0] }
        let hopLimit = max(1, length / 2)
        let hopCount = (slack + hopLimit - 1) / hopLimit
        return (0...hopCount).map { ($0 * slack + hopCount / 2) / hopCount }
    }

    /// 2 K / (1 + 2 sum over m of (1 - m/K) rho[m]), rho[m] the squared correlation of two tapers
    /// m hops apart: Welch 1967, equation 12, for a spectrum that is flat within the resolution.
    static func degreesOfFreedom(starts: [Int], weights: [Double]) -> Double {
        let segmentCount = Double(starts.count)
        guard starts.count > 1 else { return 2 }
        let squares = weights.reduce(0) { $0 + $1 * $1 }
        var sum = 0.0
        for m in 1..<starts.count {
            let shift = starts[m] - starts[0]
            guard shift < weights.count else { break }
            let overlap = zip(weights, weights[shift...]).reduce(0) { $0 + $1.0 * $1.1 }
            let correlation = overlap / squares
            sum += (1 - Double(m) / segmentCount) * correlation * correlation
        }
        return 2 * segmentCount / (1 + 2 * sum)
    }
}
