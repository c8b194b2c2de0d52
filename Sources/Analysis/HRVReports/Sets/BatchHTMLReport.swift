import HRVFeatures
import PhysioTypes

/// A report over many recordings: what failed, how good the data are, how the main numbers are distributed, and a list of
/// all recordings that stays quick with a hundred thousand of them.
///
/// The report is a folder: `index.html`, and `recordings/*.html` with all numbers of each recording. No page needs a
/// network. Without scripts, and on paper, the list has the first ``BatchHTMLReport/maxStaticRecordingCount`` recordings.
package struct BatchHTMLReport: Sendable {
    /// The number of recordings in the list if no script runs.
    package static let maxStaticRecordingCount = 200
    /// The number of recordings that are named as the worst.
    private static let maxWorstRecordingCount = 15

    /// Stands at the beginning of every page, by which a report is known again.
    package static let pageGenerator = "Resonance: report over a batch"

    private let title: String
    /// Every recording that is done, in the order of the manifest.
    private let entries: [BatchHTMLEntry]
    private let recordCount: Int
    private let rowCount: Int
    private let options: String

    /// - Parameter recordCount: of the whole set, of which some may not be done.
    /// - Parameter options: those of the batch, as a person wrote them.
    package init(title: String, entries: [BatchHTMLEntry], recordCount: Int, options: String) {
        self.title = title
        self.entries = entries
        self.recordCount = recordCount
        self.options = options
        rowCount = entries.reduce(0) { $0 + $1.rowCount }
    }

    /// The page over all recordings.
    ///
    /// - Complexity: O(n log n).
    package func render() -> String {
        let parts = [
            Markup(
                "main", [:],
                [overview, failures, quality, distributions, worstSection, listSection]),
            BatchHTMLScript.data(entries), Markup(script: BatchHTMLScript.source),
        ]
        return Self.document(
            title: title, parts,
            subtitle:
                "Heart-rate variability, \(Self.grouped(recordCount)) \(recordCount == 1 ? "recording" : "recordings")",
            hasScript: true)
    }

    // MARK: The parts

    private var failedEntries: [BatchHTMLEntry] { entries.filter { $0.rowCount == 0 } }

    private var overview: Markup {
        let numbers = [
            ("Recordings", recordCount), ("Analysed", entries.count - failedEntries.count),
            ("Failed", failedEntries.count), ("Rows", rowCount),
        ]
        var parts = [
            Markup("h2", ["id": "overview"], text: "Overview"),
            Markup(
                "ul", ["class": "highlights"],
                numbers.map { name, number in
                    Markup(
                        "li", [:],
                        [
                            Markup("span", ["class": "name"], text: name),
                            Markup("span", ["class": "number"], text: Self.grouped(number)),
                        ])
                }),
        ]
        if entries.count < recordCount {
            parts.append(
                Self.notice(
                    "\(Self.grouped(recordCount - entries.count)) recordings are not done yet: the report is of the others."
                ))
        }
        parts.append(
            Markup(
                "p", ["class": "reason"],
                text: options.isEmpty ? "Analysed with no options." : "Analysed with \(options)."))
        return section("overview", parts)
    }

    private var failures: Markup {
        let failures = entries.enumerated().flatMap { index, entry in
            entry.failures.map { (index: index, failure: $0) }
        }
        let groups = Dictionary(grouping: failures, by: \.failure.code)
        guard !groups.isEmpty else {
            return section(
                "failures", [Markup("h2", text: "Failures"), Markup("p", text: "None.")])
        }
        let lines = groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map {
            code, group in
            // Several parts of one recording may fail: it is named once.
            var indices: [Int] = []
            for (index, _) in group.prefix(64) where indices.last != index { indices.append(index) }
            let first = indices.prefix(3).map { index in
                Markup(
                    "a", ["href": BatchHTMLPage.address(index)],
                    [Markup("bdi", text: entries[index].id)])
            }
            return Markup(
                "tr", [:],
                [
                    Markup("th", ["scope": "row"], [Markup("code", text: code)]),
                    HTMLReport.number(Self.grouped(group.count)),
                    Markup(
                        "td", ["class": "sentence"],
                        [Markup(text: group[0].failure.text)]
                            + first.map { Markup(joining: [Markup(text: " "), $0]) }),
                ])
        }
        return section(
            "failures",
            [
                Markup("h2", text: "Failures"),
                HTMLReport.scrollBox(
                    Markup(
                        "table", ["class": "compact failures"],
                        [
                            head(["Code", "Count", "The first of them"]),
                            Markup("tbody", [:], lines),
                        ]),
                    label: "Failures by code"),
            ])
    }

    private func section(_ name: String, _ parts: [Markup]) -> Markup {
        Markup("section", ["class": "overview \(name)"], parts)
    }

    private func head(_ names: [String]) -> Markup {
        Markup(
            "thead", [:],
            [Markup("tr", [:], names.map { Markup("th", ["scope": "col"], text: $0) })])
    }

    private var quality: Markup { charts("Quality of the data", 0..<4, name: "quality") }

    private var distributions: Markup {
        charts("Main numbers", 4..<BatchHTMLColumn.all.count, name: "numbers")
    }

    private func charts(_ heading: String, _ columns: Range<Int>, name: String) -> Markup {
        let analysedEntries = entries.filter { $0.rowCount > 0 }
        let figures = columns.map { index in
            let figure = ValueHistogram(
                BatchHTMLColumn.all[index],
                analysedEntries.map { index < $0.values.count ? $0.values[index] : nil }
            ).figure()
            let heading = Markup("h3", text: figure.title)
            guard !figure.isEmpty else {
                return Markup(
                    "figure", [:],
                    [heading, Markup("p", ["class": "nothing"], text: figure.summary)])
            }
            return Markup(
                "figure", [:],
                [
                    heading, figure.drawing(id: "chart-\(index)"),
                    Markup("figcaption", text: figure.caption),
                ])
        }
        return section(
            name,
            [
                Markup("h2", text: heading),
                Markup(
                    "p", ["class": "reason"],
                    text: "Each recording counts once; of several rows its median."),
                Markup("div", ["class": "distributions"], figures),
            ])
    }

    /// The recordings that a person would look at first.
    private var worstSection: Markup {
        let analysedEntries = entries.enumerated().filter { $0.element.rowCount > 0 }
        func ranked(
            _ column: Int, _ isBad: (Double) -> Bool, _ precedes: (Double, Double) -> Bool
        ) -> [(index: Int, value: Double)] {
            let problemEntries = analysedEntries.compactMap {
                index, entry -> (index: Int, value: Double)? in
                guard column < entry.values.count, let value = entry.values[column], isBad(value)
                else { return nil }
                return (index, value)
            }
            return Array(
                problemEntries.sorted { a, b in
                    a.value == b.value ? a.index < b.index : precedes(a.value, b.value)
                }.prefix(Self.maxWorstRecordingCount))
        }
        let worstRecordingLists = [
            (
                "Lowest coverage, below 90 %", BatchHTMLColumn.coverageIndex,
                ranked(BatchHTMLColumn.coverageIndex, { $0 < 0.9 }, <)
            ),
            (
                "Most artefacts, above 5 %", BatchHTMLColumn.artefactsIndex,
                ranked(BatchHTMLColumn.artefactsIndex, { $0 > 5 }, >)
            ),
        ]
        return section(
            "worst",
            [Markup("h2", text: "To look at first")]
                + worstRecordingLists.flatMap { heading, column, rankedEntries in
                    [
                        Markup("h3", text: heading),
                        rankedEntries.isEmpty
                            ? Markup("p", text: "None.")
                            : Markup(
                                "ul", ["class": "named"],
                                rankedEntries.map { index, value in
                                    Markup(
                                        "li", [:],
                                        [
                                            Markup(
                                                "a", ["href": BatchHTMLPage.address(index)],
                                                [Markup("bdi", text: entries[index].id)]),
                                            Markup(
                                                text: " \(BatchHTMLColumn.all[column].text(value))"),
                                        ])
                                }),
                    ]
                })
    }

    private var listSection: Markup {
        let columns = BatchHTMLColumn.listedIndices.map { BatchHTMLColumn.all[$0] }
        let names =
            ["Recording"]
            + columns.map { column in
                column.unit.isEmpty || column == .duration
                    ? column.title : "\(column.title) \(column.unit)"
            }
        let lines = entries.prefix(Self.maxStaticRecordingCount).enumerated().map {
            position, entry in
            let link = Markup(
                "a", ["href": BatchHTMLPage.address(position)], [Markup("bdi", text: entry.id)])
            if let code = entry.failureCode {
                return Markup(
                    "tr", [:],
                    [
                        Markup("th", ["scope": "row"], [link]),
                        Markup(
                            "td", ["colspan": "\(columns.count)", "class": "failure"],
                            text: "failed: \(code)"),
                    ])
            }
            return Markup(
                "tr", [:],
                [Markup("th", ["scope": "row"], [link])]
                    + zip(BatchHTMLColumn.listedIndices, columns).map { index, column in
                        HTMLReport.number(
                            column.text(index < entry.values.count ? entry.values[index] : nil))
                    })
        }
        let table = Markup(
            "table", ["class": "compact"], [head(names), Markup("tbody", [:], lines)])
        var parts = [Markup("h2", text: "All recordings")]
        if entries.count > Self.maxStaticRecordingCount {
            parts.append(
                Markup(
                    "p", ["class": "reason", "id": "shortened"],
                    text:
                        "The first \(Self.maxStaticRecordingCount) of \(Self.grouped(entries.count)); a browser with scripts lists all."
                ))
        }
        parts.append(
            Markup("div", ["id": "list"], [HTMLReport.scrollBox(table, label: "All recordings")]))
        return section("list", parts)
    }

    private static func notice(_ text: String) -> Markup {
        Markup("ul", ["class": "notices"], [Markup("li", ["class": "warning"], text: text)])
    }

    static func grouped(_ number: Int) -> String {
        var digits = Array(String(number).reversed())
        for index in stride(from: 3, to: digits.count, by: 3).reversed() {
            digits.insert(",", at: index)
        }
        return String(digits.reversed())
    }

    // MARK: The document

    static func document(
        title: String, _ parts: [Markup], subtitle: String, hasScript: Bool = false
    ) -> String {
        let policy =
            "default-src 'none'; style-src 'unsafe-inline'"
            + (hasScript ? "; script-src 'unsafe-inline'" : "")
        let head = Markup(
            "head", [:],
            [
                Markup("meta", ["charset": "utf-8"]), Markup("title", text: title),
                Markup(
                    "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                Markup("meta", ["name": "generator", "content": pageGenerator]),
                Markup("meta", ["name": "color-scheme", "content": "light dark"]),
                Markup("meta", ["http-equiv": "Content-Security-Policy", "content": policy]),
                Markup(css: HTMLReport.style + style),
            ])
        let body = Markup(
            "body", [:],
            [
                Markup(
                    "div", ["class": "page"],
                    [HTMLReport.masthead(title, subtitle: subtitle)] + parts + [HTMLReport.footer])
            ])
        return "<!DOCTYPE html>\n" + Markup("html", ["lang": "en"], [head, body]).source
    }

    /// The style that only these pages have.
    private static let style = #"""

        [hidden] { display: none !important; }
        .overview { margin-bottom: 24px; }
        .overview .reason { margin-top: 10px; }
        .distributions { display: grid; grid-template-columns: 1fr 1fr; gap: 24px 40px; margin-top: 16px; }
        .worst h3 { margin-top: 16px; }
        .named { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 6px; font-size: 14px; }
        .failures .sentence { white-space: normal; min-width: 260px; overflow-wrap: anywhere; }
        .failures th:last-child, .failures .sentence { text-align: left; }
        .compact .failure, .failure { text-align: left; color: var(--warn-ink); }
        .path { color: var(--muted); overflow-wrap: anywhere; }
        .values {
          columns: 17em; column-gap: 28px; margin: 14px 0 0; font-size: 12.5px; line-height: 1.5; white-space: pre-wrap;
          overflow-wrap: anywhere; tab-size: 18; font-family: ui-monospace, Menlo, Consolas, "Liberation Mono", monospace;
        }
        .tools { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; margin: 14px 0 10px; }
        .tools input {
          font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--slate); border-radius: 8px;
          padding: 7px 12px; width: 18em; max-width: 100%;
        }
        .tools output { color: var(--muted); font-size: 14px; }
        .rows { height: 560px; overflow: auto; border: 1px solid var(--rule); border-radius: 10px; position: relative; }
        .rows .sheet { position: relative; min-width: 980px; }
        .rows .line {
          position: absolute; left: 0; right: 0; height: 34px; display: grid; align-items: center; font-size: 13.5px;
          grid-template-columns: minmax(160px, 1.6fr) repeat(8, minmax(98px, 1fr)); border-top: 1px solid var(--rule);
          stroke: none;
        }
        .rows .line > * { padding: 0 6px; text-align: right; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
        .rows .line > :first-child { text-align: left; }
        .rows .line .failure { grid-column: 2 / -1; text-align: left; }
        .rows .top {
          position: sticky; top: 0; z-index: 1; background: var(--faint); border-top: 0; font-weight: 600;
        }
        .rows .top button {
          font: inherit; color: inherit; background: none; border: 0; cursor: pointer; height: 34px; width: 100%; font-size: 12.5px;
        }
        @media screen and (max-width: 620px) {
          .distributions { grid-template-columns: minmax(0, 1fr); }
          .failures thead { display: none; }
          .failures tr { display: grid; grid-template-columns: 1fr auto; }
          .failures .sentence { grid-column: 1 / -1; min-width: 0; border-top: 0; padding-top: 0; }
        }
        @media print {
          .overview { margin-bottom: 12px; break-inside: auto; }
          .overview h2, .overview .reason { break-after: avoid; }
          .distributions { grid-template-columns: 1fr 1fr 1fr; gap: 8px 16px; }
          .values { font-size: 7.5pt; columns: 4; }
          .tools { display: none; }
        }
        """#
}
