import Foundation
import HRVFeatures
import PhysioTypes
import Testing

@testable import HRVReports

// MARK: - The page

@Test func pageIsWellFormedXMLWithOneSectionARecording() throws {
    let page = try Page([entry("a.txt"), entry("b.txt", figures: false), entry("c.txt")])
    #expect(page.root.name == "html")
    #expect(page.sections.map(\.text.isEmpty) == [false, false, false])
    #expect(page.root.all("svg").filter { $0.attributes["role"] == "img" }.count == 2 * 5)
}

@Test func everyTextFromOutsideIsEscaped() throws {
    let hostile = "<script>alert('1')</script> & \"x\" \u{1}\u{0}"
    var recipe = Recipe()
    recipe.set(RecipeKey(hostile), .text(hostile))
    recipe.set(RecipeKey("bands"), .bands([.init(name: hostile, lowHz: 0.1, highHz: 0.2)]))
    let row = row(
        [MetricResult(key: hostile, missing: .notMeasured(hostile))],
        notices: [Notice(.warning, code: hostile, hostile, line: 3)])
    let result = AnalysisResult(
        format: hostile, rows: [row], recipe: recipe,
        notices: [Notice(.note, code: hostile, hostile)])
    let page = try Page(
        [ReportEntry(name: hostile, result: result), entry(hostile)], title: hostile)
    #expect(!page.source.contains("<script"))
    #expect(page.root.all("script").isEmpty)
    let shown = "<script>alert('1')</script> & \"x\" \u{FFFD}\u{FFFD}"
    #expect(page.root.all("title").first?.text == shown)
    #expect(page.root.all("h2").count { $0.text == shown } == 2)
    #expect(page.root.all("a").allSatisfy { $0.text == shown })
    #expect(page.root.all("code").map(\.text) == [shown, shown])
}

@Test func pageAsksForNothingFromOutside() throws {
    let page = try Page([entry("a.txt"), entry("b.txt")])
    let rest = page.source
        .replacing("http://www.w3.org/2000/svg", with: "")
        .replacing("http-equiv", with: "")
    for word in ["http", "//", "url(", "@import", "src=", "<link", "<script", "javascript:"] {
        #expect(!rest.contains(word), "\(word)")
    }
    #expect(page.root.all("a").allSatisfy { $0.attributes["href"]?.hasPrefix("#") == true })
}

@Test func idsAreUniqueAndEveryReferenceResolves() throws {
    let page = try Page([entry("same"), entry("same"), entry("same")])
    let ids = page.everything.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    let references =
        page.everything.compactMap { $0.attributes["aria-labelledby"] }
        .flatMap { $0.split(separator: " ").map(String.init) }
        + page.root.all("a").compactMap { $0.attributes["href"]?.dropFirst() }.map(String.init)
    #expect(references.count >= 3)
    #expect(Set(references).isSubset(of: ids))
}

@Test func everyFigureIsDescribedInWords() throws {
    let page = try Page([entry("a.txt")])
    let drawings = page.root.all("svg").filter { $0.attributes["aria-hidden"] != "true" }
    #expect(drawings.count == 5)
    for drawing in drawings {
        #expect(drawing.attributes["role"] == "img")
        #expect(drawing.all("title").first?.text.isEmpty == false)
        #expect((drawing.all("desc").first?.text.count ?? 0) > 30)
    }
    #expect(page.root.all("figcaption").count == 4)
}

@Test func noRecordingIsStillAPage() throws {
    let page = try Page([])
    #expect(page.root.text.contains("No recording was analysed."))
}

@Test func footerStatesVersionAndPurpose() throws {
    let footer = try #require(try Page([entry("a")]).root.all("footer").first?.text)
    #expect(footer.contains(ToolkitVersion.current))
    #expect(footer.contains("wellness and research tool"))
    #expect(footer.contains("not a medical device"))
}

@Test func equalEntriesGiveEqualPages() {
    let page = HTMLReport.render([entry("a")], title: "t")
    #expect(page == HTMLReport.render([entry("a")], title: "t"))
}

// MARK: - Poor data

private let poorSeries: [NNSeries] = [
    NNSeries(intervalsMs: []), NNSeries(intervalsMs: [800]), NNSeries(intervalsMs: [800, 800]),
    NNSeries(intervalsMs: [Double](repeating: 800, count: 300)),
    NNSeries(intervalsMs: [Double](repeating: 800, count: 5000)),
    NNSeries(intervalsMs: [200, 3000]),
    NNSeries(intervalsMs: [1000, 1000, 1000], startSeconds: 7e5),
    NNSeries(
        intervalsMs: [800, 810], endTimesSeconds: [10, 5000],
        isAdjacentToPrevious: [false, false], startSeconds: 0, endSeconds: 1e5),
]

