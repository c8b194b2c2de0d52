import Foundation
import HRVReports

/// Writes entries in the shape that was asked for, each as soon as it can be.
final class ResultWriter {
    private let sink: OutputSink
    private let shape: OutputOptions.Shape
    private let table: ResultTable
    private let isMethods: Bool
    private var kept: [ReportEntry] = []
    private var isFirst = true

    /// - Parameter isMethods: whether paragraphs on how the numbers were made are written instead
    ///   of them.
    init(
        sink: OutputSink, shape: OutputOptions.Shape, table: ResultTable, isMethods: Bool = false
    ) {
        self.isMethods = isMethods
        self.sink = sink
        self.shape = shape
        self.table = table
    }

    func add(_ entry: ReportEntry) throws(OutputSink.Failure) {
        defer { isFirst = false }
        guard !isMethods else {
            kept.append(entry)
            return
        }
        switch shape {
        case .csv:
            if isFirst { try sink.write(table.csvHeader + "\n") }
            for line in table.csvLines(entry) { try sink.write(line + "\n") }
            try sink.flush()
        case .ndjson:
            for object in table.objects(entry) { try sink.write(object.compact + "\n") }
            try sink.flush()
        case .json:
            for (index, object) in table.objects(entry).enumerated() {
                try sink.write(isFirst && index == 0 ? "[\n" : ",\n")
                try sink.write(object.pretty)
            }
        case .table, .html:
            kept.append(entry)
        }
    }

    /// Completes the output; where nothing was analysed, none is made.
    func finish(hasResults: Bool) throws(OutputSink.Failure) {
        guard hasResults else {
            sink.discard()
            return
        }
        guard !isMethods else {
            try sink.write(paragraphs)
            try sink.finish()
            return
        }
        switch shape {
        case .csv, .ndjson: break
        case .json: try sink.write("\n]\n")
        case .table:
            try sink.write(
                TextTable.render(kept, names: table.names, width: Self.terminalWidth))
        case .html:
            try sink.write(HTMLReport.render(kept, title: "Resonance"))
        }
        try sink.finish()
    }

    /// Those of recordings that were read and analysed alike are one.
    private var paragraphs: String {
        var texts: [String] = []
        for entry in kept {
            let text = MethodsParagraph(entry.result.recipe).text
            if !texts.contains(text) { texts.append(text) }
        }
        return texts.joined(separator: "\n")
    }

    static var terminalWidth: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else {
            return 100
        }
        return Int(size.ws_col)
    }
}
