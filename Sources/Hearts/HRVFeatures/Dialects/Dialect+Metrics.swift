extension Dialect {
    /// The metrics that the program gives and that are reproduced here.
    ///
    /// Where it gives one that is not reproduced, the guide has the reason.
    public var metrics: Set<MetricKey> {
        switch self {
        case .taskForce: Self.taskForceMetrics
        case .kubios: Self.kubiosMetrics
        case .neurokit: Self.neurokitMetrics
        case .pyhrv: Self.pyhrvMetrics
        case .hrvanalysis: Self.hrvanalysisMetrics
        case .physionet: Self.physionetMetrics
        }
    }

    private static let bandPowers: Set<MetricKey> = [
        .vlf, .lf, .hf, .totalPower, .vlfMsSquared, .lfMsSquared, .hfMsSquared,
        .totalPowerMsSquared, .lfhf, .lfn, .hfn,
    ]

    private static let peaks: Set<MetricKey> = [.vlfPeak, .lfPeak, .hfPeak]

    private static let taskForceMetrics: Set<MetricKey> = bandPowers.union([
        .sdnn, .sdann5, .sdnni5, .rmssd, .sdsd, .nn50, .pnn50, .hti, .tinn, .ulf, .ulfMsSquared,
    ])

    private static let kubiosMetrics: Set<MetricKey> = bandPowers.union(peaks).union([
        .meanNN, .sdnn, .meanHR, .sdHR, .minHR, .maxHR, .rmssd, .nn50, .pnn50, .sdnni5, .hti, .tinn,
        .stressIndex, .sd1, .sd2, .sd1sd2, .apEn, .sampEn, .dfaAlpha1, .dfaAlpha2,
    ])

    private static let neurokitMetrics: Set<MetricKey> = bandPowers.union([
        .meanNN, .sdnn, .sdann1, .sdnni1, .sdann2, .sdnni2, .sdann5, .sdnni5, .rmssd, .sdsd, .cvnn,
        .cvsd, .medianNN, .madNN, .mcvNN, .iqrNN, .sdRMSSD, .prc20NN, .prc80NN, .pnn50, .pnn20,
        .minNN, .maxNN, .hti, .tinn, .ulf, .vhf, .ulfMsSquared, .vhfMsSquared, .lnHF, .sd1, .sd2,
        .sd1sd2, .ellipseArea, .csi, .cvi, .csiModified, .pip, .ials, .pss, .pas, .guzik,
        .slopeIndex, .areaIndex, .porta, .c1d, .c1a, .sd1d, .sd1a, .c2d, .c2a, .sd2d, .sd2a, .cd,
        .ca, .sdnnd, .sdnna, .dfaAlpha1, .dfaAlpha2, .apEn, .sampEn, .shanEn, .fuzzyEn, .msEn,
        .cmsEn,
        .rcmsEn, .correlationDimension, .mfdfaAlpha1Width, .mfdfaAlpha2Width, .higuchi, .katz,
        .lempelZiv, .symbols0V, .symbols1V, .symbols2LV, .symbols2UV,
    ])

    private static let pyhrvMetrics: Set<MetricKey> = bandPowers.union(peaks).union([
        .meanNN, .minNN, .maxNN, .meanHR, .minHR, .maxHR, .sdHR, .sdnn, .sdnni5, .sdann5, .rmssd,
        .sdsd, .nn50, .pnn50, .nn20, .pnn20, .tinn, .hti, .lnHF, .sd1, .sd2, .sd1sd2, .ellipseArea,
        .sampEn, .dfaAlpha1, .dfaAlpha2,
    ])

    private static let hrvanalysisMetrics: Set<MetricKey> = bandPowers.union([
        .meanNN, .sdnn, .sdsd, .nn50, .pnn50, .nn20, .pnn20, .rmssd, .medianNN, .rangeNN, .cvsd,
        .cvnn, .meanHR, .maxHR, .minHR, .sdHR, .hti, .csi, .cvi, .csiModified, .sd1, .sd2, .sd1sd2,
        .sampEn,
    ])

    private static let physionetMetrics: Set<MetricKey> = [
        .meanNN, .medianNN, .sdnn, .rmssd, .pnn50, .nn50, .sd1, .sd2, .sd1sd2, .dfaAlpha1,
        .dfaAlpha2, .sampEn,
    ]
}
