import PhysioDSP
public import PhysioTypes

/// The confidence intervals of the powers of bands.
///
/// A power is the mean of a density over a band times its width. Where the intervals are Gaussian
/// noise of any colour, it is the true power times a chi-square over its degrees of freedom nu, to
/// the first two moments: nu is that of one value times the number of independent values in the
/// band, W / ``independentWidthHz``. Of a density that is not flat the band counts only as wide as it is
/// filled: W = (1 + 2 / nu1) (sum S)^2 / sum S^2, with nu1 the degrees of freedom of one value, whose
/// scatter the first factor takes out of sum S^2; at most the band's own width B. Such a width is
/// found too wide where the band has a peak, which the taper broadens and whose scatter is that of
/// few values: the share W / B of it is counted, but at least ``minCountedShare``. nu is never
/// below nu1, but for lost beats: times the square of the measured share of the power, at least a
/// half.
///
/// A steady tone, as in breathing to a pacer, is no noise: its power is far surer than this says.
/// What the trend's removal took from the lowest frequencies is not in it.
///
/// - SeeAlso: Jenkins and Watts 1968, Spectral Analysis and its Applications, section 6.4 (equivalent
///   degrees of freedom); Percival and Walden 1993, Spectral Analysis for Physical Applications,
///   section 6.6.
extension FrequencyDomain {
    /// Calibrated on simulated resonators in LF and HF over 2 to 30 min: with 1, 90 to 92 % of the
    /// intervals hold the truth.
    private static let minCountedShare = 0.65

    /// Equivalent degrees of freedom of a band's power; nil without a spectrum, for an
    /// autoregressive one and for a band without power.
    public func degreesOfFreedom(of band: FrequencyBand) -> Double? {
        guard let spectrum, let valueDegrees = degreesOfFreedom, valueDegrees > 0,
            valueDegrees.isFinite
        else { return nil }
        guard spectrum.power(fromHz: band.lowHz, toHz: band.highHz) > 0 else { return nil }
        let bandWidthHz = band.highHz - band.lowHz
        let effectiveWidthHz = min(
            bandWidthHz, (1 + 2 / valueDegrees) * effectiveBandwidthHz(band, spectrum))
        let share = max(Self.minCountedShare, effectiveWidthHz / bandWidthHz)
        // What stands for lost beats is known to hold no more than the measured part says.
        let measuredShare = 1 - estimatedPowerShare(of: band)
        return max(valueDegrees, valueDegrees * effectiveWidthHz * share / independentWidthHz)
            * max(0.5, measuredShare * measuredShare)
    }

    /// The 95 % interval of a band's power; ms^2; nil where ``degreesOfFreedom(of:)`` is.
    ///
    /// - Parameter level: above 0 and below 1.
    public func powerConfidenceInterval(
        of band: FrequencyBand, level: Double = DensityConfidence.level
    ) -> ClosedRange<Double>? {
        guard let power = powerMsSquared(band),
            let bandDegreesOfFreedom = degreesOfFreedom(of: band)
        else {
            return nil
        }
        let factors = PowerSpectrum(
            firstHz: 0, stepHz: 1, density: [], degreesOfFreedom: bandDegreesOfFreedom
        )
        .confidenceFactors(level: level)
        return power * factors.lowerBound...power * factors.upperBound
    }

    /// The interval of the power of one band over that of another, by the F distribution: bands that
    /// share no frequency are nearly independent.
    ///
    /// - Returns: nil where either band has no degrees of freedom.
    public func powerRatioInterval(
        of band: FrequencyBand, over other: FrequencyBand,
        level: Double = DensityConfidence.level
    ) -> ClosedRange<Double>? {
        guard let power = powerMsSquared(band), let otherPower = powerMsSquared(other),
            let bandDegreesOfFreedom = degreesOfFreedom(of: band),
            let otherDegreesOfFreedom = degreesOfFreedom(of: other)
        else { return nil }
        let ratio = power / otherPower
        let distribution = FDistribution(
            numeratorDegreesOfFreedom: bandDegreesOfFreedom,
            denominatorDegreesOfFreedom: otherDegreesOfFreedom)
        let tail = 0.5 * (1 - level)
        return ratio / distribution.quantile(1 - tail)...ratio / distribution.quantile(tail)
    }

    /// (sum S)^2 / sum S^2 over the grid inside the band, in Hz; a band between two points of the
    /// grid counts as its width.
    private func effectiveBandwidthHz(_ band: FrequencyBand, _ spectrum: PowerSpectrum) -> Double {
        var sum = 0.0
        var squares = 0.0
        for (index, value) in spectrum.density.enumerated() {
            let frequency = spectrum.frequencyHz(index)
            guard frequency >= band.lowHz, frequency < band.highHz else { continue }
            sum += value
            squares += value * value
        }
        guard squares > 0 else { return band.highHz - band.lowHz }
        return sum * sum / squares * spectrum.stepHz
    }
}
