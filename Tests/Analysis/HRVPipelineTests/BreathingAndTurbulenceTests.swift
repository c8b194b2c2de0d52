import BeatCorrection
import HRVFeatures
import HRVPipeline
import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

@Suite struct BreathingAndTurbulenceTests {
    /// Twenty beats of 800 ms, then a premature one, its pause and a recovery that rises by 4 ms a
    /// beat from 770 ms; so many times, and 40 beats to end with.
    private static func series(
        prematureBeats count: Int, marks: RRSeries.Marks = [.notNormal, .ventricular]
    ) -> RRSeries {
        var rr = RRSeries()
        var time = 0.0
        func add(_ interval: Double, _ marks: RRSeries.Marks = []) {
            time += interval / 1000
            rr.append(intervalMs: interval, endSeconds: time, marks: marks)
        }
        for _ in 0..<count {
            for _ in 0..<20 { add(800) }
            add(500, marks)
            add(1100, .notNormal)
            for index in 0..<15 { add(770 + 4 * Double(index)) }
        }
        for _ in 0..<40 { add(800) }
        return rr
    }

    private static func rows(
        _ rr: RRSeries, _ change: (inout AnalysisSettings) -> Void = { _ in }
    ) -> [AnalysisRow] {
        var settings = AnalysisSettings()
        change(&settings)
        return AnalysisPipeline(settings: settings).analyze(Recording(format: "test", rr: rr)).rows
    }

    // MARK: Turbulence

    /// Onset (770 + 774 - 1600) / 1600, slope 4 ms a beat.
    @Test(arguments: [true, false])
    func fiveAnnotatedBeatsGiveOnsetAndSlope(isCorrected: Bool) throws {
        let row = Self.rows(Self.series(prematureBeats: 5)) {
            $0.correction = isCorrected ? ArtefactCorrection(rule: LipponenRule()) : nil
        }[0]
        // Premature beats and pauses are no NN unless a correction replaces them; neither speaks
        // against turbulence.
        #expect((row.coverage < 0.97) == !isCorrected)
        #expect(abs(try #require(row["HRV_HRT_TO"]?.value) + 3.5) < 1e-12)
        #expect(abs(try #require(row["HRV_HRT_TS"]?.value) - 4) < 1e-12)
    }

    @Test func oneBeatIsEnough() throws {
        let row = Self.rows(Self.series(prematureBeats: 1))[0]
        #expect(abs(try #require(row["HRV_HRT_TO"]?.value) + 3.5) < 1e-12)
        #expect(abs(try #require(row["HRV_HRT_TS"]?.value) - 4) < 1e-12)
    }

    @Test func missingAnnotationsAlwaysGiveAReason() {
        for marks in [RRSeries.Marks.notNormal, []] {
            let row = Self.rows(Self.series(prematureBeats: 6, marks: marks)) {
                $0.isForced = true
            }[0]
            #expect(row["HRV_HRT_TO"]?.value == nil)
            #expect(row["HRV_HRT_TO"]?.reason?.code == "not_measured")
        }
    }

    /// A window counts the premature beats whose sinus beats are all in it.
    @Test func windowsCountTheirOwn() throws {
        let rr = Self.series(prematureBeats: 5)
        let whole = Self.rows(rr)[0].durationSeconds
        // The first premature beat is cut by an edge at half of the recovery after it.
        let first = try #require(rr.marks.firstIndex { $0.contains(.ventricular) })
        let edge = rr.endTimesSeconds[first + 8]
        func found(_ change: (inout AnalysisSettings) -> Void) -> MissingReason? {
            Self.rows(rr, change)[0]["HRV_HRT_TO"]?.reason
        }
        let cut = found { $0.windows = .init(lengthSeconds: edge, stepSeconds: whole) }
        #expect(cut == .tooFew(needed: 1, found: 0, .prematureBeats))
        let after = rr.endTimesSeconds[first + 17]
        let retained = found { $0.windows = .init(lengthSeconds: after, stepSeconds: whole) }
        #expect(retained == nil)
    }

    // MARK: Breathing

    /// A rhythm of so many breaths a minute, at the times of the beats.
    private static func breathing(_ count: Int, breathsPerMinute: Double = 15) -> RRSeries {
        var time = 0.0
        return RRSeries(
            intervalsMs: (0..<count).map { _ in
                let interval = 850 + 30 * PlatformMath.sin(2 * .pi * breathsPerMinute / 60 * time)
                time += interval / 1000
                return interval
            })
    }

