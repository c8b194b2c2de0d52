import ArgumentParser
import BatchRuns
import CommandSupport
import HRVReports
import RecordingFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// `hrv batch report DIR`: what came of a set, as pages for people.
struct BatchReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a report over all recordings of a batch.",
        discussion: """
            The report is a folder of pages: index.html has failures by code, the quality of the data, how the main numbers \
            are distributed, and a list of all recordings, each of which leads to all of its numbers.
            """)

    enum Output: String, ExpressibleByArgument, CaseIterable {
        case html
    }

    @Argument(help: ArgumentHelp("The folder of the batch.", valueName: "DIR"))
    var folder: String

    @Option(help: "What is written.")
    var output = Output.html

    @Option(
        help: ArgumentHelp("Folder of the report (default: report in DIR).", valueName: "folder"))
    var out: String?

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: false)
        try BatchRunCommand.runReportingErrors(diagnostics) { () throws(BatchFailure) in
            let batch = BatchFolder(folder)
            guard let plan = try batch.plan() else {
                throw BatchFailure(.noInput, "there is no batch in \(folder)")
            }
            let workerCommand: BatchWorkerCommand
            do {
                workerCommand = try BatchWorkerCommand.parse(plan.options)
            } catch {
                throw BatchFailure(
                    .usage, "the options of \(folder) are not understood: \(plan.options)")
            }
            let name = FilePath.name(of: batch.path)
            let reportFolder = ReportFolder(out ?? batch.path + "/report")
            try reportFolder.make()
            var writer = BatchHTMLWriter(
                reportFolder, title: name, furtherColumns: plan.manifest.furtherColumns)
            let names = workerCommand.names?.metricNames ?? .resonance
            for chunk in 0..<plan.chunkCount {
                guard let chunkText = try batch.chunkText(chunk, of: plan) else { continue }
                let chunk = ChunkTables(
                    chunkText, names, furtherCount: plan.manifest.furtherColumns.count)
                for record in plan.manifest.records[plan.records(of: chunk.number)] {
                    try writer.add(chunk, record)
                }
            }
            try writer.finish(recordCount: plan.manifest.records.count, options: plan.options)
            diagnostics.summary("the report is in \(reportFolder.path)/index.html")
            return .ok
        }
    }
}

/// The folder that a report is written to.
struct ReportFolder {
    let path: String

    init(_ path: String) { self.path = path }

    /// Makes the folder; pages of an earlier report go away.
    func make() throws(BatchFailure) {
        guard !path.isEmpty else { throw BatchFailure(.usage, "--out is empty: name a folder") }
        let files = FileManager.default
        guard hasOnlyPages else {
            throw BatchFailure(
                .cannotCreate, "\(path) has other files: name another folder with --out")
        }
        let recordings = path + "/recordings"
        if let reason = POSIXFiles.makeFolders(recordings) {
            throw BatchFailure(.cannotCreate, "cannot make \(path): \(reason)")
        }
        for name in (try? files.contentsOfDirectory(atPath: recordings)) ?? []
        where BatchHTMLPage.isPageName(name) {
            guard unlink("\(recordings)/\(name)") == 0 else {
                throw BatchFailure(
                    .cannotCreate, "cannot make \(path) anew: \(POSIXFiles.reason)")
            }
        }
    }

    /// True if the folder holds nothing but pages of an earlier report, which may not have been
    /// finished.
    private var hasOnlyPages: Bool {
        let files = FileManager.default
        guard let names = try? files.contentsOfDirectory(atPath: path) else {
            return !files.fileExists(atPath: path)
        }
        let pages = (try? files.contentsOfDirectory(atPath: path + "/recordings")) ?? []
        guard Set(names).isSubset(of: ["index.html", "recordings"]),
            pages.allSatisfy(BatchHTMLPage.isPageName)
        else { return false }
        guard names.contains("index.html") else { return true }
        guard var file = try? RecordingFile.bytes(path: path + "/index.html"),
            let head = try? file.readBlock()
        else { return false }
        return String(decoding: head.prefix(4096), as: UTF8.self).contains(
            BatchHTMLReport.pageGenerator)
    }

