import HRVFeatures
import HRVPipeline
import PhysioTypes
import TestSupport
import Testing

@Suite struct DayNightTests {
    /// A beat a second, 1000 ms, but 1100 and 900 in turn at night (22 to 6 o'clock): from the time
    /// given on, for some hours.
    private static func recording(
        from start: Int, hours: Int, startDate: String? = nil, without gap: Range<Int> = 0..<0
    ) -> Recording {
        var rr = RRSeries(startSeconds: 0)
        var afterGap = false
        for second in 1...hours * 3600 {
            guard !gap.contains(second) else {
                afterGap = true
                continue
            }
            let hour = (start + second) / 3600 % 24
            let isNight = hour >= 22 || hour < 6
            let length = isNight ? (second.isMultiple(of: 2) ? 1000.0 : 999) : 998
            rr.append(
                intervalMs: length, endSeconds: Double(second), marks: afterGap ? .afterGap : [])
            afterGap = false
        }
        return Recording(format: "test", rr: rr, startDate: startDate)
    }

    private static func result(_ recording: Recording, start: String? = nil) throws
        -> AnalysisResult
    {
        var settings = AnalysisSettings()
        settings.dayNight = DayNightSettings(
            from: try #require(TimeOfDay("22:00")), to: try #require(TimeOfDay("06:00")),
            recordingStart: start.flatMap { TimeOfDay($0) })
        return AnalysisPipeline(settings: settings).analyze(recording)
    }

    @Test func aDayIsSplitAtTheTimesOfTheClock() throws {
        // From noon to noon: day 12-22 and 6-12, night 22-6.
        let result = try Self.result(
            Self.recording(from: 12 * 3600, hours: 24, startDate: "2026-01-17T12:00:00"))
        #expect(result.rows.map(\.segment) == ["all", "day", "night"])
        let (all, day, night) = (result.rows[0], result.rows[1], result.rows[2])
        // Beats on an edge belong to what begins there; the last beat to what ends with it.
        #expect(all.beatCount == 86_400 && night.beatCount == 28_800)
        #expect(day.beatCount == 57_600)
        #expect(day.startSeconds == 0 && day.durationSeconds == 57_600)
        #expect(night.startSeconds == 36_000 && night.durationSeconds == 28_800)
        #expect(day["HRV_MeanNN"]?.value == 998 && day["HRV_RMSSD"]?.value == 0)
        #expect(night["HRV_RMSSD"]?.value == 1)
        // 998 of each 1000 ms; 999.5 at night.
        #expect(abs(day.coverage - 0.998) < 1e-5 && abs(night.coverage - 0.9995) < 1e-5)
        #expect(result.recipe["night"] == .text("22:00-06:00"))
        #expect(result.recipe["clock_start"] == .text("12:00"))
        // Sixteen hours are too few for ULF, wherever they lie.
        #expect(all["HRV_ULF"]?.reason?.code != "too_few")
        #expect(day["HRV_ULF"]?.reason == .tooFew(needed: 72_000, found: 57_600, .seconds))
    }

    @Test func coverageCountsOnlyTheSegmentInsideTheRecording() throws {
        // From 20:00 on for six hours, half of the two hours of day missing.
        let result = try Self.result(
            Self.recording(from: 20 * 3600, hours: 6, without: 1800..<5400), start: "20:00")
        let (day, night) = (result.rows[1], result.rows[2])
        #expect(day.durationSeconds == 7200 && night.durationSeconds == 14_400)
        #expect(abs(day.coverage - 0.5) < 0.002 && night.coverage > 0.999)
        #expect(day["HRV_SDNN"]?.reason?.code == "coverage")
        #expect(night["HRV_SDNN"]?.value != nil)
        #expect(day.notices.map(\.code) == ["coverage"])
    }

    @Test(.slow) func severalNightsAreOneRow() throws {
        let result = try Self.result(Self.recording(from: 21 * 3600, hours: 50), start: "21:00")
        // 22-6, 22-6 of 21 o'clock to 23 o'clock two days on, and the last hour from 22.
        #expect(result.rows[2].durationSeconds == 17 * 3600)
        #expect(result.rows[1].durationSeconds == 33 * 3600)
        #expect(result.rows[2]["HRV_RMSSD"]?.value == 1)
        #expect(result.rows[1]["HRV_RMSSD"]?.value == 0)
    }

    @Test func anUnknownClockIsAWarningAndNoGuess() throws {
        let recording = Self.recording(from: 0, hours: 1)
        let result = try Self.result(recording)
        #expect(result.rows.count == 1)
        let notice = try #require(result.notices.first { $0.code == "no_clock" })
        #expect(notice.kind == .warning && notice.text.contains("--start HH:MM"))
    }

    @Test func aRecordingWithoutNightHasNoRowForIt() throws {
        let result = try Self.result(Self.recording(from: 9 * 3600, hours: 2), start: "09:00")
        #expect(result.rows.map(\.segment) == ["all", "day"])
        #expect(result.notices.map(\.code) == ["constant", "no_night"])
        #expect(result.rows[1].beatCount == result.rows[0].beatCount)
        #expect(result.rows[1].metrics == result.rows[0].metrics)
    }