    @Test func aBreathingRhythmIsFound() throws {
        let row = Self.rows(Self.breathing(360))[0]
        #expect(abs(try #require(row["HRV_BreathingRate"]?.value) - 15) < 0.1)
        let nn = NNSeries(Self.breathing(360))
        #expect(row["HRV_RSA_PB"]?.value == PorgesBohrerRSA(nn).meanLnVariance)
        // A tone of 30 ms has the variance 450 ms^2; the cubic leaves 112 % of its amplitude at 0.25
        // Hz (PorgesBohrer), so ln(450 x 1.25) = 6.33.
        #expect(abs(try #require(row["HRV_RSA_PB"]?.value) - 6.33) < 0.1)
    }

    /// Six breaths a minute lie in LF: neither HF nor the band of Porges and Bohrer holds them.
    @Test func slowBreathingIsSaid() throws {
        let row = Self.rows(Self.breathing(360, breathsPerMinute: 6))[0]
        #expect(abs(try #require(row["HRV_BreathingRate"]?.value) - 6) < 0.1)
        #expect(row["HRV_RSA_PB"]?.value == nil)
        guard case .notMeasured(let text) = row["HRV_RSA_PB"]?.reason else {
            Issue.record("no reason")
            return
        }
        #expect(text == "breathing at 6.0 a minute lies outside its band, 7.2 to 24")
        #expect(row.notices.map(\.code).contains("breath_outside_hf"))
        let free = Self.rows(Self.breathing(360))[0]
        #expect(!free.notices.map(\.code).contains("breath_outside_hf"))
    }

    /// The intervals oscillate at 12 a minute, as of a breath's second harmonic; the beats' shapes say
    /// 6. A minute without a rate, and minutes outside of the row, change nothing.
    @Test func theShapeOfTheBeatsDecides() throws {
        func rate(_ minutes: [Double?], from startSeconds: Double = 0) throws -> AnalysisRow {
            let recording = Recording(
                format: "test", rr: Self.breathing(360, breathsPerMinute: 12),
                breathing: minutes.enumerated().map { index, rate in
                    BreathingEpoch(
                        startSeconds: startSeconds + 60 * Double(index), durationSeconds: 60,
                        breathsPerMinute: rate)
                })
            return AnalysisPipeline().analyze(recording).rows[0]
        }
        let row = try rate([5.9, 6, nil, 6.1, 6])
        #expect(row["HRV_BreathingRate"]?.value == 6)
        #expect(row.notices.map(\.code).contains("breath_outside_hf"))
        // The intervals alone, where the ECG shows too little, agrees, or lies elsewhere.
        let alone = try #require(try rate([])["HRV_BreathingRate"]?.value)
        #expect(abs(alone - 12) < 0.1)
        #expect(try rate([6, 6, nil, nil, nil])["HRV_BreathingRate"]?.value == alone)
        #expect(try rate([12.4, 12.6, 12.5])["HRV_BreathingRate"]?.value == alone)
        #expect(try rate([6, 6, 6], from: 290)["HRV_BreathingRate"]?.value == alone)
    }

    @Test func shortLevelAndBrokenSeriesHaveReasons() throws {
        let short = Self.rows(Self.breathing(40))[0]
        #expect(short["HRV_RSA_PB"]?.reason?.code == "too_few")
        #expect(short["HRV_BreathingRate"]?.reason?.code == "too_few")
        let level = Self.rows(RRSeries(intervalsMs: [Double](repeating: 800, count: 200)))[0]
        #expect(level["HRV_RSA_PB"]?.reason == .zeroDenominator)
        #expect(level["HRV_BreathingRate"]?.reason?.code == "not_measured")
        // Segments of 33 s with a beat missing between them.
        var rr = RRSeries()
        var time = 0.0
        for index in 0..<200 {
            let isGap = index > 0 && index % 40 == 0
            time += isGap ? 1.7 : 0.85
            rr.append(
                intervalMs: 840 + Double(index % 7), endSeconds: time,
                marks: isGap ? .afterGap : [])
        }
        guard case .tooFew(let needed, let found, .seconds) = Self.rows(rr)[0]["HRV_RSA_PB"]?.reason
        else {
            Issue.record("no reason")
            return
        }
        #expect(needed == 39.5 && abs(found - 39 * 0.85) < 1e-9)
    }
}
