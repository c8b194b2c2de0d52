import PhysioDSP
public import PhysioTypes

/// The Poincare plot: each NN interval against the one before it.
///
/// Over the pairs of neighbours (x[i], x[i+1]): SD1 = sd(x[i+1] - x[i]) / sqrt 2 across the line of
/// identity, SD2 = sd(x[i+1] + x[i]) / sqrt 2 along it, both over pairs - 1. SD1 equals SDSD / sqrt
/// 2 exactly. SD2 is taken from the points themselves, not from 2 SDNN^2 - SD1^2, which is another
/// number for a finite series and turns negative for one that alternates.
///
/// - SeeAlso: Brennan 2001, IEEE Trans. Biomed. Eng. 48:1342; Toichi 1997, J. Auton. Nerv. Syst.
///   62:79 (CSI, CVI); Jeppesen 2014, Conf. Proc. IEEE Eng. Med. Biol. Soc. (modified CSI).
public struct Poincare: Sendable, Equatable {
    /// Width of the cloud; ms; two pairs.
    public let sd1Ms: Double?
    /// Length of the cloud; ms; two pairs.
    public let sd2Ms: Double?

    /// - Complexity: O(N).
    public init(_ nn: NNSeries) {
        var differences: [Double] = []
        var sums: [Double] = []
        for index in 1..<max(1, nn.count) where nn.isAdjacentToPrevious[index] {
            differences.append(nn.intervalsMs[index] - nn.intervalsMs[index - 1])
            sums.append(nn.intervalsMs[index] + nn.intervalsMs[index - 1])
        }
        let root = 2.0.squareRoot()
        sd1Ms = Statistics.standardDeviation(differences).map { $0 / root }
        sd2Ms = Statistics.standardDeviation(sums).map { $0 / root }
    }

    /// SD1 over SD2.
    public var sd1sd2: Double? { ratio(sd1Ms, sd2Ms) }
    /// Area of the ellipse, pi SD1 SD2; ms^2.
    public var areaMsSquared: Double? { product.map { .pi * $0 } }
    /// Cardiac sympathetic index, SD2 / SD1.
    public var csi: Double? { ratio(sd2Ms, sd1Ms) }
    /// Cardiac vagal index, log10(4 SD1 4 SD2); nil where the product is 0.
    public var cvi: Double? {
        guard let product, product > 0 else { return nil }
        return PlatformMath.log10(16 * product)
    }
    /// Modified cardiac sympathetic index, (4 SD2)^2 / (4 SD1); ms.
    public var csiModifiedMs: Double? { ratio(sd2Ms.map { 4 * $0 * $0 }, sd1Ms) }

    /// The metrics by key.
    public var values: MetricValues { MetricValues(of: self) }

    private var product: Double? {
        guard let sd1Ms, let sd2Ms else { return nil }
        return sd1Ms * sd2Ms
    }
}

extension Poincare: MetricFamily {
    package func value(of metric: Metric) -> Double? {
        switch metric {
        case .sd1: sd1Ms
        case .sd2: sd2Ms
        case .sd1sd2: sd1sd2
        case .ellipseArea: areaMsSquared
        case .csi: csi
        case .cvi: cvi
        case .csiModified: csiModifiedMs
        }
    }
}