@Test(arguments: poorSeries)
func noSeriesPutsANumberThatIsNoneOnThePage(nn: NNSeries) throws {
    let densities: [[Double]] = [[], [0], [0, 0], [Double](repeating: 1e-27, count: 200), [5, 5]]
    for density in densities {
        let spectrum = AnalysisFigures.Spectrum(
            firstHz: 0, stepHz: 0.0025, densityMsSquaredPerHz: density, bands: [])
        let result = AnalysisResult(
            format: "f", rows: [row([])], recipe: Recipe(), notices: [],
            figures: AnalysisFigures(nn: nn, spectrum: spectrum))
        let page = try Page([ReportEntry(name: "a", result: result)])
        let words = page.source.lowercased().split { !$0.isLetter && !$0.isNumber }
        #expect(Set(words).isDisjoint(with: ["nan", "inf", "infinity"]))
    }
}

@Test func densitiesThatAreNoNumbersAreLeftOut() throws {
    let spectrum = AnalysisFigures.Spectrum(
        firstHz: 0, stepHz: 0.01, densityMsSquaredPerHz: [1, .nan, 2, .infinity, 3], bands: [])
    let figure = SpectrumChart.figure(spectrum)
    let drawing = try XMLTree(parsing: figure.drawing(id: "f").source)
    #expect(drawing.all("polyline").first?.points.count == 3)
}

@Test func chartsWithNothingToDrawSayWhy() throws {
    let result = AnalysisResult(
        format: "f", rows: [row([])], recipe: Recipe(), notices: [],
        figures: AnalysisFigures(nn: NNSeries(intervalsMs: []), spectrum: nil))
    let page = try Page([ReportEntry(name: "a", result: result)])
    #expect(page.root.all("figure").count == 4)
    #expect(page.root.text.contains("The spectrum could not be estimated."))
    #expect(page.root.text.contains("There are no two neighbouring NN intervals."))
}

@Test func aDayOfBeatsStaysASmallPage() {
    let intervals = (0..<100_000).map { 700 + Double($0 * 7919 % 401) }
    let density = (0..<170_000).map { Double($0 * 104_729 % 10_007) }
    let result = AnalysisResult(
        format: "f", rows: [fullRow()], recipe: Recipe(), notices: [],
        figures: AnalysisFigures(
            nn: NNSeries(intervalsMs: intervals),
            spectrum: .init(
                firstHz: 0, stepHz: 3e-6, densityMsSquaredPerHz: density, bands: taskForceBands)))
    let page = HTMLReport.render([ReportEntry(name: "day", result: result)], title: "day")
    #expect(page.utf8.count < 400_000)
}

// MARK: - Contents

@Test func metricsAreGroupedByFamilyInTheOrderOfTheCatalogue() throws {
    let page = try Page([entry("a", figures: false)])
    let tables = page.tables("family")
    #expect(
        tables.map { $0.all("caption").first?.text }
            == [
                "Time domain", "Geometric", "Frequency domain", "Poincaré plot", "Nonlinear",
                "Fragmentation", "Asymmetry", "Respiration", "Turbulence",
            ])
    let keys = tables.flatMap { $0.all("tbody") }.flatMap { $0.all("th") }.map(\.text)
    #expect(keys == MetricDefinition.all.map(\.key.rawValue))
}

@Test func aMetricLineHoldsValueUnitAndMeaning() throws {
    let row = row([
        MetricResult(key: "HRV_RMSSD", value: 31.8512), MetricResult(key: "HRV_LF", value: 1519.4),
        MetricResult(key: "HRV_NN50", value: 12_345), MetricResult(key: "HRV_New", value: 2),
    ])
    let page = try Page([entry("a", rows: [row])])
    let lines = page.tables("family").flatMap { $0.all("tbody") }.flatMap { $0.all("tr") }
        .map { $0.children.map(\.text) }
    #expect(
        lines
            == [
                ["HRV_RMSSD", "31.85", "ms", "root mean square of successive differences"],
                ["HRV_NN50", "12345", "count", "differences above 50 ms"],
                ["HRV_LF", "1519", "ms²", "power in LF"], ["HRV_New", "2.000", "", ""],
            ].sorted { lines.firstIndex(of: $0) ?? 9 < lines.firstIndex(of: $1) ?? 9 })
}

@Test func aMissingValueIsADashWithItsReason() throws {
    let reason = MissingReason.tooFew(needed: 120, found: 60, .seconds)
    let page = try Page([entry("a", rows: [row([MetricResult(key: "HRV_LF", missing: reason)])])])
    let cells = page.tables("family").flatMap { $0.all("tr") }.last?.children.map(\.text)
    #expect(cells?[1] == "–")
    #expect(cells?[3] == "power in LF" + reason.text)
}

