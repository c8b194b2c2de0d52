import Foundation
import HRVReports

/// Writes corrected recordings in the shape that was asked for, each as soon as it can be.
final class CorrectionWriter {
    private let sink: OutputSink
    private let shape: CorrectCommand.Shape
    private let table: CorrectionTable
    private var kept: [CorrectionEntry] = []
    private var isFirst = true

    init(sink: OutputSink, shape: CorrectCommand.Shape, hasFileColumn: Bool) {
        self.sink = sink
        self.shape = shape
        table = CorrectionTable(hasFileColumn: hasFileColumn)
    }

    func add(_ entry: CorrectionEntry) throws(OutputSink.Failure) {
        defer { isFirst = false }
        switch shape {
        case .csv:
            if isFirst { try sink.write(table.csvHeader + "\n") }
            for line in table.csvLines(entry) { try sink.write(line + "\n") }
            try sink.flush()
        case .ndjson:
            try sink.write(CorrectionTable.object(entry).compact + "\n")
            try sink.flush()
        case .json:
            try sink.write(isFirst ? "[\n" : ",\n")
            try sink.write(CorrectionTable.object(entry).pretty)
        case .table:
            kept.append(entry)
        }
    }

    /// Completes the output; where nothing was corrected, none is made.
    func finish(hasResults: Bool) throws(OutputSink.Failure) {
        guard hasResults else {
            sink.discard()
            return
        }
        switch shape {
        case .csv, .ndjson: break
        case .json: try sink.write("\n]\n")
        case .table:
            try sink.write(CorrectionText.render(kept, width: ResultWriter.terminalWidth))
        }
        try sink.finish()
    }
}

/// Where drawings go: one file, or a folder with one for each recording.
struct DrawingFolder {
    private let path: String
    private let isFolder: Bool
    private var taken: Set<String> = []

    /// - Parameter isSeveral: whether a folder is wanted even where there is none yet.
    init(_ path: String, isSeveral: Bool) throws(OutputSink.Failure) {
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        self.path = path
        isFolder = isSeveral || exists && isDirectory.boolValue
        guard isFolder, !(exists && isDirectory.boolValue) else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        } catch {
            throw .cannotCreate("cannot create the folder \(path): \(error.localizedDescription)")
        }
    }

    /// Writes the drawing of a recording that has an interval.
    mutating func write(_ entry: CorrectionEntry) throws(OutputSink.Failure) {
        guard let drawing = CorrectionTable.svg(entry) else { return }
        let sink = try OutputSink(path: isFolder ? file(for: entry.name) : path)
        try sink.write(drawing)
        try sink.finish()
    }

    /// `a.svg` for `x/a.txt`; a second one of that name is `a-2.svg`.
    private mutating func file(for name: String) -> String {
        let last = name == "-" ? "standard-input" : URL(fileURLWithPath: name).lastPathComponent
        let stem = URL(fileURLWithPath: last).deletingPathExtension().lastPathComponent
        var candidate = stem
        var count = 1
        while !taken.insert(candidate.lowercased()).inserted {
            count += 1
            candidate = "\(stem)-\(count)"
        }
        return "\(path)/\(candidate).svg"
    }
}
