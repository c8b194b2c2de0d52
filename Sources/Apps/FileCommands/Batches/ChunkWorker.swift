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
    private let rowsDescriptor: Int32
    private let wantsDigests: Bool
    private var byteCount: Int

    init(_ order: WorkerAssignment, _ rows: RowOptions, _ names: OutputOptions.NamingSchemeOption?)
        throws
    {
        let file = open(order.rowsPath, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard file >= 0 else { throw ExitStatus.ioError.exitCode }
        request = rows.request
        table = BatchCommandSupport.table(rows, names)
        wantsDigests = order.wantsDigests
        self.rowsDescriptor = file
        byteCount = max(0, Int(lseek(file, 0, SEEK_END)))
    }

    deinit { close(rowsDescriptor) }

    /// Analyses a recording and returns the result; its rows are in the file.
    mutating func analyse(_ item: WorkerAssignment.Item) throws -> WorkerReply {
        var reply = WorkerReply(recordIndex: item.recordIndex, isDone: true)
        let before = FileFingerprint(item.file, annotator: item.annotator)
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
        if let before, FileFingerprint(item.file, annotator: item.annotator) != before {
            (text, reply.rowCount) = ("", 0)
            reply.failures = [
                .init(
                    path: item.record.path, code: "changed",
                    text:
                        "the file changed while it was read: try it once more when it is complete (hrv batch retry)"
                )
            ]
        }
        if POSIXFiles.write(text.utf8, to: rowsDescriptor) != nil {
            reply.workerError =
                "the rows cannot be written: \(POSIXFiles.reason): make room, and give the same command again"
        }
        byteCount += text.utf8.count
        reply.byteCount = byteCount
        if wantsDigests {
            reply.sha256 = FileDigest.sha256(of: item.file, annotator: item.annotator)
        }
        return reply
    }

    /// The rows of a recording as lines, which the reply counts; parts that have none are its failures.
    private func lines(
        of item: WorkerAssignment.Item, _ reply: inout WorkerReply
    ) throws(RecordingError) -> String {
        let linePrefix = ([item.record.id] + item.record.furtherValues).map(CSVField.text)
            .joined(separator: ",")
        var text = ""
        let unused = UnusedOptions()
        let own = try recordRequest(item.record)
        var loader = own.loader
        // Rows have no column for options that were not used: they are counted.
        loader.unusedOptions = unused
        let outcomes = try FileAnalysis(loader: loader, settings: own.settings)
            .analyzeAll(item.file)
        reply.optionUses = optionUses(own.recordingOptions, unused, item.record)
        for (name, outcome) in outcomes {
            let shownPath = item.record.path + name.dropFirst(item.file.count)
            switch outcome {
            case .success(let entry):
                if let emptyNotice = entry.result.notices.first(where: {
                    $0.code == AnalysisPipeline.noNNIntervalsCode
                }) {
                    reply.failures.append(
                        .init(path: shownPath, code: emptyNotice.code, text: emptyNotice.text))
                    continue
                }
                for line in table.csvLines(ReportEntry(name: shownPath, result: entry.result)) {
                    text += "\(linePrefix),\(line)\n"
                    reply.rowCount += 1
                }
            case .failure(let error):
                reply.failures.append(failure(shownPath, error, of: item))
            }
        }
        return text
    }

    /// The request with the options that the recording has of its own.
    private func recordRequest(_ record: BatchRecord) throws(RecordingError) -> AnalysisRequest {
        do throws(OptionError) {
            return try BatchCommandSupport.request(request, record)
        } catch {
            throw .unknownFormat("the manifest's options: \(error.text)", line: nil)
        }
    }

    /// The options that the recording was read with, and whether it used them.
    private func optionUses(
        _ options: RecordingFile.Options, _ unusedOptions: UnusedOptions, _ record: BatchRecord
    ) -> [String: Bool] {
        guard let unused = unusedOptions.options else { return [:] }
        let givenOptions = InputOption.allCases.filter { $0.isGiven(in: options) }
        return Dictionary(
            uniqueKeysWithValues: givenOptions.map { option in
                let column = String(option.rawValue.dropFirst(2))
                let word = record.options[column] == nil ? option.rawValue : column
                return (word, !unused.contains(option))
            })
    }

    private func check(_ item: WorkerAssignment.Item) throws(RecordingError) {
        for file in [item.file, item.file + ".hea"] {
            var found = stat()
            guard stat(file, &found) == 0, ![S_IFREG, S_IFDIR].contains(found.st_mode & S_IFMT)
            else {
                continue
            }
            throw .cannotRead("it is a pipe, a device or a socket, and no file", .notAFile)
        }
    }

    /// Returns the reason that a recording is not analysed: it is not the one that the manifest
    /// means, or its options are wrong.
    private func refusal(of item: WorkerAssignment.Item) -> WorkerReply.Failure? {
        let path = item.record.path
        do throws(OptionError) {
            _ = try BatchCommandSupport.request(request, item.record)
        } catch {
            return .init(
                path: path, code: "bad_option", text: "the manifest's options: \(error.text)")
        }
        if let missingFileText = BatchInputs.missingFileText(of: path, item.file) {
            return .init(path: path, code: "not_found", text: missingFileText)
        }
        guard let expectedSHA256 = item.record.sha256 else { return nil }
        guard FileFingerprint.files(of: item.file, annotator: item.annotator).count == 1 else {
            return .init(
                path: path, code: "bad_option",
                text:
                    "sha256 is the sum of one file, and a WFDB record has several: leave it out, or use --checksums"
            )
        }
        guard let sha256 = FileDigest.sha256(of: item.file, annotator: item.annotator),
            sha256 != expectedSHA256
        else {
            return nil
        }
        return .init(
            path: path, code: "wrong_sum",
            text: "its SHA-256 is \(sha256), and the manifest says \(expectedSHA256)")
    }

    private func failure(
        _ path: String, _ error: RecordingError, of item: WorkerAssignment.Item
    ) -> WorkerReply.Failure {
        .init(
            path: path, code: error.code, text: error.text,
            isDiskError: Self.isDiskLost(item.file))
    }

    /// Returns true if the disk does not give a file, which shows nothing about the file.
    private static func isDiskLost(_ path: String) -> Bool {
        let lostDiskErrors = [EIO, ENODEV, ESTALE, ENOTCONN]
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return lostDiskErrors.contains(errno) }
        defer { close(file) }
        var byte: UInt8 = 0
        return read(file, &byte, 1) < 0 && lostDiskErrors.contains(errno)
    }
}
