/// Order for a worker: the recordings of one chunk, a line of JSON.
package struct WorkerAssignment: Codable, Sendable {
    package struct Item: Codable, Sendable {
        /// Its index in the batch.
        package let recordIndex: Int
        package let record: BatchRecord
        /// The path of its file.
        package let file: String
        /// Ending of its annotations, where one is stated.
        package let annotator: String?

        private enum CodingKeys: String, CodingKey {
            case recordIndex = "place"
            case record, file, annotator
        }
    }

    /// The file that rows are added to.
    package let rowsPath: String
    /// True if the sum of each recording is requested.
    package let wantsDigests: Bool
    package let items: [Item]

    private enum CodingKeys: String, CodingKey {
        case rowsPath = "rows"
        case wantsDigests = "wantsSums"
        case items
    }
}

/// Reply of a worker: lines of JSON.
package struct WorkerReply: Codable, Sendable {
    package struct Failure: Codable, Sendable {
        package let path: String
        package let code: String
        package let text: String
        /// True if the disk itself answered with an error.
        package let isDiskError: Bool

        package init(path: String, code: String, text: String, isDiskError: Bool = false) {
            self.path = path
            self.code = code
            self.text = text
            self.isDiskError = isDiskError
        }

        private enum CodingKeys: String, CodingKey {
            case path, code, text
            case isDiskError = "isOfDisk"
        }
    }

    /// The recording that is begun, or is done.
    package let recordIndex: Int
    package let isDone: Bool
    /// Rows that it has, and the size of the file of rows behind them.
    package var rowCount = 0
    package var byteCount = 0
    package var failures: [Failure] = []
    /// SHA-256 of its files, where that is wanted and they can be read.
    package var sha256: String?
    /// Time of the processor since the worker's start; s.
    package var processorSeconds = 0.0
    /// The options for reading of the recording, and whether they were used: `--rate` of the
    /// command line, `rate` of the manifest; none where it was not read.
    package var optionUses: [String: Bool] = [:]
    /// Reason why the worker itself cannot continue, as on a full disk: no error of the recording.
    package var workerError: String?

    package init(recordIndex: Int, isDone: Bool) {
        self.recordIndex = recordIndex
        self.isDone = isDone
    }

    private enum CodingKeys: String, CodingKey {
        case recordIndex = "place"
        case isDone, rowCount, byteCount, failures, optionUses, sha256 = "sum", processorSeconds,
            workerError =
            "trouble"
    }
}
