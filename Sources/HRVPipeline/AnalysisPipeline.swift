import HRVFeatures
import PhysioDSP
public import PhysioTypes

/// From a recording to its table of metrics.
///
/// Every interval between two normal beats is used as it is (no correction); one row stands for
/// the whole recording, or one for each whole window. A metric that the data cannot carry has a
/// reason instead of a number.
///
/// ```swift
/// let recording = Recording(format: "rr-text", rr: RRSeries(intervalsMs: intervals))
/// let result = AnalysisPipeline().analyze(recording)
/// result.rows[0]["HRV_RMSSD"]?.value
/// ```
public struct AnalysisPipeline: Sendable {
    public let settings: AnalysisSettings

    public init(settings: AnalysisSettings = AnalysisSettings()) {
        self.settings = settings
    }

    /// The metrics of `recording`.
    ///
    /// - Complexity: O(N log N) for a row of N intervals; windows are analysed one after another.
    public func analyze(_ recording: Recording) -> AnalysisResult {
        analyze(recording, nn: NNSeries(recording.rr))
    }

    /// The metrics of intervals that a correction has made of `recording`.
    ///
    /// - Parameter nn: the corrected intervals, with their marks.
    public func analyze(_ recording: Recording, nn: NNSeries) -> AnalysisResult {
        var notices = recording.notices
        // A day's spectrum is worth computing once.
        let isWhole = !isWindowed(nn)
        let whole = isWhole || settings.keepsFigures ? frequencyDomain(nn) : nil
        var rows = windows(of: nn).map { window in
            row(of: window, (isWhole ? whole : nil) ?? frequencyDomain(window), raw: recording.rr)
        }
        if rows.count == 1, let windows = settings.windows,
            nn.durationSeconds < windows.lengthSeconds
        {
            notices.append(
                Notice(
                    .note, code: "shorter_than_window",
                    "the recording is shorter than one window of \(windows.lengthSeconds) s: it is "
                        + "analysed as a whole"))
        }
        notices += self.notices(on: nn, raw: recording.rr)
        var clock = Recipe()
        if settings.windows == nil {
            let split = dayNightRows(of: nn, recording, in: &clock)
            if settings.dayNight != nil { rows[0].stretch = "all" }
            rows += split.rows
            notices += split.notices
        }
        var recipe = recipe(recording, rows)
        for setting in clock.settings { recipe.set(setting.name, setting.value) }
        return AnalysisResult(
            format: recording.format, rows: rows,
            recipe: recipe, notices: notices,
            figures: settings.keepsFigures ? figures(nn, whole) : nil)
    }

    // MARK: Rows

    /// Whether the recording is cut into windows: it is not if it is shorter than one.
    private func isWindowed(_ nn: NNSeries) -> Bool {
        settings.windows.map { nn.durationSeconds >= $0.lengthSeconds } ?? false
    }

    /// The spectrum, but of a stretch whose numbers will be withheld, or made by the rules of
    /// another program, only its lengths.
    func frequencyDomain(_ nn: NNSeries) -> FrequencyDomain {
        FrequencyDomain(
            nn, settings: settings.spectrum,
            omitsSpectrum: settings.voice != nil
                || nn.coverage < AnalysisSettings.minimumCoverage && !settings.isForced)
    }

    /// Whole windows, or everything where there are none.
    private func windows(of nn: NNSeries) -> [NNSeries] {
        guard let windows = settings.windows, isWindowed(nn) else { return [nn] }
        // Rounding may leave a last window a hair too long for the recording.
        let slack = 1e-9 * max(1, nn.durationSeconds)
        var series: [NNSeries] = []
        var index = 0
        while true {
            let start = nn.startSeconds + Double(index) * windows.stepSeconds
            let end = start + windows.lengthSeconds
            guard end <= nn.endSeconds + slack else { return series }
            series.append(nn.window(startSeconds: start, endSeconds: end))
            index += 1
        }
    }

