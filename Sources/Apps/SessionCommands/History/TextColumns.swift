import CommandSupport

/// Rows of text with their columns aligned.
enum TextColumns {
    /// - Parameter rightAligned: which columns are aligned at their right.
    static func text(titles: [String], rows: [[String]], rightAligned: [Bool]) -> String {
        let allRows = [titles] + rows
        let widths = titles.indices.map { column in
            allRows.map { $0[column].count }.max() ?? 0
        }
        return allRows.map { row in
            let cells = row.indices.map { column in
                let padding = String(repeating: " ", count: widths[column] - row[column].count)
                return rightAligned[column] ? padding + row[column] : row[column] + padding
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }
}
