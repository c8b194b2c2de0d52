import HRVFeatures
import HRVPipeline
import PhysioTypes
import TestSupport
import Testing

@Suite struct CorrectedSharesTests {
    private static let count = 400

    /// Noise, the intervals at `indices` corrected.
    private static func row(
        corrected indices: Set<Int>, gaps: Set<Int> = [], isForced: Bool = false
    ) -> AnalysisRow {
        var random = SplitMix64(seed: 12)
        let intervals = (0..<count).map { _ in random.uniform(in: 780...840) }
        let whole = NNSeries(intervalsMs: intervals)
        let nn = NNSeries(
            intervalsMs: intervals, endTimesSeconds: whole.endTimesSeconds,
            isAdjacentToPrevious: intervals.indices.map { $0 > 0 && !gaps.contains($0) },
            isCorrected: intervals.indices.map(indices.contains), startSeconds: 0,
            endSeconds: whole.endSeconds)
        var settings = AnalysisSettings()
        settings.isForced = isForced
        let recording = Recording(format: "test", rr: RRSeries(intervalsMs: intervals))
        return AnalysisPipeline(settings: settings).analyze(recording, nn: nn).rows[0]
    }

    @Test func withoutCorrectionNothingIsSaid() {
        #expect(Self.row(corrected: []).correctedPercentByMetric.isEmpty)
        #expect(Self.row(corrected: [])["HRV_RMSSD"]?.value != nil)
    }

    /// One of 400 intervals, two of 399 differences.
    @Test func oneBeatTouchesTwoDifferences() throws {
        let row = Self.row(corrected: [100])
        let percent = row.correctedPercentByMetric
        #expect(percent.count == row.metrics.count)
        for key in ["HRV_SDNN", "HRV_LF", "HRV_SampEn", "HRV_DFA_alpha1"] {
            #expect(percent[key] == 0.25, "\(key)")
        }
        for key in ["HRV_RMSSD", "HRV_pNN50", "HRV_SD1", "HRV_PIP", "HRV_GI"] {
            #expect(abs(try #require(percent[key]) - 200.0 / 399) < 1e-12, "\(key)")
        }
    }

    /// The first interval has one difference, and one at a gap has one less.
    @Test func endsAndGapsHaveFewerDifferences() throws {
        #expect(Self.row(corrected: [0]).correctedPercentByMetric["HRV_RMSSD"] == 100.0 / 399)
        let gapped = Self.row(corrected: [100], gaps: [100]).correctedPercentByMetric
        #expect(gapped["HRV_RMSSD"] == 100.0 / 398)
    }

    /// The marks count for intervals that the caller corrected: every eighth is 12.5 %, though 25 %
    /// of the differences.
    @Test func aboveAFifthOfTheBeatsEveryMetricIsWithheldUnlessForced() throws {
        let indices = Set(stride(from: 4, to: Self.count, by: 8))
        let row = Self.row(corrected: indices)
        #expect(row["HRV_SDNN"]?.value != nil && row["HRV_RMSSD"]?.value != nil)
        #expect(
            abs(try #require(row.correctedPercentByMetric["HRV_RMSSD"]) - 10_000.0 / 399) < 1e-12)
        // Exactly a fifth is allowed.
        #expect(Self.row(corrected: Set(0..<80))["HRV_MeanNN"]?.value != nil)
        let overLimit = Self.row(corrected: Set(0..<81))
        for key in ["HRV_MeanNN", "HRV_RMSSD", "HRV_LF", "HRV_SampEn"] {
            #expect(overLimit[key]?.value == nil)
            #expect(overLimit[key]?.reason == .corrected(limit: 0.2, found: 81.0 / 400), "\(key)")
        }
        let forced = Self.row(corrected: Set(0..<81), isForced: true)
        #expect(forced["HRV_RMSSD"]?.isForced == true)
    }

    @Test func windowsKeepTheMarks() {
        let nn = NNSeries(
            intervalsMs: [500, 500, 500, 500], endTimesSeconds: [0.5, 1, 1.5, 2],
            isAdjacentToPrevious: [false, true, true, true],
            isCorrected: [true, false, true, false], startSeconds: 0, endSeconds: 2)
        #expect(nn.window(startSeconds: 0.7, endSeconds: 1.6).isCorrected == [false, true])
        #expect(nn.slice(0..<1, startSeconds: 0, endSeconds: 0.5).isCorrected == [true])
        #expect(NNSeries(intervalsMs: [800, 900]).isCorrected == [false, false])
    }
}
