/// Sorts any number of rows in little memory: sorted runs lie in a temporary file and are merged as they are read.
struct RowSorter {
    /// Rows that are sorted at once; 8 MB.
    static let defaultCapacity = 250_000

    private let capacity: Int
    private var buffer: [StagedRow] = []
    private var file: SpillFile?
    private var runs: [RowRun] = []
    private var heads: [StagedRow?] = []
    private var index = 0
    private var isReading = false
    private(set) var count = 0

    init(capacity: Int = defaultCapacity) { self.capacity = capacity }

    mutating func add(_ row: StagedRow) throws {
        if buffer.count == capacity { try spill() }
        buffer.append(row)
        count += 1
    }

    /// The rows in their order; none can be added once the first was taken.
    mutating func next() throws -> StagedRow? {
        if !isReading { try begin() }
        guard !runs.isEmpty else {
            guard index < buffer.count else { return nil }
            index += 1
            return buffer[index - 1]
        }
        var minIndex: Int?
        for (run, head) in heads.enumerated() {
            guard let head else { continue }
            if let best = minIndex, let other = heads[best], !StagedRow.isBefore(head, other) {
                continue
            }
            minIndex = run
        }
        guard let minIndex else { return nil }
        let row = heads[minIndex]
        heads[minIndex] = try runs[minIndex].next()
        return row
    }

    private mutating func begin() throws {
        isReading = true
        guard file != nil else {
            buffer.sort(by: StagedRow.isBefore)
            return
        }
        try spill()
        buffer = []
        for run in runs.indices { heads.append(try runs[run].next()) }
    }

    private mutating func spill() throws {
        let file = try self.file ?? SpillFile()
        self.file = file
        buffer.sort(by: StagedRow.isBefore)
        runs.append(RowRun(file, at: file.byteCount, count: buffer.count))
        try file.append(rows: buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
