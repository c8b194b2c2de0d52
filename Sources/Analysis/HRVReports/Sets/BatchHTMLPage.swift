import HRVFeatures
import PhysioTypes

/// A page of some recordings of a set with all their numbers.
package struct BatchHTMLPage: Sendable {
    /// The number of recordings on a page.
    package static let size = 64

    private var sections: [Markup] = []

    package init() {}

    package var isEmpty: Bool { sections.isEmpty }
    package var isFull: Bool { sections.count == Self.size }

    /// Name of the page of a recording, and its anchor there.
    ///
    /// - Parameter index: of the recording among all.
    package static func name(_ page: Int) -> String {
        let digits = String(page)
        return String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".html"
    }

    /// Returns true if a file may be a page of an earlier report.
    package static func isPageName(_ name: String) -> Bool {
        name.hasSuffix(".html") && name.count >= 10 && name.dropLast(5).allSatisfy(\.isNumber)
    }

    static func address(_ index: Int) -> String {
        "recordings/\(name(index / size))#r\(index % size)"
    }

    /// Adds a recording.
    ///
    /// - Parameter columns: names of the columns of `rows`.
    /// - Parameter rows: cells of each row.
    package mutating func add(
        _ entry: BatchHTMLEntry, furtherColumns: [String], columns: [String], rows: [[String]]
    ) {
        var parts = [Markup("h2", [:], [Markup("bdi", text: entry.id)])]
        var facts = entry.path == entry.id ? [] : [("file", entry.path)]
        facts += zip(furtherColumns, entry.furtherValues).filter { !$0.1.isEmpty }
        if !facts.isEmpty {
            parts.append(
                Markup(
                    "p", ["class": "path"],
                    text: facts.map { "\($0): \($1)" }.joined(separator: ", ")))
        }
        if !entry.warnings.isEmpty {
            parts.append(
                Markup(
                    "p", ["class": "reason"],
                    text: "Warnings: \(entry.warnings.joined(separator: ", "))"))
        }
        for failure in entry.failures {
            parts.append(
                Markup(
                    "p", ["class": "failure"],
                    [Markup("code", text: failure.code), Markup(text: " \(failure.text)")]))
        }
        if rows.count == 1 {
            parts.append(values(columns, rows[0]))
        } else if rows.count > 1 {
            parts.append(table(columns, rows))
        }
        sections.append(
            Markup("section", ["class": "recording", "id": "r\(sections.count)"], parts))
    }

    /// Every number of one row, a line each.
    private func values(_ columns: [String], _ row: [String]) -> Markup {
        var reasons: [Substring: Substring] = [:]
        if let index = columns.firstIndex(of: "reasons") {
            for pair in row[index].split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                if parts.count == 2 { reasons[parts[0]] = parts[1] }
            }
        }
        let lines = zip(columns, row).compactMap { name, cell -> String? in
            guard !Self.textColumns.contains(name) else { return nil }
            let value = BatchHTMLEntry.number(cell).map(ReportNumber.fourSignificantDigits) ?? cell
            let cellText =
                cell.isEmpty ? "\(ReportNumber.missing) \(reasons[name[...]] ?? "")" : value
            return "\(name)\t\(cellText)"
        }
        return Markup("pre", ["class": "values"], text: lines.joined(separator: "\n"))
    }

    /// Columns that hold no number of the recording.
    private static let textColumns: Set<String> = [
        "file", "format", "reasons", "recipe", "warnings",
    ]

    /// Every number of several rows, a line a row.
    private func table(_ columns: [String], _ rows: [[String]]) -> Markup {
        let indices = columns.indices.filter { !Self.textColumns.contains(columns[$0]) }
        let head = indices.map { Markup("th", ["scope": "col"], text: columns[$0]) }
        let lines = rows.map { row in
            Markup(
                "tr", [:],
                indices.map { index in
                    HTMLReport.number(
                        BatchHTMLEntry.number(row[index]).map(ReportNumber.fourSignificantDigits)
                            ?? (row[index].isEmpty ? ReportNumber.missing : row[index]))
                })
        }
        return HTMLReport.scrollBox(
            Markup(
                "table", ["class": "compact"],
                [
                    Markup("thead", [:], [Markup("tr", [:], head)]), Markup("tbody", [:], lines),
                ]), label: "Rows")
    }

    /// The page as a file.
    package func render(title: String, page: Int) -> String {
        BatchHTMLReport.document(
            title: title,
            [
                Markup("p", [:], [Markup("a", ["href": "../index.html"], text: "All recordings")]),
                Markup("main", [:], sections),
            ],
            subtitle: "Recordings \(page * Self.size + 1) to \(page * Self.size + sections.count)")
    }
}
