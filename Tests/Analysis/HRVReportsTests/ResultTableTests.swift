import Foundation
import HRVFeatures
import HRVReports
import PhysioTypes
import Testing

@Suite struct ResultTableTests {
    private static func entry(
        name: String = "a.txt", metrics: [MetricResult] = metrics, notices: [Notice] = []
    ) -> ReportEntry {
        var recipe = Recipe()
        recipe.set(RecipeKey("psd"), .text("lomb"))
        recipe.set(RecipeKey("window_s"), .number(300))
        recipe.set(RecipeKey("forced"), .flag(false))
        recipe.set(RecipeKey("bands_hz"), .bands([.init(name: "LF", lowHz: 0.04, highHz: 0.15)]))
        let row = AnalysisRow(
            startSeconds: 0, durationSeconds: 300.5, beatCount: 333, coverage: 0.98,
            metrics: metrics, notices: notices)
        return ReportEntry(
            name: name,
            result: AnalysisResult(format: "rr-text", rows: [row], recipe: recipe, notices: []))
    }

    private static let metrics = [
        MetricResult(key: "HRV_MeanNN", value: 0.1 + 0.2),
        MetricResult(key: "HRV_RMSSD", missing: .tooFew(needed: 20, found: 5, .beats)),
        MetricResult(
            key: "HRV_SDNN", forced: 12, against: .coverage(needed: 0.9, found: 0.5)),
    ]

    private static func parsed(_ text: String) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func jsonHasNumbersNullsAndTheirReasons() throws {
        let object = try #require(ResultTable().objects(Self.entry()).first)
        for text in [object.compactText, object.prettyText] {
            let row = try Self.parsed(text)
            #expect(row["file"] as? String == "a.txt")
            #expect(row["n_beats"] as? Int == 333)
            // Foundation's reader may round the last digit, so the text itself is looked at.
            #expect(text.contains("\"HRV_MeanNN\": 0.30000000000000004"))
            #expect(row["HRV_RMSSD"] is NSNull)
            #expect(row["artefact_pct"] is NSNull)
            let reasons = try #require(row["reasons"] as? [String: String])
            #expect(reasons["HRV_RMSSD"] == "too_few")
            #expect(reasons["artefact_pct"] == "not_measured")
            #expect(row["forced"] as? [String] == ["HRV_SDNN"])
            let recipe = try #require(row["recipe"] as? [String: Any])
            #expect(recipe["window_s"] as? Double == 300)
            #expect((recipe["bands_hz"] as? [String: [Double]])?["LF"] == [0.04, 0.15])
        }
        #expect(!object.compactText.contains("\n"))
    }

