/// A table of intervals as an application writes it: ``RRRowParser`` reads its rows, and the format
/// is known by the file's name, by the names of its columns, or by its first line.
protocol RRTableFormat: ReadableFormat {
    /// Returns true if a file of this name is of the format, whatever its columns are called.
    static func matchesFileName(_ fileName: String) -> Bool

    /// Returns true if a table of these columns is of the format.
    ///
    /// - Parameter columns: their names in lower case, letters and digits only.
    static func hasColumns(_ columns: [String]) -> Bool

    /// Returns the content of the first line of the table where it is neither a header nor a row;
    /// nil where it is one.
    static func opening(_ fields: [ArraySlice<UInt8>]) -> RRTableOpening?
}

extension RRTableFormat {
    static func matchesFileName(_ fileName: String) -> Bool { false }
    static func hasColumns(_ columns: [String]) -> Bool { false }
    static func opening(_ fields: [ArraySlice<UInt8>]) -> RRTableOpening? { nil }
}

/// The first line of a table that is neither a header nor a row: times and intervals stand below it.
struct RRTableOpening {
    /// The date and time of second 0 of the times below the line.
    let startDate: String?
}
