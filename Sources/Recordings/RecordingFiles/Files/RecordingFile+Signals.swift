import Foundation

extension RecordingFile {
    /// The signals of the recording at `path`: a file, or a WFDB record by any of its names.
    ///
    /// - Throws: every case of ``RecordingError``; `noSignal` for a format of beats only.
    public static func openSignals(
        path: String, options: Options = Options()
    ) throws(RecordingError) -> SignalReader {
        if let record = record(path, options) { return SignalReader(try record.openSignals()) }
        return SignalReader(try opened(path, options).signals())
    }

    /// The signals on standard input.
    public static func openStandardInputSignals(
        options: Options = Options()
    ) throws(RecordingError) -> SignalReader {
        let input = try OpenedInput(source(.standardInput), fileName: nil, options: options)
        return SignalReader(try input.signals())
    }

    // MARK: Inputs

    /// The WFDB record that a path names; nil where it names none.
    static func record(_ path: String, _ options: Options) -> WFDBRecordFiles? {
        WFDBRecordFiles(path: path, isForced: options.format == RecordingFormat.wfdb)
    }

    /// A file that is no WFDB record.
    static func opened(_ path: String, _ options: Options) throws(RecordingError) -> OpenedInput {
        let name = URL(fileURLWithPath: path).lastPathComponent
        return try OpenedInput(source(path: path), fileName: name, options: options)
    }

    /// The bytes of a file; its length is known, and it can be read again, where it is a plain file.
    static func source(path: String) throws(RecordingError) -> ByteSource {
        let handle = try open(path)
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else {
            return source(handle)
        }
        return source(handle, byteCount: attributes?[.size] as? Int) {
            () throws(RecordingError) -> ByteSource in try source(path: path)
        }
    }

    static func source(
        _ handle: FileHandle, byteCount: Int? = nil,
        reopen: (() throws(RecordingError) -> ByteSource)? = nil
    ) -> ByteSource {
        ByteSource(byteCount: byteCount, reopen: reopen) { () throws(RecordingError) -> [UInt8] in
            try nextBlock(handle).map(Array.init) ?? []
        }
    }
}
