import CResonance

/// Rows as columns, to be handed over by the Arrow C data interface.
struct ColumnTable {
    enum Values {
        /// NaN is not distinguished from a number here: a missing one is nil.
        case numbers([Double?])
        case integers([Int64?])
        case texts([String?])
        /// Numbers of any count; NaN for one that is missing.
        case lists([[Double]?])

        var count: Int {
            switch self {
            case .numbers(let values): values.count
            case .integers(let values): values.count
            case .texts(let values): values.count
            case .lists(let values): values.count
            }
        }
    }

    struct Column {
        let name: String
        let values: Values
        /// Such as unit and meaning.
        var metadata: [(String, String)] = []
    }

    let columns: [Column]
    let rowCount: Int
    /// The metadata of the table as a whole.
    var metadata: [(String, String)] = []

    /// Rows of several recordings one behind the other, each with the number of its recording and with its error.
    ///
    /// - Parameter recordings: how many rows each has, and why it has no other than one that is empty.
    /// - Parameter columns: of all rows.
    static func ofRecordings(
        _ recordings: [(rowCount: Int, error: (code: String, text: String)?)], _ columns: [Column]
    ) -> ColumnTable {
        let index = recordings.enumerated().flatMap { position, one in
            Array(repeating: Int64(position), count: one.rowCount)
        }
        let errors = recordings.flatMap { Array(repeating: $0.error, count: $0.rowCount) }
        return ColumnTable(
            columns: [Column(name: "recording", values: .integers(index))] + columns + [
                Column(name: "error_code", values: .texts(errors.map { $0?.code })),
                Column(name: "error", values: .texts(errors.map { $0?.text })),
            ], rowCount: index.count)
    }

    /// Writes the columns and their values where the caller wants them.
    ///
    /// - Parameter schema: gets what has to be released by its callback; so does `array`.
    func export(
        _ schema: UnsafeMutablePointer<ArrowSchema>, _ array: UnsafeMutablePointer<ArrowArray>
    ) {
        schema.pointee = ArrowMemory.schema(
            format: "+s", name: "", metadata: metadata, isNullable: false,
            children: columns.map(Self.schema))
        array.pointee = ArrowMemory.array(
            length: rowCount, nullCount: 0, buffers: [nil],
            children: columns.map { Self.array($0.values) })
    }

    private static func schema(_ column: Column) -> ArrowSchema {
        let format =
            switch column.values {
            case .numbers: "g"
            case .integers: "l"
            // Offsets of 64 bits: the texts of a large table may be more than 2 GiB.
            case .texts: "U"
            case .lists: "+L"
            }
        var children: [ArrowSchema] = []
        if case .lists = column.values {
            children = [
                ArrowMemory.schema(
                    format: "g", name: "item", metadata: [], isNullable: false, children: [])
            ]
        }
        return ArrowMemory.schema(
            format: format, name: column.name, metadata: column.metadata, isNullable: true,
            children: children)
    }

    private static func array(_ values: Values) -> ArrowArray {
        switch values {
        case .numbers(let values):
            let (validity, nullCount) = ArrowMemory.validity(values.map { $0 != nil })
            return ArrowMemory.array(
                length: values.count, nullCount: nullCount,
                buffers: [validity, ArrowMemory.buffer(values.map { $0 ?? .nan })], children: [])
        case .integers(let values):
            let (validity, nullCount) = ArrowMemory.validity(values.map { $0 != nil })
            return ArrowMemory.array(
                length: values.count, nullCount: nullCount,
                buffers: [validity, ArrowMemory.buffer(values.map { $0 ?? 0 })], children: [])
        case .texts(let values):
            let (validity, nullCount) = ArrowMemory.validity(values.map { $0 != nil })
            var offsets: [Int64] = [0]
            var bytes: [UInt8] = []
            for value in values {
                if let value { bytes += value.utf8 }
                offsets.append(Int64(bytes.count))
            }
            return ArrowMemory.array(
                length: values.count, nullCount: nullCount,
                buffers: [validity, ArrowMemory.buffer(offsets), ArrowMemory.buffer(bytes)],
                children: [])
        case .lists(let values):
            let (validity, nullCount) = ArrowMemory.validity(values.map { $0 != nil })
            var offsets: [Int64] = [0]
            for value in values {
                offsets.append(offsets[offsets.count - 1] + Int64(value?.count ?? 0))
            }
            let items = values.compactMap(\.self)
            return ArrowMemory.array(
                length: values.count, nullCount: nullCount,
                buffers: [validity, ArrowMemory.buffer(offsets)],
                children: [
                    ArrowMemory.array(
                        length: Int(offsets[offsets.count - 1]), nullCount: 0,
                        buffers: [nil, ArrowMemory.buffer(joining: items)], children: [])
                ])
        }
    }
}