@Test func aForcedValueIsFlaggedInWords() throws {
    let reason = MissingReason.coverage(needed: 0.8, found: 0.5)
    let metric = MetricResult(key: "HRV_RMSSD", forced: 30, against: reason)
    let page = try Page([entry("a", rows: [row([metric])]), entry("b", rows: [row([metric])])])
    let cells = page.tables("family").first?.all("tr").last?.children.map(\.text)
    #expect(cells?[1] == "30.00*")
    #expect(cells?[3].hasSuffix("forced " + reason.text) == true)
    #expect(page.root.all("section").first?.text.contains("* forced although") == true)
}

@Test func warningsComeFirstAndCarryTheirKindInWords() throws {
    let result = AnalysisResult(
        format: "f", rows: [row([], notices: [Notice(.warning, code: "w", "Look here.")])],
        recipe: Recipe(), notices: [Notice(.note, code: "n", "By the way.", line: 7)])
    let page = try Page([ReportEntry(name: "a", result: result)])
    let lines = page.root.all("ul").first { $0.class == "notices" }?.all("li").map(\.text)
    #expect(lines == ["Warning Look here. w", "Note By the way. (line 7) n"])
}

@Test func aThousandNoticesOfAKindAreCounted() throws {
    let many = (1...1000).map { Notice(.warning, code: "rr", "Bad value.", line: $0) }
    let result = AnalysisResult(
        format: "f", rows: [row([])], recipe: Recipe(), notices: many)
    let page = try Page([ReportEntry(name: "a", result: result)])
    let lines = page.root.all("ul").first { $0.class == "notices" }?.all("li") ?? []
    #expect(lines.count == 6)
    #expect(lines.last?.text.contains("And 995 more of this kind.") == true)
}

@Test func severalRowsBecomeOneLineAWindow() throws {
    let short = MissingReason.tooFew(needed: 120, found: 60, .seconds)
    var rows = (0..<7).map { window in
        row(
            [
                MetricResult(key: "HRV_RMSSD", value: 30 + Double(window)),
                MetricResult(key: "HRV_LF", missing: short),
            ], notices: window < 3 ? [Notice(.warning, code: "w", "Short.")] : [],
            start: 60 * Double(window))
    }
    rows[2].artefacts = ArtefactTally(rawCount: 360, artefactCount: 9, counts: [.missed: 9])
    let page = try Page([entry("a", rows: rows)])
    #expect(page.tables("family").isEmpty)
    let table = try #require(page.tables("compact").first)
    let lines = table.all("tbody").flatMap { $0.all("tr") }.map { $0.children.map(\.text) }
    #expect(lines.count == 7)
    #expect(
        lines[2] == [
            "0:02:00", "5 min", "360", "98 %", "2.5 %", "–", "–", "32.00", "–", "–", "–", "–",
        ])
    #expect(lines[3][4] == "–")
    #expect(page.root.text.contains("LF in 7 of 7 windows: needs 120 seconds, has 60"))
    #expect(page.root.text.contains("(3 of 7 windows, the first at 0:00:00)"))
    #expect(page.root.all("div").contains { $0.class == "scroll" && !$0.all("table").isEmpty })
}

@Test func overviewLinksEveryRecordingAndOnlyThere() throws {
    #expect(try Page([entry("a")]).tables("compact").isEmpty)
    let page = try Page([entry("a.txt"), entry("b.txt")])
    let links = page.root.all("a").map { [$0.text, $0.attributes["href"] ?? ""] }
    #expect(links == [["a.txt", "#recording-1"], ["b.txt", "#recording-2"]])
    #expect(page.sections.map { $0.attributes["id"] } == ["recording-1", "recording-2"])
}

@Test(arguments: [([30.0, 10, 20], "20.00"), ([30, 10, 20, 41], "25.00")])
func overviewUsesTheMedianOfWindows(values: [Double], median: String) throws {
    var rows = values.map { row([MetricResult(key: "HRV_RMSSD", value: $0)]) }
    for index in 0..<3 {
        rows[index].artefacts = ArtefactTally(
            rawCount: 100, artefactCount: [4, 1, 3][index], counts: [:])
    }
    let page = try Page([entry("a", rows: rows), entry("b")])
    let cells = page.tables("compact").first?.all("tbody").first?.all("tr").first?.children
    #expect(cells?[7].text == median)
    #expect(cells?[4].text == "3 %")
    #expect(cells?[0].text == "amedians of \(values.count) windows")
}

