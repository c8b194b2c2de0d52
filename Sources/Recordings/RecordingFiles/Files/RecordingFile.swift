import Foundation
public import PhysioTypes

/// Reads recordings from files, folders and standard input.
public enum RecordingFile {
    /// What the person said about the inputs.
    public struct Options: Sendable, Equatable {
        public var text = RRTextOptions()
        /// A name from ``RecordingFormat`` that can be forced; found by content where nil.
        public var format: String?
        /// Ending of the annotation file of a WFDB record; chosen where nil and only one fits.
        public var annotator: String?
        /// Samples a second of a text that tells neither its rate nor times; Hz.
        public var rateHz: Double?

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
        if let record = record(name.path, options) {
            try name.checkIsWhole()
            return try record.read(annotator: options.annotator)
        }
        var unrated = options
        unrated.rateHz = nil
        var input = try opened(name.path, unrated)
        guard case .beats(let reader) = try input.content() else { return try input.beats() }
        return try name.recordings(input.recordings(reader)).only()
    }

    /// The recording on standard input, as text.
    public static func readStandardInput(
        options: Options = Options()
    ) throws(RecordingError) -> Recording {
        var unrated = options
        unrated.rateHz = nil
        var input = try OpenedInput(
            source(.standardInput), fileName: nil, options: unrated)
        return try input.beats()
    }

    // MARK: Files

    static func open(_ path: String) throws(RecordingError) -> FileHandle {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw .cannotRead("no such file" + PathSuggestion.phrase(for: path), .notFound)
        }
        guard !isFolder.boolValue else {
            throw .cannotRead("this is a folder", .failed)
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw .cannotRead("no permission to read this file", .notPermitted)
        }
        return handle
    }

    /// The next bytes; nil at the end.
    static func nextBlock(_ handle: FileHandle) throws(RecordingError) -> Data? {
        do {
            guard let data = try handle.read(upToCount: blockSize), !data.isEmpty else {
                return nil
            }
            return data
        } catch {
            throw .cannotRead("reading failed: \(error.localizedDescription)", .failed)
        }
    }

    static func readAll(_ path: String, limit: Int) throws(RecordingError) -> [UInt8] {
        let handle = try open(path)
        defer { try? handle.close() }
        var bytes: [UInt8] = []
        while let block = try nextBlock(handle) {
            bytes += block
            guard bytes.count <= limit else {
                throw .badHeader("the header is longer than \(limit) bytes", line: nil)
            }
        }
        return bytes
    }
}
