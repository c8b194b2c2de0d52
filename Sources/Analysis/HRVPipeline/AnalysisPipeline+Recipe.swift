import HRVFeatures
import PhysioDSP
import PhysioTypes

/// Every setting that shaped the numbers, and what a report draws.
extension AnalysisPipeline {
    /// Adds the input that was read, and the lengths that a beat can have.
    func describeInput(
        _ recording: Recording, _ timeStep: ClockStep?, in recipe: inout Recipe
    ) {
        recipe.set(.toolkitVersion, .text(ToolkitVersion.current))
        recipe.set(.inputFormat, .text(recording.format))
        recipe.add(recording.recipe)
        if let date = recording.startDate { recipe.set(.inputStart, .text(date)) }
        if let timeStep { recipe.set(.timeStepMs, .number(timeStep.milliseconds)) }
        recipe.set(.plausibleRRMinMs, .number(RRSeries.plausibleRangeMs.lowerBound))
        recipe.set(.plausibleRRMaxMs, .number(RRSeries.plausibleRangeMs.upperBound))
    }

    func recipe(
        _ beats: RecordingBeats, _ rows: [AnalysisRow],
        _ describeCorrection: (inout Recipe) -> Void
    ) -> Recipe {
        let (spectrum, recording) = (settings.spectrum, beats.recording)
        var recipe = Recipe()
        describeInput(recording, beats.timeStep, in: &recipe)
        describeCorrection(&recipe)
        if let windows = settings.windows {
            recipe.set(.windowSeconds, .number(windows.lengthSeconds))
            recipe.set(.stepSeconds, .number(windows.stepSeconds))
        }
        recipe.set(.minCoverage, .number(AnalysisSettings.minimumCoverage))
        recipe.set(.isForced, .flag(settings.isForced))
        if let selectedDialect = settings.selectedDialect {
            setConventions(selectedDialect, recording.rr.durationSeconds, in: &recipe)
            return recipe
        }
        recipe.set(.psd, .text(spectrum.estimator.rawValue))
        recipe.set(.taper, .text(spectrum.taper.rawValue))
        recipe.set(.detrend, .text(spectrum.detrending.rawValue))
        if spectrum.detrending == .smoothnessPriors {
            recipe.set(.detrendLambda, .number(SmoothnessPriors.defaultLambda))
        }
        if spectrum.estimator != .lombScargle {
            recipe.set(.resample, .text(spectrum.resampling.rawValue))
            recipe.set(.resampleHz, .number(SpectrumSettings.resamplingRateHz))
            recipe.set(.fft, .text(RealFFT.implementationName))
        }
        switch spectrum.estimator {
        case .lombScargle, .periodogram: break
        case .burg:
            recipe.set(.arOrder, .number(Double(SpectrumSettings.burgOrder)))
            recipe.set(.taper, .text(Taper.none.rawValue))
        case .welch:
            recipe.set(.welchSegmentSeconds, .number(SpectrumSettings.welchSegmentSeconds))
        case .multitaper:
            recipe.set(.taper, .text("slepian, adaptive"))
            recipe.set(
                .multitaperNW, .number(SpectrumSettings.multitaper.timeBandwidth))
            recipe.set(
                .multitaperTaperCount, .number(Double(SpectrumSettings.multitaper.taperCount)))
        }
        recipe.set(.bandsHz, .bands(spectrum.bands.all.map(Self.entry)))
        recipe.set(.histogramBinMs, .number(HistogramBins(step: beats.timeStep).widthMs))
        Self.describeNonlinearSettings(in: &recipe)
        settings.uncertainty?.describe(rows, in: &recipe)
        return recipe
    }

