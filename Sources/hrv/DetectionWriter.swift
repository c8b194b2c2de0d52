import HRVReports

/// Where detected beats go.
protocol DetectionSink: AnyObject {
    func add(_ entry: DetectionEntry) throws
    /// Completes the output; where nothing was searched, none is made.
    func finish(hasResults: Bool) throws
}

/// Writes detected beats in the shape that was asked for, each recording as soon as it can be.
final class DetectionWriter: DetectionSink {
    private let sink: OutputSink
    private let shape: DetectCommand.Shape
    private let table: DetectionTable
    private var kept: [DetectionEntry] = []
    private var isFirst = true

    init(sink: OutputSink, shape: DetectCommand.Shape, hasFileColumn: Bool) {
        self.sink = sink
        self.shape = shape
        table = DetectionTable(hasFileColumn: hasFileColumn)
    }

    func add(_ entry: DetectionEntry) throws {
        defer { isFirst = false }
        switch shape {
        case .csv:
            if isFirst { try sink.write(table.csvHeader + "\n") }
            for line in table.csvLines(entry) { try sink.write(line + "\n") }
            try sink.flush()
        case .ndjson:
            try sink.write(DetectionTable.object(entry).compact + "\n")
            try sink.flush()
        case .json:
            try sink.write(isFirst ? "[\n" : ",\n")
            try sink.write(DetectionTable.object(entry).pretty)
        case .table:
            kept.append(entry)
        }
    }

    func finish(hasResults: Bool) throws {
        guard hasResults else {
            sink.discard()
            return
        }
        switch shape {
        case .csv, .ndjson: break
        case .json: try sink.write("\n]\n")
        case .table: try sink.write(DetectionText.render(kept))
        }
        try sink.finish()
    }
}
