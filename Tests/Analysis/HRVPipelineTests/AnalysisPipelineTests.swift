import Foundation
import HRVFeatures
import HRVPipeline
import PhysioDSP
import PhysioSimulation
import PhysioTypes
import Synchronization
import TestSupport
import Testing

@Suite struct AnalysisPipelineTests {
    private static func recording(_ intervals: [Double], start: Double = 0) -> Recording {
        Recording(format: "test", rr: RRSeries(intervalsMs: intervals, startSeconds: start))
    }

    /// Settings for the intervals as they are: what rules take for an artefact is no matter of these tests.
    private static var raw: AnalysisSettings {
        var settings = AnalysisSettings()
        settings.correction = nil
        return settings
    }

    private static func row(
        _ intervals: [Double], _ change: (inout AnalysisSettings) -> Void = { _ in }
    ) -> AnalysisRow {
        var settings = raw
        change(&settings)
        return AnalysisPipeline(settings: settings).analyze(recording(intervals)).rows[0]
    }

    // MARK: Stopping

    /// The question comes once a window at least, so that a user's Ctrl-C need not wait for the others.
    @Test func whatIsStoppedIsNotFinished() {
        var settings = Self.raw
        settings.windows = .init(lengthSeconds: 60, stepSeconds: 10)
        let recording = Self.recording((0..<1000).map { 800 + 30 * Double($0 % 5) })
        let whole = AnalysisPipeline(settings: settings).analyze(recording).rows.count
        let questions = Mutex(0)
        let stopped = Cancellation.withCancelCheck({
            questions.withLock {
                $0 += 1
                return $0 > 3
            }
        }) { AnalysisPipeline(settings: settings).analyze(recording) }
        #expect(whole > 70 && stopped.rows.count <= 3)
    }

    // MARK: What the data can carry

    @Test func aShortSeriesHasReasonsInsteadOfNumbers() throws {
        let row = Self.row([800, 810, 795, 820, 805])
        let rmssd = try #require(row["HRV_RMSSD"])
        #expect(rmssd.value == nil)
        #expect(rmssd.reason == .tooFew(needed: 20, found: 5, .beats))
        #expect(row["HRV_MeanNN"]?.value == 806)
        #expect(row["HRV_LF"]?.reason?.code == "too_few")
        #expect(row["HRV_SDANN5"]?.reason?.code == "too_few")
    }

    @Test func forceGivesTheNumberAndKeepsTheReason() throws {
        let row = Self.row([800, 810, 795, 820, 805]) { $0.isForced = true }
        let rmssd = try #require(row["HRV_RMSSD"])
        #expect(rmssd.value == 293.75.squareRoot())
        #expect(rmssd.isForced && rmssd.reason?.code == "too_few")
        // No segment, no number, for any caller.
        #expect(row["HRV_SDANN5"]?.value == nil)
    }

