public import HRVFeatures

/// Under which names a table gives its metrics. Only the names change, never the numbers.
public enum MetricNames: String, Sendable, CaseIterable {
    /// The toolkit's own keys, every metric.
    case resonance
    /// The columns of NeuroKit2's `hrv`.
    case neurokit
    /// The labels of a Kubios report.
    case kubios
    /// The keys of the Python package hrv-analysis.
    case hrvanalysis

    /// The name of a metric; nil where the other tool has none, and the table leaves it out.
    public func name(of key: MetricKey) -> String? {
        switch self {
        case .resonance: key.rawValue
        case .neurokit: Self.ownKeys.contains(key) ? nil : key.rawValue
        case .kubios: Self.kubiosNames[key]
        case .hrvanalysis: Self.hrvanalysisNames[key]
        }
    }

    /// Every name of a metric; some tools give one number twice.
    public func names(of key: MetricKey) -> [String] {
        let first = name(of: key).map { [$0] } ?? []
        return self == .hrvanalysis && key == .csi ? first + ["ratio_sd2_sd1"] : first
    }

    /// Metrics that NeuroKit2 has no column for.
    private static let ownKeys: Set<MetricKey> = [
        .nn50, .nn20, .rangeNN, .meanHR, .sdHR, .minHR, .maxHR, .ulfMsSquared, .vlfMsSquared,
        .lfMsSquared, .hfMsSquared, .vhfMsSquared, .totalPowerMsSquared, .vlfPeak, .lfPeak,
        .hfPeak, .symbols0V, .symbols1V, .symbols2LV, .symbols2UV, .stressIndex,
        .decelerationCapacity, .accelerationCapacity, .ehlers, .rsaPorgesBohrer, .breathingRate,
        .turbulenceOnset, .turbulenceSlope, .recurrence, .determinism, .meanLine, .longestLine,
        .lineEntropy,
    ]

    private static let kubiosNames: [MetricKey: String] = [
        .meanNN: "Mean RR (ms)", .sdnn: "SDNN (ms)", .meanHR: "Mean HR (beats/min)",
        .sdHR: "SD HR (beats/min)", .minHR: "Min HR (beats/min)", .maxHR: "Max HR (beats/min)",
        .rmssd: "RMSSD (ms)", .nn50: "NN50 (beats)", .pnn50: "pNN50 (%)",
        .sdann5: "SDANN (ms)", .sdnni5: "SDNN index (ms)", .hti: "RR tri index",
        .tinn: "TINN (ms)", .vlfPeak: "VLF (Hz)", .lfPeak: "LF (Hz)", .hfPeak: "HF (Hz)",
        .vlf: "VLF (ms^2)", .lf: "LF (ms^2)", .hf: "HF (ms^2)", .lnHF: "HF (log)",
        .lfn: "LF (n.u.)", .hfn: "HF (n.u.)", .totalPower: "Total power (ms^2)",
        .lfhf: "LF/HF ratio", .sd1: "SD1 (ms)", .sd2: "SD2 (ms)", .csi: "SD2/SD1 ratio",
        .stressIndex: "Stress index", .apEn: "ApEn", .sampEn: "SampEn", .dfaAlpha1: "alpha 1",
        .dfaAlpha2: "alpha 2",
    ]

    private static let hrvanalysisNames: [MetricKey: String] = [
        .meanNN: "mean_nni", .sdnn: "sdnn", .sdsd: "sdsd", .nn50: "nni_50", .pnn50: "pnni_50",
        .nn20: "nni_20", .pnn20: "pnni_20", .rmssd: "rmssd", .medianNN: "median_nni",
        .rangeNN: "range_nni", .cvsd: "cvsd", .cvnn: "cvnni", .meanHR: "mean_hr",
        .maxHR: "max_hr", .minHR: "min_hr", .sdHR: "std_hr", .lf: "lf", .hf: "hf",
        .lfhf: "lf_hf_ratio", .lfn: "lfnu", .hfn: "hfnu", .totalPower: "total_power", .vlf: "vlf",
        .csi: "csi", .cvi: "cvi", .csiModified: "Modified_csi", .sd1: "sd1", .sd2: "sd2",
        .hti: "triangular_index", .tinn: "tinn", .sampEn: "sampen",
    ]
}
