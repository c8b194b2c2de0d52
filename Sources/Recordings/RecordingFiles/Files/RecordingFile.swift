public import PhysioTypes

/// Reads recordings from files, folders and standard input.
public enum RecordingFile {
    /// The settings that the person gave for the inputs.
    public struct Options: Sendable, Equatable {
        public var text = RRTextOptions()
        /// A name from ``RecordingFormat`` that can be forced; found by content where nil.
        public var format: String?
        /// Ending of the annotation file of a WFDB record; chosen where nil and only one fits.
        public var annotator: String?
        /// Beats that count as normal, where a file says of which kind each is.
        public var normalBeats: NormalBeats {
            get { text.normalBeats }
            set { text.normalBeats = newValue }
        }
        /// Samples a second of a text that states neither its rate nor times; Hz.
        public var rateHz: Double? {
            get { text.rateHz }
            set { text.rateHz = newValue }
        }

        public init() {}
    }

    /// Bytes read at a time.
    static let blockSize = 64 * 1024
    /// A WFDB header is some lines of text.
    static let headerLimit = 1 << 20

    /// The recording at `path`: a file, or a WFDB record by any of its names.
    ///
    /// - Parameter path: `#2` behind it means the second recording of a file that holds several.
    /// - Throws: every case of ``RecordingError``; `ambiguous` for a file of several recordings.
    public static func read(
        path: String, options: Options = Options()
    ) throws(RecordingError) -> Recording {
        let name = InputName(path)
        if let record = try record(name, options) { return try record.read(options) }
        if name.part == nil, let archive = try RecordingArchive(name.path) {
            return try archive.beats(options).onlyRecording()
        }
        var (input, inner) = try opened(name, options)
        guard let recordings = try input.recordings(inner) else {
            throw UnsupportedInput.holdsSignalsError("a recording of samples")
        }
        return try recordings.onlyRecording()
    }

    /// The recording on standard input, as text.
    public static func readStandardInput(
        options: Options = Options()
    ) throws(RecordingError) -> Recording {
        var input = try OpenedInput(
            SequentialFile.standardInput.source(), fileName: nil, options: options)
        return try input.beats()
    }

    // MARK: Files

    /// The bytes of a file; its length is known, and it can be read again, where it is a plain file.
    static func source(path: String) throws(RecordingError) -> ByteSource {
        let file = try SequentialFile(path)
        guard file.byteCount != nil else { return file.source() }
        return file.source { () throws(RecordingError) -> ByteSource in try source(path: path) }
    }

    /// The bytes of a file as they are.
    package static func bytes(path: String) throws(RecordingError) -> ByteSource {
        try source(path: path)
    }

    /// The bytes of a file, unpacked where it is packed by gzip.
    package static func unpackedSource(path: String) throws(RecordingError) -> ByteSource {
        try GzipSource.unpacked(source(path: path))
    }

    /// All bytes of a header.
    package static func readAll(_ path: String, limit: Int) throws(RecordingError) -> [UInt8] {
        try readAll(SequentialFile(path).source(), limit: limit)
    }

    /// All bytes of a header.
    static func readAll(
        _ input: ByteSource, limit: Int
    ) throws(RecordingError) -> [UInt8] {
        var source = input
        var bytes: [UInt8] = []
        while case let block = try source.readBlock(), !block.isEmpty {
            bytes += block
            guard bytes.count <= limit else {
                throw .badHeader("the header is longer than \(limit) bytes", line: nil)
            }
        }
        return bytes
    }
}
