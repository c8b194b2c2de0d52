import HRVReports
import RecordingFiles

extension InputDescription {
    /// The description as lines for a terminal.
    var text: String {
        var lines = [path]
        func add(_ name: String, _ text: String) {
            lines.append(
                "  " + name + String(repeating: " ", count: max(1, 12 - name.count)) + text)
        }
        switch outcome {
        case .read:
            add("is", content == .signals ? "a recording of signals" : "a recording of beats")
        case .question: add("is", "open: more than one reading fits, or something is missing")
        case .refused: add("is", "no recording that is read")
        }
        if let format { add("format", format) }
        if !evidence.isEmpty { add("because", evidence) }
        if let separator { add("separator", separator) }
        if let headerLine { add("names", "line \(headerLine)") }
        if let firstRowLine { add("rows", "from line \(firstRowLine)") }
        for column in columns {
            let unit = column.unit.isEmpty ? "" : " [\(column.unit)]"
            let values =
                column.firstValues.isEmpty
                ? "" : ": \(column.firstValues.joined(separator: ", ")) ..."
            add("column \(column.index)", "\(column.name)\(unit), \(column.kind)\(values)")
        }
        if let rateHz { add("rate", "\(rateHz) Hz") }
        for part in parts {
            let span = part.seconds.map { ", \(Self.rounded($0)) s" } ?? ""
            add(
                content == .signals ? "signal" : "recording", "\(part.name): \(part.summary)\(span)"
            )
        }
        for notice in notices { add(notice.kind.rawValue, "\(notice.text) [\(notice.code)]") }
        if let problem { add(outcome == .question ? "question" : "reason", problem.text) }
        for choice in choices { add("if", "\(choice.meaning): \(choice.option)") }
        if let command { add("read by", command) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A line an input: its path and what it was taken for, or why for nothing; below them the files
    /// of the folder that it was not searched for.
    static func list(_ descriptions: [InputDescription], in folder: String) -> String {
        let width = min(maxPathWidth, descriptions.map(\.path.count).max() ?? 0)
        return descriptions.map { description in
            let path = description.path
            let gap = String(repeating: " ", count: max(0, width - path.count) + 2)
            return path + gap + description.summary + "\n"
        }.joined() + otherEndings(in: folder)
    }

    private static func otherEndings(in folder: String) -> String {
        let endings = InputList.otherEndings(in: folder)
        let count = endings.reduce(0) { $0 + $1.count }
        guard count > 0 else { return "" }
        let shown = endings.prefix(maxEndings).map { "\($0.count) .\($0.ending)" }
        return "not looked at: \(count) of other endings (\(shown.joined(separator: ", "))"
            + (endings.count > maxEndings ? ", ..." : "") + "); a file that is named is\n"
    }

    private static let maxPathWidth = 60
    /// Endings of other files that are named.
    private static let maxEndings = 12
    /// Recordings and signals that a line names.
    private static let maxParts = 3

    private var summary: String {
        let reason = problem?.text ?? ""
        switch outcome {
        case .question: return "asks: \(reason)"
        case .refused: return "refused: \(reason)"
        case .read:
            var parts = parts.prefix(Self.maxParts).map { part in
                content == .signals ? "\(part.name) \(part.summary)" : part.summary
            }
            if self.parts.count > Self.maxParts { parts.append("\(self.parts.count) in all") }
            let kind = content == .signals ? "signals" : "beats"
            return "\(kind), \(format ?? ""): \(parts.joined(separator: ", "))"
        }
    }

    private static func rounded(_ seconds: Double) -> Double { (seconds * 10).rounded() / 10 }

    /// The description as an object; a value that does not exist is null.
    var json: OrderedJSON {
        func number(_ value: Double?) -> OrderedJSON { value.map { .number($0) } ?? .null }
        func text(_ value: String?) -> OrderedJSON { value.map { .text($0) } ?? .null }
        return .object([
            ("path", .text(path)), ("outcome", .text(outcome.rawValue)),
            ("content", text(content?.rawValue)), ("format", text(format)),
            ("evidence", text(evidence.isEmpty ? nil : evidence)), ("separator", text(separator)),
            ("header_line", headerLine.map { .integer($0) } ?? .null),
            ("first_row_line", firstRowLine.map { .integer($0) } ?? .null),
            (
                "columns",
                .array(
                    columns.map { column in
                        .object([
                            ("index", .integer(column.index)), ("name", .text(column.name)),
                            ("unit", .text(column.unit)), ("kind", .text(column.kind)),
                            ("first", .array(column.firstValues.map { .text($0) })),
                        ])
                    })
            ),
            ("rate_hz", number(rateHz)),
            (
                "recordings",
                .array(
                    parts.map { part in
                        .object([
                            ("name", .text(part.name)), ("summary", .text(part.summary)),
                            ("seconds", number(part.seconds)),
                        ])
                    })
            ),
            (
                "notices",
                .array(
                    notices.map { notice in
                        .object([
                            ("kind", .text(notice.kind.rawValue)), ("code", .text(notice.code)),
                            ("text", .text(notice.text)),
                        ])
                    })
            ),
            ("code", text(problem?.code)), ("text", text(problem?.text)),
            (
                "readings",
                .array(
                    choices.map { choice in
                        .object([
                            ("meaning", .text(choice.meaning)), ("option", .text(choice.option)),
                        ])
                    })
            ),
            ("command", text(command)),
        ])
    }
}
