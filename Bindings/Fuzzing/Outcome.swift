import CResonance
import Entries

/// The result of a call, which is read to the last value and then released.
struct Outcome {
    private var schema = ArrowSchema()
    private var rows = ArrowArray()
    private var error: UnsafeMutablePointer<CChar>?

    typealias Tail = (
        UnsafeMutablePointer<ArrowSchema>?, UnsafeMutablePointer<ArrowArray>?,
        UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> Int32

    /// - Precondition: a call that is right gives a table and no error, one that is wrong an error and no table.
    static func check(_ call: Tail) {
        var outcome = Outcome()
        let status = call(&outcome.schema, &outcome.rows, &outcome.error)
        if status == RSN_OK {
            precondition(outcome.error == nil, "an error beside a table")
            outcome.readAll()
            outcome.schema.release(&outcome.schema)
            outcome.rows.release(&outcome.rows)
        } else {
            precondition(status == RSN_USAGE, "the status is \(status)")
            precondition(outcome.schema.release == nil && outcome.rows.release == nil)
            guard let error = outcome.error else { preconditionFailure("no sentence") }
            precondition(String(cString: error).hasPrefix(#"{"code": "#))
            rsnFree(error)
        }
    }

    private func readAll() {
        precondition(rows.n_children == schema.n_children)
        for index in 0..<Int(rows.n_children) {
            guard let column = rows.children[index]?.pointee,
                let kind = schema.children[index]?.pointee
            else { preconditionFailure("a column is missing") }
            precondition(column.length == rows.length)
            Self.read(column, String(cString: kind.format))
        }
    }

    /// Touches every byte of a column.
    private static func read(_ column: ArrowArray, _ format: String) {
        let count = Int(column.length)
        var sum = 0
        func touch(_ index: Int, _ size: Int) -> UnsafeRawPointer? {
            guard let start = column.buffers[index] else { return nil }
            for offset in 0..<size {
                sum &+= Int(start.load(fromByteOffset: offset, as: UInt8.self))
            }
            return start
        }
        _ = touch(0, (count + 7) / 8)
        switch format {
        case "g", "l": _ = touch(1, 8 * count)
        default:
            guard let offsets = touch(1, 8 * (count + 1)) else { preconditionFailure("no offsets") }
            let last = Int(offsets.load(fromByteOffset: 8 * count, as: Int64.self))
            if format == "U" {
                _ = touch(2, last)
            } else if let items = column.children[0]?.pointee {
                precondition(Int(items.length) == last)
                read(items, "g")
            }
        }
        precondition(sum >= 0)
    }
}