    func row(
        of nn: NNSeries, _ frequencyDomain: FrequencyDomain, raw: RRSeries
    ) -> AnalysisRow {
        let coverage = nn.coverage
        let turbulence = turbulence(nn, in: raw)
        let (values, segmentCounts) = values(of: nn, frequencyDomain, turbulence)
        let gate = DataGate(
            nn: nn, spectrum: frequencyDomain, segmentCounts: segmentCounts, coverage: coverage,
            prematureBeatCount: turbulence.acceptedCount)
        var metrics = MetricDefinition.all.map { definition in
            metric(
                definition.key.rawValue, values[definition.key],
                unspoken(definition.key) ?? gate.obstacle(to: definition),
                absence: gate.unresolved(definition) ?? Self.absence(of: definition.key, in: nn))
        }
        metrics += customBands(frequencyDomain, gate)
        var row = AnalysisRow(
            startSeconds: nn.startSeconds, durationSeconds: nn.stretchSeconds,
            beatCount: nn.count, coverage: coverage,
            spectrumDegreesOfFreedom: frequencyDomain.degreesOfFreedom,
            spectrumResolutionHz: frequencyDomain.spectrum == nil
                ? nil : frequencyDomain.resolutionHz,
            spectrumNote: settings.voice.map {
                .notMeasured("the spectrum follows \($0.dialect.title)")
            }, metrics: metrics, notices: notices(on: coverage, gate))
        row.correctedPercent = gate.corrected.percent(of: metrics)
        row.uncertainty = settings.uncertainty.map {
            MetricIntervals(nn, frequencyDomain, settings: $0).uncertainty(of: metrics)
        }
        return row
    }

    /// The metrics, and how many segments the segment statistics found.
    private func values(
        of nn: NNSeries, _ frequencyDomain: FrequencyDomain, _ turbulence: HeartRateTurbulence
    ) -> (MetricValues, [Int: Int]) {
        var values: MetricValues = [:]
        var segmentCounts: [Int: Int] = [:]
        for (minutes, means, index) in Self.segmentKeys {
            let segments = SegmentStatistics(nn, segmentMinutes: minutes)
            segmentCounts[minutes] = segments.segmentCount
            values[means] = segments.sdannMs
            values[index] = segments.sdnnIndexMs
        }
        if let voice = settings.voice {
            let all = voice.conventions(nn.durationSeconds).values(of: nn)
            return (all.filter { voice.dialect.metrics.contains($0.key) }, segmentCounts)
        }
        let nonlinear = NonlinearMetrics(
            nn, mostBeatsOfAllPairs: settings.isForced ? nil : MetricDefinition.mostBeatsOfAllPairs)
        for group in [
            TimeDomain(nn).values, Poincare(nn).values, Geometric(nn).values,
            frequencyDomain.values, nonlinear.values, respiration(nn),
        ] {
            values.merge(group) { first, _ in first }
        }
        values[.turbulenceOnset] = turbulence.onsetPercent
        values[.turbulenceSlope] = turbulence.slopeMsPerInterval
        return (values, segmentCounts)
    }

    private static let segmentKeys: [(Int, MetricKey, MetricKey)] = [
        (1, .sdann1, .sdnni1), (2, .sdann2, .sdnni2), (5, .sdann5, .sdnni5),
    ]

    /// Bands that the person added have the least length of ten of their slowest periods.
    private func customBands(_ spectrum: FrequencyDomain, _ gate: DataGate) -> [MetricResult] {
        spectrum.bands.custom.map { name, band in
            let seconds = 10 / max(band.lowHz, 1 / 360)
            return metric(
                "HRV_\(name)_ms2", spectrum.powerMsSquared(band),
                gate.obstacle(to: band, seconds: seconds),
                absence: .tooFew(
                    needed: Double(FrequencyDomain.minimumBeatCount), found: Double(gate.nn.count),
                    .beats))
        }
    }

    private func metric(
        _ key: String, _ value: Double?, _ obstacle: MissingReason?, absence: MissingReason
    ) -> MetricResult {
        guard let value, value.isFinite else {
            let isLifted = settings.isForced && obstacle?.canBeForced == true
            return MetricResult(key: key, missing: isLifted ? absence : obstacle ?? absence)
        }
        guard let obstacle else { return MetricResult(key: key, value: value) }
        return settings.isForced && obstacle.canBeForced
            ? MetricResult(key: key, forced: value, against: obstacle)
            : MetricResult(key: key, missing: obstacle)
    }

    /// The reason of a metric that the program whose conventions are followed does not give.
    private func unspoken(_ key: MetricKey) -> MissingReason? {
        guard let dialect = settings.voice?.dialect, !dialect.metrics.contains(key) else {
            return nil
        }
        return .notGiven(by: dialect.title)
    }

    /// Why a metric that nothing speaks against still has no number.
    private static func absence(of key: MetricKey, in nn: NNSeries) -> MissingReason {
        if let reason = breathingAbsence(of: key, in: nn) { return reason }
        switch key {
        case .rmssd, .sdsd, .cvsd, .nn50, .nn20, .pnn50, .pnn20, .sd1, .sd2, .ellipseArea:
            let found = nn.successiveDifferencesMs.count
            return found < 2
                ? .tooFew(needed: 2, found: Double(found), .differences) : .zeroDenominator
        case .vlfPeak, .lfPeak, .hfPeak:
            return .noPeak
        default:
            return nn.count < 2
                ? .tooFew(needed: 2, found: Double(nn.count), .beats) : .zeroDenominator
        }
    }

