import BeatCorrection
import HRVFeatures
import PhysioDSP
public import PhysioTypes

/// A pipeline from a recording to its table of metrics.
///
/// The beats are corrected once, over the whole recording; one row stands for all of it, or one for
/// each whole window. A metric that the data cannot carry has a reason instead of a number.
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

    /// The metrics of `recording`, its beats corrected as the settings say.
    ///
    /// It ends early where a ``Cancellation`` is wanted.
    ///
    /// - Complexity: O(N log N) for a row of N intervals; windows are analysed one after another.
    public func analyze(_ recording: Recording) -> AnalysisResult {
        let record = settings.correction?.record(of: recording.rr)
        return analyze(
            RecordingBeats(
                recording: recording, nn: record?.nn ?? NNSeries(recording.rr), record: record)
        ) { recipe in
            if let correction = settings.correction {
                correction.describe(in: &recipe)
                recipe.set(.maxArtefactShare, .number(CorrectedShares.limit))
            } else {
                recipe.set(.correction, .text("none"))
            }
        }
    }

    /// The metrics of intervals that the caller has made of `recording`; the correction of the
    /// settings is not run.
    ///
    /// - Parameter nn: the corrected intervals, with their marks.
    public func analyze(_ recording: Recording, nn: NNSeries) -> AnalysisResult {
        analyze(RecordingBeats(recording: recording, nn: nn, record: nil, hasSuppliedNN: true)) {
            recipe in
            recipe.set(.correction, .text("by the caller"))
            recipe.set(.maxArtefactShare, .number(CorrectedShares.limit))
        }
    }

    private func analyze(
        _ beats: RecordingBeats, describeCorrection: (inout Recipe) -> Void
    ) -> AnalysisResult {
        let recording = beats.recording
        let nn = beats.nn
        var notices = recording.notices
        // A day's spectrum is worth computing once.
        let isWhole = !isWindowed(nn)
        let whole = isWhole || settings.keepsFigures ? frequencyDomain(beats.whole) : nil
        let (windows, emptyWindowCount) = windows(of: beats)
        var rows = windows.map { window in
            row(of: window, (isWhole ? whole : nil) ?? frequencyDomain(window), beats)
        }
        if emptyWindowCount > 0 {
            notices.append(
                Notice(
                    .note, code: "empty_windows",
                    "\(emptyWindowCount) windows without a beat have no row: there are more of "
                        + "them than beats"))
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
        notices += beats.record.flatMap(Self.pauseNotice).map { [$0] } ?? []
        var clock = Recipe()
        if settings.windows == nil {
            let split = dayNightRows(of: beats, in: &clock)
            if settings.dayNight != nil { rows[0].segment = "all" }
            rows += split.rows
            notices += split.notices
        }
        var recipe = recipe(beats, rows, describeCorrection)
        recipe.add(clock)
        var figures = settings.keepsFigures ? self.figures(beats, whole) : nil
        figures?.ecgStrips = recording.rhythms?.ecgStrips ?? []
        return AnalysisResult(
            format: recording.format, rows: rows,
            recipe: recipe, notices: notices, figures: figures)
    }

    // MARK: Rows

    /// Returns true if the recording is cut into windows: it is not if it is shorter than one.
    private func isWindowed(_ nn: NNSeries) -> Bool {
        settings.windows.map { nn.durationSeconds >= $0.lengthSeconds } ?? false
    }

    /// The spectrum; for a segment whose numbers will be withheld, or made by the rules of another
    /// program, only its lengths.
    func frequencyDomain(_ beats: RowBeats) -> FrequencyDomain {
        FrequencyDomain(
            beats.nn, settings: settings.spectrum,
            omitsSpectrum: settings.selectedDialect != nil
                || beats.coverageWithEctopicBeats < AnalysisSettings.minimumCoverage
                    && !settings.isForced
                || beats.coverageWithEctopicBeats < AnalysisSettings.minimumCoverageWhenForced
                || Cancellation.isRequested)
    }

    /// Whole windows, or everything where there are none.
    ///
    /// - Returns: the windows, and how many without a beat were left out: all of those where there
    ///   are more of them than beats, so that memory is bounded by the beats.
    private func windows(of beats: RecordingBeats) -> (windows: [RowBeats], leftOutCount: Int) {
        let nn = beats.nn
        guard let windows = settings.windows, isWindowed(nn) else { return ([beats.whole], 0) }
        let (occupied, emptyCount) = occupiedWindows(windows, beats)
        let isSparse = emptyCount > beats.raw.count
        let indices = isSparse ? occupied : Array(0..<(occupied.count + emptyCount))
        var series: [RowBeats] = []
        for index in indices where !Cancellation.isRequested {
            let start = nn.startSeconds + Double(index) * windows.stepSeconds
            series.append(
                beats.window(startSeconds: start, endSeconds: start + windows.lengthSeconds))
        }
        return (series, isSparse ? emptyCount : 0)
    }

    /// Returns the whole windows that hold a beat, and the number of those that do not.
    private func occupiedWindows(
        _ windows: AnalysisSettings.WindowSettings, _ beats: RecordingBeats
    ) -> (indices: [Int], emptyCount: Int) {
        let (nn, raw) = (beats.nn, beats.raw)
        // Rounding may leave a last window a hair too long for the recording.
        let tolerance = 1e-9 * max(1, nn.durationSeconds)
        var (indices, emptyCount, index) = ([Int](), 0, 0)
        while !Cancellation.isRequested {
            let start = nn.startSeconds + Double(index) * windows.stepSeconds
            let end = start + windows.lengthSeconds
            guard end <= nn.endSeconds + tolerance else { break }
            let beatRange = raw.indices(startSeconds: start, endSeconds: end)
            var next = index + 1
            if beatRange.isEmpty {
                if beatRange.upperBound < raw.count {
                    // The first window that ends after the next beat.
                    let distance = raw.endTimesSeconds[beatRange.upperBound] - end
                    next = max(next, index + Int(distance / windows.stepSeconds))
                }
                emptyCount += next - index
            } else {
                indices.append(index)
            }
            index = next
        }
        return (indices, emptyCount)
    }

    func row(
        of beats: RowBeats, _ frequencyDomain: FrequencyDomain, _ recording: RecordingBeats
    ) -> AnalysisRow {
        let nn = beats.nn
        let coverage = beats.coverageWithEctopicBeats
        let turbulence = Self.turbulence(in: recording.raw, beats.rawRanges)
        let artefacts = recording.record?.artefacts(in: beats.rawRanges)
        let respiration = respiration(beats, recording.recording.breathing)
        let (values, segmentCounts) = values(
            of: nn, frequencyDomain, respiration, turbulence,
            HistogramBins(step: recording.timeStep))
        let availability = MetricAvailability(
            nn: nn, spectrum: frequencyDomain, segmentCounts: segmentCounts, coverage: coverage,
            artefacts: artefacts, rateChange: RateChangeEffect(beats, recording.record),
            prematureBeatCount: turbulence.acceptedBeatCount,
            isKindInferredFromShape: recording.recording.recipe[.detector] != nil)
        var metrics = MetricDefinition.all.map { definition in
            metric(
                definition.key.rawValue, values[definition.key],
                dialectReason(definition.key, of: nn) ?? availability.obstacle(to: definition),
                absence: availability.estimatorLimitReason(definition)
                    ?? Self.absence(of: definition, in: nn, respiration))
        }
        metrics += customBandMetrics(frequencyDomain, availability)
        var row = AnalysisRow(
            startSeconds: nn.startSeconds, durationSeconds: nn.analysedSeconds,
            beatCount: nn.count, coverage: nn.coverage,
            spectrumDegreesOfFreedom: frequencyDomain.degreesOfFreedom,
            spectrumResolutionHz: frequencyDomain.spectrum == nil
                ? nil : frequencyDomain.resolutionHz,
            spectrumMissingReason: settings.selectedDialect.map {
                .notMeasured("the spectrum follows \($0.dialect.title)")
            }, metrics: metrics,
            notices: notices(on: coverage, availability) + notices(on: respiration, availability)
                + notices(on: artefacts, of: recording.record, in: beats.rawRanges)
                + notices(on: turbulence, availability)
                + Self.notices(on: recording.timeStep, metrics))
        row.artefacts = artefacts
        row.correctedPercentByMetric = availability.corrected.percent(of: metrics)
        if let uncertainty = settings.uncertainty, !Cancellation.isRequested {
            row.uncertainty = MetricConfidenceIntervals(nn, frequencyDomain, settings: uncertainty)
                .uncertainty(of: metrics)
        }
        return row
    }

    /// The metrics, and how many segments the segment statistics found.
    private func values(
        of nn: NNSeries, _ frequencyDomain: FrequencyDomain, _ respiration: RespirationMetrics?,
        _ turbulence: HeartRateTurbulence, _ bins: HistogramBins
    ) -> (MetricValues, [Int: Int]) {
        var values: MetricValues = [:]
        var segmentCounts: [Int: Int] = [:]
        for length in SegmentStatistics.Length.allCases {
            let segments = SegmentStatistics(nn, segmentMinutes: length.minutes)
            segmentCounts[length.minutes] = segments.segmentCount
            values[length.keys.sdann] = segments.sdannMs
            values[length.keys.sdnnIndex] = segments.sdnnIndexMs
        }
        if let selectedDialect = settings.selectedDialect {
            let conventionValues = selectedDialect.conventions(nn.durationSeconds).values(
                of: nn,
                maxBeatsForAllPairs: settings.isForced ? nil : MetricDefinition.maxBeatsForAllPairs)
            return (
                conventionValues.filter { selectedDialect.dialect.metrics.contains($0.key) },
                segmentCounts
            )
        }
        for family in MetricDefinition.Family.allCases where !Cancellation.isRequested {
            let found = self.values(
                of: family, nn, frequencyDomain, respiration, turbulence, bins)
            values.merge(found) { first, _ in first }
        }
        return (values, segmentCounts)
    }

    private func values(
        of family: MetricDefinition.Family, _ nn: NNSeries, _ frequencyDomain: FrequencyDomain,
        _ respiration: RespirationMetrics?, _ turbulence: HeartRateTurbulence,
        _ bins: HistogramBins
    ) -> MetricValues {
        switch family {
        case .timeDomain: TimeDomain(nn).values
        case .geometric: GeometricMetrics(nn, bins: bins).values
        case .frequencyDomain: frequencyDomain.values
        case .poincare: Poincare(nn).values
        case .nonlinear:
            NonlinearMetrics(
                nn,
                maxBeatsForAllPairs: settings.isForced
                    ? nil : MetricDefinition.maxBeatsForAllPairs,
                bins: bins
            ).values
        // They are among the nonlinear ones.
        case .fragmentation, .asymmetry: [:]
        case .respiration: respiration.map { MetricValues(of: $0) } ?? [:]
        case .turbulence: MetricValues(of: turbulence)
        }
    }

    /// Bands that the person added have the least length of ten of their slowest periods.
    private func customBandMetrics(_ spectrum: FrequencyDomain, _ availability: MetricAvailability)
        -> [MetricResult]
    {
        spectrum.bands.custom.map { name, band in
            let seconds = 10 / max(band.lowHz, 1 / 360)
            return metric(
                "HRV_\(name)_ms2", spectrum.powerMsSquared(band),
                availability.obstacle(to: band, seconds: seconds),
                absence: .tooFew(
                    needed: Double(FrequencyDomain.minimumBeatCount),
                    found: Double(availability.nn.count),
                    .beats))
        }
    }

    private func metric(
        _ key: String, _ value: Double?, _ obstacle: MissingReason?, absence: MissingReason
    ) -> MetricResult {
        guard let value, value.isFinite else {
            let isObstacleIgnored = settings.isForced && obstacle?.canBeForced == true
            return MetricResult(
                key: key, missing: isObstacleIgnored ? absence : obstacle ?? absence)
        }
        guard let obstacle else { return MetricResult(key: key, value: value) }
        return settings.isForced && obstacle.canBeForced
            ? MetricResult(key: key, forced: value, against: obstacle)
            : MetricResult(key: key, missing: obstacle)
    }

    /// Returns the reason against a metric under the conventions of another program.
    private func dialectReason(_ key: MetricKey, of nn: NNSeries) -> MissingReason? {
        guard let selectedDialect = settings.selectedDialect else { return nil }
        guard MetricDefinition.of(key).programs.contains(selectedDialect.dialect) else {
            return .notGiven(by: selectedDialect.dialect.title)
        }
        let limit = MetricDefinition.maxBeatsForAllPairs
        let isSlow = selectedDialect.conventions(nn.durationSeconds).isSlow(key)
        return isSlow && nn.count > limit ? .tooMany(limit: limit, found: nn.count) : nil
    }
}
