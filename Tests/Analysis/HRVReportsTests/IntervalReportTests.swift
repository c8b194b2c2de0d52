import HRVFeatures
import PhysioTypes
import Testing

@testable import HRVReports

@Suite struct IntervalReportTests {
    private static func entry(hasIntervals: Bool) -> ReportEntry {
        var row = AnalysisRow(
            startSeconds: 0, durationSeconds: 300, beatCount: 333, coverage: 1,
            metrics: [
                MetricResult(key: "HRV_SDNN", value: 40),
                MetricResult(key: "HRV_MinNN", value: 700),
            ], notices: [])
        if hasIntervals {
            row.uncertainty = RowUncertainty(
                intervals: ["HRV_SDNN": 35.25...47.5], reasons: ["HRV_MinNN": .extreme],
                blockBeatCount: 9, resampleCount: 999)
        }
        return ReportEntry(
            name: "a.txt",
            result: AnalysisResult(format: "rr-text", rows: [row], recipe: Recipe(), notices: []))
    }

    @Test func jsonHasTheTwoEndsAndTheReasons() throws {
        let text = try #require(ResultTable().objects(Self.entry(hasIntervals: true)).first)
            .compactText
        #expect(text.contains("\"ci\": {\"HRV_SDNN\": [35.25, 47.5]}"))
        #expect(text.contains("\"ci_reasons\": {\"HRV_MinNN\": \"extreme\"}"))
        let plain = try #require(ResultTable().objects(Self.entry(hasIntervals: false)).first)
        #expect(!plain.compactText.contains("\"ci"))
    }

    @Test func csvHasTwoColumnsAMetricAfterAllMetricsOnlyIfAsked() throws {
        let table = ResultTable(hasConfidenceIntervals: true)
        let names = table.csvHeader.split(separator: ",").map(String.init)
        let cells = try #require(table.csvLines(Self.entry(hasIntervals: true)).first)
            .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        #expect(names.count == cells.count)
        let row = Dictionary(uniqueKeysWithValues: zip(names, cells))
        #expect(row["HRV_SDNN_ci_low"] == "35.25" && row["HRV_SDNN_ci_high"] == "47.5")
        #expect(row["HRV_MinNN_ci_low"] == "" && row["HRV_MinNN_ci_high"] == "")
        let lastMetric = try #require(
            names.lastIndex(of: MetricDefinition.all.last?.key.rawValue ?? ""))
        #expect(names[lastMetric + 1].hasSuffix("_ci_low"))
        #expect(names[(lastMetric + 1)...].dropLast(3).allSatisfy { $0.contains("_ci_") })
        #expect(!ResultTable().csvHeader.contains("_ci_"))
    }

    @Test func tableAndPageShowThem() {
        let text = TextTable.render([Self.entry(hasIntervals: true)])
        #expect(text.contains("40.00 [35.25, 47.50]"))
        #expect(text.contains("95 % interval"))
        #expect(!TextTable.render([Self.entry(hasIntervals: false)]).contains("95 %"))
        let page = HTMLReport.render([Self.entry(hasIntervals: true)], title: "x")
        #expect(page.contains("95 %: [35.25, 47.50]"))
        #expect(page.contains("no interval: " + MissingReason.extreme.text))
        #expect(!HTMLReport.render([Self.entry(hasIntervals: false)], title: "x").contains("95 %"))
    }

    @Test func theSegmentIsAColumnOnlyWhereTheClockSplits() throws {
        var row = Self.entry(hasIntervals: false).result.rows[0]
        row.segment = "all"
        var night = row
        night.segment = "night"
        let entry = ReportEntry(
            name: "a.txt",
            result: AnalysisResult(
                format: "x", rows: [row, night], recipe: Recipe(), notices: []))
        let table = ResultTable(hasSegmentColumn: true)
        #expect(table.csvHeader.hasPrefix("file,format,stretch,start_s,"))
        #expect(
            table.csvLines(entry).map { $0.prefix(16) } == ["a.txt,x,all,0,30", "a.txt,x,night,0,"])
        #expect(!ResultTable().csvHeader.contains("stretch"))
        #expect(table.objects(entry)[1].compactText.contains("\"stretch\": \"night\""))
        #expect(TextTable.render([entry]).contains("a.txt night"))
        let page = HTMLReport.render([entry], title: "x")
        #expect(page.contains("Day and night") && !page.contains("medians of"))
    }

    @Test func jsonHasTheSharesOfCorrectedBeatsOnlyIfThereAreAny() throws {
        let plain = Self.entry(hasIntervals: false)
        #expect(
            try #require(ResultTable().objects(plain).first).compactText.contains("corrected")
                == false)
        var row = plain.result.rows[0]
        row.correctedPercentByMetric = ["HRV_SDNN": 2.5]
        let entry = ReportEntry(
            name: "a.txt",
            result: AnalysisResult(format: "x", rows: [row], recipe: Recipe(), notices: []))
        let text = try #require(ResultTable().objects(entry).first).compactText
        #expect(text.contains("\"corrected_pct\": {\"HRV_SDNN\": 2.5}"))
    }
}
