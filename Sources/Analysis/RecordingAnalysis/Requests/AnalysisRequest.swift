public import BeatCorrection
public import BeatDetection
package import HRVFeatures
public import HRVPipeline
public import HRVReports
public import PhysioDSP
public import PhysioTypes
package import RecordingFiles
package import SensorProtocol

/// The settings of an analysis, by the options of `hrv analyze`: one value for the command line,
/// for the C library and for Python, so that an option means the same everywhere.
///
/// ```swift
/// let request = try AnalysisRequest(json: #"{"window": 300, "like": "kubios"}"#)
/// let analysis = FileAnalysis(loader: request.loader, settings: request.settings)
/// ```
public struct AnalysisRequest: Sendable {
    /// Rule by which artefacts are looked for.
    package enum RuleChoice: Sendable {
        /// The toolkit's rule; no correction if another program's numbers are repeated.
        case standard
        case none
        case rule(any BeatRule)
    }

    // MARK: Rows

    /// Length of a window; s; nil for one row a recording.
    package var windowSeconds: Double?
    /// Distance of two windows; s; nil for the length.
    package var stepSeconds: Double?
    /// The hours that count as night; nil where day and night have no rows.
    package var night: (from: TimeOfDay, to: TimeOfDay)?
    /// Time of day at which the recording starts; nil for what the file says.
    package var recordingStart: TimeOfDay?
    /// The zone whose clock counts for files in UTC or with an offset; nil for the clock of the file.
    package var zone: ZoneRules?

    // MARK: Numbers

    package var estimator: SpectrumSettings.Estimator?
    package var taper: Taper?
    package var resampling: Resampling?
    package var detrending: Detrending?
    /// Bands that are redefined or added.
    package var bands: [(name: String, band: FrequencyBand)] = []
    package var rule = RuleChoice.standard
    package var repair: BeatRepair?
    package var isForced = false
    package var dialect: Dialect?
    package var includesDefects = false
    package var wantsConfidenceIntervals = false
    package var seed: UInt64?
    package var names = MetricNamingScheme.resonance
    /// The number of recordings that are worked on at once; nil if none is given.
    public var jobCount: Int?

    // MARK: Reading

    /// Samples a second of the signal in which the values of an array are indices of beats; Hz; nil where they are
    /// intervals.
    package var peakSampleRateHz: Double?
    /// True if a value below 0 of an array of intervals is the length of a gap.
    package var hasGaps = false
    /// Samples a second of an ECG that the values of an array are; Hz; nil where they are none.
    package var ecgRateHz: Double?
    package var recordingOptions = RecordingFile.Options()
    /// The recording that is meant of each file, by its name or number; nil for all of them.
    package var part: String?
    package var signal: String?
    package var detector: PublishedDetector?
    /// True where the signals of a file are read instead of its beats.
    public internal(set) var wantsSignals = false
    /// First and last of the beats of a health export.
    package var from: String?
    package var to: String?

    /// The toolkit's own conventions.
    public init() {}

    // MARK: What follows

    /// The settings by which the metrics are made.
    public var settings: AnalysisSettings {
        var settings = AnalysisSettings()
        settings.windows = windowSeconds.flatMap {
            .init(lengthSeconds: $0, stepSeconds: stepSeconds ?? $0)
        }
        settings.spectrum = spectrum
        settings.selectedDialect = dialect.map { .init($0, includesDefects: includesDefects) }
        settings.correction = correction
        settings.isForced = isForced
        settings.uncertainty =
            wantsConfidenceIntervals
            ? UncertaintySettings(seed: seed ?? UncertaintySettings.defaultSeed) : nil
        settings.dayNight = night.flatMap {
            DayNightSettings(from: $0.from, to: $0.to, recordingStart: recordingStart)
        }
        return settings
    }

    /// The beats of an array, which holds intervals in ms where nothing is said.
    ///
    /// - Parameter array: any values, judged as ``ValidatedBeats`` and ``ECGArrayDetection`` do.
    /// - Throws: for values that are no beats.
    public func recording(_ array: [Double]) throws(SeriesError) -> Recording {
        if let ecgRateHz {
            let found = array.withUnsafeBufferPointer {
                ECGArrayDetection(rateHz: ecgRateHz, detector: detector).beats($0)
            }
            return Recording(
                format: "array", rr: found.record.rr, recipe: found.recipe, notices: found.notices,
                breathing: found.record.breathing)
        }
        if let peaksRateHz = peakSampleRateHz {
            return try ValidatedBeats(peaks: array, rateHz: peaksRateHz).recording
        }
        let text = recordingOptions.text
        switch text.unit {
        case .seconds:
            return try ValidatedBeats(intervals: array, unit: .seconds, hasGaps: hasGaps).recording
        case .milliseconds, nil:
            return try ValidatedBeats(intervals: array, unit: .milliseconds, hasGaps: hasGaps)
                .recording
        case .microseconds, .samples:
            let msPerUnit = text.unit == .samples ? 1000 / (text.rateHz ?? 1000) : 1e-3
            return try ValidatedBeats(
                intervals: array.map { $0 * msPerUnit }, unit: .milliseconds, hasGaps: hasGaps
            ).recording
        }
    }

    /// A published detector instead of our own, where one was asked for.
    public var publishedDetector: PublishedDetector? { detector }

    /// The taper where one was asked for; none where nothing is said.
    public var taperChoice: Taper { taper ?? .none }

    /// The loader by which files are read and beats are found.
    public var loader: RecordingLoader {
        var loader = RecordingLoader(options: recordingOptions, signal: signal, detector: detector)
        loader.healthSelection.from = from
        loader.healthSelection.to = to
        loader.zone = zone
        loader.part = part
        return loader
    }

