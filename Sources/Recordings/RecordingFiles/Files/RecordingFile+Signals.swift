extension RecordingFile {
    /// The signals of the recording at `path`: a file, or a WFDB record by any of its names.
    ///
    /// - Throws: every case of ``RecordingError``; `noSignal` for a format of beats only.
    public static func openSignals(
        path: String, options: Options = Options()
    ) throws(RecordingError) -> SignalReader {
        if let record = record(path, options) { return SignalReader(try record.openSignals()) }
        var input = try opened(path, options)
        return SignalReader(try input.signals())
    }

    /// The signals on standard input.
    public static func openStandardInputSignals(
        options: Options = Options()
    ) throws(RecordingError) -> SignalReader {
        var input = try OpenedInput(
            SequentialFile.standardInput.source(), fileName: nil, options: options)
        return SignalReader(try input.signals())
    }

    // MARK: Inputs

    /// The WFDB record that a path names; nil where it names none.
    static func record(_ path: String, _ options: Options) -> WFDBRecordFiles? {
        WFDBRecordFiles(path: path, isForced: options.format == RecordingFormat.wfdb)
    }

    /// A file that is no WFDB record.
    static func opened(_ path: String, _ options: Options) throws(RecordingError) -> OpenedInput {
        try OpenedInput(source(path: path), fileName: FilePath.name(of: path), options: options)
    }
}