    func write(_ name: String, _ text: String) throws(BatchFailure) {
        let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        defer { close(file) }
        guard file >= 0, POSIXFiles.write(text.utf8, to: file) == nil else {
            throw BatchFailure(.io, "cannot write \(path)/\(name): \(POSIXFiles.reason)")
        }
    }
}

/// The rows and failures of a chunk by the ids of their recordings.
struct ChunkTables {
    let number: Int
    /// Names of the columns behind the id and those of the manifest.
    let columns: [String]
    let warningsIndex: Int?
    /// Columns of what the report shows, in its order.
    let columnIndices: [Int?]
    /// The rows by the bytes of the ids: two spellings of one letter are two names.
    private let rows: [[UInt8]: [[String]]]
    private let failures: [[UInt8]: [BatchHTMLEntry.Failure]]

    init(_ chunkText: BatchFolder.ChunkText, _ names: MetricNamingScheme, furtherCount: Int) {
        number = chunkText.chunk
        let table = CSVTable(chunkText.rows)
        let columns = Array(table.columns.dropFirst(1 + furtherCount))
        self.columns = columns
        warningsIndex = columns.firstIndex(of: "warnings")
        columnIndices = BatchHTMLColumn.all.map { column in
            column.columnName(names).flatMap { columns.firstIndex(of: $0) }
        }
        var rows: [[UInt8]: [[String]]] = [:]
        for row in table.rows where row.count == table.columns.count {
            rows[Array(row[0].utf8), default: []].append(Array(row.dropFirst(1 + furtherCount)))
        }
        self.rows = rows
        var failures: [[UInt8]: [BatchHTMLEntry.Failure]] = [:]
        for row in CSVTable(chunkText.failed).rows where row.count > 3 {
            failures[Array(row[0].utf8), default: []].append(.init(code: row[2], text: row[3]))
        }
        self.failures = failures
    }

    func entry(_ record: BatchRecord) -> (BatchHTMLEntry, rows: [[String]]) {
        let rows = rows[Array(record.id.utf8)] ?? []
        let values = columnIndices.map { index in
            index.flatMap { index in
                Self.median(rows.compactMap { BatchHTMLEntry.number($0[index]) })
            }
        }
        var warnings: [String] = []
        if let warningsIndex {
            for row in rows {
                for code in row[warningsIndex].split(separator: ";").map(String.init)
                where !warnings.contains(code) { warnings.append(code) }
            }
        }
        let entry = BatchHTMLEntry(
            id: record.id, path: record.path, furtherValues: record.furtherValues, values: values,
            rowCount: rows.count, warnings: warnings,
            failures: failures[Array(record.id.utf8)] ?? [])
        return (entry, rows)
    }

    private static func median(_ values: [Double]) -> Double? {
        guard values.count > 1 else { return values.first }
        let sorted = values.sorted()
        let upper = sorted[sorted.count / 2]
        return sorted.count.isMultiple(of: 2) ? (sorted[sorted.count / 2 - 1] + upper) / 2 : upper
    }
}

/// Writes the pages of recordings as they come, and the page over all of them at the end.
struct BatchHTMLWriter {
    private let folder: ReportFolder
    private let title: String
    private let furtherColumns: [String]
    private var entries: [BatchHTMLEntry] = []
    private var page = BatchHTMLPage()
    private var pageNumber = 0

    init(_ folder: ReportFolder, title: String, furtherColumns: [String]) {
        self.folder = folder
        self.title = title
        self.furtherColumns = furtherColumns
    }

    mutating func add(_ chunk: ChunkTables, _ record: BatchRecord) throws(BatchFailure) {
        let (entry, rows) = chunk.entry(record)
        page.add(entry, furtherColumns: furtherColumns, columns: chunk.columns, rows: rows)
        entries.append(entry)
        if page.isFull { try writePage() }
    }

    private mutating func writePage() throws(BatchFailure) {
        try folder.write(
            "recordings/" + BatchHTMLPage.name(pageNumber),
            page.render(title: title, page: pageNumber))
        page = BatchHTMLPage()
        pageNumber += 1
    }

    mutating func finish(recordCount: Int, options: [String]) throws(BatchFailure) {
        if !page.isEmpty { try writePage() }
        let report = BatchHTMLReport(
            title: title, entries: entries, recordCount: recordCount,
            options: options.joined(separator: " "))
        try folder.write("index.html", report.render())
    }
}
