import PhysioDSP

/// The metrics of the spectrum: keys, rows, and what their rows share.
extension FrequencyDomain {
    package enum Metric: String, CataloguedMetric {
        case ulf = "HRV_ULF"
        case vlf = "HRV_VLF"
        case lf = "HRV_LF"
        case hf = "HRV_HF"
        case vhf = "HRV_VHF"
        case totalPower = "HRV_TP"
        case ulfMsSquared = "HRV_ULF_ms2"
        case vlfMsSquared = "HRV_VLF_ms2"
        case lfMsSquared = "HRV_LF_ms2"
        case hfMsSquared = "HRV_HF_ms2"
        case vhfMsSquared = "HRV_VHF_ms2"
        case totalPowerMsSquared = "HRV_TP_ms2"
        case lfhf = "HRV_LFHF"
        case lfn = "HRV_LFn"
        case hfn = "HRV_HFn"
        case lnHF = "HRV_LnHF"
        case vlfPeak = "HRV_VLF_peak_Hz"
        case lfPeak = "HRV_LF_peak_Hz"
        case hfPeak = "HRV_HF_peak_Hz"
    }
}

extension FrequencyDomain.Metric {
    package var key: MetricKey { MetricKey(.frequencyDomain(self)) }

    package var definition: MetricDefinition {
        switch self {
        case .ulf:
            row(
                "power in ULF", "ms^2", .seconds(MetricDefinition.minULFSeconds), of: [.ulf],
                interval: .power(.ulf), absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.taskForce, .neurokit])
        case .vlf:
            row(
                "power in VLF", "ms^2", .seconds(300), of: [.vlf], interval: .power(.vlf),
                absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "VLF (ms^2)", hrvanalysis: ["vlf"]),
                programs: [.taskForce, .kubios, .neurokit, .pyhrv, .hrvanalysis])
        case .lf:
            row(
                "power in LF", "ms^2", .seconds(120), of: [.lf], interval: .power(.lf),
                absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "LF (ms^2)", hrvanalysis: ["lf"]),
                programs: [.taskForce, .kubios, .neurokit, .pyhrv, .hrvanalysis])
        case .hf:
            row(
                "power in HF", "ms^2", .seconds(60), of: [.hf], interval: .power(.hf),
                absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "HF (ms^2)", hrvanalysis: ["hf"]),
                programs: [.taskForce, .kubios, .neurokit, .pyhrv, .hrvanalysis])
        case .vhf:
            row(
                "power in VHF", "ms^2", .seconds(60), of: [.vhf], interval: .power(.vhf),
                absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .totalPower:
            row(
                "power from 0 to the end of HF", "ms^2", .seconds(300), of: [.total],
                interval: .power(.total), absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "Total power (ms^2)", hrvanalysis: ["total_power"]),
                programs: [.taskForce, .kubios, .neurokit, .pyhrv, .hrvanalysis])
        case .ulfMsSquared:
            row(
                "power in ULF", "ms^2", .seconds(MetricDefinition.minULFSeconds), of: [.ulf],
                interval: .power(.ulf), absence: .tooFewBeats, names: .none,
                programs: [.taskForce, .neurokit])
        case .vlfMsSquared:
            row(
                "power in VLF", "ms^2", .seconds(300), of: [.vlf], interval: .power(.vlf),
                absence: .tooFewBeats, names: .none,
                programs: [.taskForce, .kubios, .neurokit, .pyhrv, .hrvanalysis])
        case .lfMsSquared:
            row(
                "power in LF", "ms^2", .seconds(120), of: [.lf], interval: .power(.lf),
                absence: .tooFewBeats, names: .none,
                programs: [.taskForce, .kubios, .neurokit, .pyhrv, .hrvanalysis])
        case .hfMsSquared:
            row(
                "power in HF", "ms^2", .seconds(60), of: [.hf], interval: .power(.hf),
                absence: .tooFewBeats, names: .none,
                programs: [.taskForce, .kubios, .neurokit, .pyhrv, .hrvanalysis])
        case .vhfMsSquared:
            row(
                "power in VHF", "ms^2", .seconds(60), of: [.vhf], interval: .power(.vhf),
                absence: .tooFewBeats, names: .none, programs: [.neurokit])
        case .totalPowerMsSquared:
            row(
                "power from 0 to the end of HF", "ms^2", .seconds(300), of: [.total],
                interval: .power(.total), absence: .tooFewBeats, names: .none,
                programs: [.taskForce, .kubios, .neurokit, .pyhrv, .hrvanalysis])
        case .lfhf:
            row(
                "LF / HF", "", .seconds(120), of: [.lf, .hf],
                interval: .powerRatio(.lf, over: .hf) { $0 }, absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "LF/HF ratio", hrvanalysis: ["lf_hf_ratio"]),
                programs: [.taskForce, .kubios, .neurokit, .pyhrv, .hrvanalysis])
        case .lfn:
            row(
                "100 LF / (LF + HF)", "%", .seconds(120), of: [.lf, .hf],
                interval: .powerRatio(.lf, over: .hf) { 100 * $0 / (1 + $0) },
                absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "LF (n.u.)", hrvanalysis: ["lfnu"]),
                programs: [.taskForce, .kubios, .neurokit, .pyhrv, .hrvanalysis])
        case .hfn:
            row(
                "100 HF / (LF + HF)", "%", .seconds(120), of: [.lf, .hf],
                interval: .powerRatio(.lf, over: .hf) { 100 / (1 + $0) }, absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "HF (n.u.)", hrvanalysis: ["hfnu"]),
                programs: [.taskForce, .kubios, .neurokit, .pyhrv, .hrvanalysis])
        case .lnHF:
            row(
                "natural logarithm of HF", "ln ms^2", .seconds(60), of: [.hf],
                interval: .powerFunction(.hf, PlatformMath.log), absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: "HF (log)", hrvanalysis: []),
                programs: [.neurokit, .pyhrv])
        case .vlfPeak:
            row(
                "frequency of the VLF maximum", "Hz", .seconds(300), of: [.vlf],
                interval: .none(.extreme), absence: .noPeak,
                names: ExternalMetricNames(neurokit: false, kubios: "VLF (Hz)", hrvanalysis: []),
                programs: [.kubios, .pyhrv])
        case .lfPeak:
            row(
                "frequency of the LF maximum", "Hz", .seconds(120), of: [.lf],
                interval: .none(.extreme), absence: .noPeak,
                names: ExternalMetricNames(neurokit: false, kubios: "LF (Hz)", hrvanalysis: []),
                programs: [.kubios, .pyhrv])
        case .hfPeak:
            row(
                "frequency of the HF maximum", "Hz", .seconds(60), of: [.hf],
                interval: .none(.extreme), absence: .noPeak,
                names: ExternalMetricNames(neurokit: false, kubios: "HF (Hz)", hrvanalysis: []),
                programs: [.kubios, .pyhrv])
        }
    }

    private func row(
        _ title: String, _ unit: String, _ requirement: MetricRequirement,
        of bands: [HRVBands.StandardBand], interval: ConfidenceIntervalMethod,
        absence: MetricAbsenceReason,
        names: ExternalMetricNames, programs: Set<Dialect>
    ) -> MetricDefinition {
        MetricDefinition(
            key, .frequencyDomain, title: title, unit: unit, requirement: requirement,
            comparesAllPairs: false, bands: bands, correctionBasis: .intervals, interval: interval,
            absenceReason: absence, method: .spectrum, names: names, programs: programs)
    }
}
