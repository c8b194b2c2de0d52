/// The nonlinear metrics: keys, rows, and what their rows share.
extension NonlinearMetrics {
    package enum Metric: String, CataloguedMetric {
        case dfaAlpha1 = "HRV_DFA_alpha1"
        case dfaAlpha2 = "HRV_DFA_alpha2"
        case sampEn = "HRV_SampEn"
        case apEn = "HRV_ApEn"
        case shanEn = "HRV_ShanEn"
        case higuchi = "HRV_HFD"
        case katz = "HRV_KFD"
        case lempelZiv = "HRV_LZC"
        case symbols0V = "HRV_0V"
        case symbols1V = "HRV_1V"
        case symbols2LV = "HRV_2LV"
        case symbols2UV = "HRV_2UV"
        case stressIndex = "HRV_StressIndex"
        case decelerationCapacity = "HRV_DC"
        case accelerationCapacity = "HRV_AC"
        case fuzzyEn = "HRV_FuzzyEn"
        case msEn = "HRV_MSEn"
        case cmsEn = "HRV_CMSEn"
        case rcmsEn = "HRV_RCMSEn"
        case mfdfaAlpha1Width = "HRV_MFDFA_alpha1_Width"
        case mfdfaAlpha2Width = "HRV_MFDFA_alpha2_Width"
        case correlationDimension = "HRV_CD"
        case recurrence = "HRV_RQA_REC"
        case determinism = "HRV_RQA_DET"
        case meanLineLength = "HRV_RQA_Lmean"
        case maxLineLength = "HRV_RQA_Lmax"
        case lineEntropy = "HRV_RQA_ShanEn"
    }
}

extension NonlinearMetrics.Metric {
    package var key: MetricKey { MetricKey(.nonlinear(self)) }

