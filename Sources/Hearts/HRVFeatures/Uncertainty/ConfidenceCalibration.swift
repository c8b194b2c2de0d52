import PhysioDSP

/// The width of the interval of a metric, relative to its deviation.
///
/// Calibrated on simulated series with 1/f parts that end at 1 / length, Mayer waves and breath
/// (Guides/uncertainty.md has the table). The fewer cosines, the lower the frequencies that the
/// deviation comes from, and the larger Student's t.
struct ConfidenceCalibration {
    /// Cosines of ``LowFrequencyInfluence`` that are used.
    let cosineCount: Int
    /// Factors on the distances of the two ends.
    let lowerFactor: Double
    let upperFactor: Double

    /// Means move with the slowest parts of all; the density still rises over three cosines.
    private static let mean = ConfidenceCalibration(
        cosineCount: 3, lowerFactor: 1.08, upperFactor: 1.08)
    /// Their influence jumps, so that three cosines find it less surely.
    private static let quantile = ConfidenceCalibration(
        cosineCount: 3, lowerFactor: 1.45, upperFactor: 1.45)
    /// A series that varies little by chance shows a small deviation as well: the far end lies
    /// above.
    private static let dispersion = ConfidenceCalibration(
        cosineCount: 3, lowerFactor: 1.05, upperFactor: 1.5)
    /// A dispersion in the denominator.
    private static let inverse = ConfidenceCalibration(
        cosineCount: 3, lowerFactor: 1.7, upperFactor: 1)
    /// Narrow breath of random depth is the slowest that differences see.
    private static let shortTermDispersion = ConfidenceCalibration(
        cosineCount: 4, lowerFactor: 1, upperFactor: 1.2)
    /// Asymmetry and capacities hardly see slow parts.
    private static let differences = ConfidenceCalibration(
        cosineCount: 4, lowerFactor: 1, upperFactor: 1)

    private static let meanKeys: Set<MetricKey> = [.meanNN, .meanHR]
    private static let quantileKeys: Set<MetricKey> = [.medianNN, .prc20NN, .prc80NN]
    private static let dispersionKeys: Set<MetricKey> = [
        .sdnn, .sdHR, .cvnn, .sdRMSSD, .madNN, .mcvNN, .iqrNN, .sd2, .csi, .csiModified,
        .ellipseArea, .cvi, .sd2d, .sd2a, .sdnnd, .sdnna,
    ]

    private static let shortDispersionKeys: Set<MetricKey> = [
        .rmssd, .sdsd, .cvsd, .sd1, .sd1d, .sd1a, .pnn50, .pnn20,
    ]

    private init(cosineCount: Int, lowerFactor: Double, upperFactor: Double) {
        self.cosineCount = cosineCount
        self.lowerFactor = lowerFactor
        self.upperFactor = upperFactor
    }

    init(_ key: MetricKey) {
        if Self.meanKeys.contains(key) {
            self = Self.mean
        } else if Self.quantileKeys.contains(key) {
            self = Self.quantile
        } else if Self.dispersionKeys.contains(key) {
            self = Self.dispersion
        } else if Self.shortDispersionKeys.contains(key) {
            self = Self.shortTermDispersion
        } else {
            self = key == .sd1sd2 ? Self.inverse : Self.differences
        }
    }

    /// Returns the factor that turns a normal interval of the resamples' deviation into one of
    /// `deviation` with few degrees of freedom; 1 where the resamples are all alike.
    func ratio(_ deviation: Double, toResampled resampled: Double, level: Double) -> Double {
        guard resampled > 0 else { return 1 }
        let studentQuantile = StudentT.twoSidedQuantile(level: level, degrees: Double(cosineCount))
        return studentQuantile / NormalDistribution.quantile(0.5 * (1 + level)) * deviation
            / resampled
    }
}
