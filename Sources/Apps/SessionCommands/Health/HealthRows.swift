import CommandSupport
import HRVReports
import HealthTimeline

/// Results as rows of named values, in every shape.
struct HealthRows {
    typealias Row = [(String, OrderedJSON)]

    /// Names of the columns, where there is no row to take them from.
    var columns: [String]
    var rows: [Row]
    /// Reasons why a column may be null, for shapes that have space for them.
    var reasons: [String: MissingHealthValueReason] = [:]

    /// - Parameter table: the result for a person.
    func text(_ shape: HistoryShape, table: () -> String) -> String {
        switch shape {
        case .table: table()
        case .csv: csv
        case .json: OrderedJSON.array(rows.map(object)).prettyText + "\n"
        case .ndjson: rows.map { object($0).compactText + "\n" }.joined()
        }
    }

    private func object(_ row: Row) -> OrderedJSON { Self.object(row, reasons) }

    /// An object with the `reasons` of those values that are null.
    static func object(_ row: Row, _ reasons: [String: MissingHealthValueReason]) -> OrderedJSON {
        let missing = row.compactMap { name, value in
            value == .null ? reasons[name].map { (name, OrderedJSON.text($0.rawValue)) } : nil
        }
        return .object(missing.isEmpty ? row : row + [("reasons", .object(missing))])
    }

    private var csv: String {
        let names = rows.first.map { $0.map(\.0) } ?? columns
        let lines = [names] + rows.map { row in row.map { Self.cell($0.1) } }
        return lines.map { $0.joined(separator: ",") + "\n" }.joined()
    }

    /// A value as a cell of CSV; what does not exist is empty.
    private static func cell(_ value: OrderedJSON) -> String {
        switch value {
        case .null: ""
        case .text(let text): quoted(text)
        case .flag, .integer, .number: value.compactText
        case .array, .column, .object: quoted(value.compactText)
        }
    }

    static func quoted(_ text: String) -> String {
        guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}

extension OrderedJSON {
    init(_ value: Double?) { self = value.map { .number($0) } ?? .null }
    init(_ value: Int?) { self = value.map { .integer($0) } ?? .null }
    init(_ value: Int64?) { self = value.map { .integer(Int($0)) } ?? .null }
    init(_ value: String?) { self = value.map { .text($0) } ?? .null }
}