    @Test func csvHasOneCellAColumn() throws {
        let table = ResultTable()
        let entry = Self.entry(
            name: "a,\"b\".txt",
            notices: [
                Notice(.warning, code: "coverage", "x"), Notice(.note, code: "other", "y"),
            ])
        let header = Self.cells(table.csvHeader)
        let line = Self.cells(try #require(table.csvLines(entry).first))
        #expect(header.count == line.count)
        let row = Dictionary(uniqueKeysWithValues: zip(header, line))
        #expect(row["file"] == "a,\"b\".txt")
        #expect(row["HRV_MeanNN"] == "0.30000000000000004")
        #expect(row["HRV_RMSSD"] == "")
        #expect(row["duration_s"] == "300.5" && row["start_s"] == "0")
        let reasons = try #require(row["reasons"])
        #expect(reasons.contains("HRV_RMSSD=too_few"))
        #expect(row["warnings"] == "coverage")
        #expect(row["recipe"]?.contains("bands_hz=LF:0.04-0.15") == true)
        #expect(ResultTable(hasFileColumn: false).csvHeader.hasPrefix("format,"))
    }

    @Test func artefactsAreAShareAndCountsByKind() throws {
        var row = AnalysisRow(
            startSeconds: 0, durationSeconds: 300, beatCount: 333, coverage: 1,
            metrics: Self.metrics, notices: [])
        row.artefacts = ArtefactTally(
            rawCount: 400, artefactCount: 3, counts: [.ectopic: 1, .missed: 2], irregularCount: 10)
        let entry = ReportEntry(
            name: "a",
            result: AnalysisResult(format: "rr-text", rows: [row], recipe: Recipe(), notices: []))
        let object = try Self.parsed(try #require(ResultTable().objects(entry).first).compactText)
        #expect(object["artefact_pct"] as? Double == 0.75)
        #expect(object["artefacts"] as? [String: Int] == ["missed": 2, "ectopic": 1])
        #expect(object["irregular_pct"] as? Double == 2.5)
        #expect((object["reasons"] as? [String: String])?["artefact_pct"] == nil)
        let table = ResultTable()
        let cells = Dictionary(
            uniqueKeysWithValues: zip(
                Self.cells(table.csvHeader), Self.cells(try #require(table.csvLines(entry).first))))
        #expect(cells["artefact_pct"] == "0.75" && cells["irregular_pct"] == "2.5")
        #expect(cells["artefacts"] == "missed:2 ectopic:1")
        let text = TextTable.render([entry])
        #expect(text.contains("artefacts (%)") && text.contains("0.7500"))
        #expect(text.contains("irregular (%)"))
        let plain = TextTable.render([Self.entry()])
        #expect(plain.contains("not_measured: no correction was run (artefacts)"))
        #expect(!plain.contains("irregular (%)"))
    }

    /// Fields of one RFC 4180 line.
    private static func cells(_ line: String) -> [String] {
        var cells = [""]
        var inQuotes = false
        let characters = Array(line)
        var index = 0
        while index < characters.count {
            let character = characters[index]
            let next = index + 1 < characters.count ? characters[index + 1] : " "
            if character == "\"", inQuotes, next == "\"" {
                cells[cells.count - 1] += "\""
                index += 1
            } else if character == "\"" {
                inQuotes.toggle()
            } else if character == ",", !inQuotes {
                cells.append("")
            } else {
                cells[cells.count - 1].append(character)
            }
            index += 1
        }
        return cells
    }

    @Test func otherNamesKeepTheNumbers() throws {
        for (names, name) in [
            (MetricNamingScheme.kubios, "Mean RR (ms)"), (.hrvanalysis, "mean_nni"),
            (.neurokit, "HRV_MeanNN"),
        ] {
            let object = try #require(ResultTable(names: names).objects(Self.entry()).first)
            #expect(object.compactText.contains("\"\(name)\": 0.30000000000000004"))
        }
        #expect(MetricNamingScheme.hrvanalysis.name(of: .sdann5) == nil)
        #expect(MetricNamingScheme.neurokit.name(of: .lfMsSquared) == nil)
    }

    @Test func namesOfADialectAreDistinct() {
        for names in MetricNamingScheme.allCases {
            let all = MetricKey.allCases.compactMap { names.name(of: $0) }
            #expect(Set(all).count == all.count)
        }
    }

    @Test func namesForDatabasesDifferInMoreThanCase() {
        let header = ResultTable(names: .sql, hasConfidenceIntervals: true, hasSegmentColumn: true)
            .csvHeader
        let names = header.lowercased().split(separator: ",")
        #expect(names.contains("hrv_corrdim") && names.contains("hrv_cd"))
        #expect(Set(names).count == names.count)
    }

    @Test func textIsEscapedAsJSONDemands() throws {
        let nasty = "quote \" backslash \\ newline \n tab \t bell \u{7} accent é emoji 🫀"
        let row = try Self.parsed(OrderedJSON.object([("k", .text(nasty))]).compactText)
        #expect(row["k"] as? String == nasty)
        #expect(OrderedJSON.number(.nan).compactText == "null")
        #expect(OrderedJSON.array([]).prettyText == "[]")
    }

    @Test func terminalTableNamesReasonsAndMarksForcedNumbers() {
        let text = TextTable.render([Self.entry()])
        #expect(text.contains("too_few: needs 20 beats, has 5 (HRV_RMSSD)"))
        #expect(text.contains("12.00!"))
        #expect(text.contains("--force"))
        let many = TextTable.render([ReportEntry](repeating: Self.entry(), count: 7))
        #expect(many.contains("--output csv"))
        #expect(many.split(separator: "\n").count == 9)
    }
}
