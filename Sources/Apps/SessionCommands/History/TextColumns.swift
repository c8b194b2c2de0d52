import CommandSupport

/// Rows of text with their columns aligned.
enum TextColumns {
    /// - Parameter right: which columns are aligned at their right.
    static func text(titles: [String], rows: [[String]], right: [Bool]) -> String {
        let all = [titles] + rows
        let widths = titles.indices.map { column in
            all.map { $0[column].count }.max() ?? 0
        }
        return all.map { row in
            let cells = row.indices.map { column in
                let blank = String(repeating: " ", count: widths[column] - row[column].count)
                return right[column] ? blank + row[column] : row[column] + blank
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }
}
