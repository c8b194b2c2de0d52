import Foundation
import HRVFeatures
import Testing

@testable import HRVReports

/// The report over a set: what it says is what went in.
@Suite struct SetReportTests {
    /// Recordings of which every tenth failed; the names hold what pages could trip over.
    private static func entries(_ count: Int) -> [BatchHTMLEntry] {
        (0..<count).map { index in
            let id = index == 3 ? "<b>&\"'\u{1}\u{2028}</script>" : "r\(index)"
            guard !index.isMultiple(of: 10) else {
                return BatchHTMLEntry(
                    id: id, path: "a/\(id).txt",
                    failures: [.init(code: "not_found", text: "no such file <\(index)>")])
            }
            var values = BatchHTMLColumn.all.indices.map { Double?(Double($0 + index)) }
            values[BatchHTMLColumn.coverageIndex] = index == 7 ? 0.5 : 1
            values[BatchHTMLColumn.artefactsIndex] = index == 8 ? 12 : 0
            if index == 9 { values[4] = nil }
            return BatchHTMLEntry(id: id, path: id, values: values, rowCount: 1)
        }
    }

    private static func page(_ entries: [BatchHTMLEntry], recordCount: Int? = nil) -> String {
        BatchHTMLReport(
            title: "A <set>", entries: entries, recordCount: recordCount ?? entries.count,
            options: "--window=60.0"
        ).render()
    }

    private static func parse(_ page: String) -> Bool {
        (try? XMLTree(parsing: page)) != nil
    }

    @Test(arguments: [0, 1, 20, 2000]) func everyPageIsWellFormed(count: Int) {
        let page = Self.page(Self.entries(count))
        #expect(Self.parse(page))
        #expect(!page.contains("http-equiv=\"refresh\"") && !page.contains("src="))
    }

    @Test func countsFailuresAndTheWorstAreNamed() {
        let page = Self.page(Self.entries(50), recordCount: 60)
        for text in [
            ">45</span>", ">5</span>", "10 recordings are not done yet",
            "Analysed with --window=60.0",
            "no such file &lt;0&gt;", "<bdi>r7</bdi></a> 50 %", "<bdi>r8</bdi></a> 12 %",
        ] {
            #expect(page.contains(text), "\(text)")
        }
    }

    /// A recording of several parts may have rows and failures, and more than one of these.
    @Test func everyFailureOfARecordingCounts() {
        var entries = Self.entries(4)
        entries[2].failures = [
            .init(code: "flat", text: "the second lead"), .init(code: "flat", text: "the third"),
            .init(code: "too_short", text: "the fourth"),
        ]
        let page = Self.page(entries)
        let flat = page.components(separatedBy: "<code>flat</code>")[1].prefix(200)
        #expect(flat.hasPrefix("</th><td class=\"number\">2</td>"))
        #expect(flat.contains("the second lead") && page.contains("<code>too_short</code>"))
        #expect(page.components(separatedBy: "#r2\"><bdi>r2</bdi></a>").count == 4)
        #expect(page.contains(">3</span>") && page.contains(">1</span>"))
        var detail = BatchHTMLPage()
        detail.add(entries[2], furtherColumns: [], columns: ["a"], rows: [["1"]])
        let text = detail.render(title: "A", page: 0)
        #expect(text.contains("the third") && text.contains("the fourth"))
    }

    /// The script reads JSON of the same numbers, which cannot end its element.
    @Test func theScriptReadsWhatWentIn() throws {
        let entries = Self.entries(300)
        let page = Self.page(entries)
        let begin = try #require(page.range(of: "<script type=\"application/json\" id=\"data\">"))
        let end = try #require(page.range(of: "</script>", range: begin.upperBound..<page.endIndex))
        let json = page[begin.upperBound..<end.lowerBound]
        let data = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(data["ids"] as? [String] == entries.map(\.id))
        let failures = try #require(data["failures"] as? [String])
        #expect(failures.count { $0 == "not_found" } == 30)
        let values = try #require(data["values"] as? [[Any]])
        #expect(values.count == BatchHTMLColumn.listedIndices.count)
        // Mean NN of the eighth, and none of the ninth; coverage in per cent.
        #expect(values[4][8] as? Double == 12 && values[4][9] is NSNull)
        #expect(values[2][7] as? Double == 50)
    }

    @Test func eachRecordingLinksToItsEntry() {
        let page = Self.page(Self.entries(200))
        #expect(page.contains("href=\"recordings/00000.html#r1\""))
        #expect(page.contains("href=\"recordings/00003.html#r7\""))
        var detail = BatchHTMLPage()
        for entry in Self.entries(BatchHTMLPage.size) {
            #expect(!detail.isFull)
            detail.add(
                entry, furtherColumns: [], columns: ["file", "HRV_MeanNN", "HRV_SDNN", "reasons"],
                rows: entry.failures.isEmpty ? [["f", "812.3456", "", "HRV_SDNN=too_few"]] : [])
        }
        #expect(detail.isFull)
        let text = detail.render(title: "A", page: 3)
        #expect(Self.parse(text))
        #expect(text.contains("Recordings 193 to 256") && text.contains("id=\"r63\""))
        #expect(text.contains("HRV_MeanNN\t812.3\nHRV_SDNN\t\u{2013} too_few"))
        #expect(text.contains("no such file &lt;10&gt;"))
    }

    @Test func severalRowsAreATable() {
        var detail = BatchHTMLPage()
        detail.add(
            BatchHTMLEntry(id: "a", path: "a", rowCount: 2), furtherColumns: [],
            columns: ["start_s", "HRV_MeanNN", "HRV_LF"],
            rows: [["0", "800", ""], ["60", "900", "5"]])
        let text = detail.render(title: "A", page: 0)
        #expect(text.contains("<td class=\"number\">900.0</td><td class=\"number\">5.000</td>"))
        #expect(Self.parse(text))
    }

    /// The middle 99 % are drawn, all are counted.
    @Test func oneOddValueDoesNotSqueezeTheOthers() {
        let values = (1...1000).map { Double?(Double($0)) } + [1e9, nil]
        let figure = ValueHistogram(.metric(.meanNN), values).figure()
        #expect(
            figure.caption
                == "Median 501.0, middle half 251.0 to 751.0, all 1.000 to 1000000000 ms. 1 outside of the axis. 1 without a value."
        )
        #expect(ValueHistogram(.coverage, [nil, nil]).figure().isEmpty)
        let few = ValueHistogram(.metric(.meanNN), [100, 100, 200, 200]).figure().drawing(id: "few")
        #expect(few.source.contains(">2</text>") && !few.source.contains(">1.5</text>"))
        #expect(ValueHistogram(.coverage, [1]).figure().caption.hasPrefix("Median 100.0"))
    }
}
