import BeatCorrection
import PhysioSimulation
import PhysioTypes
import TestSupport
import Testing

@testable import HRVPipeline

@Suite struct PipelineCorrectionTests {
    /// An oscillation of 40 ms over 20 beats: no artefact in it.
    private static let oscillating = (0..<360).map { index in
        900 + 40 * Double(abs(index % 20 - 10)) / 10
    }

    /// A beat that was not seen, one that came early, and one that is none.
    private static let faulty: [Double] = {
        var intervals = oscillating
        intervals[250] -= 400
        intervals.insert(400, at: 250)
        intervals[150] -= 250
        intervals[151] += 250
        let unseen = intervals.remove(at: 51)
        intervals[50] += unseen
        return intervals
    }()

    private static func recording(_ intervals: [Double], marks: [Int: RRSeries.Marks] = [:])
        -> Recording
    {
        var rr = RRSeries(startSeconds: 0)
        var time = 0.0
        for (index, interval) in intervals.enumerated() {
            time += interval
            rr.append(intervalMs: interval, endSeconds: time / 1000, marks: marks[index] ?? [])
        }
        return Recording(format: "test", rr: rr)
    }

    private static func result(
        _ intervals: [Double], _ change: (inout AnalysisSettings) -> Void = { _ in }
    ) -> AnalysisResult {
        var settings = AnalysisSettings()
        change(&settings)
        return AnalysisPipeline(settings: settings).analyze(recording(intervals))
    }

    // MARK: Settings

    @Test func theDefaultCorrectsUnlessADialectIsSelected() {
        var settings = AnalysisSettings()
        #expect(settings.correction?.rule.name == ArtefactCorrection().rule.name)
        settings.selectedDialect = .init(.kubios)
        #expect(settings.correction == nil)
        settings.correction = ArtefactCorrection(rule: MalikRule())
        #expect(settings.correction?.rule.name == "malik")
        settings.selectedDialect = nil
        settings.correction = nil
        #expect(settings.correction == nil)
    }

    @Test func withoutCorrectionTheIntervalsAreUsedAsTheyAre() {
        let result = Self.result(Self.faulty) { $0.correction = nil }
        #expect(result.rows[0].artefacts == nil)
        #expect(result.rows[0].beatCount == Self.faulty.count)
        #expect(result.recipe["correction"] == .text("none"))
        #expect(result.recipe["repair"] == nil && result.recipe["max_artefacts"] == nil)
    }

    @Test func theRecipeNamesRuleRepairAndParameters() {
        var rule = LipponenRule()
        rule.minThresholdMs = 12
        let recipe = Self.result(Self.oscillating) {
            $0.correction = ArtefactCorrection(rule: rule, repair: .linear)
        }.recipe
        #expect(recipe["correction"] == .text("lipponen"))
        #expect(recipe["repair"] == .text("linear"))
        #expect(recipe["correction_passes"] == .number(10))
        #expect(recipe["correction_threshold_floor_ms"] == .number(12))
        #expect(recipe["correction_threshold_factor"] == .number(5.2))
        #expect(recipe["correction_strict_paper"] == .flag(false))
        #expect(recipe["max_artefacts"] == .number(0.2))
        let range = Self.result(Self.oscillating) {
            $0.correction = ArtefactCorrection(rule: RangeRule(), repair: .removal)
        }.recipe
        #expect(range["correction_limits_ms"] == .text("300.0-2000.0"))
        #expect(range["correction_passes"] == .number(1))
    }

    @Test func intervalsOfTheCallerAreNotCorrectedAgain() {
        let recording = Self.recording(Self.faulty)
        let result = AnalysisPipeline().analyze(recording, nn: NNSeries(recording.rr))
        #expect(result.rows[0].artefacts == nil)
        #expect(result.rows[0].beatCount == Self.faulty.count)
        #expect(result.recipe["correction"] == .text("by the caller"))
    }

    // MARK: Rows

    @Test func threeArtefactsAreFoundAndRepaired() throws {
        let row = Self.result(Self.faulty) { $0.correction = Self.lipponen }.rows[0]
        let tally = try #require(row.artefacts)
        #expect(tally.counts == [.missed: 1, .ectopic: 1, .extra: 1])
        #expect(tally.artefactPercent == 300 / Double(Self.faulty.count))
        #expect(row.beatCount == Self.oscillating.count)
        // What was repaired is within some ms of what was there before the artefacts.
        let clean = Self.result(Self.oscillating) { $0.correction = nil }.rows[0]
        let truth = try #require(clean["HRV_RMSSD"]?.value)
        #expect(abs(try #require(row["HRV_RMSSD"]?.value) - truth) < 0.05 * truth)
        let raw = Self.result(Self.faulty) { $0.correction = nil }.rows[0]
        #expect(try #require(raw["HRV_RMSSD"]?.value) > 5 * truth)
    }

