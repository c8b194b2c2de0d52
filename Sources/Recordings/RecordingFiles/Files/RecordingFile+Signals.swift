import Foundation

extension RecordingFile {
    /// The signals of the recording at `path`: a file, or a WFDB record by any of its names.
    ///
    /// - Throws: every case of ``RecordingError``; `noSignal` for a format of beats only.
    public static func openSignals(
        path: String, options: Options = Options()
    ) throws(RecordingError) -> SignalReader {
        if let record = WFDBRecordFiles(
            path: path, isForced: options.format == RecordingFormat.wfdb)
        {
            return SignalReader(try record.openSignals())
        }
        let name = URL(fileURLWithPath: path).lastPathComponent
        return SignalReader(
            try SignalFormats.open(source(path: path), fileName: name, options: options))
    }

    /// The signals on standard input.
    public static func openStandardInputSignals(
        options: Options = Options()
    ) throws(RecordingError) -> SignalReader {
        SignalReader(
            try SignalFormats.open(source(.standardInput), fileName: nil, options: options))
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
