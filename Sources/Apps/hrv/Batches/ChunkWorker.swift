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
        let before = FileMark(item.file)
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
        if let before, FileMark(item.file) != before {
            (text, reply.rowCount) = ("", 0)
            reply.failures = [
                .init(
                    path: item.record.path, code: "changed",
                    text:
                        "the file changed while it was read: try it once more when it is complete (hrv batch retry)"
                )
            ]
        }
        do {
            try rows.write(contentsOf: Data(text.utf8))
        } catch {
            let reason = (error as NSError).localizedDescription.trimmingCharacters(in: ["."])
            reply.trouble =
                "the rows cannot be written: \(reason): make room, and give the same command again"
        }
        byteCount += text.utf8.count
        reply.byteCount = byteCount
        return reply
    }

    /// The analysis with the options that the recording has of its own.
    private func analysis(of record: BatchRecord) throws(RecordingError) -> FileAnalysis {
        do throws(OptionError) {
            let own = try BatchWork.request(request, record)
            return FileAnalysis(loader: own.loader, settings: own.settings)
        } catch {
            throw .unknownFormat("the manifest's options: \(error.text)", line: nil)
        }
    }

    private func check(_ item: WorkerOrder.Item) throws(RecordingError) {
        for file in [item.file, item.file + ".hea"] {
            var found = stat()
            guard stat(file, &found) == 0, ![S_IFREG, S_IFDIR].contains(found.st_mode & S_IFMT)
            else {
                continue
            }
            throw .cannotRead("it is a pipe, a device or a socket, and no file", .notAFile)
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