@Test func recipeListsSettingsInOrder() throws {
    var recipe = Recipe()
    recipe.set(RecipeKey("unit"), .text("ms"))
    recipe.set(RecipeKey("min_coverage"), .number(0.8))
    recipe.set(RecipeKey("window_s"), .number(300))
    recipe.set(RecipeKey("force"), .flag(false))
    recipe.set(
        RecipeKey("bands"),
        .bands([
            .init(name: "LF", lowHz: 0.04, highHz: 0.15),
            .init(name: "HF", lowHz: 0.15, highHz: 0.4),
        ]))
    let result = AnalysisResult(format: "f", rows: [row([])], recipe: recipe, notices: [])
    let page = try Page([ReportEntry(name: "a", result: result)])
    let table = page.root.all("div").first { $0.class == "recipe" }?.all("table").first
    let lines = table?.all("tr").map { $0.children.map(\.text) }
    #expect(
        lines == [
            ["unit", "ms"], ["min_coverage", "0.8"], ["window_s", "300"], ["force", "no"],
            ["bands", "LF 0.04–0.15 Hz, HF 0.15–0.4 Hz"],
        ])
}

// MARK: - Style

/// Contrast by the formula of WCAG 2.1: 4.5 is its minimum for text (level AA).
@Test(arguments: [0, 1, 2])
func textAndItsGroundContrastInEveryTheme(theme: Int) throws {
    let blocks = HTMLReport.style
        .split(separator: ":root {", omittingEmptySubsequences: false)
        .dropFirst().map(variables)
    try #require(blocks.count == 3)
    let colours = blocks[theme]
    let pairs = [
        ("ink", "panel"), ("muted", "panel"), ("muted", "paper"), ("muted", "faint"),
        ("ink", "faint"), ("teal", "panel"), ("blue", "panel"), ("warn-ink", "warn-paper"),
    ]
    for (text, ground) in pairs {
        let (a, b) = (try #require(colours[text]), try #require(colours[ground]))
        let ratio =
            (max(luminance(a), luminance(b)) + 0.05) / (min(luminance(a), luminance(b)) + 0.05)
        #expect(ratio >= 4.5, "\(text) on \(ground): \(ratio)")
    }
}

private func variables(_ block: Substring) -> [String: UInt32] {
    var result: [String: UInt32] = [:]
    for part in block.prefix(while: { $0 != "}" }).split(separator: ";") {
        let sides = part.split(separator: ":").map { $0.filter { !$0.isWhitespace } }
        guard sides.count == 2, sides[0].hasPrefix("--"), sides[1].hasPrefix("#") else { continue }
        result[String(sides[0].dropFirst(2))] = UInt32(sides[1].dropFirst(), radix: 16)
    }
    return result
}

private func luminance(_ colour: UInt32) -> Double {
    func channel(_ shift: UInt32) -> Double {
        let value = Double(colour >> shift & 0xFF) / 255
        return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
}

// MARK: - Help

private let taskForceBands: [Recipe.Value.NamedBand] = [
    .init(name: "ULF", lowHz: 0, highHz: 0.003), .init(name: "VLF", lowHz: 0.003, highHz: 0.04),
    .init(name: "LF", lowHz: 0.04, highHz: 0.15), .init(name: "HF", lowHz: 0.15, highHz: 0.4),
    .init(name: "VHF", lowHz: 0.4, highHz: 0.5),
]

private func row(
    _ metrics: [MetricResult], notices: [Notice] = [], start: Double = 0
) -> AnalysisRow {
    AnalysisRow(
        startSeconds: start, durationSeconds: 300, beatCount: 360, coverage: 0.98,
        metrics: metrics, notices: notices)
}

private func fullRow() -> AnalysisRow {
    row(MetricDefinition.all.map { MetricResult(key: $0.key.rawValue, value: 12.5) })
}

private func entry(
    _ name: String, rows: [AnalysisRow]? = nil, figures: Bool = true
) -> ReportEntry {
    let nn = NNSeries(intervalsMs: (0..<360).map { 800 + Double($0 * 37 % 101) })
    let spectrum = AnalysisFigures.Spectrum(
        firstHz: 0, stepHz: 0.001, densityMsSquaredPerHz: (0...500).map { Double($0 % 97) * 10 },
        bands: taskForceBands)
    return ReportEntry(
        name: name,
        result: AnalysisResult(
            format: "R-R text", rows: rows ?? [fullRow()], recipe: Recipe(), notices: [],
            figures: figures ? AnalysisFigures(nn: nn, spectrum: spectrum) : nil))
}

/// A page as an XML parser sees it.
private struct Page {
    let source: String
    let root: XMLTree

    init(_ entries: [ReportEntry], title: String = "Report") throws {
        source = HTMLReport.render(entries, title: title)
        root = try XMLTree(parsing: source)
    }

    var everything: [XMLTree] {
        func inside(_ element: XMLTree) -> [XMLTree] {
            [element] + element.children.flatMap(inside)
        }
        return inside(root)
    }

    var sections: [XMLTree] { root.all("section").filter { $0.class == "recording" } }

    func tables(_ name: String) -> [XMLTree] { root.all("table").filter { $0.class == name } }
}
