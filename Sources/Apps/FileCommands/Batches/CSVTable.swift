import CommandSupport

/// A table of comma-separated values as our own writers make it (RFC 4180), read quickly.
struct CSVTable {
    let columns: [String]
    let rows: [[String]]

    /// - Complexity: O(n), by bytes.
    init(_ bytes: [UInt8]) {
        var rows: [[String]] = []
        var row: [String] = []
        var cell: [UInt8] = []
        var index = 0
        var isQuoted = false
        func end() {
            row.append(String(decoding: cell, as: UTF8.self))
            cell.removeAll(keepingCapacity: true)
        }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if isQuoted {
                if byte != UInt8(ascii: "\"") {
                    cell.append(byte)
                } else if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
                    cell.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isQuoted = true
                case UInt8(ascii: ","): end()
                case UInt8(ascii: "\n"):
                    end()
                    rows.append(row)
                    row.removeAll(keepingCapacity: true)
                default: cell.append(byte)
                }
            }
        }
        if !cell.isEmpty || !row.isEmpty {
            end()
            rows.append(row)
        }
        columns = rows.first ?? []
        self.rows = Array(rows.dropFirst())
    }
}
