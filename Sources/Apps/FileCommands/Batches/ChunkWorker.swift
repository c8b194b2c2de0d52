import BatchRuns
import CommandSupport
import HRVPipeline
import HRVReports
import RecordingAnalysis
import RecordingFiles
import SensorProtocol

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Analyses the recordings of one chunk, and adds their rows to its file.
struct ChunkWorker: ~Copyable {
    private let request: AnalysisRequest
    private let table: ResultTable
    private let rows: Int32
    private let wantsSums: Bool
    private var byteCount: Int

    init(_ order: WorkerOrder, _ rows: RowOptions, _ names: OutputOptions.Names?) throws {
        let file = open(order.rows, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard file >= 0 else { throw ExitStatus.ioError.exitCode }
        request = rows.request
        table = BatchWork.table(rows, names)
        wantsSums = order.wantsSums
        self.rows = file
        byteCount = max(0, Int(lseek(file, 0, SEEK_END)))
    }

    deinit { close(rows) }

    /// What became of a recording; its rows are in the file.
    mutating func analyse(_ item: WorkerOrder.Item) throws -> WorkerReply {
        var reply = WorkerReply(recordIndex: item.recordIndex, isDone: true)
        let before = FileMark(item.file, annotator: item.annotator)
        var text = ""
        do throws(RecordingError) {
            try check(item)
            if let refusal = refusal(of: item) {
                reply.failures = [refusal]
            } else {
                text = try lines(of: item, &reply)
            }
        } catch {
            reply.failures = [failure(item.record.path, error, of: item)]
        }
        if let before, FileMark(item.file, annotator: item.annotator) != before {
            (text, reply.rowCount) = ("", 0)
            reply.failures = [
                .init(
                    path: item.record.path, code: "changed",
                    text:
                        "the file changed while it was read: try it once more when it is complete (hrv batch retry)"
                )
            ]
        }
        if PlainFiles.write(text.utf8, to: rows) != nil {
            reply.trouble =
                "the rows cannot be written: \(PlainFiles.reason): make room, and give the same command again"
        }
        byteCount += text.utf8.count
        reply.byteCount = byteCount
        if wantsSums { reply.sum = FileSum.sum(of: item.file, annotator: item.annotator) }
        return reply
    }

    /// The rows of a recording as lines, which the reply counts; parts that have none are its failures.
    private func lines(
        of item: WorkerOrder.Item, _ reply: inout WorkerReply
    ) throws(RecordingError) -> String {
        let begin = ([item.record.id] + item.record.further).map(CSVField.text)
            .joined(separator: ",")
        var text = ""
        for (name, outcome) in try analysis(of: item.record).analyzeAll(item.file) {
            let shown = item.record.path + name.dropFirst(item.file.count)
            switch outcome {
            case .success(let entry):
                if let empty = entry.result.notices.first(where: {
                    $0.code == AnalysisPipeline.emptinessCode
                }) {
                    reply.failures.append(.init(path: shown, code: empty.code, text: empty.text))
                    continue
                }
                for line in table.csvLines(ReportEntry(name: shown, result: entry.result)) {
                    text += "\(begin),\(line)\n"
                    reply.rowCount += 1
                }
            case .failure(let error):
                reply.failures.append(failure(shown, error, of: item))
            }
        }
        return text
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
    }

    /// Why a recording is not looked at: it is not the one that the manifest means, or its options are wrong.
    private func refusal(of item: WorkerOrder.Item) -> WorkerReply.Failure? {
        let path = item.record.path
        do throws(OptionError) {
            _ = try BatchWork.request(request, item.record)
        } catch {
            return .init(
                path: path, code: "bad_option", text: "the manifest's options: \(error.text)")
        }
        if let absence = BatchInputs.absence(of: path, item.file) {
            return .init(path: path, code: "not_found", text: absence)
        }
        guard let wanted = item.record.sha256 else { return nil }
        guard FileMark.files(of: item.file, annotator: item.annotator).count == 1 else {
            return .init(
                path: path, code: "bad_option",
                text:
                    "sha256 is the sum of one file, and a WFDB record has several: leave it out, or use --checksums"
            )
        }
        guard let sum = FileSum.sum(of: item.file, annotator: item.annotator), sum != wanted else {
            return nil
        }
        return .init(
            path: path, code: "wrong_sum",
            text: "its SHA-256 is \(sum), and the manifest says \(wanted)")
    }

    private func failure(
        _ path: String, _ error: RecordingError, of item: WorkerOrder.Item
    ) -> WorkerReply.Failure {
        .init(
            path: path, code: error.code, text: error.text,
            isOfDisk: Self.isDiskLost(item.file))
    }

    /// Whether the disk does not give a file, which says nothing of the file.
    private static func isDiskLost(_ path: String) -> Bool {
        let lost = [EIO, ENODEV, ESTALE, ENOTCONN]
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return lost.contains(errno) }
        defer { close(file) }
        var byte: UInt8 = 0
        return read(file, &byte, 1) < 0 && lost.contains(errno)
    }
}