    private static let lipponen = ArtefactCorrection(rule: LipponenRule())

    @Test(arguments: [30.0, 40, 64])
    func theCountsOfTouchingWindowsAddUp(length: Double) throws {
        let windows = Self.result(Self.faulty) {
            $0.correction = Self.lipponen
            $0.windows = .init(lengthSeconds: length, stepSeconds: length)
        }.rows
        #expect(windows.count == Int(Self.faulty.reduce(0, +) / 1000 / length))
        let tallies = try windows.map { try #require($0.artefacts) }
        // The artefacts lie in the first 250 s of 331, inside whole windows.
        #expect(tallies.reduce(0) { $0 + $1.artefactCount } == 3)
        for kind in [CorrectionEvent.Kind.missed, .ectopic, .extra] {
            #expect(tallies.count { $0.counts[kind] == 1 } == 1)
        }
        // Where they lie: raw beats 50, 149, 249.
        let ends = Self.recording(Self.faulty).rr.endTimesSeconds
        for beat in [50, 149, 249] {
            #expect(tallies[Int(ends[beat] / length)].artefactCount > 0, "\(beat)")
        }
    }

    /// Day and night hold each beat once, the last one too.
    @Test func dayAndNightAddUpToTheWhole() throws {
        let dayNight = DayNightSettings(
            from: try #require(TimeOfDay("22:02")), to: try #require(TimeOfDay("22:04")),
            recordingStart: TimeOfDay("22:00"))
        let rows = Self.result(Self.faulty) {
            $0.correction = Self.lipponen
            $0.dayNight = dayNight
        }.rows
        let tallies = try rows.map { try #require($0.artefacts) }
        #expect(rows.map(\.segment) == ["all", "day", "night"])
        #expect(tallies[0].rawCount == Self.faulty.count)
        #expect(tallies[1].rawCount + tallies[2].rawCount == tallies[0].rawCount)
        // 120 to 240 s hold beat 149 and 249, the displaced and the extra one.
        #expect(tallies[2].counts == [.ectopic: 1, .extra: 1])
        #expect(tallies[1].counts == [.missed: 1])
    }

    /// Nothing is put in across a gap.
    @Test func aGapIsNotBridged() throws {
        var marks: [Int: RRSeries.Marks] = [:]
        var rr = RRSeries(startSeconds: 0)
        marks[180] = .afterGap
        var time = 0.0
        for (index, interval) in Self.oscillating.enumerated() {
            time += interval / 1000 + (index == 180 ? 30 : 0)
            rr.append(intervalMs: interval, endSeconds: time, marks: marks[index] ?? [])
        }
        let row = AnalysisPipeline().analyze(Recording(format: "test", rr: rr)).rows[0]
        #expect(row.beatCount == Self.oscillating.count)
        #expect(row.artefacts?.artefactCount == 0 && row.artefacts?.counts == [:])
        let missing = 30 / (30 + Self.oscillating.reduce(0, +) / 1000)
        #expect(abs(row.coverage - (1 - missing)) < 1e-9)
    }

    /// The log accounts for every ms between the raw intervals and the NN ones; and what is made
    /// of beats that were missed, are none or came early or late takes the time that they took.
    @Test(arguments: 1...12)
    func everyChangeOfTimeIsLogged(seed: Int) {
        var simulation = RRSimulation(seed: UInt64(seed))
        simulation.durationSeconds = 1200
        simulation.lines = [.init(frequencyHz: 0.1, powerMsSquared: 900)]
        simulation.whiteVarianceMsSquared = 100
        simulation.artefactRates = [.missed: 0.01, .extra: 0.01, .ectopic: 0.02]
        var intervals = simulation.run().intervalsMs
        // Two lengths that no repair can stand on.
        intervals.insert(9000, at: 300)
        intervals.append(120)
        for rule in BeatRules.all {
            let record = CorrectionPipeline(ArtefactCorrection(rule: rule)).correct(
                Self.recording(intervals)
            ).record
            var expected = intervals.reduce(0, +)
            for event in record.events {
                let old = event.oldIntervalsMs.reduce(0, +)
                let new = event.newIntervalsMs.reduce(0, +)
                expected += new - old
                if [.missed, .extra, .ectopic].contains(event.kind), new > 0 {
                    #expect(abs(new - old) < 1e-9 * old, "\(rule.name) seed \(seed)")
                }
            }
            for index in record.irregularSegments.joined() { expected -= intervals[index] }
            let found = record.nn.intervalsMs.reduce(0, +)
            #expect(abs(found - expected) < 1e-9 * expected, "\(rule.name) seed \(seed)")
            #expect(!record.events.isEmpty)
        }
    }

    // MARK: Limits

    /// A rule by which every n-th beat is an artefact.
    private struct Every: BeatRule {
        let n: Int
        let name = "every"
        func artefacts(in intervalsMs: [Double]) -> [CorrectionEvent.Kind?] {
            intervalsMs.indices.map { $0 % n == n - 1 ? .short : nil }
        }
    }

    private static func row(every n: Int, isForced: Bool = false) -> AnalysisRow {
        result(oscillating) {
            $0.correction = ArtefactCorrection(rule: Every(n: n), repair: .marking)
            $0.isForced = isForced
        }.rows[0]
    }

    /// The artefacts of 360 beats are 90, 72, 20 and 18: a fifth and a twentieth are still allowed.
    @Test(arguments: [(4, true, true), (5, true, false), (18, true, false), (20, false, false)])
    func manyArtefactsAreSaidAndTooManyWithholdEveryMetric(
        n: Int, isSaid: Bool, isWithheld: Bool
    ) throws {
        let row = Self.row(every: n)
        #expect(row.artefacts?.artefactCount == 360 / n)
        let notice = row.notices.first { $0.code == "artefacts" }
        #expect((notice != nil) == isSaid)
        #expect(notice?.kind ?? .warning == .warning)
        #expect(notice?.text.contains("--force") ?? false == isWithheld)
        for key in ["HRV_MeanNN", "HRV_SDNN", "HRV_RMSSD", "HRV_HF", "HRV_DFA_alpha1"] {
            #expect((row[key]?.reason?.code == "corrected") == isWithheld, "\(key)")
            #expect((row[key]?.value == nil) == isWithheld, "\(key)")
        }
        let forced = Self.row(every: n, isForced: true)
        #expect(forced["HRV_RMSSD"]?.value != nil)
        #expect(forced["HRV_RMSSD"]?.isForced == isWithheld)
    }

    @Test func theWarningSaysShareAndKinds() throws {
        let notice = try #require(
            Self.row(every: 6).notices.first { $0.code == "artefacts" })
        // 60 of 360.
        #expect(notice.text.hasPrefix("16.7 % of the beats are at fault (60 short): "))
    }

    @Test func irregularBeatsAreWarnedOf() throws {
        let tally = ArtefactTally(
            rawCount: 1000, artefactCount: 0, counts: [:], irregularCount: 123)
        let notice = try #require(AnalysisPipeline.irregularRhythmNotice(tally, maxSeconds: 29))
        #expect(notice.code == "irregular" && notice.kind == .warning)
        #expect(notice.text.hasPrefix("12.3 % of the beats show no rhythm by which"))
        let few = ArtefactTally(
            rawCount: 100_000, artefactCount: 0, counts: [:], irregularCount: 12)
        #expect(
            AnalysisPipeline.irregularRhythmNotice(few, maxSeconds: 9)?.text.hasPrefix("0.1 %")
                == true)
        let none = ArtefactTally(rawCount: 1000, artefactCount: 0, counts: [:], irregularCount: 0)
        #expect(AnalysisPipeline.irregularRhythmNotice(none, maxSeconds: 0) == nil)
    }