    // MARK: Notices

    private func notices(on nn: NNSeries, raw: RRSeries) -> [Notice] {
        var notices: [Notice] = []
        if let implausible = implausible(raw) { notices.append(implausible) }
        let notNormal = raw.marks.count { $0.contains(.notNormal) }
        if notNormal > 0 {
            notices.append(
                Notice(
                    .note, code: "not_normal",
                    "\(notNormal) of \(raw.count) intervals are bounded by a beat that is not "
                        + "normal, or hold noise: they are not NN"))
        }
        if let voice = settings.voice {
            notices.append(
                Notice(
                    .note, code: "like",
                    "the metrics follow the conventions of \(voice.dialect.title), not ours"))
        }
        if nn.count == 0, raw.count > 0 {
            notices.append(
                Notice(
                    .warning, code: "no_nn",
                    "none of the \(raw.count) intervals is NN: there is nothing to compute from"))
        }
        return notices
    }

    private func implausible(_ raw: RRSeries) -> Notice? {
        let outside = raw.marks.indices.filter { raw.marks[$0].contains(.outOfRange) }
        guard let first = outside.first else { return nil }
        let range = RRSeries.plausibleRangeMs
        let longer = outside.count { raw.intervalsMs[$0] > range.upperBound }
        return Notice(
            .warning, code: "rr_range",
            "no heart beats, kept as gaps: \(outside.count) of \(raw.count) intervals "
                + "(\(longer) above 3000 ms, \(outside.count - longer) below 200 ms; the first "
                + "is \(raw.intervalsMs[first]) ms)")
    }

    private func notices(on coverage: Double, _ gate: DataGate) -> [Notice] {
        var notices: [Notice] = []
        if coverage < AnalysisSettings.minimumCoverage, gate.nn.count > 0 {
            let percent = (coverage * 1000).rounded() / 10
            notices.append(
                Notice(
                    .warning, code: "coverage",
                    "NN intervals cover \(percent) % of the time, less than 90 %: "
                        + (settings.isForced
                            ? "the numbers describe the readable parts only"
                            : "no metric is given (--force gives them)")))
        }
        let hfHigh = gate.spectrum.bands.hf.highHz
        let limit = gate.spectrum.highestFaithfulHz
        if limit > 0, limit < hfHigh, gate.nn.count >= 10, settings.voice == nil {
            let rounded = (limit * 1000).rounded() / 1000
            notices.append(
                Notice(
                    .note, code: "slow_heart",
                    "the heart beats too slowly to show all of HF: \(settings.spectrum.estimator.rawValue) "
                        + "reaches \(rounded) Hz here, HF ends at \(hfHigh) Hz"))
        }
        return notices
    }

    // MARK: Recipe and figures

    private func recipe(_ recording: Recording, _ rows: [AnalysisRow]) -> Recipe {
        let spectrum = settings.spectrum
        var recipe = Recipe()
        recipe.set("toolkit_version", .text(ToolkitVersion.current))
        recipe.set("input_format", .text(recording.format))
        for setting in recording.recipe.settings { recipe.set(setting.name, setting.value) }
        if let date = recording.startDate { recipe.set("input_start", .text(date)) }
        recipe.set("plausible_rr_min_ms", .number(RRSeries.plausibleRangeMs.lowerBound))
        recipe.set("plausible_rr_max_ms", .number(RRSeries.plausibleRangeMs.upperBound))
        recipe.set("correction", .text("none"))
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
        settings.uncertainty?.describe(rows, in: &recipe)
        return recipe
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

    private func figures(_ nn: NNSeries, _ whole: FrequencyDomain?) -> AnalysisFigures {
        AnalysisFigures(
            nn: nn,
            spectrum: whole?.spectrum.map {
                AnalysisFigures.Spectrum(
                    firstHz: $0.firstHz, stepHz: $0.stepHz, densityMsSquaredPerHz: $0.density,
                    bands: settings.spectrum.bands.all.map(Self.entry),
                    certainty: Self.certainty(whole), stretchSeconds: whole?.stretchSeconds)
            },
            spectrogram: isSpectrogramWanted(nn)
                ? SpectrogramPlan(nn)?.spectrogram(of: nn, settings) : nil)
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