    private static func describeNonlinearSettings(in recipe: inout Recipe) {
        func text(_ range: ClosedRange<Int>) -> Recipe.Value {
            .text("\(range.lowerBound)-\(range.upperBound)")
        }
        recipe.set(.entropyTemplateLength, .number(Double(SampleEntropy.defaultLength)))
        recipe.set(.entropyToleranceSD, .number(SampleEntropy.defaultRelativeTolerance))
        recipe.set(.mseScales, text(MultiscaleEntropy.defaultScales))
        recipe.set(.dfaAlpha1Boxes, text(DetrendedFluctuation.defaultShortBoxes))
        recipe.set(.dfaAlpha2Boxes, text(DetrendedFluctuation.defaultLongBoxes))
        recipe.set(.mfdfaOrders, .text("-5 to 5"))
        recipe.set(.higuchiMaxLag, .number(Double(FractalDimensions.defaultMaxLag)))
        recipe.set(.lempelZivThreshold, .text("median"))
        recipe.set(.symbols, .text("6 levels of the range"))
        recipe.set(.correlationVectorLength, .number(Double(CorrelationDimension.defaultDimension)))
        recipe.set(.rqaVectorLength, .number(Double(RecurrenceQuantification.defaultDimension)))
        recipe.set(.rqaRadius, .text("sqrt(m) SD"))
        recipe.set(.rqaMinLineLength, .number(Double(RecurrenceQuantification.minLineLength)))
        recipe.set(
            .maxAnchorChangeShare, .number(PhaseRectifiedAveraging.maximumChangeShare))
        recipe.set(.stressIndexBinMs, .number(StressIndex.binWidthMs))
        recipe.set(
            .rsaBandHz,
            .bands([
                Recipe.Value.NamedBand(
                    name: "RSA", lowHz: PorgesBohrerRSA.defaultLowHz,
                    highHz: PorgesBohrerRSA.defaultHighHz)
            ]))
        recipe.set(
            .turbulenceBeats,
            .text(
                "\(HeartRateTurbulence.referenceIntervalCount) before, \(HeartRateTurbulence.recoveryIntervalCount) after"
            ))
    }

    private func setConventions(
        _ selectedDialect: AnalysisSettings.SelectedDialect, _ recordingSeconds: Double,
        in recipe: inout Recipe
    ) {
        recipe.set(.emulatedProgram, .text(selectedDialect.dialect.title))
        recipe.set(.emulatedDefects, .flag(selectedDialect.includesDefects))
        let rowSeconds = settings.windows.map { min($0.lengthSeconds, recordingSeconds) }
        let conventions = selectedDialect.conventions(rowSeconds ?? recordingSeconds)
        for setting in Conventions.settings
        where setting.affects(anyOf: selectedDialect.dialect.metrics) {
            recipe.set(RecipeKey(setting.name), .text(setting.text(in: conventions)))
        }
    }

    private static func entry(_ name: String, _ band: FrequencyBand) -> Recipe.Value.NamedBand {
        Recipe.Value.NamedBand(name: name, lowHz: band.lowHz, highHz: band.highHz)
    }

    func figures(_ beats: RecordingBeats, _ whole: FrequencyDomain?) -> AnalysisFigures {
        let nn = beats.nn
        let hasRateChangeEffect =
            !settings.isForced && RateChangeEffect(beats.whole, beats.record) != nil
        let whole = isWithheld(beats) || hasRateChangeEffect ? nil : whole
        return AnalysisFigures(
            nn: nn,
            spectrum: whole?.spectrum.map {
                AnalysisFigures.Spectrum(
                    firstHz: $0.firstHz, stepHz: $0.stepHz, densityMsSquaredPerHz: $0.density,
                    bands: settings.spectrum.bands.all.map(Self.entry),
                    certainty: Self.certainty(whole), analysedSeconds: whole?.analysedSeconds)
            },
            spectrogram: isSpectrogramWanted(nn) && !isWithheld(beats)
                ? SpectrogramPlan(nn)?.spectrogram(of: nn, settings) : nil,
            correction: beats.record)
    }

    /// Returns true if the numbers of the recording as a whole are withheld, and so the drawings of
    /// them.
    private func isWithheld(_ beats: RecordingBeats) -> Bool {
        guard !settings.isForced else { return false }
        let artefactShare =
            beats.record?.artefacts.artefactShare ?? CorrectedShares(beats.nn).intervalShare
        return beats.nn.coverage < AnalysisSettings.minimumCoverage
            || artefactShare > CorrectedShares.limit
    }

    private func isSpectrogramWanted(_ nn: NNSeries) -> Bool {
        settings.includesSpectrogram && nn.durationSeconds >= AnalysisSettings.minSpectrogramSeconds
    }

    private static func certainty(_ domain: FrequencyDomain?) -> AnalysisFigures.Certainty {
        guard let domain, let freedom = domain.degreesOfFreedom else { return .unknown }
        if let degreesOfFreedomByFrequency = domain.multitaper?.degreesOfFreedom {
            return .perFrequency(
                degreesOfFreedom: degreesOfFreedomByFrequency,
                independentHz: domain.independentWidthHz)
        }
        return .uniform(degreesOfFreedom: freedom, independentHz: domain.independentWidthHz)
    }
}