    package var definition: MetricDefinition {
        switch self {
        case .dfaAlpha1:
            row(
                "detrended fluctuation, boxes of 4 to 16 beats", "", .beats(100), allPairs: false,
                correctedShare: .intervals, interval: .none(.order),
                method: .detrendedFluctuation,
                names: ExternalMetricNames(neurokit: true, kubios: "alpha 1", hrvanalysis: []),
                programs: [.kubios, .neurokit, .pyhrv, .physionet])
        case .dfaAlpha2:
            row(
                "detrended fluctuation, boxes of 16 to 64 beats", "", .beats(300), allPairs: false,
                correctedShare: .intervals, interval: .none(.order),
                method: .detrendedFluctuation,
                names: ExternalMetricNames(neurokit: true, kubios: "alpha 2", hrvanalysis: []),
                programs: [.kubios, .neurokit, .pyhrv, .physionet])
        case .sampEn:
            row(
                "sample entropy, m 2, r 0.2 SDNN", "", .beats(200), allPairs: false,
                correctedShare: .intervals, interval: .none(.order), method: .templateEntropy,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "SampEn", hrvanalysis: ["sampen"]),
                programs: [.kubios, .neurokit, .pyhrv, .hrvanalysis, .physionet])
        case .apEn:
            row(
                "approximate entropy, m 2, r 0.2 SDNN", "", .beats(200), allPairs: false,
                correctedShare: .intervals, interval: .none(.order), method: .templateEntropy,
                names: ExternalMetricNames(neurokit: true, kubios: "ApEn", hrvanalysis: []),
                programs: [.kubios, .neurokit])
        case .shanEn:
            // Beats that are drawn twice narrow a histogram.
            row(
                "Shannon entropy, 7.8125 ms bins", "bit", .beats(200), allPairs: false,
                correctedShare: .intervals, interval: .none(.biased), method: .shannonEntropy,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .higuchi:
            row(
                "Higuchi's fractal dimension, lags to 10", "", .beats(200), allPairs: false,
                correctedShare: .intervals, interval: .none(.order), method: .higuchi,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .katz:
            row(
                "Katz's fractal dimension", "", .beats(200), allPairs: false,
                correctedShare: .intervals, interval: .none(.extreme), method: .katz,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .lempelZiv:
            row(
                "Lempel-Ziv complexity around the median", "", .beats(200), allPairs: false,
                correctedShare: .intervals, interval: .none(.order), method: .lempelZiv,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .symbols0V:
            row(
                "share of words without variation, 6 levels", "", .beats(100), allPairs: false,
                correctedShare: .intervals, interval: .none(.extreme), method: .symbolicDynamics,
                names: .none, programs: [.neurokit])
        case .symbols1V:
            row(
                "share of words with one variation", "", .beats(100), allPairs: false,
                correctedShare: .intervals, interval: .none(.extreme), method: .symbolicDynamics,
                names: .none, programs: [.neurokit])
        case .symbols2LV:
            row(
                "share of words with two like variations", "", .beats(100), allPairs: false,
                correctedShare: .intervals, interval: .none(.extreme), method: .symbolicDynamics,
                names: .none, programs: [.neurokit])
        case .symbols2UV:
            row(
                "share of words with two unlike variations", "", .beats(100), allPairs: false,
                correctedShare: .intervals, interval: .none(.extreme), method: .symbolicDynamics,
                names: .none, programs: [.neurokit])
        case .stressIndex:
            row(
                "Baevsky's stress index, AMo / (2 Mo range)", "", .beats(100), allPairs: false,
                correctedShare: .intervals, interval: .none(.extreme), method: .stressIndex,
                names: ExternalMetricNames(
                    neurokit: false, kubios: "Stress index", hrvanalysis: []),
                programs: [.kubios])
        case .decelerationCapacity:
            row(
                "deceleration capacity", "ms", .beats(500), allPairs: false,
                correctedShare: .differences, interval: .resampled(.phaseRectifiedAveraging),
                method: .phaseRectifiedAveraging, names: .none, programs: [])
        case .accelerationCapacity:
            row(
                "acceleration capacity", "ms", .beats(500), allPairs: false,
                correctedShare: .differences, interval: .resampled(.phaseRectifiedAveraging),
                method: .phaseRectifiedAveraging, names: .none, programs: [])
        case .fuzzyEn:
            row(
                "fuzzy entropy, m 2, r 0.2 SDNN", "", .beats(200), allPairs: false,
                correctedShare: .intervals, interval: .none(.order), method: .templateEntropy,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .msEn:
            row(
                "multiscale entropy, mean over scales 1 to 20", "", .beats(1000), allPairs: false,
                correctedShare: .intervals, interval: .none(.order), method: .multiscaleEntropy,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .cmsEn:
            row(
                "composite multiscale entropy, mean over scales", "", .beats(1000), allPairs: false,
                correctedShare: .intervals, interval: .none(.order), method: .multiscaleEntropy,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .rcmsEn:
            row(
                "refined composite multiscale entropy, mean over scales", "", .beats(1000),
                allPairs: false, correctedShare: .intervals, interval: .none(.order),
                method: .multiscaleEntropy,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .mfdfaAlpha1Width:
            row(
                "multifractal width, boxes of 4 to 16 beats", "", .beats(1000), allPairs: false,
                correctedShare: .intervals, interval: .none(.order), method: .multifractal,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .mfdfaAlpha2Width:
            row(
                "multifractal width, boxes of 16 to 64 beats", "", .beats(1000), allPairs: false,
                correctedShare: .intervals, interval: .none(.order), method: .multifractal,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .correlationDimension:
            row(
                "correlation dimension D2, m 10", "", .beats(1000), allPairs: true,
                correctedShare: .intervals, interval: .none(.order), method: .vectorDistances,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit])
        case .recurrence:
            row(
                "share of recurrent pairs, m 10, r sqrt(10) SDNN", "%", .beats(300), allPairs: true,
                correctedShare: .intervals, interval: .none(.order), method: .vectorDistances,
                names: .none, programs: [])
        case .determinism:
            row(
                "share of recurrent pairs on lines of 2 or more", "%", .beats(300), allPairs: true,
                correctedShare: .intervals, interval: .none(.order), method: .vectorDistances,
                names: .none, programs: [])
        case .meanLineLength:
            row(
                "mean length of recurrence lines", "beats", .beats(300), allPairs: true,
                correctedShare: .intervals, interval: .none(.order), method: .vectorDistances,
                names: .none, programs: [])
        case .maxLineLength:
            row(
                "length of the longest recurrence line", "beats", .beats(300), allPairs: true,
                correctedShare: .intervals, interval: .none(.order), method: .vectorDistances,
                names: .none, programs: [])
        case .lineEntropy:
            row(
                "Shannon entropy of the lengths of lines, nats", "", .beats(300), allPairs: true,
                correctedShare: .intervals, interval: .none(.order), method: .vectorDistances,
                names: .none, programs: [])
        }
    }

    private func row(
        _ title: String, _ unit: String, _ requirement: MetricRequirement, allPairs: Bool,
        correctedShare: CorrectionBasis, interval: ConfidenceIntervalMethod, method: MetricMethod,
        names: ExternalMetricNames, programs: Set<Dialect>
    ) -> MetricDefinition {
        MetricDefinition(
            key, .nonlinear, title: title, unit: unit, requirement: requirement,
            comparesAllPairs: allPairs, bands: [], correctionBasis: correctedShare,
            interval: interval, absenceReason: .tooFewBeats, method: method, names: names,
            programs: programs)
    }
}
