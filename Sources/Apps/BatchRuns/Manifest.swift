import RecordingFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The recordings of a batch, and the columns that are copied beside their rows.
package struct Manifest: Codable, Sendable, Equatable {
    /// Names of the columns that are no words of ours.
    package var furtherColumns: [String] = []
    package var records: [BatchRecord] = []
    /// Paths that do not begin with / lie in here; empty for the folder where the program runs.
    package var folder = ""
    /// Files of the paths that name a record of a data set.
    package var named: [String: String] = [:]

    /// Returns the folder of paths that do not begin with /; an absolute path, so that it is the
    /// same wherever the program runs next.
    package static func absolutePath(_ folder: String) -> String {
        URL(fileURLWithPath: folder.isEmpty ? "." : folder).standardizedFileURL.path
    }

    /// Options that a recording may have of its own.
    package static let options = [
        "signal", "rate", "unit", "format", "annotator", "start", "part",
    ]

    package init() {}

    // MARK: From a table

    /// A manifest as comma-separated values, whose first line names the columns.
    ///
    /// - Parameter name: of the file, for sentences.
    /// - Throws: for a table without the column `path`, a line without a path, and equal ids.
    package init(csv text: String, name: String, folder: String) throws(BatchFailure) {
        if let line = Self.lineWithOpenQuote(text) {
            throw BatchFailure(
                .usage,
                "\(name):\(line): a quote stands inside a value, or is not closed: put quotes around the whole value and double "
                    + "those inside")
        }
        let rows = CSVText.rows(text.first == "\u{FEFF}" ? String(text.dropFirst()) : text)
        guard let header = rows.first else {
            throw BatchFailure(
                .usage, "\(name) is empty: its first line names the columns, one of them path")
        }
        // Spreadsheets write commas behind the last column.
        let columns = Self.trimmed(
            header.cells.map { $0.trimmed }, to: 0)
        guard columns.contains("path") else {
            let hint = Self.hint(header.cells)
            throw BatchFailure(
                .usage,
                "\(name) has no column path: its first line names the columns, such as id,path,subject\(hint)"
            )
        }
        if let index = columns.firstIndex(of: "") {
            throw BatchFailure(.usage, "\(name): column \(index + 1) has no name")
        }
        for (index, column) in columns.enumerated() where columns[..<index].contains(column) {
            throw BatchFailure(.usage, "\(name) has two columns \(column): name each once")
        }
        self.folder = folder
        if let column = columns.first(where: { $0.contains(where: \.isNewline) }) {
            throw BatchFailure(
                .usage, "\(name): the name of the column \(column) has a line end in it")
        }
        let knownColumns = Set(["id", "path", "sha256"] + Self.options)
        furtherColumns = columns.filter { !knownColumns.contains($0) }
        var lines: [[UInt8]: Int] = [:]
        for row in rows.dropFirst() where row.cells.contains(where: { !$0.isEmpty }) {
            let record = try Self.record(row, columns, name)
            if let earlierLine = lines.updateValue(row.line, forKey: Array(record.id.utf8)) {
                throw BatchFailure(
                    .usage,
                    "\(name): the id \(record.id) stands in line \(earlierLine) and in line \(row.line): each id is of one recording"
                )
            }
            records.append(record)
        }
    }

    /// Returns a hint at the possible error in a line of names that has no path.
    private static func hint(_ cells: [String]) -> String {
        let text = cells.joined().unicodeScalars
        if text.contains(";") { return "; commas stand between values, not semicolons" }
        if text.contains("\t") { return "; commas stand between values, not tabs" }
        if text.contains("\r") {
            return "; its lines end with CR alone: save it with LF, or CR LF, at their ends"
        }
        let path = cells.first { $0.trimmed.lowercased() == "path" }
        return path.map { "; path is written in small letters, not \($0)" } ?? ""
    }

    /// Cells without the empty ones at the end, of which `count` stay at least.
    private static func trimmed(_ cells: [String], to count: Int) -> [String] {
        let last = cells.lastIndex { !$0.isEmpty } ?? -1
        return Array(cells.prefix(max(last + 1, count)))
    }

    /// The line of a quote that opens in the middle of a value, or is never closed.
    private static func lineWithOpenQuote(_ text: String) -> Int? {
        var (isQuoted, isAtCellStart, line, quoteLine) = (false, true, 1, 1)
        var scalars = text.unicodeScalars.makeIterator()
        var next = scalars.next()
        if next == "\u{FEFF}" { next = scalars.next() }
        while let scalar = next {
            next = scalars.next()
            if scalar == "\n" { line += 1 }
            if isQuoted {
                guard scalar == "\"" else { continue }
                if next == "\"" {
                    next = scalars.next()
                } else {
                    isQuoted = false
                    guard next == nil || [",", "\n", "\r"].contains(next) else { return line }
                }
            } else if scalar == "\"" {
                guard isAtCellStart else { return line }
                (isQuoted, quoteLine) = (true, line)
            }
            isAtCellStart = !isQuoted && [",", "\n", "\r"].contains(scalar)
        }
        return isQuoted ? quoteLine : nil
    }

    private static func record(
        _ row: CSVText.Row, _ columns: [String], _ name: String
    ) throws(BatchFailure) -> BatchRecord {
        let cells = trimmed(row.cells, to: columns.count)
        guard cells.count <= columns.count else {
            throw BatchFailure(
                .usage,
                "\(name):\(row.line): there are \(cells.count) values and \(columns.count) columns: put quotes around a "
                    + "value with a comma")
        }
        func value(_ column: String) -> String {
            columns.firstIndex(of: column).flatMap { $0 < cells.count ? cells[$0] : nil }
                ?? ""
        }
        let path = value("path")
        guard !path.isEmpty, !path.unicodeScalars.contains("\0") else {
            throw BatchFailure(.usage, "\(name):\(row.line): the path is empty")
        }
        var record = BatchRecord(id: value("id").isEmpty ? path : value("id"), path: path)
        for option in options where !value(option).isEmpty {
            record.options[option] = value(option)
        }
        let sha256 = value("sha256").lowercased()
        if !sha256.isEmpty {
            guard sha256.utf8.count == 64, sha256.allSatisfy(\.isHexDigit) else {
                throw BatchFailure(.usage, "\(name):\(row.line): sha256 is 64 hexadecimal digits")
            }
            record.sha256 = sha256
        }
        let knownColumns = Set(["id", "path", "sha256"] + options)
        record.furtherValues = columns.filter { !knownColumns.contains($0) }.map(value)
        return record
    }

    // MARK: From paths

    /// Paths as they are, each its own id.
    ///
    /// - Throws: for a file that is there twice, also in two spellings.
    package init(paths: [String]) throws(BatchFailure) {
        var pathsByKey: [[UInt8]: String] = [:]
        for path in paths {
            if let earlierPath = pathsByKey.updateValue(
                path, forKey: Array(Self.absolutePath(path).utf8))
            {
                let otherSpellingText = earlierPath == path ? "" : ", once as \(earlierPath)"
                throw BatchFailure(
                    .usage,
                    "the path \(path) is there twice\(otherSpellingText): name each recording once")
            }
            records.append(BatchRecord(id: path, path: path))
        }
    }

    /// Returns the path of the file of a recording.
    package func path(of record: BatchRecord) -> String {
        if let file = named[record.path] { return file }
        return record.path.hasPrefix("/") || folder.isEmpty
            ? record.path : folder + "/" + record.path
    }

    // MARK: What it is

    /// The sum of all that it says, by which a changed one is known.
    package var digest: String {
        var digest = SHA256()
        func add(_ words: [String]) {
            for word in words { digest.add(Array("\(word.utf8.count):\(word)".utf8)) }
        }
        add(furtherColumns)
        for record in records {
            let options = record.options.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
            add([record.id, record.path, record.sha256 ?? ""] + options + record.furtherValues)
        }
        return digest.hex()
    }
}

extension String {
    /// The text without blanks and tabs at its ends.
    fileprivate var trimmed: String {
        let isBlank: (Character) -> Bool = { $0.isWhitespace && !$0.isNewline }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
