import HRVFeatures
import PhysioDSP
import PhysioTypes

/// Where the interval of a metric comes from.
enum IntervalMethod {
    /// A chi-square about the power of a band.
    case power(FrequencyBand)
    /// A rising or falling function of the ratio of two powers.
    case powerRatio(FrequencyBand, over: FrequencyBand, @Sendable (Double) -> Double)
    /// A rising function of the power of a band.
    case powerFunction(FrequencyBand, @Sendable (Double) -> Double)
    /// The block bootstrap.
    case resampling
    /// The block bootstrap of a share in %, times the count it is a share of.
    case share(of: MetricKey)
    /// No sound one.
    case none(MissingReason)

    init(_ key: MetricKey, _ bands: HRVBands) {
        switch key {
        case .ulf, .ulfMsSquared: self = .power(bands.ulf)
        case .vlf, .vlfMsSquared: self = .power(bands.vlf)
        case .lf, .lfMsSquared: self = .power(bands.lf)
        case .hf, .hfMsSquared: self = .power(bands.hf)
        case .vhf, .vhfMsSquared: self = .power(bands.vhf)
        case .totalPower, .totalPowerMsSquared: self = .power(bands.total)
        case .lnHF: self = .powerFunction(bands.hf, PlatformMath.log)
        case .lfhf: self = .powerRatio(bands.lf, over: bands.hf) { $0 }
        case .lfn: self = .powerRatio(bands.lf, over: bands.hf) { 100 * $0 / (1 + $0) }
        case .hfn: self = .powerRatio(bands.lf, over: bands.hf) { 100 / (1 + $0) }
        case .nn50: self = .share(of: .pnn50)
        case .nn20: self = .share(of: .pnn20)
        default: self = Self.resampled.contains(key) ? .resampling : .none(Self.reason(key))
        }
    }

    /// Smooth functions of means over beats, over neighbours or, for the capacities, over four
    /// beats in a row.
    static let resampled: Set<MetricKey> = [
        .meanNN, .sdnn, .rmssd, .sdsd, .cvnn, .cvsd, .medianNN, .madNN, .mcvNN, .iqrNN, .sdRMSSD,
        .prc20NN, .prc80NN, .pnn50, .pnn20, .meanHR, .sdHR, .sd1, .sd2, .sd1sd2, .ellipseArea,
        .csi, .cvi, .csiModified, .decelerationCapacity, .accelerationCapacity,
        .porta, .ehlers, .c1d, .c1a, .sd1d, .sd1a, .c2d, .c2a, .sd2d,
        .sd2a, .cd, .ca, .sdnnd, .sdnna,
    ]

    // Guzik's, slope and area index are not among them: rises and falls of a series add up to the
    // distance of its ends, and joins break that.

    private static func reason(_ key: MetricKey) -> MissingReason {
        switch key {
        // The longest and the shortest interval, the fullest bin, a maximum of the density.
        case .minNN, .maxNN, .rangeNN, .minHR, .maxHR, .hti, .tinn, .stressIndex, .symbols0V,
            .symbols1V, .symbols2LV, .symbols2UV, .katz, .breathingRate, .vlfPeak, .lfPeak, .hfPeak:
            .extreme
        // An entropy of a histogram: beats that are drawn twice narrow it.
        case .shanEn: .biased
        default: .order
        }
    }
}