    /// The rows as they are asked for.
    public func table(hasFileColumn: Bool) -> ResultTable {
        ResultTable(
            names: names, customKeys: spectrum.bands.custom.map { "HRV_\($0.name)_ms2" },
            hasFileColumn: hasFileColumn, hasConfidenceIntervals: wantsConfidenceIntervals,
            hasSegmentColumn: night != nil)
    }

    /// The correction of the beats; nil if they are taken as they are.
    public var correction: ArtefactCorrection? {
        let chosen: (any BeatRule)? =
            switch rule {
            case .standard: dialect == nil ? ArtefactCorrection().rule : nil
            case .none: nil
            case .rule(let rule): rule
            }
        return chosen.map { ArtefactCorrection(rule: $0, repair: repair ?? .timeKeeping) }
    }

    package var spectrum: SpectrumSettings {
        var settings = SpectrumSettings()
        settings.estimator = estimator ?? settings.estimator
        settings.taper = taper ?? .hann
        settings.resampling = resampling ?? .bandLimited
        settings.detrending = detrending ?? .linear
        for band in bands { settings.bands.set(band.name, to: band.band) }
        return settings
    }

    // MARK: What does not go together

    /// Shorter windows hold no two beats, and closer ones no new beat.
    private static let minWindowSeconds = 1.0

    /// True if an option sets how the spectrum is made.
    private var hasSpectrumOptions: Bool {
        estimator != nil || taper != nil || resampling != nil || detrending != nil || !bands.isEmpty
    }

    /// - Throws: where an option is out of its range, or does not go with another one.
    package func check() throws(OptionError) {
        try checkRowOptions()
        try checkAnalysisOptions()
        try checkReadingOptions()
    }

    private func checkRowOptions() throws(OptionError) {
        if night != nil, windowSeconds != nil {
            throw OptionError("--night splits the whole recording: not together with --window")
        }
        if recordingStart != nil, night == nil { throw OptionError("--start needs --night") }
        if zone != nil, night == nil { throw OptionError("--zone needs --night") }
        if stepSeconds != nil, windowSeconds == nil { throw OptionError("--step needs --window") }
        for (name, value) in [("--window", windowSeconds), ("--step", stepSeconds)] {
            guard let value else { continue }
            guard value >= Self.minWindowSeconds, value.isFinite else {
                throw OptionError("\(name) must be at least 1 s")
            }
        }
    }

    private func checkAnalysisOptions() throws(OptionError) {
        let standard = Set(MetricKey.allCases.map(\.rawValue))
        for (name, _) in spectrum.bands.custom where standard.contains("HRV_\(name)_ms2") {
            throw OptionError("--band \(name): that name is taken by a standard metric")
        }
        if case .none = rule, repair != nil {
            throw OptionError("--repair needs a rule: leave out --correct none")
        }
        if includesDefects, dialect == nil { throw OptionError("--with-defects needs --like") }
        if seed != nil, !wantsConfidenceIntervals { throw OptionError("--seed needs --ci") }
        guard dialect != nil else { return }
        if case .standard = rule, repair != nil {
            throw OptionError("--repair with --like needs --correct: --like corrects nothing")
        }
        if hasSpectrumOptions {
            throw OptionError(
                "--like decides how the spectrum is made: leave out --psd, --taper, --resample, --detrend and --band"
            )
        }
        if wantsConfidenceIntervals {
            throw OptionError("--ci gives intervals of our own metrics: leave out --like")
        }
    }

    private func checkReadingOptions() throws(OptionError) {
        let kinds = [
            ("--unit", recordingOptions.text.unit != nil),
            ("--peaks-rate", peakSampleRateHz != nil),
            ("--ecg-rate", ecgRateHz != nil),
        ].filter(\.1)
        if kinds.count > 1 {
            throw OptionError(
                "\(kinds[0].0) and \(kinds[1].0) say that the values are different things: leave out one"
            )
        }
        if recordingOptions.text.unit == .samples, recordingOptions.rateHz == nil {
            throw OptionError(
                "--unit samples needs --rate: say how many samples a second there are")
        }
        if hasGaps, peakSampleRateHz != nil || ecgRateHz != nil {
            throw OptionError("--gaps is for intervals: leave it out")
        }
        if let ecgRateHz, !DetectionLimits.sampleRatesHz.contains(ecgRateHz) {
            throw OptionError(
                "--ecg-rate is \(ecgRateHz): R peaks are found in \(DetectionLimits.sampleRatesHz.lowerBound) to "
                    + "\(DetectionLimits.sampleRatesHz.upperBound) samples a second")
        }
        if let rate = recordingOptions.rateHz, !(rate > 0 && rate.isFinite) {
            throw OptionError("--rate is a number of samples a second above 0")
        }
        let forcibleFormats = RecordingFormat.all.filter(\.canBeForced).map(\.name)
        if let format = recordingOptions.format, !forcibleFormats.contains(format) {
            throw OptionError(
                "--format \(format): choose one of \(forcibleFormats.joined(separator: ", ")); all other formats are recognised by "
                    + "themselves")
        }
        for (name, value) in [("--from", from), ("--to", to)] {
            guard let value, !Self.isDate(value) else { continue }
            throw OptionError("\(name) is a date such as 2026-11-14, or 2026-11-14T03:12")
        }
    }

    /// A date, or a date and time.
    private static func isDate(_ text: String) -> Bool {
        [10, 16, 19].contains(text.utf8.count)
            && zip(text.utf8, "0000-00-00T00:00:00".utf8).allSatisfy {
                $1 == UInt8(ascii: "0") ? $0 &- 0x30 < 10 : $0 == $1
            }
    }
}
