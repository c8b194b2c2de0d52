/// Numbers of a variable of a MATLAB file, as they are stored.
struct MATArray {
    /// Rows and columns; values follow one another down the columns.
    let rowCount: Int
    let columnCount: Int
    let type: NumberType
    let isBigEndian: Bool
    private let bytes: ArraySlice<UInt8>

    /// - Parameter bytes: of all values, without anything behind them.
    /// - Returns: nil where the bytes are not those of so many values.
    init?(
        rowCount: Int, columnCount: Int, type: NumberType, isBigEndian: Bool,
        bytes: ArraySlice<UInt8>
    ) {
        let count = rowCount.multipliedReportingOverflow(by: columnCount)
        guard rowCount >= 0, columnCount >= 0, !count.overflow,
            bytes.count % type.byteCount == 0,
            bytes.count / type.byteCount == count.partialValue
        else { return nil }
        self.rowCount = rowCount
        self.columnCount = columnCount
        self.type = type
        self.isBigEndian = isBigEndian
        self.bytes = bytes
    }

    var count: Int { rowCount * columnCount }
    /// True if the values make one row or one column of at least two.
    var isVector: Bool { count > 1 && (rowCount == 1 || columnCount == 1) }
    /// Values along the longer side, which is taken for time.
    var length: Int { max(rowCount, columnCount) }
    /// Values along the shorter side.
    var width: Int { min(rowCount, columnCount) }

    /// Index of a value by its position along the longer side and along the shorter one.
    func index(_ position: Int, _ channel: Int) -> Int {
        rowCount >= columnCount ? channel * rowCount + position : position * rowCount + channel
    }

    subscript(index: Int) -> Double {
        type.value(
            bytes, at: bytes.startIndex + index * type.byteCount, isBigEndian: isBigEndian)
    }

    /// A value as the shortest decimal number that stands for it.
    func text(_ index: Int) -> String { type.text(self[index]) }
}

/// A variable of a MATLAB file, or a field of one.
struct MATVariable {
    enum Value {
        case numbers(MATArray)
        /// The rows of a character array, or the texts of a cell array.
        case texts([String])
        /// A value that is not read: its kind, with an article.
        case other(String)
    }

    /// Names on the way to it: `ecg`, or `record.ecg` for a field.
    let path: String
    let value: Value

    var array: MATArray? { if case .numbers(let array) = value { array } else { nil } }
    var texts: [String]? { if case .texts(let texts) = value { texts } else { nil } }
    /// The name without those of the structures around it.
    var name: String { path.split(separator: ".").last.map(String.init) ?? path }
    /// The names of the structures around it, each followed by a point.
    var scope: Substring { path.dropLast(name.count) }
}
