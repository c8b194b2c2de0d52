import CSignalKernels
import PhysioDSP

/// The two filters of the K-weighting for a sample rate.
///
/// BS.1770-4 states their coefficients at 48 kHz. Here the same two analogue filters, a high shelf
/// of 4 dB and a high pass, go through the bilinear transform at the rate in question, with their
/// corner frequencies kept. At 48 kHz the coefficients are the standard's.
///
/// - SeeAlso: ITU-R BS.1770-4, annex 1, tables 1 and 2; De Man 2014, AES e-Library 17499, for the
///   corner frequencies, gain and quality factors behind the tables.
enum LoudnessFilters {
    private static let shelfHz = 1681.974450955533
    private static let shelfGainDB = 3.999843853973347
    private static let shelfQuality = 0.7071752369554196
    /// The exponent that gives the shelf's middle gain from its whole one.
    private static let middleGainExponent = 0.4996667741545416
    private static let highPassHz = 38.13547087602444
    private static let highPassQuality = 0.5003270373238773

    /// Shelf and high pass.
    static func filters(sampleRateHz: Double) -> [ck_biquad] {
        [shelf(sampleRateHz), highPass(sampleRateHz)]
    }

    private static func shelf(_ rate: Double) -> ck_biquad {
        let k = tangent(.pi * shelfHz / rate)
        let logGain = shelfGainDB / 20 * PlatformMath.log(10)
        let high = PlatformMath.exp(logGain)
        let middle = PlatformMath.exp(logGain * middleGainExponent)
        let a0 = 1 + k / shelfQuality + k * k
        return ck_biquad(
            b0: (high + middle * k / shelfQuality + k * k) / a0, b1: 2 * (k * k - high) / a0,
            b2: (high - middle * k / shelfQuality + k * k) / a0, a1: 2 * (k * k - 1) / a0,
            a2: (1 - k / shelfQuality + k * k) / a0)
    }

    private static func highPass(_ rate: Double) -> ck_biquad {
        let k = tangent(.pi * highPassHz / rate)
        let a0 = 1 + k / highPassQuality + k * k
        return ck_biquad(
            b0: 1, b1: -2, b2: 1, a1: 2 * (k * k - 1) / a0,
            a2: (1 - k / highPassQuality + k * k) / a0)
    }

    private static func tangent(_ x: Double) -> Double { PlatformMath.sin(x) / PlatformMath.cos(x) }
}
