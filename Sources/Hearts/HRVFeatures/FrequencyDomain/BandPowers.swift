import PhysioDSP
import PhysioTypes

/// The power of each band of a spectrum, computed once, and the metrics that are made of it.
struct BandPowers: MetricFamily {
    private let domain: FrequencyDomain
    /// Powers; ms^2; nil without a spectrum and for a band narrower than the resolution.
    private let ulf: Double?
    private let vlf: Double?
    private let lf: Double?
    private let hf: Double?
    private let vhf: Double?
    private let total: Double?

    init(_ domain: FrequencyDomain) {
        func resolvedPower(_ band: HRVBands.StandardBand) -> Double? {
            let band = domain.bands[band]
            return domain.isResolved(band) ? domain.powerMsSquared(band) : nil
        }
        self.domain = domain
        ulf = resolvedPower(.ulf)
        vlf = resolvedPower(.vlf)
        lf = resolvedPower(.lf)
        hf = resolvedPower(.hf)
        vhf = resolvedPower(.vhf)
        total = resolvedPower(.total)
    }

    func value(of metric: FrequencyDomain.Metric) -> Double? {
        switch metric {
        case .ulf, .ulfMsSquared: ulf
        case .vlf, .vlfMsSquared: vlf
        case .lf, .lfMsSquared: lf
        case .hf, .hfMsSquared: hf
        case .vhf, .vhfMsSquared: vhf
        case .totalPower, .totalPowerMsSquared: total
        case .lfhf: ratio(lf, hf)
        case .lfn: ratio(lf, lfPlusHF).map { 100 * $0 }
        case .hfn: ratio(hf, lfPlusHF).map { 100 * $0 }
        case .lnHF: hf.flatMap { $0 > 0 ? PlatformMath.log($0) : nil }
        case .vlfPeak: domain.peakHz(domain.bands.vlf)
        case .lfPeak: domain.peakHz(domain.bands.lf)
        case .hfPeak: domain.peakHz(domain.bands.hf)
        }
    }

    private var lfPlusHF: Double? { lf.flatMap { lf in hf.map { lf + $0 } } }
}
