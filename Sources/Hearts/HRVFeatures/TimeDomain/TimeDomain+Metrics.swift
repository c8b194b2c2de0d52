/// The time-domain metrics: keys, rows, and what their rows share.
///
/// Least lengths: Task Force 1996 and Shaffer and Ginsberg 2017 (Front. Public Health 5:258),
/// rounded to what keeps the sampling error of a healthy resting recording tolerable. The other
/// families follow them.
extension TimeDomain {
    package enum Metric: String, CataloguedMetric {
        case meanNN = "HRV_MeanNN"
        case sdnn = "HRV_SDNN"
        case sdann1 = "HRV_SDANN1"
        case sdnni1 = "HRV_SDNNI1"
        case sdann2 = "HRV_SDANN2"
        case sdnni2 = "HRV_SDNNI2"
        case sdann5 = "HRV_SDANN5"
        case sdnni5 = "HRV_SDNNI5"
        case rmssd = "HRV_RMSSD"
        case sdsd = "HRV_SDSD"
        case cvnn = "HRV_CVNN"
        case cvsd = "HRV_CVSD"
        case medianNN = "HRV_MedianNN"
        case madNN = "HRV_MadNN"
        case mcvNN = "HRV_MCVNN"
        case iqrNN = "HRV_IQRNN"
        case sdRMSSD = "HRV_SDRMSSD"
        case prc20NN = "HRV_Prc20NN"
        case prc80NN = "HRV_Prc80NN"
        case nn50 = "HRV_NN50"
        case nn20 = "HRV_NN20"
        case pnn50 = "HRV_pNN50"
        case pnn20 = "HRV_pNN20"
        case minNN = "HRV_MinNN"
        case maxNN = "HRV_MaxNN"
        case rangeNN = "HRV_RangeNN"
        case meanHR = "HRV_MeanHR"
        case sdHR = "HRV_SDHR"
        case minHR = "HRV_MinHR"
        case maxHR = "HRV_MaxHR"
    }
}

extension TimeDomain.Metric {
    package var key: MetricKey { MetricKey(.timeDomain(self)) }

