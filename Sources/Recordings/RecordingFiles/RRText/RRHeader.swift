/// The first line of a table with named columns.
struct RRHeader {
    let rrColumn: Int
    /// Column with the time of each interval; nil where there is none.
    let timeColumn: Int?
    /// Column that says which intervals are right, and how; nil where there is none.
    let labelColumn: (index: Int, kind: LabelColumn)?
    /// Another column, which holds the date of each interval; nil where there is none.
    let dateColumn: Int?
    let columnCount: Int
    /// The app whose header this is, or `rr-table`.
    let format: String

    /// Column names of R-R intervals, letters and digits only.
    private static let rrNames: Set<String> = [
        "rr", "rrms", "rrs", "rrinterval", "rrintervals", "rrintervalms", "rrintervalsms",
        "rri", "rrims", "ibi", "ibims", "ibis", "nn", "nnms", "nni", "nnims",
        "nninterval", "nnintervals", "nnintervalms", "interval", "intervalms", "ppinms",
    ]
    /// Column names of times, letters and digits only, the most exact first.
    private static let timeNames = [
        "sincestart", "ts", "time", "times", "timems", "t", "tms", "elapsed", "elapseds",
        "elapsedtime", "seconds", "timestamp", "timestampms", "phonetimestamp", "datetime", "date",
    ]
    /// Column names of dates, letters and digits only.
    private static let dateNames: Set<String> = [
        "date", "datetime", "timestamp", "phonetimestamp",
    ]
    /// Columns of files that sum up a day and hold no beats.
    private static let summaryNames: Set<String> = ["rmssd", "avnn", "sdnn", "lnrmssd"]

    /// - Returns: nil where the line names a single column that says nothing of R-R intervals.
    /// - Throws: `noRR` for daily summaries and event lists, `unknownFormat` where no column of
    ///   several is an R-R column.
    init?(_ text: TextLine, line: Int) throws(RecordingError) {
        let names = text.fields.map(Self.plainName)
        // Words between spaces are a title unless each of them is a column's name.
        if text.separator == .space,
            !names.allSatisfy({ Self.rrNames.contains($0) || Self.timeNames.contains($0) })
        {
            return nil
        }
        if let rrColumn = names.firstIndex(where: Self.rrNames.contains) {
            self.rrColumn = rrColumn
            let rr = rrColumn
            labelColumn =
                names.indices.lazy.compactMap { index in
                    index == rr ? nil : LabelColumn(names[index]).map { (index, $0) }
                }.first
            let time = Self.timeNames.lazy.compactMap { names.firstIndex(of: $0) }.first
            timeColumn = time
            dateColumn = names.indices.first {
                $0 != time && Self.dateNames.contains(names[$0])
            }
            columnCount = names.count
            format =
                ReadFormats.tables.first { $0.hasColumns(names) }?.name
                ?? (names.count > 1 ? "rr-table" : "rr-text")
            return
        }
        if names.contains(where: Self.summaryNames.contains) {
            throw .noRR(
                "this is a daily summary (\(Self.list(text))): it holds results, not R-R intervals")
        }
        if names.contains("annotation") {
            throw .noRR("this is a list of events; the R-R intervals are in the file named _RR_")
        }
        guard text.fields.count > 1 else { return nil }
        throw .unknownFormat(
            "none of the columns (\(Self.list(text))) is an R-R column: name one `rr`", line: line)
    }

    private static func plainName(_ field: ArraySlice<UInt8>) -> String {
        String(
            TextLine.string(field).lowercased().filter {
                $0.isASCII && ($0.isLetter || $0.isNumber)
            })
    }

    private static func list(_ text: TextLine) -> String {
        let names = text.fields.prefix(6).map { TextLine.excerpt($0) }
        return names.joined(separator: ", ") + (text.fields.count > 6 ? ", ..." : "")
    }
}
