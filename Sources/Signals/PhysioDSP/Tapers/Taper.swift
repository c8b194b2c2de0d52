/// A weight over a segment of time that lowers what leaks from one frequency to another.
///
/// A bin is 1 / length of the segment. The side lobe is the highest one of the taper's spectrum,
/// below its main lobe; the noise bandwidth is ``noiseBandwidthBins``; the half lobe is the distance
/// from the middle of the main lobe to its first zero.
///
/// | taper | side lobe | noise bandwidth | half lobe |
/// |---|---|---|---|
/// | `none` | -13.3 dB | 1 bin | 1 bin |
/// | `cosine` | -23.0 dB | pi^2/8 = 1.234 bins | 1.5 bins |
/// | `bartlett` | -26.5 dB | 4/3 bins | 2 bins |
/// | `hann` | -31.5 dB | 3/2 bins | 2 bins |
/// | `hamming` | -42.7 dB | 1.363 bins | 2 bins |
/// | `blackman` | -58.1 dB | 1.727 bins | 3 bins |
/// | `blackmanHarris` | -92.0 dB | 2.004 bins | 4 bins |
///
/// Harris gives the same figures to whole decibels and hundredths of a bin. Flat-top tapers are
/// left out: they have negative weights, which no least-squares fit can use.
///
/// - SeeAlso: Harris 1978, Proc. IEEE 66:51, table I; Blackman and Tukey 1958, The Measurement of
///   Power Spectra, section B.5.
public enum Taper: String, Sendable, CaseIterable {
    /// (1 - cos(2 pi u)) / 2 for u = 0 ... 1 over the segment.
    case hann
    /// 1 everywhere.
    case none
    /// 0.54 - 0.46 cos(2 pi u): the lowest side lobes next to the main lobe, but 0.08 at the ends,
    /// so that far side lobes fall slowly.
    case hamming
    /// 0.42 - 0.5 cos(2 pi u) + 0.08 cos(4 pi u).
    case blackman
    /// 0.35875 - 0.48829 cos(2 pi u) + 0.14128 cos(4 pi u) - 0.01168 cos(6 pi u): the four-term sum
    /// of least side lobe.
    case blackmanHarris = "blackman-harris"
    /// sin(pi u), half a period.
    case cosine
    /// 1 - |2 u - 1|, a triangle.
    case bartlett

    /// The weight at position `u` of the segment; 0 ... 1; 0 outside 0 ... 1 for all but `none`.
    public func weight(at u: Double) -> Double {
        guard self != .none else { return 1 }
        guard u >= 0, u <= 1 else { return 0 }
        switch self {
        case .none: return 1
        case .cosine: return PlatformMath.sin(.pi * u)
        case .bartlett: return 1 - abs(2 * u - 1)
        case .hann, .hamming, .blackman, .blackmanHarris:
            return cosineSum(PlatformMath.cos(2 * .pi * u))
        }
    }

    /// The width of the rectangle that passes as much white noise as the taper's spectrum and is as
    /// high as its peak: n sum h^2 / (sum h)^2, in bins of 1 / length.
    ///
    /// The limit for many samples. Cosine sums a0 - a1 cos ... have 1 + sum a[k]^2 / (2 a0^2) at
    /// every length above twice their terms; the others differ from it by about 1 / n^2. A tone of
    /// amplitude A has a peak density of A^2 / 2 over this bandwidth.
    public var noiseBandwidthBins: Double {
        switch self {
        case .none: 1
        case .cosine: .pi * .pi / 8
        case .bartlett: 4.0 / 3
        case .hann: 1.5
        case .hamming: 1 + 0.46 * 0.46 / (2 * 0.54 * 0.54)
        case .blackman: 1 + (0.5 * 0.5 + 0.08 * 0.08) / (2 * 0.42 * 0.42)
        case .blackmanHarris:
            1 + (0.48829 * 0.48829 + 0.14128 * 0.14128 + 0.01168 * 0.01168)
                / (2 * 0.35875 * 0.35875)
        }
    }

    /// The cosine sums as polynomials of c = cos(2 pi u), by cos 2x = 2 c^2 - 1 and cos 3x = 4 c^3
    /// - 3 c: one cosine a weight.
    private func cosineSum(_ c: Double) -> Double {
        switch self {
        case .hann: 0.5 * (1 - c)
        case .hamming: 0.54 - 0.46 * c
        case .blackman: (1 - c) * (0.34 - 0.16 * c)
        case .blackmanHarris: 0.21747 - c * (0.45325 - c * (0.28256 - c * 0.04672))
        case .none, .cosine, .bartlett: 1
        }
    }
}