    package var definition: MetricDefinition {
        switch self {
        case .meanNN:
            row(
                "mean NN interval", "ms", .beats(1), correctedShare: .intervals,
                interval: .resampled(.timeDomain), absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "Mean RR (ms)", hrvanalysis: ["mean_nni"]),
                programs: [.kubios, .neurokit, .pyhrv, .hrvanalysis, .physionet])
        case .sdnn:
            row(
                "standard deviation of NN (n - 1)", "ms", .beats(10), correctedShare: .intervals,
                interval: .resampled(.timeDomain), absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "SDNN (ms)", hrvanalysis: ["sdnn"]),
                programs: [.taskForce, .kubios, .neurokit, .pyhrv, .hrvanalysis, .physionet])
        case .sdann1:
            row(
                "SD of the 1-min means", "ms", .segments(3, minutes: 1),
                correctedShare: .intervals, interval: .none(.order), absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .sdnni1:
            row(
                "mean of the 1-min SDNN", "ms", .segments(3, minutes: 1),
                correctedShare: .intervals, interval: .none(.order), absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .sdann2:
            row(
                "SD of the 2-min means", "ms", .segments(3, minutes: 2),
                correctedShare: .intervals, interval: .none(.order), absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .sdnni2:
            row(
                "mean of the 2-min SDNN", "ms", .segments(3, minutes: 2),
                correctedShare: .intervals, interval: .none(.order), absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .sdann5:
            row(
                "SD of the 5-min means", "ms", .segments(3, minutes: 5),
                correctedShare: .intervals, interval: .none(.order), absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: "SDANN (ms)", hrvanalysis: []),
                programs: [.taskForce, .neurokit, .pyhrv])
        case .sdnni5:
            row(
                "mean of the 5-min SDNN", "ms", .segments(3, minutes: 5),
                correctedShare: .intervals, interval: .none(.order), absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "SDNN index (ms)", hrvanalysis: []),
                programs: [.taskForce, .kubios, .neurokit, .pyhrv])
        case .rmssd:
            row(
                "root mean square of successive differences", "ms", .beats(20),
                correctedShare: .differences, interval: .resampled(.timeDomain),
                absence: .tooFewDifferences,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "RMSSD (ms)", hrvanalysis: ["rmssd"]),
                programs: [.taskForce, .kubios, .neurokit, .pyhrv, .hrvanalysis, .physionet])
        case .sdsd:
            row(
                "SD of successive differences (n - 1)", "ms", .beats(20),
                correctedShare: .differences, interval: .resampled(.timeDomain),
                absence: .tooFewDifferences,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: ["sdsd"]),
                programs: [.taskForce, .neurokit, .pyhrv, .hrvanalysis])
        case .cvnn:
            row(
                "SDNN / mean NN", "", .beats(10), correctedShare: .intervals,
                interval: .resampled(.timeDomain), absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: ["cvnni"]),
                programs: [.neurokit, .hrvanalysis])
        case .cvsd:
            row(
                "RMSSD / mean NN", "", .beats(20), correctedShare: .differences,
                interval: .resampled(.timeDomain), absence: .tooFewDifferences,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: ["cvsd"]),
                programs: [.neurokit, .hrvanalysis])
        case .medianNN:
            row(
                "median NN interval", "ms", .beats(1), correctedShare: .intervals,
                interval: .resampled(.timeDomain), absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: true, kubios: nil, hrvanalysis: ["median_nni"]),
                programs: [.neurokit, .hrvanalysis, .physionet])
        case .madNN:
            row(
                "1.4826 x median absolute deviation", "ms", .beats(10),
                correctedShare: .intervals, interval: .resampled(.timeDomain),
                absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .mcvNN:
            row(
                "MadNN / median NN", "", .beats(10), correctedShare: .intervals,
                interval: .resampled(.timeDomain), absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .iqrNN:
            row(
                "interquartile range of NN", "ms", .beats(10), correctedShare: .intervals,
                interval: .resampled(.timeDomain), absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .sdRMSSD:
            row(
                "SDNN / RMSSD", "", .beats(20), correctedShare: .differences,
                interval: .resampled(.timeDomain), absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .prc20NN:
            row(
                "20 % quantile of NN", "ms", .beats(10), correctedShare: .intervals,
                interval: .resampled(.timeDomain), absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .prc80NN:
            row(
                "80 % quantile of NN", "ms", .beats(10), correctedShare: .intervals,
                interval: .resampled(.timeDomain), absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .nn50:
            row(
                "differences above 50 ms", "count", .beats(20), correctedShare: .differences,
                interval: .share(of: .pnn50), absence: .tooFewDifferences,
                names: ExternalMetricNames(
                    neurokit: false, kubios: "NN50 (beats)", hrvanalysis: ["nni_50"]),
                programs: [.taskForce, .kubios, .pyhrv, .hrvanalysis, .physionet])
        case .nn20:
            row(
                "differences above 20 ms", "count", .beats(20), correctedShare: .differences,
                interval: .share(of: .pnn20), absence: .tooFewDifferences,
                names: ExternalMetricNames(neurokit: false, kubios: nil, hrvanalysis: ["nni_20"]),
                programs: [.pyhrv, .hrvanalysis])
        case .pnn50:
            row(
                "share of differences above 50 ms", "%", .beats(20), correctedShare: .differences,
                interval: .resampled(.timeDomain), absence: .tooFewDifferences,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "pNN50 (%)", hrvanalysis: ["pnni_50"]),
                programs: [.taskForce, .kubios, .neurokit, .pyhrv, .hrvanalysis, .physionet])
        case .pnn20:
            row(
                "share of differences above 20 ms", "%", .beats(20), correctedShare: .differences,
                interval: .resampled(.timeDomain), absence: .tooFewDifferences,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: ["pnni_20"]),
                programs: [.neurokit, .pyhrv, .hrvanalysis])
        case .minNN:
            row(
                "shortest NN interval", "ms", .beats(1), correctedShare: .intervals,
                interval: .none(.extreme), absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit, .pyhrv])
        case .maxNN:
            row(
                "longest NN interval", "ms", .beats(1), correctedShare: .intervals,
                interval: .none(.extreme), absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit, .pyhrv])
        case .rangeNN:
            row(
                "longest less shortest NN", "ms", .beats(10), correctedShare: .intervals,
                interval: .none(.extreme), absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: false, kubios: nil, hrvanalysis: ["range_nni"]),
                programs: [.hrvanalysis])
        case .meanHR:
            row(
                "mean of 60000 / NN", "1/min", .beats(1), correctedShare: .intervals,
                interval: .resampled(.timeDomain), absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: false, kubios: "Mean HR (beats/min)", hrvanalysis: ["mean_hr"]),
                programs: [.kubios, .pyhrv, .hrvanalysis])
        case .sdHR:
            row(
                "SD of 60000 / NN (n - 1)", "1/min", .beats(10), correctedShare: .intervals,
                interval: .resampled(.timeDomain), absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: false, kubios: "SD HR (beats/min)", hrvanalysis: ["std_hr"]),
                programs: [.kubios, .pyhrv, .hrvanalysis])
        case .minHR:
            row(
                "60000 / longest NN", "1/min", .beats(1), correctedShare: .intervals,
                interval: .none(.extreme), absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: false, kubios: "Min HR (beats/min)", hrvanalysis: ["min_hr"]),
                programs: [.kubios, .pyhrv, .hrvanalysis])
        case .maxHR:
            row(
                "60000 / shortest NN", "1/min", .beats(1), correctedShare: .intervals,
                interval: .none(.extreme), absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: false, kubios: "Max HR (beats/min)", hrvanalysis: ["max_hr"]),
                programs: [.kubios, .pyhrv, .hrvanalysis])
        }
    }

    private func row(
        _ title: String, _ unit: String, _ requirement: MetricRequirement,
        correctedShare: CorrectionBasis, interval: ConfidenceIntervalMethod,
        absence: MetricAbsenceReason,
        names: ExternalMetricNames, programs: Set<Dialect>
    ) -> MetricDefinition {
        MetricDefinition(
            key, .timeDomain, title: title, unit: unit, requirement: requirement,
            comparesAllPairs: false, bands: [], correctionBasis: correctedShare, interval: interval,
            absenceReason: absence, method: .timeDomain, names: names, programs: programs)
    }
}
