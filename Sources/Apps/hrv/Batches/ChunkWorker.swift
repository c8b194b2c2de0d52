import BatchRuns
import Foundation
import HRVReports
import RecordingAnalysis
import RecordingFiles
import SensorProtocol

/// Analyses the recordings of one chunk, and adds their rows to its file.
struct ChunkWorker {
    private let request: AnalysisRequest
    private let table: ResultTable
    private let rows: FileHandle
    private var byteCount: Int

    init(_ order: WorkerOrder, _ rows: RowOptions, _ names: OutputOptions.Names?) throws {
        request = rows.request
        table = BatchWork.table(rows, names)
        self.rows = try FileHandle(forWritingTo: URL(fileURLWithPath: order.rows))
        byteCount = Int(try self.rows.seekToEnd())
    }

    /// What became of a recording; its rows are in the file.
    mutating func analyse(_ item: WorkerOrder.Item) throws -> WorkerReply {
        var reply = WorkerReply(place: item.place, isDone: true)
        let before = FileState(item.file)
        var text = ""
        do throws(RecordingError) {
            try check(item)
            for (name, outcome) in try analysis(of: item.record).analyzeAll(item.file) {
                let shown = item.record.path + name.dropFirst(item.file.count)
                switch outcome {
                case .success(let entry):
                    for line in table.csvLines(ReportEntry(name: shown, result: entry.result)) {
                        text += ([item.record.id] + item.record.further).map(CSVField.text).joined(
                            separator: ",")
                        text += ",\(line)\n"
                        reply.rowCount += 1
                    }
                case .failure(let error):
                    reply.failures.append(.init(path: shown, code: error.code, text: error.text))
                }
            }
        } catch {
            reply.failures = [.init(path: item.record.path, code: error.code, text: error.text)]
        }
        if let before, FileState(item.file) != before {
            (text, reply.rowCount) = ("", 0)
            reply.failures = [
                .init(
                    path: item.record.path, code: "changed",
                    text:
                        "the file changed while it was read: try it once more when it is complete (hrv batch retry)"
                )
            ]
        }
        try rows.write(contentsOf: Data(text.utf8))
        byteCount += text.utf8.count
        reply.byteCount = byteCount
        return reply
    }

    /// The analysis with the options that the recording has of its own.
    private func analysis(of record: BatchRecord) throws(RecordingError) -> FileAnalysis {
        var own = request
        if !record.options.isEmpty {
            do throws(OptionError) {
                for (key, value) in record.options { try own.set(word: key, value) }
                try own.check()
            } catch {
                throw .unknownFormat("the manifest's options: \(error.text)", line: nil)
            }
        }
        return FileAnalysis(loader: own.loader, settings: own.settings)
    }

    private func check(_ item: WorkerOrder.Item) throws(RecordingError) {
        var found = stat()
        if stat(item.file, &found) == 0 {
            let kind = found.st_mode & S_IFMT
            guard kind == S_IFREG || kind == S_IFDIR else {
                throw .cannotRead("it is a pipe, a device or a socket, and no file", .notAFile)
            }
        }
        guard let wanted = item.record.sha256 else { return }
        var digest = SHA256()
        var source = try RecordingFile.bytes(path: item.file)
        while case let block = try source.takeBlock(), !block.isEmpty {
            block.withUnsafeBytes { digest.add($0) }
        }
        let sum = digest.hex()
        guard sum == wanted else {
            throw .unknownFormat(
                "its SHA-256 is \(sum), and the manifest says \(wanted)", line: nil)
        }
    }
}

/// By what a change of a file is seen.
private struct FileState: Equatable {
    private let byteCount: Int
    private let seconds: Int
    private let nanoseconds: Int

    init?(_ path: String) {
        var found = stat()
        guard stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
        byteCount = Int(found.st_size)
        #if canImport(Darwin)
            let time = found.st_mtimespec
        #else
            let time = found.st_mtim
        #endif
        (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
    }
}
