/// Rows in the order in which they came, of any number: beyond a limit they lie in a temporary file.
final class RowBuffer {
    /// Rows that are kept in memory.
    static let defaultCapacity = 100_000

    private let capacity: Int
    private var buffer: [StagedRow] = []
    private var file: SpillFile?
    private(set) var count = 0

    init(capacity: Int = defaultCapacity) { self.capacity = capacity }

    func append(_ row: StagedRow) throws {
        if buffer.count == capacity { try spill() }
        buffer.append(row)
        count += 1
    }

    func forEach(_ body: (StagedRow) throws -> Void) throws {
        if let file {
            var run = RowRun(file, at: 0, count: count - buffer.count)
            while let row = try run.next() { try body(row) }
        }
        for row in buffer { try body(row) }
    }

    private func spill() throws {
        let file = try self.file ?? SpillFile()
        self.file = file
        try file.append(rows: buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}

extension SpillFile {
    func append(rows: [StagedRow]) throws { try rows.withUnsafeBytes { try append($0) } }
}

/// Rows that lie one after the other in a file, read in blocks.
struct RowRun {
    private let file: SpillFile
    private var offset: Int
    private var remainingCount: Int
    private var block: [StagedRow] = []
    private var index = 0

    private static let blockRowCount = 1024

    /// - Parameter offset: of the first row; bytes.
    init(_ file: SpillFile, at offset: Int, count: Int) {
        self.file = file
        self.offset = offset
        remainingCount = count
    }

    mutating func next() throws -> StagedRow? {
        if index == block.count { try fill() }
        guard index < block.count else { return nil }
        index += 1
        return block[index - 1]
    }

    private mutating func fill() throws {
        let count = min(remainingCount, Self.blockRowCount)
        let (file, offset) = (file, offset)
        block = try [StagedRow](unsafeUninitializedCapacity: count) { rows, filled in
            try file.read(into: UnsafeMutableRawBufferPointer(rows), at: offset)
            filled = count
        }
        index = 0
        remainingCount -= count
        self.offset += count * MemoryLayout<StagedRow>.stride
    }
}
