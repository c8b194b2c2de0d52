import HRVFeatures
import PhysioDSP
import PhysioTypes

/// Every setting that shaped the numbers, and what a report draws.
extension AnalysisPipeline {
    /// What was read, and which lengths a beat can have.
    func describeInput(_ recording: Recording, in recipe: inout Recipe) {
        recipe.set("toolkit_version", .text(ToolkitVersion.current))
        recipe.set("input_format", .text(recording.format))
        for setting in recording.recipe.settings { recipe.set(setting.name, setting.value) }
        if let date = recording.startDate { recipe.set("input_start", .text(date)) }
        recipe.set("plausible_rr_min_ms", .number(RRSeries.plausibleRangeMs.lowerBound))
        recipe.set("plausible_rr_max_ms", .number(RRSeries.plausibleRangeMs.upperBound))
    }

    func recipe(
        _ recording: Recording, _ rows: [AnalysisRow],
        _ describeCorrection: (inout Recipe) -> Void
    ) -> Recipe {
        let spectrum = settings.spectrum
        var recipe = Recipe()
        describeInput(recording, in: &recipe)
        describeCorrection(&recipe)
        if let windows = settings.windows {
            recipe.set("window_s", .number(windows.lengthSeconds))
            recipe.set("step_s", .number(windows.stepSeconds))
        }
        recipe.set("min_coverage", .number(AnalysisSettings.minimumCoverage))
        recipe.set("forced", .flag(settings.isForced))
        if let voice = settings.voice {
            set(voice, recording.rr.durationSeconds, in: &recipe)
            return recipe
        }
        recipe.set("psd", .text(spectrum.estimator.rawValue))
        recipe.set("taper", .text(spectrum.taper.rawValue))
        recipe.set("detrend", .text(spectrum.detrending.rawValue))
        if spectrum.detrending == .smoothnessPriors {
            recipe.set("detrend_lambda", .number(SmoothnessPriors.defaultLambda))
        }
        if spectrum.estimator != .lombScargle {
            recipe.set("resample", .text(spectrum.resampling.rawValue))
            recipe.set("resample_hz", .number(SpectrumSettings.resamplingRateHz))
            recipe.set("fft", .text(RealFFT.implementationName))
        }
        switch spectrum.estimator {
        case .lombScargle, .periodogram: break
        case .burg:
            recipe.set("ar_order", .number(Double(SpectrumSettings.burgOrder)))
            recipe.set("taper", .text(Taper.none.rawValue))
        case .welch:
            recipe.set("welch_segment_s", .number(SpectrumSettings.welchSegmentSeconds))
        case .multitaper:
            recipe.set("taper", .text("slepian, adaptive"))
            recipe.set(
                "multitaper_nw", .number(SpectrumSettings.multitaper.timeBandwidth))
            recipe.set("multitaper_k", .number(Double(SpectrumSettings.multitaper.taperCount)))
        }
        recipe.set("bands_hz", .bands(spectrum.bands.all.map(Self.entry)))
        recipe.set("histogram_bin_ms", .number(Geometric.binWidthMs))
        Self.describeNonlinear(in: &recipe)
        settings.uncertainty?.describe(rows, in: &recipe)
        return recipe
    }

    private static func describeNonlinear(in recipe: inout Recipe) {
        func text(_ range: ClosedRange<Int>) -> Recipe.Value {
            .text("\(range.lowerBound)-\(range.upperBound)")
        }
        recipe.set("entropy_m", .number(Double(SampleEntropy.defaultLength)))
        recipe.set("entropy_r_sd", .number(SampleEntropy.defaultRelativeTolerance))
        recipe.set("mse_scales", text(MultiscaleEntropy.defaultScales))
        recipe.set("dfa_alpha1_boxes", text(DetrendedFluctuation.defaultShortBoxes))
        recipe.set("dfa_alpha2_boxes", text(DetrendedFluctuation.defaultLongBoxes))
        recipe.set("mfdfa_orders", .text("-5 to 5"))
        recipe.set("higuchi_k", .number(Double(FractalDimensions.defaultLongestLag)))
        recipe.set("lempel_ziv_threshold", .text("median"))
        recipe.set("symbols", .text("6 levels of the range"))
        recipe.set("cd_m", .number(Double(CorrelationDimension.defaultDimension)))
        recipe.set("rqa_m", .number(Double(RecurrenceQuantification.defaultDimension)))
        recipe.set("rqa_r", .text("sqrt(m) SD"))
        recipe.set("rqa_line_min", .number(Double(RecurrenceQuantification.shortestLine)))
        recipe.set(
            "capacity_change_max", .number(PhaseRectifiedAveraging.maximumChangeShare))
        recipe.set("stress_bin_ms", .number(StressIndex.binWidthMs))
        recipe.set(
            "rsa_band_hz", .bands([Recipe.Value.Entry(name: "RSA", lowHz: 0.12, highHz: 0.4)]))
        recipe.set(
            "turbulence_beats",
            .text(
                "\(HeartRateTurbulence.referenceCount) before, \(HeartRateTurbulence.recoveryCount) after"
            ))
    }

    private func set(
        _ voice: AnalysisSettings.Voice, _ recordingSeconds: Double, in recipe: inout Recipe
    ) {
        recipe.set("like", .text(voice.dialect.title))
        recipe.set("like_defects", .flag(voice.includesDefects))
        let rowSeconds = settings.windows.map { min($0.lengthSeconds, recordingSeconds) }
        let conventions = voice.conventions(rowSeconds ?? recordingSeconds)
        for setting in Conventions.settings where setting.shapes(anyOf: voice.dialect.metrics) {
            recipe.set(setting.name, .text(setting.text(in: conventions)))
        }
    }

    private static func entry(_ name: String, _ band: FrequencyBand) -> Recipe.Value.Entry {
        Recipe.Value.Entry(name: name, lowHz: band.lowHz, highHz: band.highHz)
    }

    func figures(_ beats: RecordingBeats, _ whole: FrequencyDomain?) -> AnalysisFigures {
        let nn = beats.nn
        return AnalysisFigures(
            nn: nn,
            spectrum: whole?.spectrum.map {
                AnalysisFigures.Spectrum(
                    firstHz: $0.firstHz, stepHz: $0.stepHz, densityMsSquaredPerHz: $0.density,
                    bands: settings.spectrum.bands.all.map(Self.entry),
                    certainty: Self.certainty(whole), stretchSeconds: whole?.stretchSeconds)
            },
            spectrogram: isSpectrogramWanted(nn)
                ? SpectrogramPlan(nn)?.spectrogram(of: nn, settings) : nil,
            correction: beats.record)
    }

    private func isSpectrogramWanted(_ nn: NNSeries) -> Bool {
        settings.keepsSpectrogram && nn.durationSeconds >= AnalysisSettings.spectrogramFromSeconds
    }

    private static func certainty(_ domain: FrequencyDomain?) -> AnalysisFigures.Certainty {
        guard let domain, let freedom = domain.degreesOfFreedom else { return .unknown }
        if let each = domain.multitaper?.degreesOfFreedom {
            return .each(degreesOfFreedom: each, independentHz: domain.independentHz)
        }
        return .even(degreesOfFreedom: freedom, independentHz: domain.independentHz)
    }
}
