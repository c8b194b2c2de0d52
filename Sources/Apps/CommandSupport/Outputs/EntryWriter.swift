import ArgumentParser
package import HRVReports

/// The shapes in which results about recordings can be had.
package enum EntryOutputFormat: String, ExpressibleByArgument, CaseIterable {
    case table, csv, json, ndjson
}

/// Entries as lines and objects.
package protocol EntryTable {
    associatedtype Entry
    /// Made while they are written where there are many.
    associatedtype Lines: Sequence<String>
    /// The line of column names.
    var csvHeader: String { get }
    func csvLines(_ entry: Entry) -> Lines
    func objects(_ entry: Entry) -> [OrderedJSON]
}

extension ResultTable: EntryTable {}

extension SpectrumTable: EntryTable {
    package func objects(_ entry: ReportEntry) -> [OrderedJSON] { [Self.object(entry)] }
}

extension CorrectionTable: EntryTable {
    package func objects(_ entry: CorrectionEntry) -> [OrderedJSON] { [Self.object(entry)] }
}

extension DetectionTable: EntryTable {
    package func objects(_ entry: DetectionEntry) -> [OrderedJSON] { [Self.object(entry)] }
}

/// Writes entries in the shape that was asked for, each as soon as it can be.
package final class EntryWriter<Table: EntryTable> {
    package typealias Entry = Table.Entry

    private let sink: OutputSink
    private let shape: EntryOutputFormat
    /// Chosen before the first entry is added.
    package var table: Table
    private let document: ([Entry]) -> String
    private var collectedEntries: [Entry] = []
    private var isFirst = true

    /// - Parameter document: all entries as one text, written instead of their lines or objects
    ///   where the shape is `table`.
    package init(
        sink: OutputSink, shape: EntryOutputFormat, table: Table,
        document: @escaping ([Entry]) -> String
    ) {
        self.sink = sink
        self.shape = shape
        self.table = table
        self.document = document
    }

    package func add(_ entry: Entry) throws(OutputSink.Failure) {
        defer { isFirst = false }
        switch shape {
        case .csv:
            if isFirst { try sink.write(table.csvHeader + "\n") }
            for line in table.csvLines(entry) { try sink.write(line + "\n") }
            try sink.flush()
        case .ndjson:
            for object in table.objects(entry) {
                try sink.write(object, isPretty: false)
                try sink.write("\n")
            }
            try sink.flush()
        case .json:
            for (index, object) in table.objects(entry).enumerated() {
                try sink.write(isFirst && index == 0 ? "[\n" : ",\n")
                try sink.write(object, isPretty: true)
            }
        case .table:
            collectedEntries.append(entry)
        }
    }

    /// Completes the output; where nothing was worked on, none is made.
    package func finish(hasResults: Bool) throws(OutputSink.Failure) {
        guard hasResults else {
            sink.discard()
            return
        }
        switch shape {
        case .csv, .ndjson: break
        case .json: try sink.write("\n]\n")
        case .table: try sink.write(document(collectedEntries))
        }
        try sink.finish()
    }
}
