import Foundation
import GRDB

/// Inserts many rows into a table by few statements, each prepared once.
///
/// A statement for one row costs more in being started than in what it does.
final class BulkInsert {
    private let db: Database
    private let columnCount: Int
    private let batchStatement: Statement
    private let rowStatement: Statement
    private var values: [DatabaseValue] = []

    /// Rows of a statement; SQLite permits 32,766 values in one.
    private static let rowsPerStatement = 64

    /// - Parameter verb: such as `INSERT INTO`.
    init(_ db: Database, _ verb: String = "INSERT INTO", table: String, columns: [String]) throws {
        self.db = db
        columnCount = columns.count
        let row = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
        let head = "\(verb) \(table) (\(columns.joined(separator: ", "))) VALUES "
        batchStatement = try db.makeStatement(
            sql: head
                + [String](repeating: row, count: Self.rowsPerStatement).joined(separator: ", "))
        rowStatement = try db.makeStatement(sql: head + row)
        values.reserveCapacity(Self.rowsPerStatement * columnCount)
    }

    /// Adds a row; its values come one after the other.
    func add(_ row: DatabaseValue...) throws {
        values.append(contentsOf: row)
        guard values.count == Self.rowsPerStatement * columnCount else { return }
        batchStatement.setUncheckedArguments(StatementArguments(values))
        try batchStatement.execute()
        values.removeAll(keepingCapacity: true)
    }

    /// Inserts what is left.
    func finish() throws {
        for start in stride(from: 0, to: values.count, by: columnCount) {
            rowStatement.setUncheckedArguments(
                StatementArguments(values[start..<start + columnCount]))
            try rowStatement.execute()
        }
        values.removeAll(keepingCapacity: true)
    }
}

extension DatabaseValue {
    static func integer(_ value: some BinaryInteger) -> DatabaseValue { Int64(value).databaseValue }

    static func integer(_ value: (some BinaryInteger)?) -> DatabaseValue {
        value.map { Int64($0).databaseValue } ?? .null
    }

    /// A number, as an integer where it has no fraction: that takes fewer bytes.
    static func number(_ value: Double) -> DatabaseValue {
        Int64(exactly: value)?.databaseValue ?? value.databaseValue
    }

    static func number(_ value: Double?) -> DatabaseValue { value.map(number) ?? .null }
}

extension DatabaseValue {
    static func bytes(_ bytes: [UInt8]) -> DatabaseValue { Data(bytes).databaseValue }
}