    /// Atrial fibrillation is named for an episode of 30 s that takes a hundredth of the beats, and
    /// where few beats are known to be ectopic.
    @Test(arguments: [
        (123, 30.0, 0, true), (123, 29, 0, false), (9, 40, 0, false), (123, 30, 60, false),
    ])
    func fibrillationIsNamed(
        irregularCount: Int, seconds: Double, ectopicCount: Int, isNamed: Bool
    ) throws {
        let tally = ArtefactTally(
            rawCount: 1000, artefactCount: 0, counts: [:], irregularCount: irregularCount,
            ectopicCount: ectopicCount)
        let notice = try #require(
            AnalysisPipeline.irregularRhythmNotice(tally, maxSeconds: seconds))
        #expect(notice.text.contains("atrial fibrillation") == isNamed)
    }

    // MARK: Intervals alone

    @Test func theIntervalsComeWithRecipeAndNotices() throws {
        let recording = Self.recording(Self.faulty + [150])
        let result = CorrectionPipeline(Self.lipponen).correct(recording)
        #expect(result.record.raw == recording.rr)
        #expect(result.record.rawIndices.count == result.record.nn.count)
        #expect(result.recipe["correction"] == .text("lipponen"))
        #expect(result.recipe["plausible_rr_min_ms"] == .number(200))
        #expect(result.recipe["psd"] == nil)
        #expect(result.notices.map(\.code).contains("rr_range"))
    }
}