    @Test func eachRowHasItsOwnIntervals() throws {
        var settings = AnalysisSettings()
        settings.uncertainty = UncertaintySettings()
        settings.correction = nil
        settings.dayNight = DayNightSettings(
            from: try #require(TimeOfDay("22:00")), to: try #require(TimeOfDay("06:00")),
            recordingStart: TimeOfDay("21:55"))
        var rr = RRSeries(startSeconds: 0)
        for second in 1...900 {
            rr.append(intervalMs: 970 + Double(second * 7919 % 61), endSeconds: Double(second))
        }
        let result = AnalysisPipeline(settings: settings).analyze(
            Recording(format: "test", rr: rr))
        let means = result.rows.map { $0.uncertainty?.intervals["HRV_MeanNN"] }
        #expect(means.count == 3 && Set(means.map { "\(String(describing: $0))" }).count == 3)
        #expect(means.allSatisfy { $0 != nil })
        #expect(result.recipe["ci_resamples"] == .number(999))
        #expect(result.recipe["clock_start"] == .text("21:55"))
    }

    @Test func nothingIsSplitUnlessAsked() {
        let result = AnalysisPipeline().analyze(Self.recording(from: 0, hours: 1))
        #expect(result.rows.count == 1 && result.rows[0].segment == nil)
        #expect(result.recipe["night"] == nil)
    }

    @Test func anEmptyRecordingIsHarmless() throws {
        let result = try Self.result(
            Recording(format: "test", rr: RRSeries()), start: "09:00")
        #expect(result.rows.count == 1)
    }

    // MARK: Clocks that are changed

    /// A recording from 20:00 on: at the sixth or seventh hour the clock goes forward or back by an
    /// hour.
    @Test(arguments: [(6, 1, 7), (7, -1, 9)])
    func aNightOverAChangeOfTheClock(hour: Int, shift: Int, nightHours: Int) throws {
        let night = 2 * 3600..<(2 + nightHours) * 3600
        var rr = RRSeries(startSeconds: 0)
        for second in 1...14 * 3600 {
            let isNight = night.contains(second)
            rr.append(
                intervalMs: isNight && second.isMultiple(of: 2) ? 1000 : isNight ? 999 : 998,
                endSeconds: Double(second))
        }
        for start in [nil, "20:00"] {
            let recording = Recording(
                format: "test", rr: rr, startDate: "2026-03-28T20:00:00",
                clockChanges: [
                    ClockChange(seconds: Double(hour * 3600), shiftSeconds: Double(shift * 3600))
                ])
            let result = try Self.result(recording, start: start)
            #expect(result.rows[2].durationSeconds == Double(nightHours * 3600))
            #expect(result.rows[1].durationSeconds == Double((14 - nightHours) * 3600))
            #expect(result.rows[2].beatCount == nightHours * 3600)
            #expect(result.rows[2]["HRV_RMSSD"]?.value == 1)
            #expect(!result.notices.contains { $0.code == "other_clock" })
        }
    }

    @Test func theStatedStartWinsWithANote() throws {
        let recording = Self.recording(
            from: 20 * 3600, hours: 6, startDate: "2026-01-17T19:00:00")
        let result = try Self.result(recording, start: "20:00")
        #expect(result.rows[2].durationSeconds == 4 * 3600)
        let notice = try #require(result.notices.first { $0.code == "other_clock" })
        #expect(notice.kind == .note && notice.text.contains("19:00"))
    }

    @Test(arguments: ["2026-01-17T19:00:00Z", "unix:1768676400.0"])
    func aStartInUTCIsNoClock(startDate: String) throws {
        let result = try Self.result(
            Self.recording(from: 20 * 3600, hours: 6, startDate: startDate))
        #expect(result.rows.count == 1)
        let notice = try #require(result.notices.first { $0.code == "no_clock" })
        #expect(notice.text.contains("--zone"))
    }

    // MARK: Windows

    /// A year between two halves: windows without a beat are as many as the beats, or none.
    @Test func emptyWindowsDoNotOutnumberTheBeats() throws {
        func result(_ gapSeconds: Double) -> AnalysisResult {
            var rr = RRSeries(startSeconds: 0)
            for second in 1...1200 {
                let end = Double(second) + (second > 600 ? gapSeconds : 0)
                rr.append(
                    intervalMs: 1000 - Double(second * 7919 % 31), endSeconds: end,
                    marks: second == 601 ? .afterGap : [])
            }
            var settings = AnalysisSettings()
            settings.windows = .init(lengthSeconds: 60, stepSeconds: 30)
            settings.correction = nil
            return AnalysisPipeline(settings: settings).analyze(Recording(format: "test", rr: rr))
        }
        let short = result(3600)
        let all = (0...158).map { 30 * Double($0) }
        #expect(short.rows.map(\.startSeconds) == all)
        #expect(!short.notices.contains { $0.code == "empty_windows" })
        let year = 365 * 86_400.0
        let long = result(year)
        let starts = long.rows.map(\.startSeconds)
        // Those that hold one of the beats 1 to 600, and year + 601 to year + 1200.
        let first = (0...20).map { 30 * Double($0) }
        let second = (19...38).map { year + 30 * Double($0) }
        let expected = first + second
        #expect(starts == expected)
        #expect(long.rows.allSatisfy { $0.beatCount > 0 })
        #expect(long.notices.contains { $0.code == "empty_windows" && $0.kind == .note })
    }
}