    @Test func metricsOfAllPairsAreLimitedToHoursOfBeats() throws {
        let limit = MetricDefinition.maxBeatsForAllPairs
        let intervals = (0...limit).map { 800 + Double($0 * 37 % 50) }
        let row = Self.row(intervals)
        let reason = MissingReason.tooMany(limit: limit, found: limit + 1)
        for definition in MetricDefinition.all where definition.maxBeats != nil {
            #expect(row[definition.key.rawValue]?.reason == reason)
        }
        #expect(reason.code == "too_many" && reason.canBeForced)
        #expect(
            reason.text
                == "for stretches of up to 12000 beats, has 12001: analyse windows of it")
        #expect(row["HRV_FuzzyEn"]?.value != nil)
        let window = Self.row(Array(intervals.prefix(1000)))
        #expect(try #require(window["HRV_RQA_REC"]).value != nil)
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 19, 20, 49, 50])
    func everyMetricHasANumberOrAReason(count: Int) {
        for isForced in [false, true] {
            let varied = (0..<count).map { 800 + Double($0 * 37 % 50) }
            let constant = [Double](repeating: 800, count: count)
            for intervals in [varied, constant] {
                let row = Self.row(intervals) { $0.isForced = isForced }
                #expect(row.metrics.count == MetricDefinition.all.count)
                for metric in row.metrics {
                    #expect(metric.value != nil || metric.reason != nil, "\(metric.key)")
                    #expect(metric.value?.isFinite ?? true, "\(metric.key)")
                }
            }
        }
    }

    @Test func twoEqualBeatsDivideByNothing() {
        let row = Self.row([800, 800]) { $0.isForced = true }
        #expect(row["HRV_SDNN"]?.value == 0)
        #expect(row["HRV_SDRMSSD"]?.value == nil)
        #expect(row["HRV_SDRMSSD"]?.reason == .zeroDenominator)
        #expect(Self.row([800, 800])["HRV_SDRMSSD"]?.reason?.code == "too_few")
    }

    @Test func ratiosOverNothingSayZeroDenominator() {
        let row = Self.row([Double](repeating: 800, count: 400))
        #expect(row["HRV_SDNN"]?.value == 0)
        #expect(row["HRV_SDRMSSD"]?.reason == .zeroDenominator)
        #expect(row["HRV_CSI"]?.reason == .zeroDenominator)
        #expect(row["HRV_LFHF"]?.reason == .zeroDenominator)
        #expect(row["HRV_LF_peak_Hz"]?.reason == .noPeak)
    }

    @Test func sparseSegmentsAreRefusedUnlessForced() throws {
        var rr = RRSeries(intervalsMs: (0..<200).map { 900 + Double($0 % 11) })
        for index in 0..<200 {
            rr.append(
                intervalMs: 900 + Double(index % 7), endSeconds: 260 + Double(index) * 0.92,
                marks: index == 0 ? .afterGap : [])
        }
        let recording = Recording(format: "test", rr: rr)
        let row = AnalysisPipeline().analyze(recording).rows[0]
        #expect(row.coverage < 0.9)
        #expect(row["HRV_RMSSD"]?.reason?.code == "coverage")
        #expect(row.notices.map(\.code) == ["coverage"])
        var settings = AnalysisSettings()
        settings.isForced = true
        let forced = AnalysisPipeline(settings: settings).analyze(recording).rows[0]
        #expect(forced["HRV_RMSSD"]?.value != nil)
        #expect(forced["HRV_RMSSD"]?.isForced == true)
    }

    @Test func aBandBelowTheResolutionHasNoRatiosEither() throws {
        let narrow = try #require(FrequencyBand(lowHz: 0.1, highHz: 0.102))
        for isForced in [false, true] {
            let row = Self.row((0..<400).map { 900 + Double($0 * 7 % 50) }) {
                $0.spectrum.bands.set("LF", to: narrow)
                $0.isForced = isForced
            }
            for key in ["HRV_LF", "HRV_LF_ms2", "HRV_LFHF", "HRV_LFn", "HRV_HFn"] {
                #expect(row[key]?.reason?.code == "resolution", "\(key)")
                #expect(row[key]?.value == nil, "\(key)")
            }
            #expect(row["HRV_HF"]?.value != nil)
        }
    }

    @Test func fourSecondsNeverResolveLF() {
        let row = Self.row([800, 810, 790, 805, 815]) { $0.isForced = true }
        #expect(row["HRV_LF"]?.reason?.code == "resolution")
    }

    @Test func welchSaysWhereItsFitEnds() {
        // 0.9 of half a beat rate of 0.85 Hz.
        let row = Self.row((0..<400).map { 1176 + Double($0 * 13 % 40) }) {
            $0.spectrum.estimator = .welch
        }
        #expect(row.notices.map(\.code) == ["slow_heart"])
        #expect(row.notices[0].text.contains("welch reaches 0.37"))
        #expect(row.spectrumDegreesOfFreedom ?? 0 > 2)
    }

    @Test func aSlowHeartHasNoVHFAndANoteOnHF() {
        let row = Self.row((0..<300).map { 1400 + Double($0 * 13 % 40) })
        #expect(row["HRV_VHF"]?.reason?.code == "above_nyquist")
        #expect(row["HRV_HF"]?.value != nil)
        #expect(row.notices.map(\.code) == ["slow_heart"])
    }

    @Test func fiveMinutesMayEndWithTheLastBeatInsideThem() {
        // 333 x 900 ms = 299.7 s.
        let row = Self.row((0..<333).map { 900 + ($0.isMultiple(of: 2) ? 10.0 : -10) })
        #expect(row["HRV_VLF"]?.value != nil)
        #expect(Self.row((0..<330).map { _ in 900 })["HRV_VLF"]?.reason?.code == "too_few")
    }

    @Test func intervalsThatAreNoBeatsAreNamedOnce() {
        let result = AnalysisPipeline().analyze(
            Self.recording([800, 8000, 805, 150, 8000]))
        let notice = result.notices.first { $0.code == "rr_range" }
        #expect(notice?.text.contains("3 of 5 intervals (2 above 3000 ms, 1 below 200 ms") == true)
        let none = AnalysisPipeline().analyze(Self.recording([8000, 8000]))
        #expect(none.notices.map(\.code) == ["rr_range", "no_nn"])
    }

    @Test func fiftyDaysHaveNoSpectrumButAReason() {
        var rr = RRSeries(intervalsMs: (0..<100).map { 900 + Double($0 % 9) })
        for index in 0..<100 {
            rr.append(
                intervalMs: 900 + Double(index % 7), endSeconds: 50 * 86_400 + Double(index),
                marks: index == 0 ? .afterGap : [])
        }
        var settings = AnalysisSettings()
        settings.isForced = true
        let row = AnalysisPipeline(settings: settings).analyze(
            Recording(format: "test", rr: rr)
        ).rows[0]
        #expect(row["HRV_LF"]?.reason?.code == "not_measured")
        #expect(row["HRV_RMSSD"]?.value != nil)
    }

    // MARK: Windows

    @Test func windowsAreWholeAndHoldTheBeatsThatEndInThem() throws {
        // 100 beats of 1 s: [0, 30) holds the ends 1 ... 29, [30, 60) the ends 30 ... 59.
        var settings = AnalysisSettings()
        settings.windows = .init(lengthSeconds: 30, stepSeconds: 30)
        let result = AnalysisPipeline(settings: settings).analyze(
            Self.recording([Double](repeating: 1000, count: 100)))
        #expect(result.rows.map(\.startSeconds) == [0, 30, 60])
        #expect(result.rows.map(\.beatCount) == [29, 30, 30])
        #expect(result.rows.allSatisfy { $0.durationSeconds == 30 && $0.coverage == 1 })
    }

    @Test func overlappingWindowsReachTheEnd() {
        var settings = AnalysisSettings()
        settings.windows = .init(lengthSeconds: 60, stepSeconds: 10)
        let result = AnalysisPipeline(settings: settings).analyze(
            Self.recording([Double](repeating: 1000, count: 100), start: 5))
        #expect(result.rows.map(\.startSeconds) == [5, 15, 25, 35, 45])
    }

    @Test func aRecordingShorterThanTheWindowIsOneRow() {
        var settings = AnalysisSettings()
        settings.windows = .init(lengthSeconds: 300, stepSeconds: 300)
        let result = AnalysisPipeline(settings: settings).analyze(
            Self.recording([Double](repeating: 1000, count: 100)))
        #expect(result.rows.count == 1)
        #expect(result.rows[0].durationSeconds == 100)
        #expect(result.notices.map(\.code) == ["shorter_than_window", "constant"])
    }

    @Test func aWindowIsWhatItsBeatsAloneWouldGive() throws {
        var simulation = RRSimulation(seed: 8)
        simulation.durationSeconds = 900
        simulation.whiteVarianceMsSquared = 400
        simulation.lines = [.init(frequencyHz: 0.1, powerMsSquared: 300)]
        let intervals = simulation.run().intervalsMs
        var settings = Self.raw
        settings.windows = .init(lengthSeconds: 300, stepSeconds: 300)
        let rows = AnalysisPipeline(settings: settings).analyze(Self.recording(intervals)).rows
        // The last beat lies before 900 s: two whole windows.
        #expect(rows.count == 2)
        let nn = NNSeries(intervalsMs: intervals)
        for row in rows {
            let window = nn.window(
                startSeconds: row.startSeconds, endSeconds: row.startSeconds + 300)
            #expect(row["HRV_RMSSD"]?.value == TimeDomain(window).rmssdMs)
            #expect(row["HRV_LF"]?.value == FrequencyDomain(window).values[.lf])
        }
    }

    // MARK: Truth

    @Test(arguments: SpectrumSettings.Estimator.allCases)
    func simulatedPowersAreFound(estimator: SpectrumSettings.Estimator) throws {
        var simulation = RRSimulation(seed: 5)
        simulation.lines = [
            .init(frequencyHz: 0.09, powerMsSquared: 500),
            .init(frequencyHz: 0.27, powerMsSquared: 300),
        ]
        simulation.slopeMsPerSecond = 0.1
        let row = Self.row(simulation.run().intervalsMs) { $0.spectrum.estimator = estimator }
        // Rounding to 1 ms adds 1/6 ms^2 of noise in all. An autoregressive model is not calibrated
        // in noise: it shares the power out a little differently.
        let tolerance = estimator == .burg ? 0.05 : 0.01
        #expect(abs(try #require(row["HRV_LF"]?.value) - 500) < 500 * tolerance)
        #expect(abs(try #require(row["HRV_HF"]?.value) - 300) < 300 * tolerance)
    }

    // MARK: Bands and recipe

    @Test func addedBandsAreIntegratedToo() throws {
        var simulation = RRSimulation(seed: 6)
        simulation.lines = [.init(frequencyHz: 0.2, powerMsSquared: 250)]
        let row = Self.row(simulation.run().intervalsMs) { settings in
            guard let band = FrequencyBand(lowHz: 0.18, highHz: 0.22) else { return }
            settings.spectrum.bands.set("resp", to: band)
        }
        #expect(abs(try #require(row["HRV_resp_ms2"]?.value) - 250) < 3)
    }

    @Test func redefinedBandsMoveTheStandardKeys() throws {
        let band = try #require(FrequencyBand(lowHz: 0.05, highHz: 0.12))
        var settings = AnalysisSettings()
        settings.spectrum.bands.set("LF", to: band)
        let result = AnalysisPipeline(settings: settings).analyze(
            Self.recording((0..<400).map { 900 + Double($0 % 9) }))
        #expect(
            result.recipe["bands_hz"]
                == .bands([
                    .init(name: "ULF", lowHz: 0, highHz: 0.003),
                    .init(name: "VLF", lowHz: 0.003, highHz: 0.04),
                    .init(name: "LF", lowHz: 0.05, highHz: 0.12),
                    .init(name: "HF", lowHz: 0.15, highHz: 0.4),
                    .init(name: "VHF", lowHz: 0.4, highHz: 0.5),
                ]))
    }

    @Test func theRecipeNamesEverySetting() {
        var settings = AnalysisSettings()
        settings.windows = .init(lengthSeconds: 300, stepSeconds: 30)
        settings.spectrum.estimator = .welch
        let recipe = AnalysisPipeline(settings: settings).analyze(
            Self.recording([800, 900])
        ).recipe
        for name in [
            "toolkit_version", "input_format", "correction", "window_s", "step_s", "min_coverage",
            "forced", "psd", "taper", "detrend", "resample", "resample_hz", "welch_segment_s",
            "bands_hz", "histogram_bin_ms", "plausible_rr_min_ms", "plausible_rr_max_ms",
        ] {
            #expect(recipe[name] != nil, "\(name)")
        }
    }

    @Test func figuresAreRetainedOnlyOnRequest() {
        let recording = Self.recording((0..<100).map { 900 + Double($0 % 9) })
        #expect(AnalysisPipeline().analyze(recording).figures == nil)
        var settings = AnalysisSettings()
        settings.keepsFigures = true
        let figures = AnalysisPipeline(settings: settings).analyze(recording).figures
        #expect(figures?.nn.count == 100)
        #expect(figures?.spectrum?.bands.count == 5)
    }
}
